"""Pits and tables as JSON."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from compliance.alerts.inbox import stored_findings, table_findings
from compliance.api.serializers import (
    FindingSerializer,
    Moment,
    PersonSerializer,
    RefusalSerializer,
    WithActs,
    WithAddress,
    present_finding,
    refusals,
)
from compliance.facilities.serializers import FacilitySerializer
from compliance.models import Facility
from tables.dealers.roster import floorperson_at, stint_at
from tables.decks.serializers import DeckSerializer
from tables.devices.dealing_method import dealing_method_at
from tables.devices.serializers import DeviceSerializer
from tables.findings.decks import stub_count_at
from tables.models import Deck, Pit, ShiftTemplate, Table
from tables.openings.services import missing
from tables.openings.steps import opening_steps
from tables.shifts.serializers import TemplateSerializer

from .services import running_notice


class PitDetailFields(serializers.Serializer):
    reserve = serializers.SerializerMethodField(help_text="Number of decks in the pit's reserve.")

    def get_reserve(self, pit: Pit) -> int:
        return Deck.objects.filter(pit=pit, state=Deck.State.PIT).count()


class OpeningStepSerializer(serializers.Serializer):
    """A step of an opening in progress."""

    deck = serializers.IntegerField(source="deck.pk", help_text="The deck that needs this step.")
    step = serializers.CharField(source="step.value.id", help_text="The value of `step` in deck.step.")
    by = serializers.CharField(source="step.value.by", help_text="Who performs the step.")
    does = serializers.CharField(source="step.value.does", help_text="What they do.")
    cite = serializers.CharField(source="step.cite", help_text="The paragraph that requires it.")
    done_by = PersonSerializer(source="done.done_by", default=None, allow_null=True, help_text="Null until it is done.")
    done_at = Moment(source="done.done_at", default=None, allow_null=True, help_text="Null until it is done.")
    is_next = serializers.BooleanField(help_text="Whether it is the deck's next step.")


class StubSerializer(serializers.Serializer):
    """Rounds since the last stub count, and how often the stub is counted."""

    rounds = serializers.IntegerField(help_text="Rounds dealt since the last count.")
    every = serializers.IntegerField(help_text="The stub is counted once in this many rounds.")


class TableDetailFields(serializers.Serializer):
    round_number = serializers.IntegerField(help_text="Number of the last round at this table.")
    last_played_at = Moment(allow_null=True, help_text="When the last round was played.")
    stub = serializers.SerializerMethodField(help_text="Null if the stub is not counted at this table.")
    opening = serializers.SerializerMethodField(help_text="Steps of the opening in progress; null if there is none.")

    @extend_schema_field(StubSerializer(allow_null=True))
    def get_stub(self, table: Table) -> Any:
        found = stub_count_at(table, self.context["at"])
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


class PitSerializer(WithAddress):
    """A part of the floor."""

    KIND = "pit"

    id = serializers.IntegerField()
    facility = serializers.CharField(source="facility.code")
    code = serializers.CharField()
    name = serializers.CharField()
    pit_boss = serializers.SerializerMethodField(help_text="The pit boss on duty.")
    tables = serializers.SerializerMethodField(help_text="Codes of the pit's tables.")

    @extend_schema_field(PersonSerializer(allow_null=True))
    def get_pit_boss(self, pit: Pit) -> Any:
        duty = next((each for each in pit.duties.all() if each.ended_at is None), None)
        return PersonSerializer(duty.staff).data if duty else None

    def get_tables(self, pit: Pit) -> list[str]:
        return sorted(table.code for table in pit.tables.all())


class PitDetailSerializer(PitSerializer, PitDetailFields, WithActs):
    pass


class DealerAtTableSerializer(PersonSerializer):
    """The dealer at a table."""

    since = Moment()


class VersionSerializer(serializers.Serializer):
    """An offer or a layout, in brief."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    version = serializers.IntegerField()
    edition = serializers.CharField()


class DealingSerializer(serializers.Serializer):
    """The dealing method at a table."""

    method = serializers.ChoiceField(("hand", "manual_shoe", "automated_shoe"))
    shuffler = serializers.ChoiceField(("none", "automated", "counting"))
    reshuffles = serializers.BooleanField()
    bonus_spin = serializers.BooleanField()


class NoticeSerializer(serializers.Serializer):
    """Announced new limits."""

    offer = VersionSerializer()
    effective_at = Moment(source="from_at")


class TableSerializer(WithAddress):
    """A table in its current state."""

    KIND = "table"

    code = serializers.CharField()
    facility = serializers.CharField(source="facility.code")
    pit = serializers.IntegerField(source="pit_id")
    number = serializers.IntegerField()
    positions = serializers.IntegerField()
    state = serializers.ChoiceField(Table.State.choices)
    state_since = Moment()
    cause = serializers.CharField(allow_blank=True, help_text="Why the table is closed for cause.")
    sign_posted = serializers.BooleanField()
    rounds_since_count = serializers.IntegerField(help_text="Rounds since the last stub count.")
    dealer = serializers.SerializerMethodField()
    floorperson = serializers.SerializerMethodField()
    dealing = serializers.SerializerMethodField(help_text="Dealing method, derived from the table's devices.")
    offer = serializers.SerializerMethodField(help_text="Currently in force; null if none is.")
    layout = serializers.SerializerMethodField(help_text="Currently in force; null if none is.")
    notice = serializers.SerializerMethodField(help_text="Announced new limits; null if there are none.")
    decks = serializers.SerializerMethodField()
    devices = DeviceSerializer(many=True)
    findings = serializers.SerializerMethodField(help_text="What is wrong or due, most urgent first.")

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

    @extend_schema_field(FindingSerializer(many=True))
    def get_findings(self, table: Table) -> Any:
        # The rows of a list share their context.
        known: dict[int, Any] = self.context.setdefault("stored", {})  # type: ignore[attr-defined]
        if table.facility_id not in known:
            known[table.facility_id] = stored_findings(table.facility)
        found = table_findings([table], self.context["at"], known[table.facility_id])
        return [present_finding(each, table, self.context["scope"]) for each in found[table.code]]


class TableDetailSerializer(TableSerializer, TableDetailFields, WithActs):
    missing = serializers.SerializerMethodField(help_text="What still prevents the table from opening.")

    @extend_schema_field(RefusalSerializer(many=True))
    def get_missing(self, table: Table) -> Any:
        return refusals(missing(table, self.context["at"]), table, self.context["scope"])
