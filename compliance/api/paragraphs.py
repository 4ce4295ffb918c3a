"""The words behind a citation, as a tap on it shows them."""

from collections.abc import Collection

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from compliance.web.citations import citation_texts

from .endpoint import Endpoint
from .lists.filters import invalid_parameter
from .openapi.schema import Description

CITE = OpenApiParameter(
    "cite", str, required=True, description="A citation as it stands at a rule violation or a wager: MD Ch. 3 §A."
)


class ParagraphSerializer(serializers.Serializer):
    """A paragraph of the rules in words."""

    paragraph = serializers.CharField(help_text="The paragraph, or the reading of it.")
    words = serializers.CharField(help_text="What it says.")


class Paragraphs(Endpoint):
    """GET tells what a citation refers to."""

    def description(self) -> Description:
        says = "The words of the paragraphs that a citation names; an empty list for one that none is known for."
        return Description(
            "paragraph_list", "start", "Words of a citation", says, ParagraphSerializer(many=True), parameters=[CITE]
        )

    def parameters(self) -> Collection[str]:
        return (CITE.name,)

    def get(self, request: Request) -> Response:
        cite = request.GET.get(CITE.name)
        if not cite:
            raise invalid_parameter(CITE.name, "Give a citation.")
        found = [{"paragraph": paragraph, "words": words} for paragraph, words in citation_texts(cite)]
        return Response(self.shown(ParagraphSerializer, found, many=True))
