"""The shape of a rulebook: one edition's law as frozen, typed values.

Every value stands in a `Rule`, and a `Rule` cannot be made without its citation. Where we decided because the
text is silent or slips, `reading` names the decision (games/rulebooks/readings.toml). Nothing here names an
edition; loading.py reads the files.
"""

from typing import Annotated, Generic, Literal, TypeVar

from msgspec import Meta, Struct, field

Method = Literal["hand", "manual_shoe", "automated_shoe"]
METHODS: tuple[Method, ...] = ("hand", "manual_shoe", "automated_shoe")

Text = Annotated[str, Meta(min_length=1)]
Amount = Annotated[str, Meta(pattern=r"^(0|[1-9][0-9]{0,11})\.[0-9]{2}$")]
OddsText = Annotated[str, Meta(pattern=r"^[1-9][0-9]*:[1-9][0-9]*$")]
PaysText = Annotated[str, Meta(pattern=r"^([1-9][0-9]*:[1-9][0-9]*|push|lose)$")]
RankRange = Annotated[str, Meta(pattern=r"^[2-9TJQKA]-[2-9TJQKA]$")]
ReadingId = Annotated[str, Meta(pattern=r"^R[0-9]+$")]
Count = Annotated[int, Meta(ge=0)]
AtLeastOne = Annotated[int, Meta(ge=1)]

HOUSE_POLICY = "house policy"


