"""The part of a rulebook for settling rounds: hands, wagers, paytables, settlement, irregularities."""

from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec import Meta, field

from ..cards import RANKS
from .base import Amount, AtLeastOne, Count, OddsText, PaysText, RankRange, Rule, Strict, Text

# ── Hands ────────────────────────────────────────────────────────────────────────────────────────


class HandRule(Rule, frozen=True, kw_only=True):
    hand: Text


class AceLowStraight(Rule, frozen=True, kw_only=True):
    value: bool
    offer_may_set: bool = False


class Hands(Rule, frozen=True, kw_only=True):
    """The hands, highest first."""

    five_card: tuple[HandRule, ...]
    three_card: tuple[HandRule, ...] = ()
    ace_low_straight: AceLowStraight


# ── Wagers and what they pay ─────────────────────────────────────────────────────────────────────


class TimesAnte(Strict, frozen=True, kw_only=True):
    at_least: AtLeastOne
    at_most: AtLeastOne
    whole: bool = False


class Wager(Rule, frozen=True, kw_only=True):
    """A wager. Antes are required, bonus and spin optional; at each decision a seat bets (or raises) or folds.

    `limits` names the entry of an offer's limits that applies; `minimum` and `maximum` are the edition's own.
    """

    kind: Literal["ante", "bonus", "spin", "bet", "raise"]
    limits: Text | None = None
    minimum: Amount | None = None
    maximum: Amount | None = None
    requires: Text | None = None
    equals: Text | None = None
    offered_by_default: bool = False
    decision: Text | None = None
    times_ante: TimesAnte | None = None

    @property
    def optional(self) -> bool:
        return self.kind in ("bonus", "spin")


class PayRow(Rule, frozen=True, kw_only=True):
    """What a hand pays. `of` narrows a pair to a range of ranks; `name` is the hand's name in a settlement.

    A hand that pays "posted" pays the odds posted at the table, which the offer states; "posted_or_lose" may also lose.
    `posted_as` is the name under which the offer states them, if it is not the hand's.
    """

    hand: Text
    pays: PaysText
    of: RankRange | None = None
    name: Text | None = None
    posted_as: Text | None = None

    @property
    def ranks(self) -> range:
        """The ranks, as indexes into RANKS, for which the row pays the hand."""
        first, last = self.of.split("-") if self.of else (RANKS[0], RANKS[-1])
        return range(RANKS.index(first), RANKS.index(last) + 1)

    @property
    def is_posted(self) -> bool:
        return self.pays in ("posted", "posted_or_lose")

    @property
    def key(self) -> str:
        """The name under which an offer states its posted odds."""
        return self.posted_as or self.name or self.hand


class PaytableChoice(Rule, frozen=True, kw_only=True):
    rows: tuple[PayRow, ...]


class Paytable(Rule, frozen=True, kw_only=True):
    """What the hands of a wager pay. With `minimum`, an offer may raise the odds.

    With `choices`, an offer chooses one of them by name; `rows` apply if it chooses none, and without rows it must.
    """

    rows: tuple[PayRow, ...] = ()
    minimum: bool = False
    choices: dict[str, PaytableChoice] = field(default_factory=dict)

    @property
    def is_posted(self) -> bool:
        return any(row.is_posted for row in self.rows)

    @property
    def is_left_to_offer(self) -> bool:
        return bool(self.choices) or self.is_posted


class Trigger(Rule, frozen=True, kw_only=True):
    value: Literal["pair"]


class Flag(Rule, frozen=True, kw_only=True):
    value: bool


class CommunityPay(Rule, frozen=True, kw_only=True):
    to: Text


class Hardware(Rule, frozen=True, kw_only=True):
    """`approval`: the reference of the regulator's approval, if the text names it."""

    text: Text
    approval: Text | None = None


class BonusSpin(Rule, frozen=True, kw_only=True):
    trigger: Trigger
    folded_hand_spins: Flag
    stake_returned: Flag
    community_pay: CommunityPay
    hardware: Hardware


class WheelPosition(Strict, frozen=True, kw_only=True):
    """A position of the wheel. The wheel's citation covers all positions."""

    at: Count
    pays: Amount | None = None
    community: Amount | None = None
    top_prize: bool = False


class Wheel(Rule, frozen=True, kw_only=True):
    denomination: Amount
    top_prize: Literal["fixed", "jackpot", "fixed_or_jackpot"]
    positions: tuple[WheelPosition, ...]


class FixedLimit(Rule, frozen=True, kw_only=True, tag_field="formula", tag="amount"):
    """The amount."""

    amount: Amount


class MostWonLimit(Rule, frozen=True, kw_only=True, tag_field="formula", tag="amount_or_most_won_at_minimum"):
    """The greater of the amount and the most one player could win in a round betting the minimum."""

    amount: Amount


