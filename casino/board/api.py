"""The board as JSON: what its page shows, and what stands around every page."""

from collections import Counter
from collections.abc import Collection
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from casino.web.page_context import shift_on_duty
from compliance.alerts.heartbeat import current_outage
from compliance.alerts.inbox import count_open
from compliance.api.endpoint import Endpoint
from compliance.api.lists.filters import invalid_parameter
from compliance.api.openapi.schema import Description
from compliance.api.reverse import api_url
from compliance.api.serializers import Moment, PersonSerializer
from compliance.facilities.gaming_day import gaming_day
from compliance.models import Facility
from tables.floor.serializers import DueSerializer
from tables.floor.table_card import NO_OFFER, TableCard
from tables.models import Pit, Table

from .views import board_of

KEY = OpenApiParameter("key", str, OpenApiParameter.PATH, description="The facility's code.")
PIT = OpenApiParameter("pit", str, description="The code of a pit: its tables alone.")

STATUSES = ("fine", "soon", "due", "blocked", "rest")


def _status(of: str) -> Any:
    says = f"How much {of} asks for: fine, soon, due, blocked; or rest, for what asks for nothing."
    return serializers.ChoiceField(STATUSES, help_text=says)


class BoardDealerSerializer(serializers.Serializer):
    """Who deals at a table."""

    name = serializers.CharField(help_text="Who deals.")
    since = Moment(help_text="Since when, at this table.")


class BoardFloorpersonSerializer(serializers.Serializer):
    """Who supervises a table."""

    name = serializers.CharField(help_text="Who supervises the table.")
    tables = serializers.IntegerField(help_text="How many open tables that person has.")
    most = serializers.IntegerField(help_text="How many one may have.")


class BoardDeckSerializer(serializers.Serializer):
    """A deck at a table."""

    serial = serializers.CharField(help_text="The deck's serial number.")
    label = serializers.CharField(  # type: ignore[assignment]  # a field, by its name
        help_text="Its place at the table and the colour of its backs."
    )
    back_colour = serializers.CharField(help_text="The colour of its backs.")
    position = serializers.CharField(allow_blank=True, help_text="A or B at a table with two decks.")
    state = serializers.CharField(source="state_label", help_text="Its state in words.")
    status = _status("its clock")
    status_word = serializers.CharField(help_text="The same in a word.")
    in_play_at = Moment(allow_null=True, help_text="Since when it is in play.")
    change_due_at = Moment(source="due_at", allow_null=True, help_text="By when it must be changed.")


class BoardStubSerializer(serializers.Serializer):
    """The count of the stub."""

    rounds = serializers.IntegerField(help_text="Rounds dealt since the stub was counted.")
    every = serializers.IntegerField(help_text="In every so many rounds it is counted.")
    status = _status("the count")
    status_word = serializers.CharField(help_text="The same in a word.")


class BoardNoticeSerializer(serializers.Serializer):
    """New limits that were announced."""

    text = serializers.CharField(help_text="The limits that were announced.")
    effective_at = Moment(help_text="From when they hold.")


class BoardTableSerializer(serializers.Serializer):
    """A table on the board."""

    code = serializers.CharField(help_text="The table's code.")
    url = serializers.SerializerMethodField(help_text="The table's address.")
    state = serializers.ChoiceField(Table.State.choices, source="state.value", help_text="The table's state.")
    status = _status("the table")
    status_word = serializers.CharField(help_text="The same in a word.")
    game = serializers.SerializerMethodField(help_text="The game that is offered; null where none is.")
    edition = serializers.SerializerMethodField(help_text="The edition of its rules; null where no game is offered.")
    dealing = serializers.CharField(source="method_label", help_text="How cards are dealt, in words.")
    dealer = BoardDealerSerializer(allow_null=True, help_text="Who deals there now.")
    floorperson = BoardFloorpersonSerializer(allow_null=True, help_text="Who supervises it now.")
    decks = BoardDeckSerializer(many=True, help_text="The decks at the table.")
    stub = BoardStubSerializer(allow_null=True, help_text="Null where the stub is not counted by rounds.")
    notice = BoardNoticeSerializer(allow_null=True, help_text="New limits that were announced.")
    round_number = serializers.IntegerField(help_text="Of the last round at this table.")
    last_played_at = Moment(allow_null=True, help_text="When the last round was played.")
    rounds_in_last_hour = serializers.SerializerMethodField(help_text="How many rounds were played within an hour.")
    dues = DueSerializer(many=True, help_text="What is due, the most urgent first.")

    def get_url(self, card: TableCard) -> str:
        return api_url("table", card.code)

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_game(self, card: TableCard) -> str | None:
        return None if card.game == NO_OFFER[0] else card.game

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_edition(self, card: TableCard) -> str | None:
        return None if card.edition == NO_OFFER[1] else card.edition

    def get_rounds_in_last_hour(self, card: TableCard) -> int:
        return card.rounds_per_hour or 0


class BoardDueSerializer(DueSerializer):
    """Something that is due on the floor."""

    of = serializers.CharField(source="table_code", help_text="The code of its table; else the facility's.")


class BoardShiftSerializer(serializers.Serializer):
    """The shift on duty."""

    id = serializers.IntegerField(help_text="The shift's number; its report has the same.")
    name = serializers.CharField(source="template.name", help_text="What the shift is called.")
    manager = PersonSerializer(help_text="Who manages it.")
    began_at = Moment(help_text="When it began.")


class BoardSchedulerSerializer(serializers.Serializer):
    """What is done by the clock."""

    running = serializers.BooleanField(help_text="Whether what is done by the clock goes on.")
    silent_since = Moment(allow_null=True, help_text="Since when it does not; null if it never did, or does.")


class BoardSerializer(serializers.Serializer):
    """A facility's floor at a glance."""

    facility = serializers.CharField(help_text="The facility's code.")
    pit = serializers.CharField(allow_null=True, help_text="The code of the pit that was asked for.")
    gaming_day = serializers.DateField(help_text="The gaming day that it is now.")
    shift = BoardShiftSerializer(allow_null=True, help_text="The shift that is on duty.")
    alerts_open = serializers.IntegerField(help_text="How many alerts are open, whoever's they are.")
    scheduler = BoardSchedulerSerializer(help_text="Whether alerts are found by the clock.")
    states = serializers.DictField(
        child=serializers.IntegerField(), help_text="How many tables are in which state, for each that there is."
    )
    next = BoardDueSerializer(many=True, help_text="What to do, the most urgent first; also what waits for you.")
    tables = BoardTableSerializer(many=True, help_text="The tables, those that ask for most first.")


class ReadBoard(Endpoint):
    """GET tells what the board of a facility shows."""

    def description(self) -> Description:
        says = (
            "Every table at a glance with what is due there, what to do next, who is on duty, and whether the clock's "
            "work goes on."
        )
        return Description(
            "board_read", "facilities", "Board of a facility", says, BoardSerializer, parameters=[KEY, PIT]
        )

    def parameters(self) -> Collection[str]:
        return (PIT.name,)

    def get(self, request: Request, key: str) -> Response:
        facility = self.scope.facility(key)
        pit = _pit(facility, request.GET.get(PIT.name))
        found, silent = board_of(facility, pit, self.scope, self.at), current_outage(self.at)
        shown = {
            "facility": facility.code,
            "pit": pit.code if pit else None,
            "gaming_day": gaming_day(facility, self.at),
            "shift": shift_on_duty(facility),
            "alerts_open": count_open(facility),
            "scheduler": {"running": silent is None, "silent_since": silent and silent.since},
            "states": Counter(card.state.value for card in found.tables),
            "next": found.next,
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
