"""Timeline texts for journal entries of the floor."""

from compliance.journal.timeline import Vocabulary

SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


def _card(value: str) -> str:
    return f"{value[:-1]}{SUITS[value[-1]]}"


VOCABULARY = Vocabulary(
    titles={
        "deck.in_play": "Deck came into play",
        "deck.due_sooner": "Deck due sooner: dealing method changed",
        "deck.put_back": "Deck put back into the reserve",
        "deck.pulled": "Deck pulled after a wrong count",
        "deck.kept": "Deck kept for the regulator",
        "deck.spread": "Cards spread",
        "deck.first_look": "First player looked at the cards",
        "deck.wash": "Cards washed",
        "deck.stack": "Cards stacked",
        "deck.shuffle": "Cards shuffled",
        "deck.cut": "Cards cut",
        "cards.recut": "Recut ordered",
        "cards.reshuffle_directed": "Reshuffle directed",
        "wager.refused": "Late wager refused",
        "table.idle": "Table marked idle",
        "table.supervised": "Floor supervisor assigned",
        "table.method_changed": "Dealing method changed",
        "limits.announced": "New limits announced",
        "sign.taken_down": "Sign taken down",
        "cover_card.recorded": "Cover card recorded",
        "cover_card.placed": "Cover card chosen",
        "table.positions_set": "Positions corrected",
        "pit.given": "Pit boss assigned to a pit",
        "test.passed": "Table test passed",
        "licence.recorded": "License recorded",
        "licence.revoked": "License revoked",
    },
    labels={
        "by_hand": "Shuffled by hand",
        "depth": "Cards cut",
        "shown": "Shuffler showed",
        "at_least_cards": "Cut at least",
        "exempt": "Exempt: the device",
    },
    icons={
        "deck": "deck",
        "card": "deck",
        "cards": "deck",
        "wager": "table",
        "device": "device",
        "dealer": "person",
        "break": "person",
        "table": "table",
        "layout": "paper",
        "offer": "paper",
        "limits": "paper",
        "sign": "paper",
        "cover_card": "deck",
    },
    people=frozenset({"dealer", "floorperson", "relieved", "pit_boss"}),
    hidden=frozenset({"deck", "device", "dealer", "step", "documents", "elements", "fixtures", "document", "digest"}),
    about=("deck", "device", "dealer"),
    formats={"card": _card},
)
