"""Layouts, offers, and their documents as JSON."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from compliance.acts.arguments import Argument
from compliance.api.fields import Cite, Computed, Date, DictOf, FacilityCode, Id, ListOf, Moment, Number, Text
from compliance.api.reverse import api_url
from compliance.api.serializers import PersonSerializer, WithActs, WithAddress
from games.engine import questions
from games.engine.loading import editions
from games.engine.money import dollars
from tables.floor.queries import in_force
from tables.models import Document, Layout, Offer, Table

from .paytable_fields import stated_odds


class SubmissionDetailFields(serializers.Serializer):
    approved_on = Date("Date of the regulator's letter.", allow_null=True)
    tables = Computed("Codes of the tables that currently use it.", example=["CHP-01", "CHP-04"])

    def get_tables(self, submission: Layout | Offer) -> list[str]:
        at = self.context["at"]
        tables = Table.objects.filter(facility=submission.facility_id).prefetch_related(*in_force(at))
        return sorted(each.code for each in tables if submission in (each.layout_at(at), each.offer_at(at)))


class RequiredSerializer(serializers.Serializer):
    """An element or fixture that the rules require, and how the layout provides it."""

    id = Text("Key in `elements` or `fixtures`.", example="wagering_areas")
    says = Text("What the rules require.", example="A betting area for each wager at each seat")
    how = Text("How the layout provides it; null if missing.", allow_null=True, example="inscribed")
    cite = Cite()


class LimitSerializer(serializers.Serializer):
    """The limits of a wager."""

    wager = Text("The wager's name.", example="ante_across")
    least = Text("Minimum wager.", example="5.00")
    most = Text("Maximum wager.", example="100.00")


class OddsSerializer(serializers.Serializer):
    """The odds of a hand where the rules leave a choice."""

    table = Text("The paytable.", example="raise")
    hand = Text("The hand.", example="two_pair")
    odds = Text("The odds it pays.", example="3:2")


class StatedOddsSerializer(serializers.Serializer):
    """What a hand pays by a paytable that the offer chooses or states."""

    table = Text("The paytable.", example="main")
    hand = Text("The hand.", example="pair_jacks_or_better")
    pays = Text("The odds it pays, push or lose.", example="1:1")


class OfferTermsSerializer(serializers.Serializer):
    """The terms of an offer under its edition."""

    limits = LimitSerializer(many=True, help_text="Limits of each wager.")
    optional = ListOf("Optional wagers offered.", child=serializers.CharField(), example=["bonus_spin"])
    payout_limit = Text("Maximum payout per seat; null for no limit.", allow_null=True, example="50000.00")
    payout_limit_cite = Text("The paragraph that sets the limit.", example="MD Ch. 11 §K")
    wheel = Text("The Bonus Spin wheel; null if there is none.", allow_null=True, example="five-dollar")
    top_prize = Text("The wheel's top prize; null for a jackpot.", allow_null=True, example="25000.00")
    odds = OddsSerializer(many=True, help_text="Odds chosen by the offer.")
    paytables = StatedOddsSerializer(
        many=True, help_text="What the hands pay by the paytables that the edition leaves to the offer."
    )


STANDINGS = ("submitted", "approved", "in force", "superseded", "withdrawn")


class SubmissionSerializer(WithAddress):
    id = Id()
    facility = FacilityCode(source="facility.code")
    name = Text("The name shared by all versions.", example="Weekend limits")
    version = Number("The version number.", example=3)
    edition = Text("The ID of the rulebook edition.", example=editions()[0])
    standing = Computed("Current approval status.", example="in force")
    submitted_by = PersonSerializer(help_text="Who submitted it.")
    submitted_at = Moment("When it was submitted.")
    approved_by = PersonSerializer(allow_null=True, help_text="Who recorded the approval; null until then.")
    approved_at = Moment("When the approval was recorded; null until then.", allow_null=True)
    reference = Text("Reference of the regulator's letter.", allow_blank=True, example="MLGCC-2026-114")
    effective_at = Moment("When it takes effect; null until it is approved.", allow_null=True)
    superseded_at = Moment("When the next version replaced it; null if none did.", allow_null=True)
    withdrawn_at = Moment("When it was withdrawn; null if it was not.", allow_null=True)

    @extend_schema_field(serializers.ChoiceField(STANDINGS))
    def get_standing(self, submission: Any) -> str:
        return str(submission.standing(self.context["at"]))


class DocumentSerializer(serializers.Serializer[Any]):
    """A document filed with a layout."""

    id = Id()
    kind = Text("Kind of document.", example="rendering_to_scale")
    sha256 = Text(
        "SHA-256 hash of the file.", example="9f2c4e1d7b7a0f65c1b0a1f6c2f3f1b8d0e9a7c6b5d4e3f2a1b0c9d8e7f6a5b4"
    )
    filed_by = PersonSerializer(help_text="Who filed it.")
    filed_at = Moment("When it was filed.")
    url = Computed("URL of the file.", example="/api/v1/documents/3/")

    def get_url(self, document: Document) -> str:
        return api_url("document", document.pk)


class LayoutSerializer(SubmissionSerializer):
    """A version of a layout."""

    KIND, EXAMPLE_URL = "layout", "/api/v1/layouts/5/"

    elements = DictOf(
        "How each element is shown.",
        child=serializers.ChoiceField(("inscribed", "sign")),
        example={"wagering_areas": "inscribed", "payout_limit": "sign"},
    )
    fixtures = DictOf(
        "Where each fixture is.",
        child=serializers.ChoiceField(("as required", "elsewhere")),
        example={"drop_box": "as required"},
    )
    positions = Number(
        "Betting positions on the layout; null if it was filed without them.", allow_null=True, example=6
    )
    documents = DocumentSerializer(many=True, help_text="Documents filed with it.")


class LayoutDetailSerializer(LayoutSerializer, SubmissionDetailFields, WithActs):
    requires = Computed("What the rules require, and how the layout provides it.")

    @extend_schema_field(RequiredSerializer(many=True))
    def get_requires(self, layout: Layout) -> Any:
        book = layout.book
        shown = [(each.id, each.shows, layout.elements, book.cite(each)) for each in book.layout.elements]
        attached = [(each.id, each.place, layout.fixtures, book.cite(each)) for each in book.table.fixtures]
        return [
            {"id": name, "says": says, "how": known.get(name), "cite": cite}
            for name, says, known, cite in (*shown, *attached)
        ]


_AMOUNT = {"type": "string", "pattern": r"^[0-9]{1,12}\.[0-9]{2}$"}
_LIMITS = {"type": ["array", "null"], "items": _AMOUNT, "minItems": 2, "maxItems": 2}
_PAYTABLE = {"type": ["string", "object", "null"], "additionalProperties": {"type": ["string", "null"]}}
_ODDS = {"type": ["string", "null"], "pattern": "^[1-9][0-9]{0,8}:[1-9][0-9]{0,8}$"}


def _maybe(schema: dict[str, Any], says: str, *, example: Any) -> Argument:
    return Argument(schema | {"type": [schema["type"], "null"]}, required=False, help_text=says, example=example)


class WheelSerializer(serializers.Serializer[Any]):
    """The Bonus Spin wheel."""

    CLOSED = True

    wheel = Argument({"type": "string"}, help_text="The wheel's name.", example="five-dollar")
    top_prize = _maybe(_AMOUNT, "Fixed top prize in dollars; omit it for a jackpot.", example="25000.00")


class OfferDocumentSerializer(serializers.Serializer[Any]):
    """What a table offers, in the round format. All fields are optional."""

    CLOSED = True

    limits = _maybe(
        {"type": "object", "additionalProperties": _LIMITS},
        "Minimum and maximum in dollars, by wager; the edition's limits by default.",
        example={"ante": ["5.00", "100.00"]},
    )
    wagers = _maybe(
        {"type": "array", "items": {"type": "string"}},
        "Optional wagers offered; by default, those that the edition always offers.",
        example=["bonus_spin"],
    )
    paytables = _maybe(
        {"type": "object", "additionalProperties": _PAYTABLE},
        "Where the edition leaves a paytable to the offer: its name if the edition lists some, or the odds posted at "
        "the table by hand, such as `3:2` or, where the edition allows it, `lose`.",
        example={"main": {"royal_flush": "500:1"}},
    )
    bonus_spin = WheelSerializer(required=False, allow_null=True, help_text="The wheel, if Bonus Spin is offered.")
    payout_limit = _maybe(
        _AMOUNT, "Maximum payout per seat in dollars, where the edition lets the operator set it.", example="50000.00"
    )
    table_payout_limit = _maybe(
        _AMOUNT,
        "Maximum payout of the table per round in dollars, where the edition lets the operator set it.",
        example="100000.00",
    )
    odds = _maybe(
        {"type": "object", "additionalProperties": {"type": ["object", "null"], "additionalProperties": _ODDS}},
        "Odds above the edition's minimums, by wager and hand.",
        example={"raise": {"two_pair": "2:1"}},
    )
    ace_low_straight = _maybe(
        {"type": "boolean"}, "Whether A-2-3-4-5 is a straight, where the edition is silent.", example=True
    )


class OfferSerializer(SubmissionSerializer):
    """A version of an offer."""

    KIND, EXAMPLE_URL = "offer", "/api/v1/offers/5/"

    game = Text("The game's name.", example="Criss Cross Poker")
    document = Computed("The offer in the round format.")

    @extend_schema_field(OfferDocumentSerializer)
    def get_document(self, offer: Any) -> Any:
        return offer.document


class OfferDetailSerializer(OfferSerializer, SubmissionDetailFields, WithActs):
    terms = Computed("The offer's terms under its edition.")

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
            "paytables": [each._asdict() for each in stated_odds(terms)],
        }
