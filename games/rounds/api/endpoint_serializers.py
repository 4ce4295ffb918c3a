"""The shapes of what is sent and answered at the doors for rounds, for the API's description. docs/round-format.md says
what each field means; the engine reads them."""

from rest_framework import serializers

from compliance.acts.arguments import Argument
from compliance.acts.form_fields import SOME_TEXT, TEXT
from compliance.api.openapi.schema import FieldErrorSerializer
from compliance.api.parsing.values import LARGEST_ID
from compliance.api.serializers import Moment, RefusalSerializer
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
    """A round of the round format, with what stands around it. A null is the same as leaving a field out."""

    played_at = serializers.DateTimeField(
        required=False, allow_null=True, help_text="When it was played; now, if left out."
    )
    deck = _number("The number of the deck; the one whose turn it is, if left out.")
    dealt_by = _text("Badge of who dealt, if not the dealer at the table.")
    jackpot = Stake(required=False, help_text="What the top prize stood at when the wheel hit it.")
    irregularities = Argument(
        {"type": ["array", "null"], "items": {"type": "string", "enum": list(GOING_ON)}, "uniqueItems": True},
        required=False,
        help_text="With which the round went on.",
    )
    failed_device = _number("The number of a device that failed and is out of use.")
    replaces = _number("The `id` of the voided round that it corrects.")
    breach_reason = _text("Why it was played against a gate. A second person signs for it then.", SOME_TEXT)
    second_badge = _text("Badge of the pit boss or shift manager who signs.")
    second_pin = _text("Their PIN.")


# Whatever is wrong with it is told, not refused.
AS_FAR_AS_IT_GOES = {
    "type": "object",
    "description": "A round as it is logged (RoundEntry), or as much of it as there is.",
    "additionalProperties": True,
    "examples": [{"seats": [{"seat": 3, "cards": ["Qd", "7c"]}]}],
}


class RoundLineSerializer(RoundEntrySerializer):
    """A line of a batch: a round as it is logged, when it was played and, if there is one, a key of its own."""

    played_at = serializers.DateTimeField(help_text="When it was played.")
    key = _text("A value of your own, as `Idempotency-Key` of a round by itself; made of the line if left out.")
    table = _text("The table's code, if you want it checked.")


class DueShownSerializer(serializers.Serializer):
    """Something that is due at a table."""

    status = serializers.CharField(help_text="soon, due or blocked.")
    text = serializers.CharField(help_text="What to do.")
    cite = serializers.CharField(allow_null=True)
    due_at = Moment(allow_null=True)


class NextSerializer(serializers.Serializer):
    """What comes next at a table."""

    number = serializers.IntegerField(help_text="Of the next round at this table.")
    deck = RoundDeckSerializer(allow_null=True, help_text="Whose turn it is.")
    count_due = serializers.BooleanField(help_text="Whether the stub must be counted in it.")
    dues = DueShownSerializer(many=True)


class LoggedSerializer(serializers.Serializer):
    """A round that was logged."""

    id = serializers.IntegerField()
    number = serializers.IntegerField(help_text="At this table.")
    table = serializers.CharField()
    url = serializers.CharField()
    played_at = Moment()
    deck = RoundDeckSerializer()
    in_breach = serializers.BooleanField()
    settlement = SettlementSerializer(help_text="What it came to.")
    next = NextSerializer()


class PreviewSerializer(serializers.Serializer):
    """What logging a round would come to."""

    settlement = SettlementSerializer(
        allow_null=True, help_text="What it would come to; null while something is wrong."
    )
    partly = SettlementSerializer(
        allow_null=True, help_text="What the seats come to that are entered in full, while others are not."
    )
    errors = FieldErrorSerializer(many=True)  # type: ignore[assignment]  # a field, by its name
    violations = RefusalSerializer(many=True, help_text="Every gate that stands in its way.")
    expected_stub = serializers.IntegerField(allow_null=True, help_text="What a count must come to.")


class LineRefusalSerializer(serializers.Serializer):
    """A gate that stands in the way of a line."""

    code = serializers.CharField()
    message = serializers.CharField()
    cite = serializers.CharField(allow_blank=True)


class LineSerializer(serializers.Serializer):
    """What became of a line."""

    line = serializers.IntegerField()
    answer = serializers.IntegerField(help_text="201, 400 or 409, as the round by itself would have been answered.")
    id = serializers.IntegerField(required=False)
    number = serializers.IntegerField(required=False)
    status = serializers.CharField(required=False)
    totals = TotalsSerializer(required=False)
    repeated = serializers.BooleanField(required=False, help_text="It was logged before.")
    code = serializers.CharField(required=False)
    errors = FieldErrorSerializer(many=True, required=False)  # type: ignore[assignment]
    message = serializers.CharField(required=False)
    violations = LineRefusalSerializer(many=True, required=False)