class WagersTimesOddsLimit(Rule, frozen=True, kw_only=True, tag_field="formula", tag="wagers_times_odds"):
    """The greater of the maximum wager times the highest odds, of which no more than `odds_up_to` count, and the
    minimum required wager times the highest odds."""

    odds_up_to: OddsText


class HighestAwardLimit(Rule, frozen=True, kw_only=True, tag_field="formula", tag="amount_or_highest_award"):
    """The greater of the amount and the highest award of any wager at its posted minimum."""

    amount: Amount


class TimesSeatLimit(Rule, frozen=True, kw_only=True, tag_field="formula", tag="times_seat_limit"):
    """A multiple of what the formula for one seat comes to."""

    times: AtLeastOne


SeatLimit = FixedLimit | MostWonLimit | WagersTimesOddsLimit | HighestAwardLimit
TableLimit = SeatLimit | TimesSeatLimit


class LimitNotice(Rule, frozen=True, kw_only=True):
    """Notice of a lower limit, unless this element of the layout shows the limit."""

    of: Literal["decrease"]
    unless_on_layout: Text


class PayoutLimit(Rule, frozen=True, kw_only=True):
    """The most that one seat, and all seats of the table together, can win in a round. A missing formula is no limit.

    With `offer_may_set` there is no limit unless the offer sets one, which may not be below what the formula comes to.
    With `odds_above`, only wagers that won at higher odds than these count, and only they are cut. Where the table's
    limit is exceeded, the winners share it in proportion to what they won, to the cent.
    """

    seat: SeatLimit | None = None
    table: TableLimit | None = None
    counts: Literal["winnings"] = "winnings"
    odds_above: OddsText | None = None
    notice: LimitNotice | None = None
    offer_may_set: bool = False


# ── Settling a round ─────────────────────────────────────────────────────────────────────────────


class AntePay(Rule, frozen=True, kw_only=True):
    pays: OddsText


class Outcomes(Strict, frozen=True, kw_only=True):
    """The paragraphs that decide a wager that wins, pushes or loses."""

    win: Rule
    push: Rule
    lose: Rule


class BonusAfterFold(Rule, frozen=True, kw_only=True):
    """Whether a folded seat's bonus wagers are settled on the cards or lost with the rest."""

    live: bool


class CrissCross(Rule, frozen=True, kw_only=True, tag_field="game", tag="criss_cross", eq=False):
    """Two hands against a paytable, and a middle bet on the better one."""

    folds: dict[str, Rule]
    bonus_after_fold: BonusAfterFold
    ante: AntePay
    middle: Outcomes


class DealerPlays(Rule, frozen=True, kw_only=True):
    plays: Text


class ThreeCard(Rule, frozen=True, kw_only=True):
    card: Literal["top"]
    not_exposed: Literal["lose"]


class DoubleCross(Rule, frozen=True, kw_only=True, tag_field="game", tag="double_cross", eq=False):
    """One hand on the axis that the player chooses, against the dealer's better axis."""

    folds: dict[str, Rule]
    bonus_after_fold: BonusAfterFold
    ante: AntePay
    showdown: Outcomes
    dealer: DealerPlays
    three_card: ThreeCard


class Stage(Rule, frozen=True, kw_only=True):
    """One pass of the dealer: these wagers around the whole table, or seat by seat with the next stage."""

    of: Literal["table", "seat"]
    wagers: tuple[Text, ...]
    losers_first: bool = False


class SeatOrder(Rule, frozen=True, kw_only=True):
    """The side of the dealer from which seats are served. Seat 1 is farthest to the dealer's left."""

    starts_at: Literal["left", "right"]

    def sort(self, seats: Iterable[int]) -> list[int]:
        """Return seat numbers in the order in which the dealer serves them."""
        return sorted(seats, reverse=self.starts_at == "right")


class SettlementOrder(SeatOrder, frozen=True, kw_only=True):
    stages: tuple[Stage, ...]


class Irregularity(Rule, frozen=True, kw_only=True):
    """What happened, and what it does to the round, the deck, the card and the device."""

    what: Text
    round: Literal["void", "goes_on"]
    deck: Literal["stays", "reshuffled", "removed"]
    card: Text | None = None
    device: Literal["cards_removed", "covered_or_marked", "removed"] | None = None


class Void(Rule, frozen=True, kw_only=True):
    """What a void round does with the wagers, whatever the reason."""

    wagers: Literal["returned"]


class ForfeitClause(Rule, frozen=True, kw_only=True):
    """One thing that a player may not do."""

    id: Text
    what: Text


class Forfeit(Rule, frozen=True, kw_only=True):
    """`at_discretion`: the wagers may, but need not, be treated as lost. `clauses`: what the player did."""

    what: Text
    at_discretion: bool = False
    clauses: Annotated[tuple[ForfeitClause, ...], Meta(min_length=1)]

    def clause(self, name: str) -> ForfeitClause | None:
        return next((clause for clause in self.clauses if clause.id == name), None)
