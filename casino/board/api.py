"""The board as JSON: what its page shows, and the header of every page."""

from collections import Counter
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from compliance.alerts.heartbeat import current_outage
from compliance.alerts.inbox import count_open
from compliance.api.endpoint import Endpoint
from compliance.api.errors import invalid_parameter
from compliance.api.openapi.schema import Description
from compliance.api.reverse import api_url
from compliance.api.serializers import FindingSerializer, Moment, PersonSerializer
from compliance.facilities.gaming_day import gaming_day
from compliance.models import Facility
from tables.floor.table_card import NO_OFFER, FindingPresenter, TableCard
from tables.models import Pit, Table
from tables.shifts.services import on_duty

from .views import board_of

KEY = OpenApiParameter("key", str, OpenApiParameter.PATH, description="The facility's code.")
PIT = OpenApiParameter("pit", str, description="The code of a pit: only its tables.")

STATUSES = ("fine", "soon", "due", "blocked", "rest")


def _status(of: str) -> Any:
    says = f"Status of {of}: fine, soon, due or blocked; rest if nothing is required."
    return serializers.ChoiceField(STATUSES, help_text=says)


class BoardDealerSerializer(serializers.Serializer):
    """The dealer at a table."""

    name = serializers.CharField(help_text="The dealer's name.")
    since = Moment(help_text="When the dealer came to this table.")


class BoardFloorpersonSerializer(serializers.Serializer):
    """The floorperson of a table."""

    name = serializers.CharField(help_text="The floorperson's name.")
    tables = serializers.IntegerField(help_text="How many open tables this person supervises.")
    most = serializers.IntegerField(help_text="How many open tables one person may supervise.")


class BoardDeckSerializer(serializers.Serializer):
    """A deck at a table."""

    serial = serializers.CharField(help_text="The deck's serial number.")
    label = serializers.CharField(  # type: ignore[assignment]  # a field, by its name
        help_text="Its position at the table and the color of its backs."
    )
    back_colour = serializers.CharField(help_text="The color of its backs.")
    position = serializers.CharField(allow_blank=True, help_text="A or B at a table with two decks.")
    state = serializers.CharField(source="state_label", help_text="Its state as text.")
    status = _status("its clock")
    status_word = serializers.CharField(help_text="The status in a word.")
    in_play_at = Moment(allow_null=True, help_text="When it came into play.")
    change_due_at = Moment(source="due_at", allow_null=True, help_text="When its change is due.")


class BoardStubSerializer(serializers.Serializer):
    """The stub count."""

    rounds = serializers.IntegerField(help_text="Rounds dealt since the last stub count.")
    every = serializers.IntegerField(help_text="The stub is counted once in this many rounds.")
    status = _status("the count")
    status_word = serializers.CharField(help_text="The status in a word.")


class BoardNoticeSerializer(serializers.Serializer):
    """New limits that were announced."""

    text = serializers.CharField(help_text="The announced limits.")
    effective_at = Moment(help_text="When they take effect.")


class BoardTableSerializer(serializers.Serializer):
    """A table on the board."""

    code = serializers.CharField(help_text="The table's code.")
    url = serializers.SerializerMethodField(help_text="The table's URL.")
    state = serializers.ChoiceField(Table.State.choices, source="state.value", help_text="The table's state.")
    status = _status("the table")
    status_word = serializers.CharField(help_text="The status in a word.")
    game = serializers.SerializerMethodField(help_text="The game on offer; null if none is.")
    edition = serializers.SerializerMethodField(help_text="The edition of its rules; null if no game is on offer.")
    dealing = serializers.CharField(source="method_label", help_text="How cards are dealt, as text.")
    dealer = BoardDealerSerializer(allow_null=True, help_text="Who deals now.")
    floorperson = BoardFloorpersonSerializer(allow_null=True, help_text="Who supervises now.")
    decks = BoardDeckSerializer(many=True, help_text="The decks at the table.")
    stub = BoardStubSerializer(allow_null=True, help_text="Null if the stub is not counted by rounds.")
    notice = BoardNoticeSerializer(allow_null=True, help_text="Announced new limits.")
    round_number = serializers.IntegerField(help_text="Number of the last round at this table.")
    last_played_at = Moment(allow_null=True, help_text="When the last round was played.")
    rounds_in_last_hour = serializers.SerializerMethodField(help_text="Rounds played in the last hour.")
    findings = serializers.SerializerMethodField(help_text="What is wrong or due, most urgent first.")

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

    of = serializers.CharField(help_text="The code of its table, else of its facility.")


class BoardShiftSerializer(serializers.Serializer):
    """The shift on duty."""

    id = serializers.IntegerField(help_text="The shift's ID; its report has the same.")
    name = serializers.CharField(source="template.name", help_text="The shift's name.")
    manager = PersonSerializer(help_text="The shift manager.")
    began_at = Moment(help_text="When it began.")


class BoardSchedulerSerializer(serializers.Serializer):
    """The scheduler of timed checks."""

    running = serializers.BooleanField(help_text="Whether scheduled checks are running.")
    silent_since = Moment(allow_null=True, help_text="Since when they are not; null if they are, or never ran.")


class BoardSerializer(serializers.Serializer):
    """A facility's floor at a glance."""

    facility = serializers.CharField(help_text="The facility's code.")
    pit = serializers.CharField(allow_null=True, help_text="The code of the requested pit.")
    gaming_day = serializers.DateField(help_text="The current gaming day.")
    shift = BoardShiftSerializer(allow_null=True, help_text="The shift on duty.")
    alerts_open = serializers.IntegerField(help_text="How many alerts are open, for anyone.")
    scheduler = BoardSchedulerSerializer(help_text="State of the scheduler.")
    states = serializers.DictField(
        child=serializers.IntegerField(), help_text="Number of tables by state, without states that no table is in."
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
        pit = _pit(facility, request.GET.get(PIT.name))
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


def _pit(facility: Facility, code: str | None) -> Pit | None:
    if code is None:
        return None
    pit = Pit.objects.filter(facility=facility, code=code).first()
    if pit is None:
        raise invalid_parameter(PIT.name, "There is no such pit.")
    return pit
