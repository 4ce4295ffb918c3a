"""The shapes of what is sent and answered at the doors for rounds, for the API's description. docs/round-format.md says
what each field means; the engine reads them."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from compliance.api.schema import FieldErrorSerializer
from compliance.serializers import Moment, RefusalSerializer

from ..serializers import RoundDeckSerializer


@extend_schema_field(OpenApiTypes.OBJECT)
class Free(serializers.DictField):
    """An object that docs/round-format.md describes."""


class SeatSerializer(serializers.Serializer):
    seat = serializers.IntegerField(min_value=1, max_value=6)
    cards = serializers.ListField(child=serializers.CharField(), help_text='Two cards, such as ["As", "Kd"].')
    wagers = serializers.DictField(child=serializers.CharField(), help_text='Name → amount: {"ante": "5.00"}.')
    fold = serializers.CharField(required=False, allow_null=True, help_text="The decision at which the seat folded.")
    spin = serializers.IntegerField(required=False, allow_null=True, help_text="The wheel's position.")
    forfeit = serializers.CharField(required=False, allow_null=True, help_text="conduct or abandoned.")
    axis = serializers.CharField(required=False, allow_null=True, help_text="vertical or horizontal.")
    exposed = serializers.BooleanField(required=False, allow_null=True, help_text="For the three-card wager.")


class RoundEntrySerializer(serializers.Serializer):
    community = serializers.DictField(child=serializers.CharField(), help_text="left, middle, right, top, bottom.")
    six_card = serializers.ListField(child=serializers.CharField(), required=False, help_text="Four bonus cards.")
    dealer = serializers.ListField(child=serializers.CharField(), required=False, help_text="The dealer's two cards.")
    seats = SeatSerializer(many=True)
    stub = serializers.IntegerField(required=False, allow_null=True, help_text="The count of the stub.")
    misdeal = serializers.BooleanField(required=False, allow_null=True)
    void = serializers.CharField(required=False, allow_null=True, help_text="Why the round is void.")
    played_at = serializers.DateTimeField(required=False, help_text="When it was played; now, if left out.")
    deck = serializers.IntegerField(required=False, help_text="The deck; the one whose turn it is, if left out.")
    dealt_by = serializers.CharField(required=False, help_text="Badge of who dealt, if not the dealer at the table.")
    jackpot = serializers.CharField(required=False, help_text="What the top prize stood at when the wheel hit it.")
    irregularities = serializers.ListField(child=serializers.CharField(), required=False,
                                           help_text="With which the round went on.")  # fmt: skip
    failed_device = serializers.IntegerField(required=False, help_text="A device that failed and is out of use.")
    replaces = serializers.IntegerField(required=False, help_text="The `id` of the voided round that it corrects.")
    breach_reason = serializers.CharField(required=False, max_length=200,
                                          help_text="Why it was played against a gate.")  # fmt: skip
    second_badge = serializers.CharField(required=False, help_text="Of the pit boss or shift manager who signs.")
    second_pin = serializers.CharField(required=False, help_text="Their PIN.")


class DueShownSerializer(serializers.Serializer):
    status = serializers.CharField(help_text="soon, due or blocked.")
    text = serializers.CharField(help_text="What to do.")
    cite = serializers.CharField(allow_null=True)
    due_at = Moment(allow_null=True)


class NextSerializer(serializers.Serializer):
    number = serializers.IntegerField(help_text="Of the next round at this table.")
    deck = RoundDeckSerializer(allow_null=True, help_text="Whose turn it is.")
    count_due = serializers.BooleanField(help_text="Whether the stub must be counted in it.")
    dues = DueShownSerializer(many=True)


class LoggedSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    number = serializers.IntegerField(help_text="At this table.")
    table = serializers.CharField()
    url = serializers.CharField()
    played_at = Moment()
    deck = RoundDeckSerializer()
    in_breach = serializers.BooleanField()
    settlement = Free(help_text="In the round format.")
    next = NextSerializer()


class PreviewSerializer(serializers.Serializer):
    settlement = Free(allow_null=True, help_text="In the round format; null while something is wrong.")
    errors = FieldErrorSerializer(many=True)  # type: ignore[assignment]  # a field, by its name
    violations = RefusalSerializer(many=True, help_text="Every gate that stands in its way.")
    expected_stub = serializers.IntegerField(allow_null=True, help_text="What a count must come to.")


class LineSerializer(serializers.Serializer):
    line = serializers.IntegerField()
    answer = serializers.IntegerField(help_text="201, 400 or 409, as the round by itself would have been answered.")
    id = serializers.IntegerField(required=False)
    number = serializers.IntegerField(required=False)
    status = serializers.CharField(required=False)
    totals = Free(required=False)
    repeated = serializers.BooleanField(required=False, help_text="It was logged before.")
    code = serializers.CharField(required=False)
    errors = FieldErrorSerializer(many=True, required=False)  # type: ignore[assignment]
    violations = RefusalSerializer(many=True, required=False)
