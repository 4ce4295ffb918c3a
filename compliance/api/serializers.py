"""Serializers that every resource uses: times, people, acts, refusals."""

from collections.abc import Iterable
from datetime import UTC
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from compliance.acts.registry import SUBJECTS
from compliance.errors import RuleViolation
from compliance.staff.scope import Scope

from .remedies import remedy_of
from .reverse import api_url, api_urls_of


class Moment(serializers.DateTimeField):
    """A moment in UTC, whatever time zone a page is shown in: 2026-03-02T17:00:00Z."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(default_timezone=UTC, **kwargs)


class PersonSerializer(serializers.Serializer):
    """A person in short."""

    badge = serializers.CharField()
    name = serializers.CharField()


class ActSerializer(serializers.Serializer):
    """Something that may be done."""

    name = serializers.CharField(help_text="Such as table.open.")
    label = serializers.CharField()  # type: ignore[assignment]  # a field, by its name
    url = serializers.CharField(help_text="POST to this address does it.")
    signed = serializers.BooleanField(help_text="Whether a second person signs with badge and PIN.")


class WithAddress(serializers.Serializer):
    """Something with an address of its own."""

    KIND = ""

    url = serializers.SerializerMethodField()

    def get_url(self, thing: Any) -> str:
        return api_urls_of(self.KIND)(SUBJECTS[self.KIND].key(thing))


class WithActs(WithAddress):
    """Something with what the caller may do to it, as it is now."""

    acts = serializers.SerializerMethodField(help_text="What you may do now.")

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
    """An act that puts something right."""

    name = serializers.CharField(help_text="The act, such as table.put-offer.")
    label = serializers.CharField()  # type: ignore[assignment]
    url = serializers.CharField()


class RefusalSerializer(serializers.Serializer):
    """Something that stands in the way."""

    code = serializers.CharField()
    message = serializers.CharField(help_text="What to do next.")
    cite = serializers.CharField(allow_null=True)
    remedy = RemedySerializer(allow_null=True, help_text="The act that puts it right, if you may do it.")


def refusals(violations: Iterable[RuleViolation], thing: Any, scope: Scope) -> list[dict[str, Any]]:
    """Return what stands in the way of something, each with the act that puts it right."""
    return [
        {
            "code": violation.code,
            "message": violation.message,
            "cite": violation.cite or None,
            "remedy": remedy_of(violation, thing, scope),
        }
        for violation in violations
    ]
