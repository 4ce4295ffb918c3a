"""Pits and tables as JSON."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from compliance.alerts.inbox import stored_findings, table_findings
from compliance.api.fields import Boolean, Choice, Cite, Computed, FacilityCode, Id, Moment, Number, Text
from compliance.api.serializers import (
    FindingSerializer,
    PersonSerializer,
    RefusalSerializer,
    WithActs,
    WithAddress,
    present_finding,
    refusals,
)
from compliance.facilities.serializers import FacilitySerializer
from compliance.models import Facility
from games.engine.loading import editions
from tables.dealers.roster import floorperson_at, stint_at
from tables.decks.serializers import CoverCardSerializer, DeckSerializer
from tables.devices.dealing_method import dealing_method_at
from tables.devices.serializers import DeviceSerializer
from tables.findings.decks import stub_count_at
from tables.findings.layouts import signs_up
from tables.models import CoverCard, Deck, Pit, ShiftTemplate, Table
from tables.openings.services import missing
from tables.openings.steps import opening_steps
from tables.shifts.serializers import TemplateSerializer

from .queries import running_notice


class OpeningStepSerializer(serializers.Serializer):
    """A step of an opening in progress."""

    deck = Number("The deck that needs this step.", source="deck.pk", example=12)
    step = Text("The value of `step` in deck.step.", source="step.value.id", example="shuffle")
    by = Text("Who performs the step.", source="step.value.by", example="dealer")
    does = Text("What they do.", source="step.value.does", example="shuffles the cards face down")
    cite = Cite(source="step.cite")
    done_by = PersonSerializer(source="done.done_by", default=None, allow_null=True, help_text="Null until it is done.")
    done_at = Moment("Null until it is done.", source="done.done_at", default=None, allow_null=True)
    is_next = Boolean("Whether it is the deck's next step.")


class StubSerializer(serializers.Serializer):
    """Rounds since the last stub count, and how often the stub is counted."""

    rounds = Number("Rounds dealt since the last count.", example=3)
    every = Number("The stub is counted once in this many rounds.", example=5)


class TableDetailFields(serializers.Serializer):
    round_number = Number("Number of the last round at this table.", example=112)
    last_played_at = Moment("When the last round was played.", allow_null=True)
    stub = Computed("Null if the stub is not counted at this table.", shown_as=StubSerializer(allow_null=True))
    opening = Computed(
        "Steps of the opening in progress; null if there is none.",
        shown_as=OpeningStepSerializer(many=True, allow_null=True),
    )

    def get_stub(self, table: Table) -> Any:
        return stub_count_at(table, self.context["at"])

    def get_opening(self, table: Table) -> Any:
        return opening_steps(table, self.context["at"])


class FacilityDetailSerializer(FacilitySerializer, WithActs):
    shift_templates = Computed("The facility's daily shift templates.", shown_as=TemplateSerializer(many=True))
    cover_cards = Computed("The cover cards approved for it.", shown_as=CoverCardSerializer(many=True))

    def get_cover_cards(self, facility: Facility) -> Any:
        return CoverCard.objects.filter(facility=facility)

    def get_shift_templates(self, facility: Facility) -> Any:
        return ShiftTemplate.objects.filter(facility=facility, retired_at=None)


class PitSerializer(WithAddress):
    """A part of the floor."""

    KIND, EXAMPLE_URL = "pit", "/api/v1/pits/3/"

    id = Id()
    facility = FacilityCode(source="facility.code")
    code = Text("The pit's code.", example="P1")
    name = Text("The pit's name.", example="Main floor")
    pit_boss = Computed("The pit boss on duty.", shown_as=PersonSerializer(allow_null=True))
    tables = Computed("Codes of the pit's tables.", example=["CHP-01", "CHP-04"])

    def get_pit_boss(self, pit: Pit) -> Any:
        duty = next((each for each in pit.duties.all() if each.ended_at is None), None)
        return duty.staff if duty else None

    def get_tables(self, pit: Pit) -> list[str]:
        return sorted(table.code for table in pit.tables.all())


class PitDetailSerializer(PitSerializer, WithActs):
    reserve = Computed("Number of decks in the pit's reserve.", example=24)

    def get_reserve(self, pit: Pit) -> int:
        return Deck.objects.filter(pit=pit, state=Deck.State.PIT).count()


class DealerAtTableSerializer(PersonSerializer):
    """The dealer at a table."""

    since = Moment("When the dealer's stint at this table began.")


class VersionSerializer(serializers.Serializer):
    """An offer or a layout, in brief."""

    id = Id()
    name = Text("The name shared by all versions.", example="Weekend limits")
    version = Number("The version number.", example=3)
    edition = Text("The ID of the rulebook edition.", example=editions()[0])


class DealingSerializer(serializers.Serializer):
    """The dealing method at a table."""

    method = Choice("The dealing method.", ("hand", "manual_shoe", "automated_shoe"), example="manual_shoe")
    shuffler = Choice("The shuffler at the table, if any.", ("none", "automated", "counting"), example="counting")
    reshuffles = Boolean("Whether a device reshuffles and counts the cards automatically.", example=False)
    bonus_spin = Boolean("Whether Bonus Spin hardware is at the table.")


class NoticeSerializer(serializers.Serializer):
    """Announced new limits."""

    offer = VersionSerializer(help_text="The offer with the announced limits.")
    effective_at = Moment("When it takes effect; null until it is approved.", source="from_at")
    given_by = PersonSerializer(source="placed_by", help_text="Who gave the notice.")
    given_at = Moment("When the notice was given.", source="placed_at")
    notice = Text(
        "How notice of a lower payout limit was given; empty if none was needed.",
        allow_blank=True,
        example="Sign at the table; announced to the players",
    )


class SignSerializer(serializers.Serializer):
    """A sign at a table. Signs of an earlier offer do not count."""

    id = Id()
    element = Text("What it shows, as a key of the layout's elements.", example="odds")
    offer = VersionSerializer(help_text="The offer that it shows.")
    posted_by = PersonSerializer(help_text="Who posted it.")
    posted_at = Moment("When it was posted.")


class TableSerializer(WithAddress):
    """A table in its current state."""

    KIND, EXAMPLE_URL = "table", "/api/v1/tables/CHP-04/"

    code = Text("The table's code: facility code and table number.", example="CHP-04")
    facility = FacilityCode(source="facility.code")
    pit = Number("The pit's number.", source="pit_id", example=3)
    number = Number("The table's number at its facility.", example=4)
    positions = Number("Number of seats.", example=6)
    state = Choice("The table's state.", Table.State.choices, example="open")
    state_since = Moment("When the current state began.")
    cause = Text("Why the table is closed for cause.", allow_blank=True, example="A torn layout")
    signs = Computed("The signs at the table.", shown_as=SignSerializer(many=True))
    cover_card = CoverCardSerializer(allow_null=True, help_text="The cover card in use; null if none is recorded.")
    rounds_since_count = Number("Rounds since the last stub count.", example=3)
    dealer = Computed("The current dealer; null if there is none.", shown_as=DealerAtTableSerializer(allow_null=True))
    floorperson = Computed("The floor supervisor; null if there is none.", shown_as=PersonSerializer(allow_null=True))
    dealing = Computed("Dealing method, derived from the table's devices.", shown_as=DealingSerializer())
    offer = Computed("Currently in force; null if none is.", shown_as=VersionSerializer(allow_null=True))
    layout = Computed("Currently in force; null if none is.", shown_as=VersionSerializer(allow_null=True))
    notice = Computed("Announced new limits; null if there are none.", shown_as=NoticeSerializer(allow_null=True))
    decks = Computed("The decks at the table.", shown_as=DeckSerializer(many=True))
    devices = DeviceSerializer(many=True, help_text="The devices at the table.")
    findings = Computed("What is wrong or due, most urgent first.")

    def get_signs(self, table: Table) -> Any:
        return signs_up(table)

    def get_dealer(self, table: Table) -> Any:
        stint = stint_at(table)
        if stint is None:
            return None
        return {"badge": stint.staff.badge, "name": stint.staff.name, "since": stint.started_at}

    def get_floorperson(self, table: Table) -> Any:
        return floorperson_at(table)

    def get_dealing(self, table: Table) -> Any:
        return dealing_method_at(table)

    def get_offer(self, table: Table) -> Any:
        return table.offer_at(self.context["at"])

    def get_layout(self, table: Table) -> Any:
        return table.layout_at(self.context["at"])

    def get_notice(self, table: Table) -> Any:
        return running_notice(table, self.context["at"])

    def get_decks(self, table: Table) -> Any:
        return [deck for deck in table.known("decks", state__in=Deck.AT_TABLE) if deck.state in Deck.AT_TABLE]

    @extend_schema_field(FindingSerializer(many=True))
    def get_findings(self, table: Table) -> Any:
        # The rows of a list share their context.
        known: dict[int, Any] = self.context.setdefault("stored", {})  # type: ignore[attr-defined]
        if table.facility_id not in known:
            known[table.facility_id] = stored_findings(table.facility)
        found = table_findings([table], self.context["at"], known[table.facility_id])
        return [present_finding(each, table, self.context["scope"]) for each in found[table.code]]


class TableDetailSerializer(TableSerializer, TableDetailFields, WithActs):
    missing = Computed("What still prevents the table from opening.")

    @extend_schema_field(RefusalSerializer(many=True))
    def get_missing(self, table: Table) -> Any:
        return refusals(missing(table, self.context["at"]), table, self.context["scope"])
