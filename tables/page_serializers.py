"""What the pages of things on the floor show beyond their lists, as JSON: parts of their details (serializers.py)."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from compliance.api.serializers import Moment, PersonSerializer
from compliance.models import Posting
from games.engine import questions
from games.engine.money import dollars

from .dues import stub
from .models import Deck, Layout, Offer, Pit, Table
from .opening_steps import opening_steps
from .standing import in_force

# So many of a dealer's last stints are shown.
LAST_STINTS = 20


class OfPit(serializers.Serializer):
    reserve = serializers.SerializerMethodField(help_text="How many decks are in its reserve.")

    def get_reserve(self, pit: Pit) -> int:
        return Deck.objects.filter(pit=pit, state=Deck.State.PIT).count()


# ── Decks


class DeckStepSerializer(serializers.Serializer):
    """A step by which a deck came into play."""

    step = serializers.CharField(help_text="Which step it was.")
    done_by = PersonSerializer(help_text="Who did it.")
    done_at = Moment(help_text="When it was done.")
    cite = serializers.CharField(help_text="The paragraph that demands it.")


class ReplacementSerializer(serializers.Serializer):
    """A damaged card that was replaced by one of another deck."""

    card = serializers.CharField(help_text="The card, such as 9d.")
    donor = serializers.IntegerField(source="donor_id", help_text="The deck that it came from.")
    replaced_at = Moment(help_text="When it was replaced.")


class OfDeck(serializers.Serializer):
    steps = serializers.SerializerMethodField(help_text="The steps by which it came into play, in their order.")
    replacements = serializers.SerializerMethodField(help_text="Cards that were replaced in it.")

    @extend_schema_field(DeckStepSerializer(many=True))
    def get_steps(self, deck: Deck) -> Any:
        return DeckStepSerializer(deck.steps.select_related("done_by"), many=True).data

    @extend_schema_field(ReplacementSerializer(many=True))
    def get_replacements(self, deck: Deck) -> Any:
        return ReplacementSerializer(deck.replacements.order_by("pk"), many=True).data


# ── Layouts and offers


class OfSubmission(serializers.Serializer):
    approved_on = serializers.DateField(allow_null=True, help_text="As the regulator's letter is dated.")
    tables = serializers.SerializerMethodField(help_text="Codes of the tables that use it now.")

    def get_tables(self, submission: Layout | Offer) -> list[str]:
        at = self.context["at"]
        tables = Table.objects.filter(facility=submission.facility_id).prefetch_related(*in_force(at))
        return sorted(each.code for each in tables if submission in (each.layout_at(at), each.offer_at(at)))


class RequiredSerializer(serializers.Serializer):
    """Something that the rules want on a layout or at a table, and how it is there."""

    id = serializers.CharField(help_text="Its name in `elements` or `fixtures`.")
    says = serializers.CharField(help_text="What the rules want.")
    how = serializers.CharField(allow_null=True, help_text="How it is there; null if it is not.")
    cite = serializers.CharField(help_text="The paragraph that wants it.")


class OfLayout(OfSubmission):
    requires = serializers.SerializerMethodField(help_text="All that the rules want of it, and how it has that.")

    @extend_schema_field(RequiredSerializer(many=True))
    def get_requires(self, layout: Layout) -> Any:
        book = layout.book
        shown = [(each.id, each.shows, layout.elements, book.cite(each)) for each in book.layout.elements]
        attached = [(each.id, each.place, layout.fixtures, book.cite(each)) for each in book.table.fixtures]
        return [
            {"id": name, "says": says, "how": known.get(name), "cite": cite}
            for name, says, known, cite in (*shown, *attached)
        ]


class LimitSerializer(serializers.Serializer):
    """Between what a wager must lie."""

    wager = serializers.CharField(help_text="The wager's name.")
    least = serializers.CharField(help_text="The lowest stake.")
    most = serializers.CharField(help_text="The highest stake.")


class OddsSerializer(serializers.Serializer):
    """What a hand is paid where the rules leave a choice."""

    table = serializers.CharField(help_text="The table of odds.")
    hand = serializers.CharField(help_text="The hand.")
    odds = serializers.CharField(help_text="What it is paid.")


class OfferTermsSerializer(serializers.Serializer):
    """An offer under the rules of its edition."""

    limits = LimitSerializer(many=True, help_text="Of each wager.")
    optional = serializers.ListField(child=serializers.CharField(), help_text="The optional wagers that are offered.")
    payout_limit = serializers.CharField(allow_null=True, help_text="What a seat is paid at most; null for no limit.")
    payout_limit_cite = serializers.CharField(help_text="The paragraph behind that.")
    wheel = serializers.CharField(allow_null=True, help_text="The Bonus Spin wheel; null where there is none.")
    top_prize = serializers.CharField(allow_null=True, help_text="Its top prize; null where it is a jackpot.")
    odds = OddsSerializer(many=True, help_text="What the offer chose.")


class OfOffer(OfSubmission):
    terms = serializers.SerializerMethodField(help_text="What it offers, under the rules of its edition.")

    @extend_schema_field(OfferTermsSerializer)
    def get_terms(self, offer: Offer) -> Any:
        terms = offer.terms
        limit, prize = questions.payout_limit(terms), terms.offer.top_prize_cents
        return {
            "limits": [
                {"wager": name, "least": dollars(bounds.low_cents), "most": dollars(bounds.high_cents)}
                for name, bounds in terms.limits.items()
            ],
            "optional": list(terms.optional_offered()),
            "payout_limit": None if limit.value is None else dollars(limit.value),
            "payout_limit_cite": limit.cite,
            "wheel": str(terms.offer.wheel) if terms.wheel else None,
            "top_prize": dollars(prize) if terms.wheel and prize else None,
            "odds": [{"table": table, "hand": hand, "odds": str(odds)} for table, hand, odds in terms.offer.odds],
        }


# ── Dealers


class LastStintSerializer(serializers.Serializer):
    """A time that a dealer was at a table, or on a break."""

    table = serializers.CharField(
        source="table.code", default=None, allow_null=True, help_text="The table's code; null for a break."
    )
    started_at = Moment(help_text="When it began.")
    ended_at = Moment(allow_null=True, help_text="When it ended; null while it goes on.")


class OfDealer(serializers.Serializer):
    stints = serializers.SerializerMethodField(help_text=f"The last {LAST_STINTS} stints here, the newest first.")

    @extend_schema_field(LastStintSerializer(many=True))
    def get_stints(self, dealer: Posting) -> Any:
        found = dealer.staff.stints.filter(facility=dealer.facility_id).select_related("table")
        return LastStintSerializer(found[:LAST_STINTS], many=True).data


# ── Tables


class OpeningStepSerializer(serializers.Serializer):
    """A step of an opening that is under way."""

    deck = serializers.IntegerField(source="deck.pk", help_text="The deck that needs it.")
    step = serializers.CharField(source="step.value.id", help_text="What `step` of deck.step is called with.")
    by = serializers.CharField(source="step.value.by", help_text="Who does it.")
    does = serializers.CharField(source="step.value.does", help_text="What is done.")
    cite = serializers.CharField(source="step.cite", help_text="The paragraph that demands it.")
    done_by = PersonSerializer(source="done.done_by", default=None, allow_null=True, help_text="Null if it is not.")
    done_at = Moment(source="done.done_at", default=None, allow_null=True, help_text="Null if it is not.")
    is_next = serializers.BooleanField(help_text="Whether it comes next for its deck.")


class StubSerializer(serializers.Serializer):
    """How many rounds were dealt since the stub was last counted, of how many one is counted."""

    rounds = serializers.IntegerField(help_text="Rounds dealt since it was counted.")
    every = serializers.IntegerField(help_text="In every so many rounds it is counted.")


class OfTable(serializers.Serializer):
    round_number = serializers.IntegerField(help_text="Of the last round at this table.")
    last_played_at = Moment(allow_null=True, help_text="When that was played.")
    stub = serializers.SerializerMethodField(help_text="Null where the stub is not counted by rounds.")
    opening = serializers.SerializerMethodField(help_text="The steps of an opening under way; null where none is.")

    @extend_schema_field(StubSerializer(allow_null=True))
    def get_stub(self, table: Table) -> Any:
        found = stub(table, self.context["at"])
        return StubSerializer(found).data if found else None

    @extend_schema_field(OpeningStepSerializer(many=True, allow_null=True))
    def get_opening(self, table: Table) -> Any:
        steps = opening_steps(table, self.context["at"])
        return None if steps is None else OpeningStepSerializer(steps, many=True).data
