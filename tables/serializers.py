"""The floor as JSON."""

from datetime import datetime
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from compliance.acts.registry import SUBJECTS
from compliance.api.reverse import address_of
from compliance.api.serializers import Moment, PersonSerializer, RefusalSerializer, WithActs, WithAddress, refusals
from compliance.facilities.serializers import FacilitySerializer
from compliance.models import Facility, Posting

from .dealing import dealing_at
from .dues import dues
from .models import Deck, Device, Pit, Shift, ShiftTemplate, Table
from .page_serializers import OfDealer, OfDeck, OfPit, OfTable
from .people import floorperson_at, stint_at
from .sequence import opening_of, progress
from .services.floor import running_notice
from .services.opening import missing


@extend_schema_field({"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"})
class TimeOfDay(serializers.TimeField):
    """A time by the facility's clock. It has no seconds and no offset, as what JSON Schema calls a time has."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(format="%H:%M", **kwargs)


class TemplateSerializer(serializers.Serializer):
    """A shift, as it is planned for every day."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    starts = TimeOfDay()
    ends = TimeOfDay(help_text="Past midnight if it is before the beginning.")


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


class PitDetailSerializer(PitSerializer, OfPit, WithActs):
    pass


# ── Decks and devices ──


class DeckSerializer(WithAddress):
    """A deck of cards."""

    KIND = "deck"

    id = serializers.IntegerField()
    facility = serializers.CharField(source="facility.code")
    serial = serializers.CharField()
    design = serializers.CharField()
    back_colour = serializers.CharField()
    seal = serializers.CharField(allow_blank=True, help_text="The number of its seal, if it was preshuffled.")
    state = serializers.ChoiceField(Deck.State.choices)
    state_since = Moment()
    pit = serializers.IntegerField(source="pit_id", allow_null=True, help_text="In whose reserve it is or was last.")
    table = serializers.CharField(source="table.code", default=None, allow_null=True)
    position = serializers.CharField(allow_blank=True, help_text="A or B at a table.")
    in_play_at = Moment(allow_null=True)
    change_due_at = Moment(allow_null=True, help_text="By when it must be changed.")
    change_cite = serializers.CharField(allow_blank=True, help_text="The paragraph that says so.")
    removed_at = Moment(allow_null=True)
    removed_reason = serializers.ChoiceField(Deck.Reason.choices, allow_blank=True)


class StepSerializer(serializers.Serializer):
    """A step by which a deck comes into play."""

    id = serializers.CharField(help_text="What `step` of deck.step is called with.")
    by = serializers.CharField()
    does = serializers.CharField()
    cite = serializers.CharField()


class DeckDetailSerializer(DeckSerializer, OfDeck, WithActs):
    next_step = serializers.SerializerMethodField(help_text="Of a deck on its way into play: what comes next.")

    @extend_schema_field(StepSerializer(allow_null=True))
    def get_next_step(self, deck: Deck) -> Any:
        at: datetime = self.context["at"]
        opening = opening_of(deck.table) if deck.table and deck.state in Deck.AT_TABLE else None
        offer = deck.table.offer_at(at) if deck.table and opening else None
        if deck.table is None or opening is None or offer is None:
            return None
        step = progress(opening, deck, offer.book, dealing_at(deck.table)).next
        return step and {"id": step.value.id, "by": step.value.by, "does": step.value.does, "cite": step.cite}


class DeviceSerializer(WithAddress):
    """A shuffler, a shoe or Bonus Spin hardware."""

    KIND = "device"

    id = serializers.IntegerField()
    facility = serializers.CharField(source="facility.code")
    kind = serializers.ChoiceField(Device.Kind.choices)
    model = serializers.CharField()
    serial = serializers.CharField()
    counts = serializers.BooleanField(help_text="Counts the deck after each shuffle.")
    reshuffles = serializers.BooleanField(help_text="Reshuffles and counts the cards by itself.")
    approval_reference = serializers.CharField(allow_blank=True)
    approved_on = serializers.DateField(allow_null=True)
    table = serializers.CharField(source="table.code", default=None, allow_null=True)
    failed_at = Moment(allow_null=True, help_text="Since when it is out of order.")
    fault = serializers.CharField(allow_blank=True)
    handling = serializers.ChoiceField(Device.Handling.choices, allow_blank=True)
    inspected_on = serializers.DateField(allow_null=True, help_text="The gaming day of its last inspection.")
    inspected_by = PersonSerializer(allow_null=True)
    retired_at = Moment(allow_null=True)


