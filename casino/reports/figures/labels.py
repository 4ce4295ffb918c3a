"""What games and wagers are called in reports."""

from collections.abc import Iterable

from games.engine.loading import rulebook

# The line by which the kinds of wagers come to what was paid.
PAYOUT_LIMIT_CUT = "cut by payout limits"


def game_names(editions: Iterable[str]) -> dict[str, str]:
    """Return what the games of editions are called; of two editions of one name, with the edition."""
    titles = {edition: rulebook(edition).title for edition in editions}
    return {
        edition: title if list(titles.values()).count(title) == 1 else f"{title} ({rulebook(edition).abbreviation})"
        for edition, title in titles.items()
    }


def wager_name(wager: str) -> str:
    return wager.replace("_", " ")
