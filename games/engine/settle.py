"""The engine's entry point: takes edition, offer and round; returns the settlement or all problems.

Settling is a pure function of the three. Terms are compiled once per edition and offer, then cached.
"""

from functools import lru_cache

import msgspec

from .loading import editions, rulebook
from .offers import read_offer
from .problems import Code, Problem, Refused
from .reading.rounds import ParsedRound, read_round
from .rulebook import Rulebook
from .rulebook.play import CrissCross
from .settlement.criss_cross import CrissCrossGame
from .settlement.double_cross import DoubleCrossGame
from .settlement.payout_limits import check_payout_limits, payout_limits
from .settlement.result import SeatResult, Settlement
from .terms import Terms

_DOCUMENT_FIELDS = frozenset({"edition", "offer", "round"})
_LONGEST_OFFER = 8192


class Settler:
    """An edition with an offer, ready to settle rounds; `problems` lists faults of the offer."""

    def __init__(self, book: Rulebook, offer: object) -> None:
        read, problems = read_offer(book, offer)
        self.terms = Terms(book, read)
        self.problems = (*problems, *check_payout_limits(self.terms))
        self.payout_limits = payout_limits(self.terms)
        play = book.play
        self.game: CrissCrossGame | DoubleCrossGame = (
            CrissCrossGame(self.terms, play) if isinstance(play, CrissCross) else DoubleCrossGame(self.terms, play)
        )

    def settle(self, round_: ParsedRound) -> Settlement:
        """Settle a round that was read without problems."""
        law = self.terms.law
        if round_.void is None:
            settle_seat = self.game.deal(round_)
            results = [
                settle_seat(seat) if seat.forfeit is None else SeatResult.all_by(seat, law.forfeits[seat.forfeit])
                for seat in round_.seats
            ]
        else:
            verdict = law.count_voids[round_.count] if round_.void_by_count else law.voids[round_.void]
            results = [SeatResult.all_by(seat, verdict) for seat in round_.seats]
        order = self.terms.book.settlement_order.sort([seat.number for seat in results])
        self.payout_limits.apply(results, order)
        return Settlement(results, order, void_reason=round_.void, deck_removed=round_.deck_removed)


def settle(edition: str, offer: object, round_: object) -> Settlement:
    """Settle one round; Refused carries all problems of the edition, the offer and the round."""
    return _settle(edition, offer, round_, [])


def terms_for(edition: str, offer: object) -> Terms:
    """Return the terms of an edition with an offer; Refused if the edition does not exist or forbids the offer."""
    settler = _settler_for(edition, offer, [])
    if settler.problems:
        raise Refused(list(settler.problems))
    return settler.terms


def terms_as_approved(edition: str, offer: object) -> Terms:
    """Return the terms of an edition with an offer that was approved, without what later revisions forbid of it."""
    return _settler_for(edition, offer, []).terms


def settle_document(document: object) -> Settlement:
    """Settle one document of the round format; Refused carries all problems."""
    if not isinstance(document, dict):
        message = 'Give an object such as {"edition": "…", "offer": {}, "round": {}}.'
        raise Refused([Problem("malformed", "", message)])
    problems = [
        Problem("unknown_field", str(name), "There is no such field. Remove it.")
        for name in document
        if name not in _DOCUMENT_FIELDS
    ]
    return _settle(document.get("edition"), document.get("offer"), document.get("round"), problems)


def answer(document: object) -> bytes:
    """Return the JSON response to a document: its settlement or its errors. Never raises."""
    try:
        return settle_document(document).answer()
    except Refused as refused:
        return refused.answer()


def _settle(edition: object, offer: object, round_: object, problems: list[Problem]) -> Settlement:
    settler = _settler_for(edition, offer, problems)
    read, found = read_round(settler.terms, round_)
    if problems or settler.problems or found:
        raise Refused([*problems, *settler.problems, *found])
    return settler.settle(read)


def _settler_for(edition: object, offer: object, problems: list[Problem]) -> Settler:
    if not isinstance(edition, str) or edition not in editions():
        code: Code = "unknown_edition" if edition is None or isinstance(edition, str) else "malformed"
        message = f"There is no such edition. Choose one of: {', '.join(editions())}."
        raise Refused([*problems, Problem(code, "edition", message)])
    try:
        offer_json = msgspec.json.encode(offer)
    except (UnicodeEncodeError, RecursionError) as error:
        raise Refused([*problems, Problem("malformed", "offer", "The offer is not proper JSON.")]) from error
    if len(offer_json) > _LONGEST_OFFER:
        return Settler(rulebook(edition), offer)  # too long for a real offer: not cached
    return _settler(edition, offer_json)


@lru_cache(maxsize=256)
def _settler(edition: str, offer_json: bytes) -> Settler:
    return Settler(rulebook(edition), msgspec.json.decode(offer_json))