class DeviceDetailSerializer(DeviceSerializer, WithActs):
    pass


# ── Dealers and shifts ──


class LicenceSerializer(serializers.Serializer):
    """A dealer's licence."""

    id = serializers.IntegerField()
    number = serializers.CharField()
    valid_from = serializers.DateField()
    expires_on = serializers.DateField(help_text="The last day on which it holds.")
    revoked_on = serializers.DateField(allow_null=True)


class TestSerializer(serializers.Serializer):
    """A table test that was passed."""

    game = serializers.CharField()
    passed_on = serializers.DateField()
    examiner = PersonSerializer()


class StintSerializer(serializers.Serializer):
    """Where a dealer is."""

    table = serializers.CharField(source="table.code", default=None, allow_null=True, help_text="null: on a break.")
    started_at = Moment()


class DealerSerializer(WithAddress):
    """Someone's posting as a dealer at a facility."""

    KIND = "dealer"

    id = serializers.IntegerField()
    facility = serializers.CharField(source="facility.code")
    badge = serializers.CharField(source="staff.badge")
    name = serializers.CharField(source="staff.name")
    started_at = Moment(help_text="Since when a dealer here.")
    ended_at = Moment(allow_null=True)
    licences = serializers.SerializerMethodField()
    tests = serializers.SerializerMethodField(help_text="Table tests passed.")
    stint = serializers.SerializerMethodField(help_text="Where the dealer is now; null: free, or not at this facility.")

    @extend_schema_field(LicenceSerializer(many=True))
    def get_licences(self, dealer: Posting) -> Any:
        return LicenceSerializer(_here(dealer, "licences"), many=True).data

    @extend_schema_field(TestSerializer(many=True))
    def get_tests(self, dealer: Posting) -> Any:
        return TestSerializer(_here(dealer, "table_tests"), many=True).data

    @extend_schema_field(StintSerializer(allow_null=True))
    def get_stint(self, dealer: Posting) -> Any:
        stint = next((each for each in _here(dealer, "stints") if each.ended_at is None), None)
        return StintSerializer(stint).data if stint else None


def _here(dealer: Posting, related: str) -> list[Any]:
    """Return what belongs to the dealer at this facility: another's is nobody's business here."""
    return [each for each in getattr(dealer.staff, related).all() if each.facility_id == dealer.facility_id]


class DealerDetailSerializer(DealerSerializer, OfDealer, WithActs):
    pass


class DutySerializer(serializers.Serializer):
    """That someone had a pit."""

    pit = serializers.CharField(source="pit.code")
    pit_boss = PersonSerializer(source="staff")
    started_at = Moment()
    ended_at = Moment(allow_null=True)


class ShiftSerializer(WithAddress):
    """A shift that was begun."""

    KIND = "shift"

    id = serializers.IntegerField()
    facility = serializers.CharField(source="facility.code")
    template = TemplateSerializer()
    gaming_day = serializers.DateField()
    manager = PersonSerializer()
    began_at = Moment()
    ended_at = Moment(allow_null=True)
    duties = serializers.SerializerMethodField(help_text="Who had which pit.")

    @extend_schema_field(DutySerializer(many=True))
    def get_duties(self, shift: Shift) -> Any:
        return DutySerializer(shift.duties.all(), many=True).data


class ShiftDetailSerializer(ShiftSerializer, WithActs):
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
        return address_of(due.act, SUBJECTS[due.act.partition(".")[0]].key(due.on))


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
        return DealingSerializer(dealing_at(table)).data

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


class TableDetailSerializer(TableSerializer, OfTable, WithActs):
    missing = serializers.SerializerMethodField(help_text="What keeps the table from being open.")

    @extend_schema_field(RefusalSerializer(many=True))
    def get_missing(self, table: Table) -> Any:
        return refusals(missing(table, self.context["at"]), table, self.context["scope"])
