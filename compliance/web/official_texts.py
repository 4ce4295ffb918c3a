"""The official text of an edition, if the operator has installed it: VAR_DIR/sources/EDITION.txt.

The product has no official text of its own. The pages show a printed paragraph beside our summary, matched by hash.
"""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from django.conf import settings

from games.engine.rulebook.printed import printed_paragraphs


def official_text(edition: str) -> Mapping[str, str]:
    """Return the paragraphs of the installed text by their hash; empty if none is installed."""
    path = Path(settings.SOURCES_DIR, f"{edition}.txt")
    try:
        state = path.stat()
    except OSError:
        return {}
    return _paragraphs(path, state.st_mtime_ns, state.st_size)


@lru_cache(maxsize=16)
def _paragraphs(path: Path, changed: int, size: int) -> Mapping[str, str]:
    return {each.sha256: each.text for each in printed_paragraphs(path.read_text("utf-8", "replace"))}
