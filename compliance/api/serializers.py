"""Serializers for people, acts and refusals, used by every resource."""

from collections.abc import Iterable
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from compliance.acts.registry import SUBJECTS, possible_acts
from compliance.acts.remedies import remedy_of
from compliance.api.fields import Boolean, Choice, Cite, Computed, Moment, Text
from compliance.errors import RuleViolation
from compliance.findings import Finding
from compliance.models import Severity
from compliance.staff.scope import Scope

from .reverse import api_url, api_urls_of


class PersonSerializer(serializers.Serializer):
    """A person's badge and name."""

    badge = Text("The person's badge.", example="CHP-2301")
    name = Text("The name.", example="Rosa Delgado")


class ActSerializer(serializers.Serializer):
    """An act that you may do."""

    name = Text("The name of the act, such as table.open.", example="table.bring-deck")
    label = Text("The label of the act.", example="Bring a deck")  # type: ignore[assignment]  # a field, by its name
    url = Text("Send a POST request to this URL to do the act.", example="/api/v1/tables/CHP-04/bring-deck/")
    signed = Boolean("Whether a second person must sign with badge and PIN.", example=False)


class Url(Computed):
    """The URL of an object. Its serializer has the example."""

    def bind(self, field_name: str, parent: Any) -> None:
        super().bind(field_name, parent)
        self.example = parent.EXAMPLE_URL


class WithAddress(serializers.Serializer):
    """An object with its own URL."""

    KIND, EXAMPLE_URL = "", ""

    url = Url("The URL of the object.")

    def get_url(self, thing: Any) -> str:
        return api_urls_of(self.KIND)(SUBJECTS[self.KIND].key(thing))


class WithActs(WithAddress):
    """An object with the acts that the caller may do now."""

    acts = Computed("The acts that you may do now.")

    @extend_schema_field(ActSerializer(many=True))
    def get_acts(self, thing: Any) -> list[dict[str, Any]]:
        key = SUBJECTS[self.KIND].key(thing)
        return [
            {"name": act.name, "label": act.label, "url": api_url(act.name, key), "signed": act.signing is not None}
            for act in possible_acts(self.KIND, thing, self.context["scope"])
        ]


class RemedySerializer(serializers.Serializer):
    """An act that fixes the cause of a refusal."""

    name = Text("The act, such as table.put-offer.", example="table.bring-deck")
    label = Text("The label of the act.", example="Bring a deck")  # type: ignore[assignment]
    url = Text("Send a POST request to this URL to do the act.", example="/api/v1/tables/CHP-04/bring-deck/")


class RefusalSerializer(serializers.Serializer):
    """A reason for a refusal."""

    code = Text("A stable code for programs.", example="no_deck")
    message = Text("What to do next.", example="There are no cards at this table. Bring a deck.")
    cite = Cite(allow_null=True)
    remedy = RemedySerializer(allow_null=True, help_text="The act that fixes it, if you may do it.")


class FindingFieldsSerializer(serializers.Serializer):
    """Something that is wrong or due at a table."""

    code = Text("The check that found it.", example="deck_change")
    subject = Text("The subject, as in the journal.", example="deck:12")
    severity = Choice("How bad it is.", [each.name.lower() for each in Severity], example="due")
    message = Text("What is wrong or due, and what to do.", example="Deck A red is due for a change.")
    cite = Text("The paragraph that requires it.", allow_null=True, example="MD Ch. 3 §B")
    due_at = Moment("When it is due; null if it has no deadline.", allow_null=True)
    blocks_play = Boolean("Whether rounds are refused until it is fixed.")


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
