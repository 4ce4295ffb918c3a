"""The board as JSON: what its page shows, and the header of every page."""

from collections import Counter
from typing import Any, get_args

from drf_spectacular.utils import OpenApiParameter, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from compliance.alerts.heartbeat import current_outage
from compliance.alerts.inbox import count_open
from compliance.api.endpoint import Endpoint
from compliance.api.fields import Boolean, Choice, Computed, Date, DictOf, FacilityCode, Moment, Number, Text
from compliance.api.openapi.schema import Description, path_key
from compliance.api.reverse import api_url
from compliance.api.serializers import FindingSerializer, PersonSerializer
from compliance.facilities.gaming_day import gaming_day
from compliance.findings import Status
from games.engine.loading import editions
from tables.floor.table_card import NO_OFFER, FindingPresenter, TableCard
from tables.models import Pit, Table
from tables.shifts.services import on_duty

from .views import board_of, find_pit

KEY = path_key("The facility's code.", example="CHP")
PIT = OpenApiParameter("pit", {"type": "string", "examples": ["P1"]}, description="The code of a pit: only its tables.")


def _status(of: str) -> Any:
    says = f"Status of {of}: fine, soon, due or blocked; rest if nothing is required."
    return Choice(says, get_args(Status))


class BoardDealerSerializer(serializers.Serializer):
    """The dealer at a table."""

    name = Text("The dealer's name.", example="Rosa Delgado")
    since = Moment("When the dealer came to this table.")


class BoardFloorpersonSerializer(serializers.Serializer):
    """The floorperson of a table."""

    name = Text("The floorperson's name.", example="Rosa Delgado")
    tables = Number("How many open tables this person supervises.", example=4)
    most = Number("How many open tables one person may supervise.", example=6)


class BoardDeckSerializer(serializers.Serializer):
    """A deck at a table."""

    serial = Text("The deck's serial number.", example="CHP-R-017")
    label = Text("Its position at the table and the color of its backs.", example="A red")  # type: ignore[assignment]  # a field, by its name
    back_colour = Text("The color of its backs.", example="red")
    position = Text("A or B at a table with two decks.", allow_blank=True, example="A")
    state = Text("Its state as text.", source="state_label", example="In play")
    status = _status("its clock")
    status_word = Text("The status in a word.", example="due")
    in_play_at = Moment("When it came into play.", allow_null=True)
    change_due_at = Moment("When its change is due.", source="due_at", allow_null=True)


class BoardStubSerializer(serializers.Serializer):
    """The stub count."""

    rounds = Number("Rounds dealt since the last stub count.", example=3)
    every = Number("The stub is counted once in this many rounds.", example=5)
    status = _status("the count")
    status_word = Text("The status in a word.", example="due")


class BoardNoticeSerializer(serializers.Serializer):
    """New limits that were announced."""

    text = Text("The announced limits.", example="Ante $10.00 to $200.00")
    effective_at = Moment("When they take effect.")


