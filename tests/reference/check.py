"""Find every error of a document: first its offer's, then its round's, in document order.

An unreadable value yields one error. What cannot be judged because of an earlier error (a bet's multiple without a
valid ante, a spin without valid cards) is not reported again.
"""

from fractions import Fraction
from typing import Any

from . import hands
from .money import dollars, parse_amount
from .offer import Terms, read_offer
from .problems import Problems
from .tables import AXES, CARDS_PER_SEAT, COMMUNITY, DECK_SIZE, EDITIONS, FORFEITS, LAST_POSITION, VOID_REASONS, Edition

DOCUMENT_FIELDS = {"edition", "offer", "round"}
ROUND_FIELDS = {"community", "seats", "stub", "misdeal", "dealt", "void"}
SOME_EDITIONS_ROUND_FIELDS = {"six_card", "dealer", "set_aside"}
SEAT_FIELDS = {"seat", "cards", "wagers", "fold"}
SOME_EDITIONS_SEAT_FIELDS = {"spin", "axis", "exposed", "forfeit"}

Amounts = dict[str, Fraction]


def check_document(document: Any) -> tuple[list[dict[str, Any]], Terms | None]:
    """The errors, and the terms the round was played under if the edition is known."""
    problems = Problems()
    if not isinstance(document, dict):
        problems.add("malformed", "", "A document is a JSON object.")
        return problems.found, None
    problems.check_fields(document, DOCUMENT_FIELDS, set(), "")
    name = problems.typed(document.get("edition"), str, "edition")
    if name not in EDITIONS:
        if name is not None or document.get("edition") is None:
            problems.add("unknown_edition", "edition", f"The edition is one of {', '.join(EDITIONS)}.")
        return problems.found, None
    terms = read_offer(name, document.get("offer"), problems)
    if document.get("round") is None:
        problems.add("malformed", "round", "There is no round.")
    round_ = problems.typed(document.get("round"), dict, "round")
    if round_ is not None:
        RoundCheck(terms, round_, problems).run()
    return problems.found, terms


