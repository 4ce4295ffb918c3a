"""Pits and tables as JSON."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from compliance.acts.registry import SUBJECTS
from compliance.api.reverse import api_url
from compliance.api.serializers import Moment, PersonSerializer, RefusalSerializer, WithActs, WithAddress, refusals
from compliance.facilities.serializers import FacilitySerializer
from compliance.models import Facility
from tables.dealers.roster import floorperson_at, stint_at
from tables.decks.serializers import DeckSerializer
from tables.devices.dealing_method import dealing_method_at
from tables.devices.serializers import DeviceSerializer
from tables.findings.due import dues, stub
from tables.models import Deck, Pit, ShiftTemplate, Table
from tables.openings.services import missing
from tables.openings.steps import opening_steps
from tables.shifts.serializers import TemplateSerializer

from .services import running_notice


class PitDetailFields(serializers.Serializer):
    reserve = serializers.SerializerMethodField(help_text="How many decks are in its reserve.")

    def get_reserve(self, pit: Pit) -> int:
        return Deck.objects.filter(pit=pit, state=Deck.State.PIT).count()


# ── Tables


class OpeningStepSerializer(serializers.Serializer):
    """A step of an opening that is under way."""

    deck = serializers.IntegerField(source="deck.pk", help_text="The deck that needs it.")
    step = serializers.CharField(source="step.value.id", help_text="What `step` of deck.step is called with.")
    by = serializers.CharField(source="step.value.by", help_text="Who does it.")
    does = serializers.CharField(source="step.value.does", help_text="What is done.")
    cite = serializers.CharField(source="step.cite", help_text="The paragraph that demands it.")
    done_by = PersonSerializer(source="done.done_by", default=None, allow_null=True, help_text="Null if it is not.")
    done_at = Moment(source="done.done_at", default=None, allow_null=True, help_text="Null if it is not.")
    is_next = serializers.BooleanField(help_text="Whether it comes next for its deck.")


class StubSerializer(serializers.Serializer):
    """How many rounds were dealt since the stub was last counted, of how many one is counted."""

    rounds = serializers.IntegerField(help_text="Rounds dealt since it was counted.")
    every = serializers.IntegerField(help_text="In every so many rounds it is counted.")


class TableDetailFields(serializers.Serializer):
    round_number = serializers.IntegerField(help_text="Of the last round at this table.")
    last_played_at = Moment(allow_null=True, help_text="When that was played.")
    stub = serializers.SerializerMethodField(help_text="Null where the stub is not counted by rounds.")
    opening = serializers.SerializerMethodField(help_text="The steps of an opening under way; null where none is.")

    @extend_schema_field(StubSerializer(allow_null=True))
    def get_stub(self, table: Table) -> Any:
        found = stub(table, self.context["at"])
        return StubSerializer(found).data if found else None

    @extend_schema_field(OpeningStepSerializer(many=True, allow_null=True))
    def get_opening(self, table: Table) -> Any:
        steps = opening_steps(table, self.context["at"])
        return None if steps is None else OpeningStepSerializer(steps, many=True).data


class FacilityDetailSerializer(FacilitySerializer, WithActs):
    shift_templates = serializers.SerializerMethodField()

    @extend_schema_field(TemplateSerializer(many=True))
    def get_shift_templates(self, facility: Facility) -> Any:
        current = ShiftTemplate.objects.filter(facility=facility, retired_at=None)
        return TemplateSerializer(current, many=True).data


# ── Pits ──


class PitSerializer(WithAddress):
    """A part of the floor."""

    KIND = "pit"

    id = serializers.IntegerField()
    facility = serializers.CharField(source="facility.code")
    code = serializers.CharField()
    name = serializers.CharField()
    pit_boss = serializers.SerializerMethodField(help_text="Who has the pit in this shift.")
    tables = serializers.SerializerMethodField(help_text="Codes of its tables.")

    @extend_schema_field(PersonSerializer(allow_null=True))
    def get_pit_boss(self, pit: Pit) -> Any:
        duty = next((each for each in pit.duties.all() if each.ended_at is None), None)
        return PersonSerializer(duty.staff).data if duty else None

    def get_tables(self, pit: Pit) -> list[str]:
        return sorted(table.code for table in pit.tables.all())


class PitDetailSerializer(PitSerializer, PitDetailFields, WithActs):
    pass


# ── Tables ──


class DealerAtTableSerializer(PersonSerializer):
    """Who deals at a table."""

    since = Moment()


class VersionSerializer(serializers.Serializer):
    """An offer or a layout in short."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    version = serializers.IntegerField()
    edition = serializers.CharField()


