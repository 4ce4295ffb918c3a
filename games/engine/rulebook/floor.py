"""The floor part of a rulebook: table, layout, cards and decks, opening, shuffle and cut."""

from typing import Annotated, Literal

from msgspec import Meta

from .base import AtLeastOne, Method, Rule, Strict, Text

# ── The table ────────────────────────────────────────────────────────────────────────────────────


class Words(Strict, frozen=True, kw_only=True):
    """What this text calls each of our roles."""

    floorperson: Text
    supervisor: Text
    regulator: Text

    def of(self, role: Literal["floorperson", "supervisor"]) -> str:
        return self.supervisor if role == "supervisor" else self.floorperson


class Fixture(Rule, frozen=True, kw_only=True):
    id: Text
    place: Text
    elsewhere: Text | None = None


class Place(Rule, frozen=True, kw_only=True):
    place: Text


class TableRules(Rule, frozen=True, kw_only=True):
    """`positions`: the most betting positions a table may have, or with `exactly` the only number."""

    positions: AtLeastOne
    exactly: bool = False
    dealer: Place | None = None
    fixtures: tuple[Fixture, ...] = ()


class LayoutElement(Rule, frozen=True, kw_only=True):
    """Something that the layout must show; with `or_sign`, a sign at the table may replace it.

    With `optional` the layout may leave it out, and another rule says what follows.
    """

    id: Text
    shows: Text
    areas: tuple[Text, ...] = ()
    inscriptions: tuple[Text, ...] = ()
    or_sign: bool = False
    optional: bool = False
    when_offered: Text | None = None
    when_set: Literal["payout_limit"] | None = None


class LayoutRules(Rule, frozen=True, kw_only=True):
    elements: tuple[LayoutElement, ...]
    approval: Text | None = None
    documents: tuple[Literal["rendering_to_scale", "colour_photograph"], ...] = ()


# ── Cards and decks ──────────────────────────────────────────────────────────────────────────────


class CoverCardRules(Rule, frozen=True, kw_only=True):
    """`unlike_backs`: its color is readily distinguishable from the backs of the cards."""

    looks: Text
    unlike_backs: bool = False


class DeckRules(Rule, frozen=True, kw_only=True):
    cards: AtLeastOne
    ranks: Annotated[str, Meta(pattern=r"\A[2-9TJQKA]{5,13}\Z")]
    decks: AtLeastOne
    cover_card: CoverCardRules


class Requirement(Rule, frozen=True, kw_only=True):
    id: Text
    text: Text


class SecondDeck(Rule, frozen=True, kw_only=True):
    """`required`: a table with such a shuffler must use two decks."""

    required: bool = False
    requirements: tuple[Requirement, ...]


class Dealing(Rule, frozen=True, kw_only=True):
    """`approved`: what the regulator approves besides the device; `stacks`: how the shoe dispenses the cards."""

    needs: Literal["automated_shuffler"] | None = None
    approved: tuple[Literal["location", "procedures"], ...] = ()
    stacks: Literal["two", "five_then_two"] | None = None


class DeckChange(Rule, frozen=True, kw_only=True):
    every_hours: AtLeastOne


class StubCountSchedule(Rule, frozen=True, kw_only=True):
    """How often the stub is counted. Without `every_rounds` there is no schedule."""

    every_rounds: AtLeastOne | None = None
    unless: Literal["counting_shuffler"] | None = None


class CountingShuffler(Rule, frozen=True, kw_only=True):
    wrong_count: Literal["deck_removed"]


class Dealt(Strict, frozen=True, kw_only=True):
    """How many cards a round deals to each seat and place."""

    seat: Literal[2]
    community: Literal[5]
    dealer: Literal[0, 2] = 0
    six_card: Literal[0, 4] = 0


class CountOutcome(Rule, frozen=True, kw_only=True):
    round: Literal["stands", "void"]
    deck: Literal["stays", "reshuffled", "removed"]


class SetAside(Rule, frozen=True, kw_only=True):
    """Cards found face up, set aside in the discard rack while the round goes on. They belong to the deck's sum."""

    cards: AtLeastOne


CountName = Literal["whole", "misdealt", "not_whole", "misdealt_not_whole"]


class CountRules(Rule, frozen=True, kw_only=True):
    """The stub count. The deck is whole if the stub, the cards on the table and those set aside make up a deck."""

    dealt: Dealt
    whole: CountOutcome
    misdealt: CountOutcome
    not_whole: CountOutcome
    misdealt_not_whole: CountOutcome
    set_aside: SetAside | None = None

    def outcome(self, *, whole: bool, misdealt: bool) -> CountName:
        """Return the name of the outcome of a count."""
        if misdealt:
            return "misdealt" if whole else "misdealt_not_whole"
        return "whole" if whole else "not_whole"


# ── Opening the table, shuffle and cut ───────────────────────────────────────────────────────────


Shuffle = Literal["manual_shuffle", "automated_shuffle", "preshuffled"]


class OpeningStep(Rule, frozen=True, kw_only=True):
    """`assigned`: only the floorperson assigned to the table does it, or another for a reason."""

    id: Text
    does: Text
    by: Literal["dealer", "floorperson"]
    assigned: bool = False
    unless_preshuffled: bool = False
    only_after: tuple[Shuffle, ...] = ()


class TwoPeople(Rule, frozen=True, kw_only=True):
    """The dealer who inspects the cards and the floorperson who verifies it are two people."""


class OpeningRules(Rule, frozen=True, kw_only=True):
    steps: tuple[OpeningStep, ...]
    two_people: TwoPeople


class Preshuffled(Rule, frozen=True, kw_only=True):
    allowed: bool


class Cut(Rule, frozen=True, kw_only=True):
    at_least_cards: AtLeastOne
    unless_device: Text | None = None


class Recut(Rule, frozen=True, kw_only=True):
    """Who may order that the cards are cut again, and until when."""

    by: Literal["floorperson", "supervisor"]
    until: Text
    unless_device: Text | None = None


class DirectedReshuffle(Rule, frozen=True, kw_only=True):
    """Who may direct that the cards are shuffled again."""

    by: Literal["floorperson", "supervisor"]


class LateWagers(Rule, frozen=True, kw_only=True):
    """From when on wagers are barred, and what may not be done with them."""

    after: Text
    barred: tuple[Literal["made", "increased", "withdrawn"], ...]


class Idle(Rule, frozen=True, kw_only=True):
    cards: Text
    restart_from: Text
    unless_device: Text | None = None


# ── What the dealer says and does ────────────────────────────────────────────────────────────────

Phase = Literal["wagers", "shuffle", "deal", "stub", "play", "settle", "clear"]


class GuideStep(Rule, frozen=True, kw_only=True):
    """One thing the dealer says or does. Without `methods` it holds however the table deals."""

    phase: Phase
    does: Text
    methods: tuple[Method, ...] = ()
    when_offered: Text | None = None


class DealingGuide(Strict, frozen=True, kw_only=True):
    """The steps of a round in order; the steps of a phase stand together."""

    steps: tuple[GuideStep, ...]
