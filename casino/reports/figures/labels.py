"""Names of games and wagers in reports, and the meaning of hold."""

from collections.abc import Iterable

from games.engine.loading import rulebook

# The row that makes the wager types add up to the amount paid.
PAYOUT_LIMIT_CUT = "cut by payout limits"

HOLD = "Hold is win divided by the amount wagered; the drop is counted elsewhere and not known here."


def game_names(editions: Iterable[str]) -> dict[str, str]:
    """Return the names of the editions' games; two editions with the same name include the edition."""
    titles = {edition: rulebook(edition).title for edition in editions}
    return {
        edition: title if list(titles.values()).count(title) == 1 else f"{title} ({rulebook(edition).abbreviation})"
        for edition, title in titles.items()
    }


def wager_name(wager: str) -> str:
    return wager.replace("_", " ")