class BoardTableSerializer(serializers.Serializer):
    """A table on the board."""

    code = Text("The table's code.", example="CHP-04")
    url = Computed("The table's URL.", example="/api/v1/tables/CHP-04/")
    state = Choice("The table's state.", Table.State.choices, source="state.value", example="open")
    status = _status("the table")
    status_word = Text("The status in a word.", example="due")
    game = Computed("The game on offer; null if none is.", example="Criss Cross Poker")
    edition = Computed("The edition of its rules; null if no game is on offer.", example=editions()[0])
    dealing = Text("How cards are dealt, as text.", source="method_label", example="Manual shoe")
    dealer = BoardDealerSerializer(allow_null=True, help_text="Who deals now.")
    floorperson = BoardFloorpersonSerializer(allow_null=True, help_text="Who supervises now.")
    decks = BoardDeckSerializer(many=True, help_text="The decks at the table.")
    stub = BoardStubSerializer(allow_null=True, help_text="Null if the stub is not counted by rounds.")
    notice = BoardNoticeSerializer(allow_null=True, help_text="Announced new limits.")
    round_number = Number("Number of the last round at this table.", example=118)
    last_played_at = Moment("When the last round was played.", allow_null=True)
    rounds_in_last_hour = Computed("Rounds played in the last hour.", example=42)
    findings = Computed("What is wrong or due, most urgent first.")

    def get_url(self, card: TableCard) -> str:
        return api_url("table", card.code)

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_game(self, card: TableCard) -> str | None:
        return None if card.game == NO_OFFER[0] else card.game

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_edition(self, card: TableCard) -> str | None:
        return None if card.edition == NO_OFFER[1] else card.edition

    @extend_schema_field(FindingSerializer(many=True))
    def get_findings(self, card: TableCard) -> Any:
        return [_found(shown) for shown in card.findings]

    def get_rounds_in_last_hour(self, card: TableCard) -> int:
        return card.rounds_per_hour or 0


def _found(shown: FindingPresenter) -> dict[str, Any]:
    return shown.finding.fields() | {"remedy": shown.remedy and shown.remedy.over_api()}


class BoardFindingSerializer(FindingSerializer):
    """Something that is wrong or due on the floor."""

    of = Text("The code of its table, else of its facility.", example="CHP-04")


class BoardShiftSerializer(serializers.Serializer):
    """The shift on duty."""

    id = Number("The shift's ID; its report has the same.", example=12)
    name = Text("The shift's name.", source="template.name", example="Swing")
    manager = PersonSerializer(help_text="The shift manager.")
    began_at = Moment("When it began.")


class BoardSchedulerSerializer(serializers.Serializer):
    """The scheduler of timed checks."""

    running = Boolean("Whether scheduled checks are running.")
    silent_since = Moment("Since when they are not; null if they are, or never ran.", allow_null=True)


class BoardSerializer(serializers.Serializer):
    """A facility's floor at a glance."""

    facility = FacilityCode()
    pit = Text("The code of the requested pit.", allow_null=True, example="P1")
    gaming_day = Date("The current gaming day.")
    shift = BoardShiftSerializer(allow_null=True, help_text="The shift on duty.")
    alerts_open = Number("How many alerts are open, for anyone.", example=3)
    scheduler = BoardSchedulerSerializer(help_text="State of the scheduler.")
    states = DictOf(
        "Number of tables by state, without states that no table is in.",
        child=serializers.IntegerField(),
        example={"open": 12, "idle": 2, "closed": 4},
    )
    next = BoardFindingSerializer(many=True, help_text="What to do, most urgent first, with what waits for you.")
    tables = BoardTableSerializer(many=True, help_text="The tables, most urgent first.")


class ReadBoard(Endpoint):
    """GET returns the board of a facility."""

    def description(self) -> Description:
        says = (
            "Every table with what is due there, what to do next, who is on duty, and whether scheduled checks are "
            "running."
        )
        return Description("board_read", "facilities", "Facility board", says, BoardSerializer, parameters=[KEY, PIT])

    def get(self, request: Request, key: str) -> Response:
        facility = self.scope.facility(key)
        pit = find_pit(Pit.objects.filter(facility=facility), request.GET.get(PIT.name))
        found, silent = board_of(facility, pit, self.scope, self.at), current_outage(self.at)
        shown = {
            "facility": facility.code,
            "pit": pit.code if pit else None,
            "gaming_day": gaming_day(facility, self.at),
            "shift": on_duty(facility),
            "alerts_open": count_open(facility),
            "scheduler": {"running": silent is None, "silent_since": silent and silent.since},
            "states": Counter(card.state.value for card in found.tables),
            "next": [_found(shown) | {"of": shown.place} for shown in found.next],
            "tables": found.tables,
        }
        return Response(self.shown(BoardSerializer, shown))
