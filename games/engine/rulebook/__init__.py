"""The structure of a rulebook: one edition's rules as frozen, typed values.

Every rule is a `Rule`, which requires a citation. If the text is silent or wrong, `reading`
names our decision (games/rulebooks/readings.toml). Nothing here names an
edition; loading.py reads the files.
"""

from datetime import date

from msgspec import field

from .base import HOUSE_POLICY, AtLeastOne, ByMethod, Rule, Strict, Text
from .floor import (
    CountingShuffler,
    CountRules,
    Cut,
    Dealing,
    DealingGuide,
    DeckChange,
    DeckRules,
    DirectedReshuffle,
    Idle,
    LateWagers,
    LayoutRules,
    OpeningRules,
    Preshuffled,
    Recut,
    SecondDeck,
    StubCountSchedule,
    TableRules,
    Words,
)
from .play import (
    BonusSpin,
    CrissCross,
    DoubleCross,
    Forfeit,
    Hands,
    Irregularity,
    PayoutLimit,
    Paytable,
    SeatOrder,
    SettlementOrder,
    Void,
    Wager,
    Wheel,
)


class RuleChange(Rule, frozen=True, kw_only=True):
    """What a revision of a rulebook changed, and when."""

    revision: AtLeastOne
    date: date
    what: Text


class Rulebook(Strict, frozen=True, kw_only=True, eq=False):
    """One edition of the rules. Compared by identity, so that compiled results can be cached by it."""

    id: Text
    title: Text
    abbreviation: Text
    jurisdiction: Text
    source: Text
    binds: Text
    revision: AtLeastOne
    words: Words
    table: TableRules
    layout: LayoutRules
    deck: DeckRules
    second_deck: SecondDeck
    dealing: ByMethod[Dealing]
    deck_change: ByMethod[DeckChange]
    stub_count: ByMethod[StubCountSchedule]
    counting_shuffler: CountingShuffler
    count: CountRules
    opening: OpeningRules
    preshuffled: Preshuffled
    cut: Cut
    idle: Idle
    hands: Hands
    wagers: dict[str, Wager]
    paytables: dict[str, Paytable]
    payout_limit: PayoutLimit
    play: CrissCross | DoubleCross
    acting_order: SeatOrder
    settlement_order: SettlementOrder
    irregularities: dict[str, Irregularity]
    void: Void
    dealing_guide: DealingGuide
    recut: Recut | None = None
    directed_reshuffle: DirectedReshuffle | None = None
    late_wagers: LateWagers | None = None
    forfeits: dict[str, Forfeit] = field(default_factory=dict)
    bonus_spin: BonusSpin | None = None
    wheels: dict[str, Wheel] = field(default_factory=dict)
    changes: tuple[RuleChange, ...] = ()

    def cite(self, *rules: Rule) -> str:
        """Return the citation of one or more rules for display: "MD Ch. 3 §C(1); Ch. 9 §C (R3)"."""
        shown = "; ".join(
            dict.fromkeys(f"{rule.cite} ({rule.reading})" if rule.reading else rule.cite for rule in rules)
        )
        return shown if all(rule.cite == HOUSE_POLICY for rule in rules) else f"{self.abbreviation} {shown}"


class Reading(Strict, frozen=True, kw_only=True):
    """A question that a text leaves open, and our answer."""

    question: Text
    reading: Text
