"""The description of the API: every endpoint says what it is (`Description`), and this puts it into OpenAPI."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, cast

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers

from ..serializers import RefusalSerializer, RemedySerializer
from .problems import MEDIA_TYPE


@dataclass(frozen=True)
class Description:
    """What an endpoint is. `answers` and `takes` are serializers; None takes no body."""

    operation: str
    tag: str
    summary: str
    says: str
    answers: Any
    status: int = 200
    takes: Any = None
    parameters: Sequence[OpenApiParameter] = ()
    refuses: Sequence[int] = (400, 401, 403, 404)


class Describes(Protocol):
    def description(self) -> Description: ...


class FieldErrorSerializer(serializers.Serializer):
    path = serializers.CharField(help_text="The field or parameter, such as decks[1].")
    code = serializers.CharField()
    message = serializers.CharField(help_text="What to do.")
    cite = serializers.CharField(required=False, help_text="The paragraph behind it.")


class ProblemSerializer(serializers.Serializer):
    """An error (RFC 9457)."""

    type = serializers.CharField(help_text="Where this type of problem is described, or about:blank.")
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField(help_text="What programs tell refusals apart by.")
    detail = serializers.CharField(help_text="What to do next.")
    cite = serializers.CharField(required=False, help_text="The paragraph behind a rule violation.")
    remedy = RemedySerializer(required=False, help_text="The act that puts a rule violation right.")
    violations = RefusalSerializer(
        many=True, required=False, help_text="Every rule in the way, where there are several."
    )
    errors = FieldErrorSerializer(many=True, required=False)  # type: ignore[assignment]  # a field, by its name


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "compliance.api.authentication.Session"
    name = "session"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": "sessionid",
            "description": "Sign in at /sign-in/. What changes something needs the header X-CSRFToken too.",
        }


class Described(AutoSchema):
    """Describes an endpoint as it describes itself."""

    @property
    def described(self) -> Description:
        return cast(Describes, self.view).description()

    def get_operation_id(self) -> str:
        return self.described.operation

    def get_tags(self) -> list[str]:
        return [self.described.tag]

    def get_summary(self) -> str:
        return self.described.summary

    def get_description(self) -> str:  # type: ignore[override]  # as drf-spectacular has it
        return self.described.says

    def get_override_parameters(self) -> list[Any]:
        return list(self.described.parameters)

    def get_request_serializer(self) -> Any:
        return self.described.takes

    def get_response_serializers(self) -> Any:
        problems = {(status, MEDIA_TYPE): ProblemSerializer for status in self.described.refuses}
        return {self.described.status: self.described.answers, **problems}
