"""Request and response bodies of the round endpoints, for the API's description. docs/round-format.md explains
each field; the engine reads them."""

from rest_framework import serializers

from compliance.acts.arguments import Argument
from compliance.acts.form_fields import SOME_TEXT, TEXT
from compliance.api.openapi.schema import FieldErrorSerializer
from compliance.api.parsing.values import LARGEST_ID
from compliance.api.serializers import FindingFieldsSerializer, Moment, RefusalSerializer
from games.rounds.input import LONGEST_REASON

from .round_format import GOING_ON, RoundInputSerializer, SettlementSerializer, Stake, TotalsSerializer
from .serializers import RoundDeckSerializer


def _number(says: str) -> Argument:
    number = {"type": ["integer", "null"], "format": "int64", "minimum": 1, "maximum": LARGEST_ID}
    return Argument(number, required=False, help_text=says)


def _text(says: str, pattern: str = TEXT) -> Argument:
    text = {"type": ["string", "null"], "pattern": pattern, "maxLength": LONGEST_REASON}
    return Argument(text, required=False, help_text=says)


class RoundEntrySerializer(RoundInputSerializer):
    """A round in the round format, with its surrounding data. A null is the same as leaving a field out."""

    played_at = serializers.DateTimeField(
        required=False, allow_null=True, help_text="When it was played. Default: now."
    )
    deck = _number("The deck's number. Default: the deck whose turn it is.")
    dealt_by = _text("Badge of the dealer, if not the one assigned to the table.")
    jackpot = Stake(required=False, help_text="The value of the top prize when the wheel hit it.")
    irregularities = Argument(
        {"type": ["array", "null"], "items": {"type": "string", "enum": list(GOING_ON)}, "uniqueItems": True},
        required=False,
        help_text="Irregularities after which the round went on.",
    )
    failed_device = _number("The number of a device that failed and is out of use.")
    replaces = _number("The `id` of the voided round it corrects.")
    breach_reason = _text("Why it is logged with a violation. A second person must sign.", SOME_TEXT)
    second_badge = _text("Badge of the pit boss or shift manager who signs.")
    second_pin = _text("PIN of that person.")


# Problems with this body are reported, not refused.
AS_FAR_AS_IT_GOES = {
    "type": "object",
    "description": "A round to log (RoundEntry), complete or partial.",
    "additionalProperties": True,
    "examples": [{"seats": [{"seat": 3, "cards": ["Qd", "7c"]}]}],
}


class RoundLineSerializer(RoundEntrySerializer):
    """A line of a batch: a round to log, with the time it was played and, optionally, a key."""

    played_at = serializers.DateTimeField(help_text="When it was played.")
    key = _text("Your own unique value, like the `Idempotency-Key` of a single round. Default: derived from the line.")
    table = _text("The table's code, if you want it checked.")


class NextSerializer(serializers.Serializer):
    """What comes next at a table."""

    number = serializers.IntegerField(help_text="The number of the next round at this table.")
    deck = RoundDeckSerializer(allow_null=True, help_text="The deck whose turn it is.")
    count_due = serializers.BooleanField(help_text="Whether the stub must be counted in it.")
    findings = FindingFieldsSerializer(many=True, help_text="What is wrong or due, most urgent first.")


class LoggedSerializer(serializers.Serializer):
    """A logged round."""

    id = serializers.IntegerField()
    number = serializers.IntegerField(help_text="The round's number at this table.")
    table = serializers.CharField()
    url = serializers.CharField()
    played_at = Moment()
    deck = RoundDeckSerializer()
    in_breach = serializers.BooleanField()
    settlement = SettlementSerializer(help_text="The round's settlement.")
    next = NextSerializer()


class PreviewSerializer(serializers.Serializer):
    """The result of a preview."""

    settlement = SettlementSerializer(allow_null=True, help_text="The settlement; null while there are errors.")
    partly = SettlementSerializer(
        allow_null=True, help_text="The settlement of the complete seats, while others are incomplete."
    )
    errors = FieldErrorSerializer(many=True)  # type: ignore[assignment]  # a field, by its name
    violations = RefusalSerializer(many=True, help_text="Every gate that refuses the round.")
    expected_stub = serializers.IntegerField(allow_null=True, help_text="The correct stub count.")


class LineRefusalSerializer(serializers.Serializer):
    """A gate that refuses a line."""

    code = serializers.CharField()
    message = serializers.CharField()
    cite = serializers.CharField(allow_blank=True)


class LineSerializer(serializers.Serializer):
    """The result of one line."""

    line = serializers.IntegerField()
    answer = serializers.IntegerField(help_text="201, 400 or 409: the status a single round would get.")
    id = serializers.IntegerField(required=False)
    number = serializers.IntegerField(required=False)
    status = serializers.CharField(required=False)
    totals = TotalsSerializer(required=False)
    repeated = serializers.BooleanField(required=False, help_text="True if it was logged before.")
    code = serializers.CharField(required=False)
    errors = FieldErrorSerializer(many=True, required=False)  # type: ignore[assignment]
    message = serializers.CharField(required=False)
    violations = LineRefusalSerializer(many=True, required=False)
