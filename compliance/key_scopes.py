"""What a key of the API may be for: reading or writing in one of five areas. casino/access.py says what is in which."""

AREAS = {
    "tables": "facilities, pits, tables, decks, devices, layouts, offers, dealers and shifts",
    "rounds": "rounds, wagers, violations and a deck's exposure",
    "alerts": "alerts and their history",
    "reports": "reports of shifts and of spans of days",
    "journal": "the journal and its feed",
}
VERBS = ("read", "write")
SCOPES = tuple(f"{area}:{verb}" for area in AREAS for verb in VERBS)


def words_of(scope: str) -> str:
    """Return a scope in words: "read rounds, wagers, violations and a deck's exposure"."""
    area, _, verb = scope.partition(":")
    return f"{verb} {AREAS[area]}"
