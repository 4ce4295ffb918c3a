"""Rounds as JSON."""

from typing import Any

from rest_framework import serializers

from compliance.api.fields import Boolean, Choice, Cite, Computed, Date, FacilityCode, Id, ListOf, Moment, Number, Text
from compliance.api.lists.columns import Derived, JsonText
from compliance.api.serializers import PersonSerializer, WithActs, WithAddress
from games.engine.loading import editions
from games.engine.money import dollars
from games.models import Round
from games.rounds.stub_tally import expected_stub
from games.serializer_fields import Dollars
from games.violations.serializers import ViolationSerializer

from .round_format import RoundInputSerializer, SettlementSerializer


class RoundDeckSerializer(serializers.Serializer):
    """The deck of a round."""

    id = Id()
    label = Text("Its position at the time, and its back color.", example="A red")  # type: ignore[assignment]  # a field, by its name


class VoidingSerializer(serializers.Serializer):
    """The voiding of a round."""

    reason = Text("The reason.", example="Entered at the wrong table")
    voided_by = PersonSerializer(help_text="Who voided it.")
    signed_by = PersonSerializer(source="signature.signer", help_text="Who signed for it.")
    voided_at = Moment("When it was voided.")


class ForfeitSerializer(serializers.Serializer):
    """Why a seat forfeited its wagers."""

    seat = Number("The seat's number.", example=2)
    forfeit = Text("The reason: conduct or abandoned.", example="conduct")
    clause = Text("What the player did.", example="cards_touched")
    cite = Cite("The paragraph of the clause.")
    decided_by = Text("Badge of the floorperson or above who decided.", example="CHP-2101")


def _deck(key: int, position: str, back_colour: str) -> dict[str, Any]:
    return {"id": key, "label": f"{position} {back_colour}".strip()}


def _house_net(staked_cents: int, pays_cents: int, returned_cents: int) -> str:
    return dollars(staked_cents - pays_cents - returned_cents)


class RoundSerializer(WithAddress):
    """A round of play."""

    KIND, EXAMPLE_URL = "round", "/api/v1/rounds/1204/"

    id = Id()
    facility = FacilityCode(source="facility.code")
    table = Text("The table's code; null if not at a table.", source="table.code", example="CHP-04")
    number = Number("The round's number at its table, in logging order.", example=118)
    edition = Text("The ID of the rulebook edition.", example=editions()[0])
    revision = Number("The revision of the rulebook that it was settled under.", example=2)
    offer = Number("The offer it was settled under.", source="offer_id", example=5)
    deck = Derived(
        "deck_id",
        "position",
        "deck__back_colour",
        by=_deck,
        shown_as=RoundDeckSerializer,
        help_text="The deck it was dealt from.",
    )
    dealer = PersonSerializer(help_text="Who dealt.")
    method = Text("How cards were dealt: hand, manual_shoe or automated_shoe.", example="manual_shoe")
    gaming_day = Date("The gaming day that it belongs to.")
    played_at = Moment("When it was played.")
    logged_at = Moment("When it was logged.")
    logged_by = PersonSerializer(help_text="Who logged it.")
    status = Choice("Settled, or void by the rules.", Round.Status.choices)
    void_reason = Text("Why it is void by the rules; empty if it is settled.", allow_blank=True, example="stub_count")
    stub = Number("The stub count, if it was counted.", allow_null=True, example=40)
    deck_removed = Boolean("The deck failed the count.", example=False)
    seats = Number("How many seats were dealt in.", example=2)
    staked = Dollars("The total wagered, in dollars.", source="staked_cents", example="25.00")
    pays = Dollars("The amount won, without the stakes, in dollars.", source="pays_cents", example="0.00")
    returned = Dollars("Stakes given back, in dollars.", source="returned_cents", example="0.00")
    house_net = Derived(
        "staked_cents",
        "pays_cents",
        "returned_cents",
        by=_house_net,
        shown_as=Dollars,
        help_text="The house's gain, in dollars; negative for a loss.",
        example="25.00",
    )
    in_breach = Derived("breach_reason", by=bool, shown_as=bool, help_text="Logged with a violation.", example=False)
    replaces = Number("The round it corrects.", source="replaces_id", allow_null=True, example=1203)
    voided = Derived(
        "voiding__pk",
        by=lambda voiding: voiding is not None,
        shown_as=bool,
        help_text="Voided: it counts for nothing.",
        example=False,
    )


class RoundDetailSerializer(RoundSerializer, WithActs):
    irregularities = ListOf(
        "The irregularities after which it went on.", child=serializers.CharField(), example=["drawn_in_error"]
    )
    breach_reason = Text(
        "Why it was logged with a violation; empty otherwise.",
        allow_blank=True,
        example="The stub was counted one round late",
    )
    signed_by = PersonSerializer(
        source="signature.signer",
        default=None,
        allow_null=True,
        help_text="Who signed for the violation, or for the void.",
    )
    shift = Number("The shift it belongs to.", source="shift_id", allow_null=True, example=12)
    count_due = Boolean("Whether a stub count was due. If the round is void, the next one owes it.")
    expected_stub = Computed("The correct stub count, by the cards on the table.", example=40)
    misdealt = Boolean("Whether the count was explained by a misdeal.")
    failed_device = Number("The device that failed.", source="failed_device_id", allow_null=True, example=7)
    void_explanation = Text(
        "Why it is void, if for a reason that the rules do not name; empty otherwise.",
        allow_blank=True,
        example="A fire alarm during the deal",
    )
    forfeits = ForfeitSerializer(many=True, help_text="The seats that forfeited their wagers.")
    limit_cut = Dollars("The amount cut by payout limits.", source="limit_cut_cents", example="0.00")
    jackpot = Dollars(
        "The top prize, if the wheel hit it.", source="jackpot_cents", allow_null=True, example="25000.00"
    )
    violations = Computed("Its violations.", shown_as=ViolationSerializer(many=True))
    voiding = Computed("Who voided it, and why.", shown_as=VoidingSerializer(allow_null=True))
    replaced_by = Computed("The round that replaces it.", example=1205)
    input = JsonText(shown_as=RoundInputSerializer, help_text="The round as entered, in the round format.")
    settlement = JsonText(shown_as=SettlementSerializer, help_text="Its settlement, in the round format.")

    def get_expected_stub(self, round_: Round) -> int:
        return expected_stub(round_.offer.terms, round_.entered(), round_.seats)

    def get_violations(self, round_: Round) -> Any:
        return round_.violations.select_related("facility", "round__table", "closed_by").order_by("pk")

    def get_voiding(self, round_: Round) -> Any:
        return round_.voiding if round_.is_voided else None

    def get_replaced_by(self, round_: Round) -> int | None:
        return Round.objects.filter(replaces=round_).values_list("pk", flat=True).first()
