"""Violations as JSON."""

from compliance.api.fields import FacilityCode, Id, Moment, Number, Text
from compliance.api.serializers import PersonSerializer, WithActs, WithAddress


class ViolationSerializer(WithAddress):
    """A violation of one gate by a round."""

    KIND, EXAMPLE_URL = "violation", "/api/v1/violations/9/"

    id = Id()
    facility = FacilityCode(source="facility.code")
    table = Text("The table's code; null if not at a table.", source="round.table.code", example="CHP-04")
    round = Number("The round's `id`: its number in this installation.", source="round_id", example=1204)
    code = Text("The violated gate.", example="count_due")
    message = Text("What was violated.", example="A stub count was due in this round, and none was entered.")
    cite = Text("The paragraph that was violated; empty for a house rule.", allow_blank=True, example="MD Ch. 9 §C")
    opened_at = Moment("When it was opened.")
    closed_at = Moment("When it was closed; null while it is open.", allow_null=True)
    closed_by = PersonSerializer(allow_null=True, help_text="Who closed it.")
    finding = Text(
        "What happened, who was informed, and what was done; empty until it is closed.",
        allow_blank=True,
        example="The dealer was reminded, and the stub was counted in the next round.",
    )


class ViolationDetailSerializer(ViolationSerializer, WithActs):
    played_at = Moment("When the round was played.", source="round.played_at")
    dealer = PersonSerializer(source="round.dealer", help_text="The dealer.")
    breach_reason = Text(
        "Why it was played anyway.", source="round.breach_reason", example="The stub was counted one round late"
    )
    logged_by = PersonSerializer(source="round.logged_by", help_text="Who logged it.")
    signed_by = PersonSerializer(
        source="round.signature.signer", default=None, allow_null=True, help_text="Who signed for it."
    )
