"""Revise a rulebook in a test, as an update of the product does: with other rules, as its next revision."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from games.engine import loading, settle

Revise = Callable[..., None]


@pytest.fixture
def revise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Revise]:
    """Give an edition a third revision, in which each old text is replaced by a new one."""

    def revised(edition: str, *replaced: tuple[str, str], cite: str) -> None:
        shutil.copytree(loading.RULEBOOKS, tmp_path / "rulebooks")
        path = tmp_path / "rulebooks" / f"{edition}.toml"
        text = path.read_text()
        row = f'  {{ revision = 3, date = 2027-01-01, what = "Other odds.", cite = "{cite}" }},\n'
        for old, new in (("\nrevision = 2\n", "\nrevision = 3\n"), ("\n]\n", f"\n{row}]\n"), *replaced):
            assert old in text
            text = text.replace(old, new, 1)
        path.write_text(text)
        monkeypatch.setattr(loading, "RULEBOOKS", tmp_path / "rulebooks")
        forget()

    yield revised
    monkeypatch.undo()
    forget()


def forget() -> None:
    """Read the rulebooks again when they are next asked for."""
    for cached in (loading.rulebook, loading.coverage, settle._settler):
        cached.cache_clear()
