"""What a spreadsheet makes of a table that is given out as CSV."""

# What it would take for the beginning of a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def escape_formula(words: str) -> str:
    """Return words as a cell of CSV. What looks like a formula gets an apostrophe, so that it stays words."""
    return f"'{words}" if words.startswith(_FORMULA) else words