class DealingSerializer(serializers.Serializer):
    """How cards are dealt at a table."""

    method = serializers.ChoiceField(("hand", "manual_shoe", "automated_shoe"))
    shuffler = serializers.ChoiceField(("none", "automated", "counting"))
    reshuffles = serializers.BooleanField()
    bonus_spin = serializers.BooleanField()


class NoticeSerializer(serializers.Serializer):
    """New limits that were announced."""

    offer = VersionSerializer()
    effective_at = Moment(source="from_at")


class DueSerializer(serializers.Serializer):
    """Something that is due."""

    status = serializers.ChoiceField(("soon", "due", "blocked"))
    text = serializers.CharField()
    cite = serializers.CharField(allow_null=True)
    due_at = Moment(allow_null=True)
    act = serializers.SerializerMethodField(help_text="The address of the act that ends it, if you may do it.")

    def get_act(self, due: Any) -> str | None:
        if due.act is None or not self.context["scope"].may(due.act, due.on.facility):
            return None
        return api_url(due.act, SUBJECTS[due.act.partition(".")[0]].key(due.on))


class TableSerializer(WithAddress):
    """A table, as it is now."""

    KIND = "table"

    code = serializers.CharField()
    facility = serializers.CharField(source="facility.code")
    pit = serializers.IntegerField(source="pit_id")
    number = serializers.IntegerField()
    positions = serializers.IntegerField()
    state = serializers.ChoiceField(Table.State.choices)
    state_since = Moment()
    cause = serializers.CharField(allow_blank=True, help_text="Why it is closed for cause.")
    sign_posted = serializers.BooleanField()
    rounds_since_count = serializers.IntegerField(help_text="Rounds since the stub was counted.")
    dealer = serializers.SerializerMethodField()
    floorperson = serializers.SerializerMethodField()
    dealing = serializers.SerializerMethodField(help_text="How cards are dealt, by the devices at the table.")
    offer = serializers.SerializerMethodField(help_text="In force now.")
    layout = serializers.SerializerMethodField(help_text="In force now.")
    notice = serializers.SerializerMethodField(help_text="New limits that were announced.")
    decks = serializers.SerializerMethodField()
    devices = DeviceSerializer(many=True)
    dues = serializers.SerializerMethodField(help_text="What is due, the most urgent first.")

    @extend_schema_field(DealerAtTableSerializer(allow_null=True))
    def get_dealer(self, table: Table) -> Any:
        stint = stint_at(table)
        if stint is None:
            return None
        person = {"badge": stint.staff.badge, "name": stint.staff.name, "since": stint.started_at}
        return DealerAtTableSerializer(person).data

    @extend_schema_field(PersonSerializer(allow_null=True))
    def get_floorperson(self, table: Table) -> Any:
        person = floorperson_at(table)
        return PersonSerializer(person).data if person else None

    @extend_schema_field(DealingSerializer)
    def get_dealing(self, table: Table) -> Any:
        return DealingSerializer(dealing_method_at(table)).data

    @extend_schema_field(VersionSerializer(allow_null=True))
    def get_offer(self, table: Table) -> Any:
        offer = table.offer_at(self.context["at"])
        return VersionSerializer(offer).data if offer else None

    @extend_schema_field(VersionSerializer(allow_null=True))
    def get_layout(self, table: Table) -> Any:
        layout = table.layout_at(self.context["at"])
        return VersionSerializer(layout).data if layout else None

    @extend_schema_field(NoticeSerializer(allow_null=True))
    def get_notice(self, table: Table) -> Any:
        notice = running_notice(table, self.context["at"])
        return NoticeSerializer(notice).data if notice else None

    @extend_schema_field(DeckSerializer(many=True))
    def get_decks(self, table: Table) -> Any:
        here = [deck for deck in table.known("decks", state__in=Deck.AT_TABLE) if deck.state in Deck.AT_TABLE]
        return DeckSerializer(here, many=True, context=self.context).data

    @extend_schema_field(DueSerializer(many=True))
    def get_dues(self, table: Table) -> Any:
        return DueSerializer(dues(table, self.context["at"]), many=True, context=self.context).data


class TableDetailSerializer(TableSerializer, TableDetailFields, WithActs):
    missing = serializers.SerializerMethodField(help_text="What keeps the table from being open.")

    @extend_schema_field(RefusalSerializer(many=True))
    def get_missing(self, table: Table) -> Any:
        return refusals(missing(table, self.context["at"]), table, self.context["scope"])
