"""What cited paragraphs say, as a tap on a citation shows them."""

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from compliance.api.fields import Text
from compliance.web.citations import citation_texts

from .endpoint import Endpoint
from .errors import invalid_parameter
from .openapi.schema import Description

CITE = OpenApiParameter(
    "cite",
    {"type": "string", "examples": ["MD Ch. 3 §A"]},
    required=True,
    description="A citation from a rule violation or a wager, such as MD Ch. 3 §A.",
)


class ParagraphSerializer(serializers.Serializer):
    """A paragraph of the rules."""

    paragraph = Text("The paragraph, or the name of our reading of it.", example="MD Ch. 3 §A")
    words = Text("What the paragraph says, in our words.", example="A deck is changed at least every eight hours.")
    printed = Text(
        "The official text of the paragraph; empty unless the operator has installed it.",
        allow_blank=True,
        example="The decks of cards shall be changed at least every eight hours.",
    )


class Paragraphs(Endpoint):
    """GET returns the paragraphs that a citation refers to."""

    def description(self) -> Description:
        says = "Returns what each paragraph that a citation names says. The list is empty if none is known."
        return Description(
            "paragraph_list", "start", "Read a citation", says, ParagraphSerializer(many=True), parameters=[CITE]
        )

    def get(self, request: Request) -> Response:
        cite = request.GET.get(CITE.name)
        if not cite:
            raise invalid_parameter(CITE.name, "Give a citation.")
        found = [
            {"paragraph": each.name, "words": each.words, "printed": each.printed} for each in citation_texts(cite)
        ]
        return Response(self.shown(ParagraphSerializer, found, many=True))
