"""What a key of the API may be for: reading or writing in one of five areas. casino/access.py says what is in which."""

AREAS = {
    "tables": "facilities, pits, tables, decks, devices, layouts, offers, dealers and shifts",
    "rounds": "rounds, wagers, violations and a deck's exposure",
    "alerts": "alerts and their history",
    "reports": "reports of shifts and of spans of days",
    "journal": "the journal and its feed",
}
# What writing is, area by area: less than reading, for people sign and the journal is written by what is done.
WRITTEN = {
    "tables": "do what one person does to tables, decks, devices, dealers and shifts",
    "rounds": "log rounds",
    "alerts": "take alerts on, add notes, hand them on",
    "reports": "nothing yet: reports are signed by people",
    "journal": "nothing yet: the journal is written by what is done",
}
VERBS = ("read", "write")
SCOPES = tuple(f"{area}:{verb}" for area in AREAS for verb in VERBS)


def scope_label(scope: str) -> str:
    """Return a scope in words: "read rounds, wagers, violations and a deck's exposure"."""
    area, _, verb = scope.partition(":")
    return f"read {AREAS[area]}" if verb == "read" else WRITTEN[area]
