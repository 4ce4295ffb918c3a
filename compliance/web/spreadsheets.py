"""Protect CSV exports against formula injection."""

# Prefixes that a spreadsheet reads as a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def escape_formula(words: str) -> str:
    """Return text as a CSV cell. What looks like a formula gets an apostrophe, so that it stays text."""
    return f"'{words}" if words.startswith(_FORMULA) else words
