"""Format editions for pages."""

from games.engine.loading import rulebook


def format_edition(edition: str) -> str:
    """Return an edition's name, such as Maryland 1.0."""
    book = rulebook(edition)
    name = f"{book.jurisdiction} {book.abbreviation.partition(' ')[2]}".strip()
    return name[0].upper() + name[1:]
