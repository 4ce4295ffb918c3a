"""Serializers of alerts."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from compliance.api.serializers import ActSerializer, Moment, PersonSerializer, RemedySerializer, WithActs, WithAddress
from compliance.findings import label_of_check
from compliance.models import Alert, Severity
from compliance.staff.roles import Role

from .escalation import ABOVE
from .remedies import CLOSE, alert_remedy, may_close


class AlertSerializer(WithAddress):
    """An alert that a compliance check raised."""

    KIND = "alert"

    id = serializers.IntegerField()
    facility = serializers.CharField(source="facility.code")
    check = serializers.CharField(source="check_name", help_text="The check that found it, such as deck_change.")
    title = serializers.SerializerMethodField(help_text="The label of the check.")
    subject = serializers.CharField(help_text="The subject, as in the journal: deck:12.")
    occurrence = serializers.CharField(help_text="The occurrence; unique with check and subject.")
    table = serializers.SerializerMethodField(help_text="The table's code; null for an alert of the facility.")
    severity = serializers.SerializerMethodField(help_text="notice, warning, due or critical.")
    text = serializers.CharField(help_text="What happened, in one line.")
    cite = serializers.CharField(allow_blank=True, help_text="The paragraph cited.")
    since = Moment(help_text="When the cause began.")
    due_at = Moment(allow_null=True)
    opened_at = Moment()
    raised_at = Moment(help_text="When it was last opened, reopened, made more severe or escalated.")
    level = serializers.ChoiceField(Role.choices, help_text="The role that the alert is at now.")
    in_charge = PersonSerializer(allow_null=True, help_text="Who gets the alert; null for everyone of that role.")
    acknowledged_at = Moment(allow_null=True)
    acknowledged_by = PersonSerializer(allow_null=True)
    first_acknowledged_at = Moment(allow_null=True)
    snoozed_until = Moment(allow_null=True)
    gone_at = Moment(allow_null=True, help_text="When the cause was gone.")
    closed_at = Moment(allow_null=True)
    closed_by = PersonSerializer(allow_null=True, help_text="Who resolved it; null if it closed automatically.")
    reason = serializers.CharField(allow_blank=True)

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
    goes_up_at = Moment(
        source="escalate_at",
        allow_null=True,
        help_text="When it escalates if nothing is done; null if never.",
    )
    goes_up_to = serializers.SerializerMethodField(help_text="The role it escalates to.")
    ends_by = serializers.SerializerMethodField(help_text="The act that ends it, if you may do it.")

    @extend_schema_field(serializers.ChoiceField(Role.choices, allow_null=True))
    def get_goes_up_to(self, alert: Alert) -> str | None:
        return ABOVE[Role(alert.level)] if alert.is_open and alert.escalate_at and Role(alert.level) in ABOVE else None

    @extend_schema_field(RemedySerializer(allow_null=True))
    def get_ends_by(self, alert: Alert) -> Any:
        end = alert_remedy(alert, self.context["scope"]) if alert.is_open else None
        return end and end.over_api()

    @extend_schema_field(ActSerializer(many=True))
    def get_acts(self, alert: Alert) -> list[dict[str, Any]]:
        """Return the acts, with resolve only for those who may close the alert."""
        may = may_close(alert, self.context["scope"])
        return [act for act in super().get_acts(alert) if may or act["name"] != CLOSE]