def is_number_of_cards(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= DECK_SIZE


def cards_on_table(edition: Edition, round_: dict[str, Any]) -> int | None:
    """How many cards lie on the table: as stated, or else a full deal to every seat and place."""
    if round_.get("dealt") is not None:
        return round_["dealt"] if is_number_of_cards(round_["dealt"]) else None
    seats = round_.get("seats")
    if owes_dealt(round_) or not isinstance(seats, list) or not seats:
        return None
    return CARDS_PER_SEAT * len(seats) + len(COMMUNITY) + sum(edition.extra_cards.values())


def owes_dealt(round_: dict[str, Any]) -> bool:
    """After a misdeal, or in a round that broke off for another reason, the deal need not have been a full one."""
    if round_.get("misdeal") is True:
        return True
    broke_off = round_.get("void") in VOID_REASONS and round_["void"] != "stub_count"
    return broke_off and round_.get("stub") is not None


def cards_set_aside(edition: Edition, round_: dict[str, Any]) -> int | None:
    aside = round_.get("set_aside")
    if aside is None or not edition.sets_a_card_aside:
        return 0
    return 1 if isinstance(aside, list) and len(aside) == 1 else None


def cards_in_deck(edition: Edition, round_: dict[str, Any]) -> int | None:
    """The cards of the deck by the count of the stub; None if the stub was not counted, or the count is unsound."""
    stub, dealt, aside = round_.get("stub"), cards_on_table(edition, round_), cards_set_aside(edition, round_)
    if not is_number_of_cards(stub) or dealt is None or aside is None:
        return None
    assert isinstance(stub, int)
    return stub + dealt + aside


def is_void(edition: Edition, round_: dict[str, Any]) -> bool:
    if round_.get("void") is not None or round_.get("misdeal") is True:
        return True
    return cards_in_deck(edition, round_) not in (None, DECK_SIZE)


class RoundCheck:
    def __init__(self, terms: Terms, round_: dict[str, Any], problems: Problems) -> None:
        self.terms = terms
        self.edition = terms.edition
        self.round = round_
        self.problems = problems
        self.void = is_void(terms.edition, round_)
        self.seen: set[str] = set()
        self.taken: set[int] = set()

    def run(self) -> None:
        used = ROUND_FIELDS | set(self.edition.extra_cards)
        if self.edition.sets_a_card_aside:
            used.add("set_aside")
        self.problems.check_fields(self.round, used, SOME_EDITIONS_ROUND_FIELDS, "")
        self._check_community()
        for name, size in self.edition.extra_cards.items():
            unused = name == "six_card" and not self._anyone_wagered("six_card_bonus")
            self._check_cards(self.round.get(name), size, name, may_lack=self.void, may_be_absent=self.void or unused)
        self._check_seats()
        self._check_stub()
        self._check_set_aside()
        void = self.problems.typed(self.round.get("void"), str, "void")
        if void is not None and void not in VOID_REASONS:
            self.problems.add("malformed", "void", f"The reason is one of {', '.join(VOID_REASONS)}.")

    def _anyone_wagered(self, wager: str) -> bool:
        seats = self.round.get("seats")
        made = [seat.get("wagers") for seat in seats if isinstance(seat, dict)] if isinstance(seats, list) else []
        return any(isinstance(wagers, dict) and wager in wagers for wagers in made)

    def _check_community(self) -> None:
        value = self.round.get("community")
        community = self.problems.typed(value, dict, "community")
        if community is None:
            if value is None and not self.void:
                self.problems.add("wrong_card_count", "community", "There are five community cards.")
            return
        self.problems.check_fields(community, set(COMMUNITY), set(), "community.")
        places = [place for place in COMMUNITY if community.get(place) is not None]
        for place in places:
            self._check_card(community[place], f"community.{place}")
        if len(places) < len(COMMUNITY) and not self.void:
            self.problems.add("wrong_card_count", "community", "There are five community cards.")

    def _check_cards(
        self, value: Any, size: int, path: str, *, may_lack: bool, may_be_absent: bool
    ) -> list[str] | None:
        """The cards if there are as many as there should be and all are sound."""
        cards = self.problems.typed(value, list, path)
        if cards is None:
            if value is None and not may_be_absent:
                self.problems.add("wrong_card_count", path, f"There must be {size} cards.")
            return None
        sound = [self._check_card(card, f"{path}[{place}]") for place, card in enumerate(cards)]
        # A misdealt hand of three cards may be why the round is void, so it can be told.
        if (len(cards) > size and not self.void) or (len(cards) < size and not may_lack):
            self.problems.add("wrong_card_count", path, f"There must be {size} cards.")
        return cards if len(cards) == size and all(sound) else None

    def _check_card(self, card: Any, path: str) -> bool:
        if not isinstance(card, str):
            self.problems.add("malformed", path, "A card is a string.")
        elif card not in hands.DECK:
            self.problems.add("unknown_card", path, f"There is no card {card}.")
        elif card in self.seen:
            self.problems.add("duplicate_card", path, f"{card} is on the table already.")
        else:
            self.seen.add(card)
            return True
        return False

    def _check_stub(self) -> None:
        stub = self.problems.typed(self.round.get("stub"), int, "stub")
        if stub is not None and not 0 <= stub <= DECK_SIZE:
            self.problems.add("bad_stub", "stub", f"A stub has 0 to {DECK_SIZE} cards.")
        dealt = self.problems.typed(self.round.get("dealt"), int, "dealt")
        if dealt is not None and not 0 <= dealt <= DECK_SIZE:
            self.problems.add("bad_stub", "dealt", f"There are 0 to {DECK_SIZE} cards.")
        misdeal = self.problems.typed(self.round.get("misdeal"), bool, "misdeal")
        uncounted = self.round.get("stub") is None
        if misdeal and uncounted:
            self.problems.add("bad_stub", "misdeal", "A misdeal found by a count comes with the count.")
        elif uncounted and self.round.get("dealt") is not None:
            self.problems.add("bad_stub", "dealt", "The cards on the table come with a count of the stub.")
        if self.round.get("dealt") is None and owes_dealt(self.round):
            self.problems.add("bad_stub", "dealt", "How many cards really lay on the table?")

    def _check_set_aside(self) -> None:
        """One card, read after all others, as it may be none of them."""
        if not self.edition.sets_a_card_aside:
            return
        aside = self.problems.typed(self.round.get("set_aside"), list, "set_aside")
        if aside is None:
            return
        for place, card in enumerate(aside):
            self._check_card(card, f"set_aside[{place}]")
        if len(aside) != 1:
            self.problems.add("wrong_card_count", "set_aside", "Exactly one card is set aside.")

    def _check_seats(self) -> None:
        value = self.round.get("seats")
        seats = self.problems.typed(value, list, "seats")
        if value is None or seats == []:
            self.problems.add("no_seats", "seats", "Nobody plays.")
        for place, item in enumerate(seats or []):
            path = f"seats[{place}]"
            if isinstance(item, dict):
                self._check_seat(item, path)
            else:
                self.problems.add("malformed", path, "A seat is a JSON object.")

    def _check_seat(self, seat: dict[str, Any], path: str) -> None:
        used = SEAT_FIELDS | self._edition_seat_fields()
        self.problems.check_fields(seat, used, SOME_EDITIONS_SEAT_FIELDS, path + ".")
        self._check_number(seat.get("seat"), path + ".seat")
        forfeit = self._check_forfeit(seat, path)
        may_lack = self.void or forfeit
        unknown = seat.get("fold") is not None and not self._cards_matter(seat)
        cards = self._check_cards(
            seat.get("cards"), CARDS_PER_SEAT, path + ".cards", may_lack=may_lack, may_be_absent=may_lack or unknown
        )
        bets_made = self._check_fold(seat, path)
        amounts, placed = self._check_wagers(seat, path)
        readable = seat.get("wagers") is None or isinstance(seat["wagers"], dict)
        if readable:
            self._check_antes(amounts, placed, path)
            self._check_bets(amounts, placed, bets_made, may_lack, path)
            self._check_bonuses(amounts, placed, path)
        if "bonus_spin" in self.edition.optional:
            self._check_spin(
                seat,
                cards,
                path,
                wagered=not readable or "bonus_spin" in placed,
                bets_made=bets_made,
                may_lack=may_lack or not readable,
            )
        if self.edition.double_cross:
            self._check_double_cross(seat, placed, bets_made, path)

    def _cards_matter(self, seat: dict[str, Any]) -> bool:
        """Whether a wager that outlives a fold is decided by the seat's own cards."""
        wagers = seat.get("wagers")
        if not isinstance(wagers, dict):
            return False
        return "six_card_bonus" in wagers or ("three_card" in wagers and seat.get("exposed") is True)

    def _edition_seat_fields(self) -> set[str]:
        fields = set()
        if "bonus_spin" in self.edition.optional:
            fields.add("spin")
        if self.edition.double_cross:
            fields |= {"axis", "exposed"}
        if self.edition.forfeits:
            fields.add("forfeit")
        return fields

    def _check_number(self, value: Any, path: str) -> None:
        number = self.problems.typed(value, int, path)
        if number is None:
            if value is None:
                self.problems.add("unknown_seat", path, f"A seat is numbered 1 to {self.edition.last_seat}.")
        elif not 1 <= number <= self.edition.last_seat:
            self.problems.add("unknown_seat", path, f"A seat is numbered 1 to {self.edition.last_seat}.")
        elif number in self.taken:
            self.problems.add("duplicate_seat", path, f"Seat {number} is taken.")
        else:
            self.taken.add(number)

    def _check_forfeit(self, seat: dict[str, Any], path: str) -> bool:
        if not self.edition.forfeits or seat.get("forfeit") is None:
            return False
        forfeit = self.problems.typed(seat["forfeit"], str, path + ".forfeit")
        if forfeit is not None and forfeit not in FORFEITS:
            self.problems.add("malformed", path + ".forfeit", f"A forfeit is one of {', '.join(FORFEITS)}.")
        return True

    def _check_fold(self, seat: dict[str, Any], path: str) -> int | None:
        """How many of the bets the seat owes before its fold; None if the fold can't be read."""
        if seat.get("fold") is None:
            return len(self.edition.bets)
        fold = self.problems.typed(seat["fold"], str, path + ".fold")
        if fold is None:
            return None
        if fold not in self.edition.folds:
            self.problems.add("bad_fold", path + ".fold", f"A seat folds at {', '.join(self.edition.folds)}.")
            return None
        return self.edition.folds.index(fold)

    def _check_wagers(self, seat: dict[str, Any], path: str) -> tuple[Amounts, set[str]]:
        """The sound amounts, and the names of all wagers that the edition and the table know, sound or not."""
        wagers = self.problems.typed(seat.get("wagers"), dict, path + ".wagers")
        always = {*self.edition.antes, *self.edition.bets}
        amounts: Amounts = {}
        placed = set()
        for name, value in (wagers or {}).items():
            here = f"{path}.wagers.{name}"
            if name not in always and name not in self.edition.optional:
                self.problems.add("unknown_wager", here, f"This edition has no wager {name}.")
                continue
            placed.add(name)
            if name not in always and name not in self.terms.offered:
                self.problems.add("wager_not_offered", here, f"This table does not offer {name}.")
                continue
            amount = parse_amount(value)
            if amount is None:
                self.problems.add("bad_amount", here, "A wager is a positive amount with two places.")
            else:
                amounts[name] = amount
        return amounts, placed

    def _check_antes(self, amounts: Amounts, placed: set[str], path: str) -> None:
        for ante in self.edition.antes:
            here = f"{path}.wagers.{ante}"
            if ante not in placed:
                self.problems.add("missing_wager", here, f"{ante} is required.")
            else:
                self._check_limits(amounts, ante, "ante", here)
        stakes = [amounts[ante] for ante in self.edition.antes if ante in amounts]
        if len(set(stakes)) > 1:
            last = self.edition.antes[-1]
            self.problems.add("unequal_antes", f"{path}.wagers.{last}", "The antes must be equal.")

    def _check_limits(self, amounts: Amounts, wager: str, limit: str, path: str) -> None:
        if wager not in amounts or limit not in self.terms.limits:
            return
        low, high = self.terms.limits[limit]
        if not low <= amounts[wager] <= high:
            self.problems.add("outside_limits", path, f"The limits are {dollars(low)} to {dollars(high)}.")

    def _ante(self, amounts: Amounts) -> Fraction | None:
        """The ante that bets are measured by, if there is one sound ante."""
        stakes = {amounts.get(ante) for ante in self.edition.antes}
        return stakes.pop() if len(stakes) == 1 else None

    def _check_bets(self, amounts: Amounts, placed: set[str], bets_made: int | None, may_lack: bool, path: str) -> None:
        ante = self._ante(amounts)
        for place, bet in enumerate(self.edition.bets):
            here = f"{path}.wagers.{bet}"
            if bets_made is not None and place >= bets_made:
                if bet in placed:
                    self.problems.add("bet_after_fold", here, "The seat had folded.")
            elif bet in amounts:
                if ante is not None:
                    self._check_multiple(amounts[bet], ante, here)
            elif bet not in placed and bets_made is not None and not may_lack:
                self.problems.add("missing_bet", here, "The seat neither bet nor folded.")

    def _check_multiple(self, bet: Fraction, ante: Fraction, path: str) -> None:
        multiple = bet / ante
        if self.edition.double_cross:
            if multiple != 1:
                self.problems.add("raise_not_ante", path, "Each raise equals the ante.")
        elif not 1 <= multiple <= 3:
            self.problems.add("bet_multiple", path, "A bet is one to three times the ante.")
        elif self.edition.whole_units and multiple.denominator != 1:
            self.problems.add("bet_multiple", path, "A bet is one, two or three antes.")

    def _check_bonuses(self, amounts: Amounts, placed: set[str], path: str) -> None:
        for bonus in self.edition.optional:
            self._check_limits(amounts, bonus, bonus, f"{path}.wagers.{bonus}")
        wheel = self.terms.wheel
        if "bonus_spin" in amounts and wheel is not None and amounts["bonus_spin"] != Fraction(wheel.stake):
            self.problems.add("outside_limits", f"{path}.wagers.bonus_spin", f"The wheel takes {wheel.stake}.")
        if "six_card_bonus" not in placed:
            return
        here = f"{path}.wagers.six_card_bonus"
        five, six = amounts.get("five_card_bonus"), amounts.get("six_card_bonus")
        if "five_card_bonus" not in placed:
            self.problems.add("bonus_requires", here, "The 6 Card Bonus needs the 5 Card Bonus.")
        elif five is not None and six is not None and five != six:
            self.problems.add("unequal_bonus", here, "The 6 Card Bonus equals the 5 Card Bonus.")

    def _check_spin(
        self,
        seat: dict[str, Any],
        cards: list[str] | None,
        path: str,
        *,
        wagered: bool,
        bets_made: int | None,
        may_lack: bool,
    ) -> None:
        here = path + ".spin"
        spin = self.problems.typed(seat.get("spin"), int, here)
        barred = not wagered or (bets_made is not None and bets_made < len(self.edition.bets))
        paired = cards is not None and cards[0][0] == cards[1][0]
        if spin is None:
            if seat.get("spin") is None and paired and not barred and bets_made is not None and not may_lack:
                self.problems.add("spin_missing", here, "A pair spins the wheel.")
        elif not 0 <= spin <= LAST_POSITION:
            self.problems.add("bad_spin", here, f"The wheel has positions 0 to {LAST_POSITION}.")
        elif barred or (cards is not None and not paired):
            self.problems.add("spin_not_triggered", here, "Nothing triggered this spin.")
        elif spin == 0 and self.terms.top_prize is None and self.terms.wheel is not None:
            self.problems.add("bad_offer", "offer.bonus_spin.top_prize", "The top prize was hit and is not stated.")

    def _check_double_cross(self, seat: dict[str, Any], placed: set[str], bets_made: int | None, path: str) -> None:
        axis = self.problems.typed(seat.get("axis"), str, path + ".axis")
        owes_axis = seat.get("axis") is None and bets_made == len(self.edition.bets) and not self.void
        if owes_axis or (axis is not None and axis not in AXES):
            self.problems.add("missing_axis", path + ".axis", f"The axis is one of {', '.join(AXES)}.")
        self.problems.typed(seat.get("exposed"), bool, path + ".exposed")
        if "three_card" in placed and seat.get("exposed") is None and not self.void:
            self.problems.add("exposed_missing", path + ".exposed", "Were the seat's cards exposed?")