class Strict(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of the file whose every key is known."""


class Rule(Strict, frozen=True, kw_only=True):
    """A fact and the paragraph that states it; several paragraphs are separated by "; "."""

    cite: Text
    reading: ReadingId | None = None


T = TypeVar("T")


class ByMethod(Strict, Generic[T], frozen=True, kw_only=True):
    """One fact for each way of dealing."""

    hand: T
    manual_shoe: T
    automated_shoe: T

    def of(self, method: Method) -> T:
        fact: T = getattr(self, method)
        return fact


# ── The table ────────────────────────────────────────────────────────────────────────────────────


class Words(Strict, frozen=True, kw_only=True):
    """What this text calls the people whom we call otherwise."""

    operator: Text
    floorperson: Text
    supervisor: Text
    regulator: Text


class Fixture(Rule, frozen=True, kw_only=True):
    id: Text
    place: Text
    elsewhere: Text | None = None


class TableRules(Rule, frozen=True, kw_only=True):
    positions: AtLeastOne
    fixtures: tuple[Fixture, ...] = ()


class LayoutElement(Rule, frozen=True, kw_only=True):
    """Something that the layout shows; a sign at the table may stand in for it where `or_sign`."""

    id: Text
    shows: Text
    areas: tuple[Text, ...] = ()
    inscriptions: tuple[Text, ...] = ()
    or_sign: bool = False
    when_offered: Text | None = None
    when_set: Literal["payout_limit"] | None = None


class LayoutRules(Rule, frozen=True, kw_only=True):
    elements: tuple[LayoutElement, ...]
    approval: Text | None = None
    documents: tuple[Literal["rendering_to_scale", "colour_photograph"], ...] = ()


# ── Cards and decks ──────────────────────────────────────────────────────────────────────────────


class DeckRules(Rule, frozen=True, kw_only=True):
    cards: AtLeastOne
    ranks: Annotated[str, Meta(pattern=r"^[2-9TJQKA]{5,13}$")]
    decks: AtLeastOne
    cover_cards: Count


class Requirement(Rule, frozen=True, kw_only=True):
    id: Text
    text: Text


class SecondDeck(Rule, frozen=True, kw_only=True):
    """`required`: with such a shuffler there must be two."""

    allowed_with: Literal["automated_shuffler"]
    required: bool = False
    requirements: tuple[Requirement, ...]


class Dealing(Rule, frozen=True, kw_only=True):
    needs: Literal["automated_shuffler"] | None = None


class DeckChange(Rule, frozen=True, kw_only=True):
    every_hours: AtLeastOne


class StubCount(Rule, frozen=True, kw_only=True):
    """How often the stub is counted; no `every_rounds`, no schedule."""

    every_rounds: AtLeastOne | None = None
    unless: Literal["counting_shuffler"] | None = None


class CountingShuffler(Rule, frozen=True, kw_only=True):
    wrong_count: Literal["deck_removed"]


class Dealt(Strict, frozen=True, kw_only=True):
    """How many cards a round deals to each seat and place."""

    seat: AtLeastOne
    community: AtLeastOne
    dealer: Count = 0
    six_card: Count = 0


class CountOutcome(Rule, frozen=True, kw_only=True):
    round: Literal["stands", "void"]
    deck: Literal["stays", "reshuffled", "removed"]


class SetAside(Rule, frozen=True, kw_only=True):
    counts_with: Literal["stub"]


class CountRules(Rule, frozen=True, kw_only=True):
    dealt: Dealt
    whole: CountOutcome
    misdealt: CountOutcome
    not_whole: CountOutcome
    set_aside: SetAside | None = None


# ── Opening the table, shuffle and cut ───────────────────────────────────────────────────────────


Shuffle = Literal["manual_shuffle", "automated_shuffle", "preshuffled"]


class OpeningStep(Rule, frozen=True, kw_only=True):
    id: Text
    does: Text
    by: Literal["dealer", "floorperson"]
    unless_preshuffled: bool = False
    only_after: tuple[Shuffle, ...] = ()


class Opening(Rule, frozen=True, kw_only=True):
    steps: tuple[OpeningStep, ...]
    each_deck_separately: bool


class Preshuffled(Rule, frozen=True, kw_only=True):
    allowed: bool


class Cut(Rule, frozen=True, kw_only=True):
    at_least_cards: AtLeastOne
    unless_device: Text | None = None


class Recut(Rule, frozen=True, kw_only=True):
    by: Literal["supervisor"]
    until: Text
    unless_device: Text | None = None


class Idle(Rule, frozen=True, kw_only=True):
    cards: Text
    restart_from: Text
    unless_device: Text | None = None


# ── Hands ────────────────────────────────────────────────────────────────────────────────────────


class HandRule(Rule, frozen=True, kw_only=True):
    hand: Text


class AceLowStraight(Rule, frozen=True, kw_only=True):
    value: bool
    offer_may_set: bool = False


class Hands(Rule, frozen=True, kw_only=True):
    """The hands from the highest to the lowest."""

    five_card: tuple[HandRule, ...]
    three_card: tuple[HandRule, ...] = ()
    ace_low_straight: AceLowStraight


# ── Wagers and what they pay ─────────────────────────────────────────────────────────────────────


class TimesAnte(Strict, frozen=True, kw_only=True):
    at_least: AtLeastOne
    at_most: AtLeastOne
    whole: bool = False


class Wager(Rule, frozen=True, kw_only=True):
    """A wager: antes are required, bonus and spin optional, bets and raises made at a decision or folded.

    `limits` names the entry of an offer's limits that bounds it; `minimum` and `maximum` are the text's own.
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
    """What a hand pays; `of` narrows a pair to a range of ranks, `name` is what a settlement calls it."""

    hand: Text
    pays: PaysText
    of: RankRange | None = None
    name: Text | None = None


class Paytable(Rule, frozen=True, kw_only=True):
    rows: tuple[PayRow, ...]
    minimum: bool = False


class Trigger(Rule, frozen=True, kw_only=True):
    value: Literal["pair"]


class Flag(Rule, frozen=True, kw_only=True):
    value: bool


class CommunityPay(Rule, frozen=True, kw_only=True):
    to: Text


class Hardware(Rule, frozen=True, kw_only=True):
    text: Text


class BonusSpin(Rule, frozen=True, kw_only=True):
    trigger: Trigger
    folded_hand_spins: Flag
    stake_returned: Flag
    community_pay: CommunityPay
    hardware: Hardware


class WheelPosition(Strict, frozen=True, kw_only=True):
    """A place on the wheel: the wheel's own citation covers all of them."""

    at: Count
    pays: Amount | None = None
    community: Amount | None = None
    top_prize: bool = False


class Wheel(Rule, frozen=True, kw_only=True):
    denomination: Amount
    top_prize: Literal["fixed", "jackpot", "fixed_or_jackpot"]
    positions: tuple[WheelPosition, ...]


class MinimumBets(Rule, frozen=True, kw_only=True):
    bets_times_ante: AtLeastOne


class PayoutLimit(Rule, frozen=True, kw_only=True):
    """What one seat can win in a round; no `amount`, no limit.

    With `or_most_won_at_minimum` it is the greater of the amount and the most one player could win betting the
    minimum. With `offer_may_set` there is none unless the offer sets one, which may not be below that.
    """

    amount: Amount | None = None
    counts: Literal["winnings"] = "winnings"
    notice: Text | None = None
    or_most_won_at_minimum: bool = False
    offer_may_set: bool = False
    minimum_bets: MinimumBets | None = None


# ── Settling a round ─────────────────────────────────────────────────────────────────────────────


class AntePay(Rule, frozen=True, kw_only=True):
    pays: OddsText


class Outcomes(Strict, frozen=True, kw_only=True):
    """The paragraphs that decide a wager which wins, pushes or loses."""

    win: Rule
    push: Rule
    lose: Rule


class CrissCross(Rule, frozen=True, kw_only=True, tag_field="game", tag="criss_cross", eq=False):
    """Two hands against a paytable, and a middle bet on the better of them."""

    folds: dict[str, Rule]
    ante: AntePay
    middle: Outcomes


class DealerPlays(Rule, frozen=True, kw_only=True):
    plays: Text


class ThreeCard(Rule, frozen=True, kw_only=True):
    card: Literal["top", "left", "middle", "right", "bottom"]
    not_exposed: Literal["lose"]


class DoubleCross(Rule, frozen=True, kw_only=True, tag_field="game", tag="double_cross", eq=False):
    """One hand on the axis that the player names, against the dealer's better axis."""

    folds: dict[str, Rule]
    ante: AntePay
    showdown: Outcomes
    dealer: DealerPlays
    three_card: ThreeCard


class Stage(Rule, frozen=True, kw_only=True):
    """One pass of the dealer: these wagers around the whole table, or seat by seat with the next stage."""

    of: Literal["table", "seat"]
    wagers: tuple[Text, ...]
    losers_first: bool = False


class SettlementOrder(Rule, frozen=True, kw_only=True):
    first_seat: Text
    stages: tuple[Stage, ...]


class Irregularity(Rule, frozen=True, kw_only=True):
    """What happened, and what it does to the round, the deck, the card and the device."""

    what: Text
    round: Literal["void", "goes_on"]
    deck: Literal["stays", "reshuffled", "removed"]
    card: Text | None = None
    device: Literal["cards_removed", "covered_or_marked", "removed"] | None = None


class Void(Rule, frozen=True, kw_only=True):
    """What a void round does with the wagers, whatever made it void."""

    wagers: Literal["returned"]


class Forfeit(Rule, frozen=True, kw_only=True):
    """`at_discretion`: the wagers may be treated as lost, and need not be."""

    what: Text
    at_discretion: bool = False


class Rulebook(Strict, frozen=True, kw_only=True, eq=False):
    """One edition of the rules. Two are equal if they are the same one, so that what is compiled can be kept by it."""

    id: Text
    title: Text
    abbreviation: Text
    source: Text
    binds: Text
    words: Words
    table: TableRules
    layout: LayoutRules
    deck: DeckRules
    second_deck: SecondDeck
    dealing: ByMethod[Dealing]
    deck_change: ByMethod[DeckChange]
    stub_count: ByMethod[StubCount]
    counting_shuffler: CountingShuffler
    count: CountRules
    opening: Opening
    preshuffled: Preshuffled
    cut: Cut
    recut: Recut
    idle: Idle
    hands: Hands
    wagers: dict[str, Wager]
    paytables: dict[str, Paytable]
    payout_limit: PayoutLimit
    play: CrissCross | DoubleCross
    settlement_order: SettlementOrder
    irregularities: dict[str, Irregularity]
    void: Void
    forfeits: dict[str, Forfeit] = field(default_factory=dict)
    bonus_spin: BonusSpin | None = None
    wheels: dict[str, Wheel] = field(default_factory=dict)
    text: dict[str, Text] = field(default_factory=dict)

    def cite(self, *rules: Rule) -> str:
        """Return the citation of one or more rules as it is shown to people: "MD Ch. 3 §C(1)"."""
        shown = []
        for rule in rules:
            reading = f" ({rule.reading})" if rule.reading else ""
            source = "" if rule.cite == HOUSE_POLICY else f"{self.abbreviation} "
            shown.append(f"{source}{rule.cite}{reading}")
        return "; ".join(dict.fromkeys(shown))

    def paragraphs(self, rule: Rule) -> dict[str, str]:
        """Return the words of each paragraph that a rule cites."""
        return {name: self.text[name] for name in rule.cite.split("; ") if name != HOUSE_POLICY}


class Reading(Strict, frozen=True, kw_only=True):
    """A question that a text leaves open, and how we read it."""

    question: Text
    reading: Text
