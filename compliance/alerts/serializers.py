"""Alerts as JSON."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from compliance.api.serializers import ActSerializer, Moment, PersonSerializer, RemedySerializer, WithActs, WithAddress
from compliance.findings import label_of_check
from compliance.models import Alert, Severity
from compliance.staff.roles import Role

from .escalation import ABOVE
from .remedies import CLOSE, may_close, remedy_of


class AlertSerializer(WithAddress):
    """Something that a compliance check has found."""

    KIND = "alert"

    id = serializers.IntegerField()
    facility = serializers.CharField(source="facility.code")
    check = serializers.CharField(source="check_name", help_text="What was looked for, such as deck_change.")
    title = serializers.SerializerMethodField(help_text="The check in words.")
    subject = serializers.CharField(help_text="What it is about, as in the journal: deck:12.")
    occurrence = serializers.CharField(help_text="Which time; with check and subject it is there once.")
    table = serializers.SerializerMethodField(help_text="The table's code; null for what is the facility's.")
    severity = serializers.SerializerMethodField(help_text="notice, warning, due or critical.")
    text = serializers.CharField(help_text="What happened, in one line.")
    cite = serializers.CharField(allow_blank=True, help_text="The paragraph behind it.")
    since = Moment(help_text="When its cause came about.")
    due_at = Moment(allow_null=True)
    opened_at = Moment()
    raised_at = Moment(help_text="When it last rang: opened, opened again, grown worse or gone up.")
    level = serializers.ChoiceField(Role.choices, help_text="The role that it has come up to.")
    in_charge = PersonSerializer(allow_null=True, help_text="Who hears of it; null for everyone of that role.")
    acknowledged_at = Moment(allow_null=True)
    acknowledged_by = PersonSerializer(allow_null=True)
    first_acknowledged_at = Moment(allow_null=True)
    snoozed_until = Moment(allow_null=True)
    gone_at = Moment(allow_null=True, help_text="When its cause was no longer there.")
    closed_at = Moment(allow_null=True)
    closed_by = PersonSerializer(allow_null=True, help_text="Null for one that ended by itself.")
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
    assigned_to = PersonSerializer(allow_null=True, help_text="To whom it was handed.")
    floorperson = PersonSerializer(allow_null=True, help_text="The floorperson in charge where it was found.")
    pit_boss = PersonSerializer(allow_null=True, help_text="The pit boss in charge there.")
    goes_up_at = Moment(
        source="escalate_at",
        allow_null=True,
        help_text="When it goes to the next above if nothing is done; null: never.",
    )
    goes_up_to = serializers.SerializerMethodField(help_text="To which role it goes then.")
    ends_by = serializers.SerializerMethodField(help_text="The one act that ends it, if you may do it.")

    @extend_schema_field(serializers.ChoiceField(Role.choices, allow_null=True))
    def get_goes_up_to(self, alert: Alert) -> str | None:
        return ABOVE[Role(alert.level)] if alert.is_open and alert.escalate_at and Role(alert.level) in ABOVE else None

    @extend_schema_field(RemedySerializer(allow_null=True))
    def get_ends_by(self, alert: Alert) -> Any:
        end = remedy_of(alert, self.context["scope"]) if alert.is_open else None
        return end and end.over_api()

    @extend_schema_field(ActSerializer(many=True))
    def get_acts(self, alert: Alert) -> list[dict[str, Any]]:
        """Closing it with a reason only to those whose that is."""
        may = may_close(alert, self.context["scope"])
        return [act for act in super().get_acts(alert) if may or act["name"] != CLOSE]
