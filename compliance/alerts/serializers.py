"""Serializers of alerts."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from compliance.api.fields import Boolean, Choice, Cite, Computed, FacilityCode, Id, Moment, Text
from compliance.api.serializers import ActSerializer, PersonSerializer, RemedySerializer, WithActs, WithAddress
from compliance.findings import label_of_check
from compliance.models import Alert, Severity
from compliance.staff.roles import Role

from .acts import CLOSE, alert_remedy, may_close
from .escalation import next_level


class AlertSerializer(WithAddress):
    """An alert that a compliance check raised."""

    KIND, EXAMPLE_URL = "alert", "/api/v1/alerts/12/"

    id = Id()
    facility = FacilityCode(source="facility.code")
    check = Text("The check that found it, such as deck_change.", source="check_name", example="deck_change")
    title = Computed("The label of the check.", example="Deck change")
    subject = Text("The subject, as in the journal: deck:12.", example="deck:12")
    occurrence = Text("The occurrence; unique with check and subject.", example="2026-03-02")
    table = Computed("The table's code; null for an alert of the facility.", example="CHP-04")
    severity = Computed("notice, warning, due or critical.")
    text = Text("What happened, in one line.", example="The deck at CHP-04 is due to be changed at 14:00.")
    cite = Cite("The paragraph cited.", allow_blank=True)
    since = Moment("When the cause began.")
    due_at = Moment("When it must be done; null if not known.", allow_null=True)
    blocks_play = Boolean("Whether rounds are refused until it is fixed.")
    opened_at = Moment("When it was opened.")
    raised_at = Moment("When it was last opened, reopened, made more severe or escalated.")
    level = Choice("The role that the alert is at now.", Role.choices)
    in_charge = PersonSerializer(allow_null=True, help_text="Who gets the alert; null for everyone of that role.")
    acknowledged_at = Moment("When someone acknowledged it; null if nobody has.", allow_null=True)
    acknowledged_by = PersonSerializer(allow_null=True, help_text="Who acknowledged it.")
    first_acknowledged_at = Moment("When it was first acknowledged, even if it was reopened since.", allow_null=True)
    snoozed_until = Moment("The time until which it is snoozed.", allow_null=True)
    gone_at = Moment("When the cause was gone.", allow_null=True)
    closed_at = Moment("When it was closed; null while it is open.", allow_null=True)
    closed_by = PersonSerializer(allow_null=True, help_text="Who resolved it; null if it closed automatically.")
    reason = Text(
        "The note of its resolution; empty if there is none.",
        allow_blank=True,
        example="The clock of the shoe ran fast",
    )

    def get_title(self, alert: Alert) -> str:
        return label_of_check(alert.check_name)

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_table(self, alert: Alert) -> str | None:
        return alert.place or None

    @extend_schema_field(serializers.ChoiceField([each.name.lower() for each in Severity]))
    def get_severity(self, alert: Alert) -> str:
        return Severity(alert.severity).name.lower()


class AlertDetailSerializer(AlertSerializer, WithActs):
    assigned_to = PersonSerializer(allow_null=True, help_text="The person it is assigned to.")
    floorperson = PersonSerializer(allow_null=True, help_text="The floorperson in charge where it was found.")
    pit_boss = PersonSerializer(allow_null=True, help_text="The pit boss in charge there.")
    goes_up_at = Moment("When it escalates if nothing is done; null if never.", source="escalate_at", allow_null=True)
    goes_up_to = Computed("The role it escalates to.")
    ends_by = Computed("The act that ends it, if you may do it.")

    @extend_schema_field(serializers.ChoiceField(Role.choices, allow_null=True))
    def get_goes_up_to(self, alert: Alert) -> str | None:
        return next_level(alert)

    @extend_schema_field(RemedySerializer(allow_null=True))
    def get_ends_by(self, alert: Alert) -> Any:
        end = alert_remedy(alert, self.context["scope"]) if alert.is_open else None
        return end and end.over_api()

    @extend_schema_field(ActSerializer(many=True))
    def get_acts(self, alert: Alert) -> list[dict[str, Any]]:
        """Return the acts, with resolve only for those who may close the alert."""
        may = may_close(alert, self.context["scope"])
        return [act for act in super().get_acts(alert) if may or act["name"] != CLOSE]
