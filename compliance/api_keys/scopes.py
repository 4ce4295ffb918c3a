"""Scopes of API keys: read or write in one of five areas. casino/access.py assigns endpoints and acts to areas."""

AREAS = {
    "tables": "facilities, pits, tables, decks, devices, layouts, offers, dealers and shifts",
    "rounds": "rounds, wagers, violations and a deck's exposure",
    "alerts": "alerts and their history",
    "reports": "shift reports and reports of several days",
    "journal": "the journal and its feed, and the coverage of the rules",
}
# Keys may write less than they read: people sign, and acts write the journal.
WRITTEN = {
    "tables": "do acts on tables, decks, devices, dealers and shifts that need no second signature",
    "rounds": "log rounds",
    "alerts": "acknowledge and assign alerts, add notes",
    "reports": "nothing yet (people sign reports)",
    "journal": "nothing yet (acts write the journal)",
}
VERBS = ("read", "write")
SCOPES = tuple(f"{area}:{verb}" for area in AREAS for verb in VERBS)


def writes(scope: str) -> bool:
    return scope.endswith(":write")


def scope_label(scope: str) -> str:
    """Describe a scope: "read rounds, wagers, violations and a deck's exposure"."""
    area, _, verb = scope.partition(":")
    return f"read {AREAS[area]}" if verb == "read" else WRITTEN[area]
