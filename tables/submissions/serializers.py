"""Layouts, offers, and their documents as JSON."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from compliance.acts.arguments import Argument
from compliance.api.reverse import api_url
from compliance.api.serializers import Moment, PersonSerializer, WithActs, WithAddress
from games.engine import questions
from games.engine.money import dollars
from tables.floor.queries import in_force
from tables.models import Document, Layout, Offer, Table

# ── Layouts and offers


class SubmissionDetailFields(serializers.Serializer):
    approved_on = serializers.DateField(allow_null=True, help_text="Date of the regulator's letter.")
    tables = serializers.SerializerMethodField(help_text="Codes of the tables that currently use it.")

    def get_tables(self, submission: Layout | Offer) -> list[str]:
        at = self.context["at"]
        tables = Table.objects.filter(facility=submission.facility_id).prefetch_related(*in_force(at))
        return sorted(each.code for each in tables if submission in (each.layout_at(at), each.offer_at(at)))


class RequiredSerializer(serializers.Serializer):
    """An element or fixture that the rules require, and how the layout provides it."""

    id = serializers.CharField(help_text="Key in `elements` or `fixtures`.")
    says = serializers.CharField(help_text="What the rules require.")
    how = serializers.CharField(allow_null=True, help_text="How the layout provides it; null if missing.")
    cite = serializers.CharField(help_text="The paragraph that requires it.")


class LayoutDetailFields(SubmissionDetailFields):
    requires = serializers.SerializerMethodField(help_text="What the rules require, and how the layout provides it.")

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
    """The limits of a wager."""

    wager = serializers.CharField(help_text="The wager's name.")
    least = serializers.CharField(help_text="Minimum wager.")
    most = serializers.CharField(help_text="Maximum wager.")


class OddsSerializer(serializers.Serializer):
    """The odds of a hand where the rules leave a choice."""

    table = serializers.CharField(help_text="The paytable.")
    hand = serializers.CharField(help_text="The hand.")
    odds = serializers.CharField(help_text="The odds it pays.")


class OfferTermsSerializer(serializers.Serializer):
    """The terms of an offer under its edition."""

    limits = LimitSerializer(many=True, help_text="Limits of each wager.")
    optional = serializers.ListField(child=serializers.CharField(), help_text="Optional wagers offered.")
    payout_limit = serializers.CharField(allow_null=True, help_text="Maximum payout per seat; null for no limit.")
    payout_limit_cite = serializers.CharField(help_text="The paragraph that sets the limit.")
    wheel = serializers.CharField(allow_null=True, help_text="The Bonus Spin wheel; null if there is none.")
    top_prize = serializers.CharField(allow_null=True, help_text="The wheel's top prize; null for a jackpot.")
    odds = OddsSerializer(many=True, help_text="Odds chosen by the offer.")


class OfferDetailFields(SubmissionDetailFields):
    terms = serializers.SerializerMethodField(help_text="The offer's terms under its edition.")

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


STANDINGS = ("submitted", "approved", "in force", "superseded", "withdrawn")


class SubmissionSerializer(WithAddress):
    id = serializers.IntegerField()
    facility = serializers.CharField(source="facility.code")
    name = serializers.CharField()
    version = serializers.IntegerField()
    edition = serializers.CharField()
    standing = serializers.SerializerMethodField()
    submitted_by = PersonSerializer()
    submitted_at = Moment()
    approved_by = PersonSerializer(allow_null=True)
    approved_at = Moment(allow_null=True)
    reference = serializers.CharField(allow_blank=True, help_text="Reference of the regulator's letter.")
    effective_at = Moment(allow_null=True)
    superseded_at = Moment(allow_null=True)
    withdrawn_at = Moment(allow_null=True)

    @extend_schema_field(serializers.ChoiceField(STANDINGS))
    def get_standing(self, submission: Any) -> str:
        return str(submission.standing(self.context["at"]))


class DocumentSerializer(serializers.Serializer[Any]):
    """A document filed with a layout."""

    id = serializers.IntegerField()
    kind = serializers.CharField()
    sha256 = serializers.CharField()
    filed_by = PersonSerializer()
    filed_at = Moment()
    url = serializers.SerializerMethodField(help_text="URL of the file.")

    def get_url(self, document: Document) -> str:
        return api_url("document", document.pk)


class LayoutSerializer(SubmissionSerializer):
    """A version of a layout."""

    KIND = "layout"

    elements = serializers.DictField(
        child=serializers.ChoiceField(("inscribed", "sign")), help_text="How each element is shown."
    )
    fixtures = serializers.DictField(
        child=serializers.ChoiceField(("as required", "elsewhere")), help_text="Where each fixture is."
    )
    documents = DocumentSerializer(many=True)


class LayoutDetailSerializer(LayoutSerializer, LayoutDetailFields, WithActs):
    pass


_AMOUNT = {"type": "string", "pattern": r"^[0-9]{1,12}\.[0-9]{2}$"}
_LIMITS = {"type": ["array", "null"], "items": _AMOUNT, "minItems": 2, "maxItems": 2}
_ODDS = {"type": ["string", "null"], "pattern": "^[1-9][0-9]{0,8}:[1-9][0-9]{0,8}$"}


def _maybe(schema: dict[str, Any], says: str) -> Argument:
    return Argument(schema | {"type": [schema["type"], "null"]}, required=False, help_text=says)


class WheelSerializer(serializers.Serializer[Any]):
    """The Bonus Spin wheel."""

    CLOSED = True

    wheel = Argument({"type": "string"}, help_text="The wheel's name.")
    top_prize = _maybe(_AMOUNT, "Fixed top prize in dollars; omit it for a jackpot.")


class OfferDocumentSerializer(serializers.Serializer[Any]):
    """What a table offers, in the round format. All fields are optional."""

    CLOSED = True

    limits = _maybe(
        {"type": "object", "additionalProperties": _LIMITS},
        "Minimum and maximum in dollars, by wager; the edition's limits by default.",
    )
    wagers = _maybe(
        {"type": "array", "items": {"type": "string"}},
        "Optional wagers offered; by default, those that the edition always offers.",
    )
    bonus_spin = WheelSerializer(required=False, allow_null=True, help_text="The wheel, if Bonus Spin is offered.")
    payout_limit = _maybe(_AMOUNT, "Maximum payout per seat in dollars, where the edition lets the operator set it.")
    odds = _maybe(
        {"type": "object", "additionalProperties": {"type": ["object", "null"], "additionalProperties": _ODDS}},
        "Odds above the edition's minimums, by wager and hand.",
    )
    ace_low_straight = _maybe({"type": "boolean"}, "Whether A-2-3-4-5 is a straight, where the edition is silent.")


class OfferSerializer(SubmissionSerializer):
    """A version of an offer."""

    KIND = "offer"

    game = serializers.CharField()
    document = serializers.SerializerMethodField(help_text="The offer in the round format.")

    @extend_schema_field(OfferDocumentSerializer)
    def get_document(self, offer: Any) -> Any:
        return offer.document


class OfferDetailSerializer(OfferSerializer, OfferDetailFields, WithActs):
    pass
