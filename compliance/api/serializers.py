"""Serializers for times, people, acts and refusals, used by every resource."""

from collections.abc import Iterable
from datetime import UTC
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from compliance.acts.registry import SUBJECTS
from compliance.acts.remedies import remedy_of
from compliance.errors import RuleViolation
from compliance.findings import Finding
from compliance.models import Severity
from compliance.staff.scope import Scope

from .reverse import api_url, api_urls_of


class Moment(serializers.DateTimeField):
    """A time in UTC, whatever the time zone of the page: 2026-03-02T17:00:00Z."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(default_timezone=UTC, **kwargs)


class PersonSerializer(serializers.Serializer):
    """A person's badge and name."""

    badge = serializers.CharField()
    name = serializers.CharField()


class ActSerializer(serializers.Serializer):
    """An act that you may do."""

    name = serializers.CharField(help_text="The name of the act, such as table.open.")
    label = serializers.CharField()  # type: ignore[assignment]  # a field, by its name
    url = serializers.CharField(help_text="Send a POST request to this URL to do the act.")
    signed = serializers.BooleanField(help_text="Whether a second person must sign with badge and PIN.")


class WithAddress(serializers.Serializer):
    """An object with its own URL."""

    KIND = ""

    url = serializers.SerializerMethodField()

    def get_url(self, thing: Any) -> str:
        return api_urls_of(self.KIND)(SUBJECTS[self.KIND].key(thing))


class WithActs(WithAddress):
    """An object with the acts that the caller may do now."""

    acts = serializers.SerializerMethodField(help_text="The acts that you may do now.")

    @extend_schema_field(ActSerializer(many=True))
    def get_acts(self, thing: Any) -> list[dict[str, Any]]:
        scope, subject = self.context["scope"], SUBJECTS[self.KIND]
        return [
            {
                "name": act.name,
                "label": act.label,
                "url": api_url(act.name, subject.key(thing)),
                "signed": act.signing is not None,
            }
            for act in subject.acts
            if scope.may(act.name, thing.facility) and act.when(thing)
        ]


class RemedySerializer(serializers.Serializer):
    """An act that fixes the cause of a refusal."""

    name = serializers.CharField(help_text="The act, such as table.put-offer.")
    label = serializers.CharField()  # type: ignore[assignment]
    url = serializers.CharField()


class RefusalSerializer(serializers.Serializer):
    """A reason for a refusal."""

    code = serializers.CharField()
    message = serializers.CharField(help_text="What to do next.")
    cite = serializers.CharField(allow_null=True)
    remedy = RemedySerializer(allow_null=True, help_text="The act that fixes it, if you may do it.")


class FindingFieldsSerializer(serializers.Serializer):
    """Something that is wrong or due at a table."""

    code = serializers.CharField(help_text="The check that found it, such as deck_change.")
    subject = serializers.CharField(help_text="The subject, as in the journal: deck:12.")
    severity = serializers.ChoiceField([each.name.lower() for each in Severity], help_text="How bad it is.")
    message = serializers.CharField(help_text="What is wrong or due, and what to do.")
    cite = serializers.CharField(allow_null=True, help_text="The paragraph that requires it.")
    due_at = Moment(allow_null=True, help_text="When it is due; null if it has no deadline.")
    blocks_play = serializers.BooleanField(help_text="Whether rounds are refused until it is fixed.")


class FindingSerializer(FindingFieldsSerializer):
    """Something that is wrong or due at a table, with the act that ends it."""

    remedy = RemedySerializer(allow_null=True, help_text="The act that ends it, if you may do it.")


def present_finding(finding: Finding, thing: Any, scope: Scope) -> dict[str, Any]:
    """Serialize a finding at a table or facility, with the act that ends it."""
    remedy = remedy_of(finding, thing, scope)
    return finding.fields() | {"remedy": remedy and remedy.over_api()}


def refusals(violations: Iterable[RuleViolation], thing: Any, scope: Scope | None) -> list[dict[str, Any]]:
    """Serialize violations, each with the act that fixes it."""
    return [
        {
            "code": violation.code,
            "message": violation.message,
            "cite": violation.cite or None,
            "remedy": (remedy := remedy_of(violation, thing, scope)) and remedy.over_api(),
        }
        for violation in violations
    ]
