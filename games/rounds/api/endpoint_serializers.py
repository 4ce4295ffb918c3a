"""Request and response bodies of the round endpoints, for the API's description. docs/round-format.md explains
each field; the engine reads them."""

from rest_framework import serializers

from compliance.acts.arguments import Argument
from compliance.acts.form_fields import SOME_TEXT, TEXT
from compliance.api.fields import Boolean, Cite, Id, Moment, Number, Text
from compliance.api.openapi.schema import FieldErrorSerializer
from compliance.api.parsing.values import LARGEST_ID
from compliance.api.serializers import FindingFieldsSerializer, RefusalSerializer
from games.engine.loading import editions, rulebook
from games.rounds.log.input import LONGEST_REASON

from .round_format import GOING_ON, MOST_SEATS, RoundInputSerializer, SettlementSerializer, Stake, TotalsSerializer
from .serializers import RoundDeckSerializer


def _number(says: str, *, example: int) -> Argument:
    number = {"type": ["integer", "null"], "format": "int64", "minimum": 1, "maximum": LARGEST_ID}
    return Argument(number, required=False, help_text=says, example=example)


def _text(says: str, pattern: str = TEXT, *, example: str) -> Argument:
    text = {"type": ["string", "null"], "pattern": pattern, "maxLength": LONGEST_REASON}
    return Argument(text, required=False, help_text=says, example=example)


CLAUSES = tuple(
    dict.fromkeys(
        clause.id
        for edition in editions()
        for forfeit in rulebook(edition).forfeits.values()
        for clause in forfeit.clauses
    )
)
FORFEIT = {
    "type": "object",
    "properties": {
        "seat": {"type": "integer", "minimum": 1, "maximum": MOST_SEATS},
        "clause": {
            "type": ["string", "null"],
            "enum": [*CLAUSES, None],
            "description": "What the player did. Default: the only clause of that forfeit.",
        },
        "decided_by": {
            "type": ["string", "null"],
            "pattern": TEXT,
            "maxLength": LONGEST_REASON,
            "description": "Badge of the floorperson or above who decided. Default: who logs the round.",
        },
    },
    "required": ["seat"],
    "additionalProperties": False,
}


class RoundEntrySerializer(RoundInputSerializer):
    """A round in the round format, with its surrounding data. A null is the same as leaving a field out."""

    played_at = serializers.DateTimeField(
        required=False, allow_null=True, help_text="When it was played. Default: now."
    )
    deck = _number("The deck's number. Default: the deck whose turn it is.", example=12)
    dealt_by = _text("Badge of the dealer, if not the one assigned to the table.", example="CHP-2301")
    jackpot = Stake("The value of the top prize when the wheel hit it.", required=False, example="25000.00")
    irregularities = Argument(
        {"type": ["array", "null"], "items": {"type": "string", "enum": list(GOING_ON)}, "uniqueItems": True},
        required=False,
        help_text="Irregularities after which the round went on.",
    )
    failed_device = _number(
        "The number of a device that failed and is out of use. Required if a shoe or a shuffler failed.", example=7
    )
    forfeits = Argument(
        {"type": ["array", "null"], "items": FORFEIT},
        required=False,
        help_text="What the player of each forfeiting seat did, and who decided.",
        example=[{"seat": 2, "clause": "cards_touched", "decided_by": "CHP-2101"}],
    )
    void_explanation = _text(
        "Why the round is void, if for a reason that the rules do not name. A second person must sign.",
        SOME_TEXT,
        example="A fire alarm during the deal",
    )
    replaces = _number("The `id` of the voided round it corrects.", example=1203)
    breach_reason = _text(
        "Why it is logged with a violation. A second person must sign.",
        SOME_TEXT,
        example="The stub was counted one round late",
    )
    second_badge = _text("Badge of the pit boss or shift manager who signs.", example="CHP-2204")
    second_pin = _text("PIN of that person.", example="4711")


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
    key = _text(
        "Your own unique value, like the `Idempotency-Key` of a single round. Default: derived from the line.",
        example="8c1c5d8e-5d1b-4c0e-9a44-0d8a2f6f3c11",
    )
    table = _text("The table's code, if you want it checked.", example="CHP-04")


class NextSerializer(serializers.Serializer):
    """What comes next at a table."""

    number = Number("The number of the next round at this table.", example=119)
    deck = RoundDeckSerializer(allow_null=True, help_text="The deck whose turn it is.")
    count_due = Boolean("Whether the stub must be counted in it.")
    findings = FindingFieldsSerializer(many=True, help_text="What is wrong or due, most urgent first.")


class LoggedSerializer(serializers.Serializer):
    """A logged round."""

    id = Id()
    number = Number("The round's number at this table.", example=118)
    table = Text("The table's code; null if not at a table.", example="CHP-04")
    url = Text("The URL of the object.", example="/api/v1/rounds/1204/")
    played_at = Moment("When it was played.")
    deck = RoundDeckSerializer(help_text="The deck it was dealt from.")
    in_breach = Boolean("Whether it was logged with a violation.", example=False)
    settlement = SettlementSerializer(help_text="The round's settlement.")
    next = NextSerializer(help_text="What comes next at the table.")


class PreviewSerializer(serializers.Serializer):
    """The result of a preview."""

    settlement = SettlementSerializer(allow_null=True, help_text="The settlement; null while there are errors.")
    partly = SettlementSerializer(
        allow_null=True, help_text="The settlement of the complete seats, while others are incomplete."
    )
    errors = FieldErrorSerializer(many=True, help_text="All errors in the request.")  # type: ignore[assignment]  # a field, by its name
    violations = RefusalSerializer(many=True, help_text="Every gate that refuses the round.")
    expected_stub = Number("The correct stub count.", allow_null=True, example=40)


class LineRefusalSerializer(serializers.Serializer):
    """A gate that refuses a line."""

    code = Text("A stable code for programs.", example="no_deck")
    message = Text("What to do next.", example="There are no cards at this table. Bring a deck.")
    cite = Cite(allow_blank=True)


class LineSerializer(serializers.Serializer):
    """The result of one line."""

    line = Number("The line number, from 1.", example=1)
    answer = Number("201, 400 or 409: the status a single round would get.", example=201)
    id = Number("The round's number in this installation.", required=False, example=1204)
    number = Number("The round's number at its table.", required=False, example=118)
    status = Text("Settled, or void by the rules.", required=False, example="settled")
    totals = TotalsSerializer(required=False, help_text="The totals of all seats.")
    repeated = Boolean("True if it was logged before.", required=False)
    code = Text("The code of the refusal.", required=False, example="count_due")
    errors = FieldErrorSerializer(many=True, required=False, help_text="All errors in the request.")  # type: ignore[assignment]
    message = Text("What to do next.", required=False, example="There are no cards at this table. Bring a deck.")
    violations = LineRefusalSerializer(many=True, required=False, help_text="All violations.")
