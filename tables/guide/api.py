"""The dealing guide as JSON."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from compliance.api.endpoint import Endpoint
from compliance.api.fields import Cite, Text
from compliance.api.openapi.schema import Description, path_key
from tables.floor.queries import with_relations
from tables.models import Table

from .services import guide_of

KEY = path_key("The table's code.", example="CHP-04")


class GuideStepSerializer(serializers.Serializer):
    """One thing the dealer says or does."""

    does = Text("What the dealer says or does.", source="value.does", example="Say “no more bets”.")
    cite = Cite()


class GuidePhaseSerializer(serializers.Serializer):
    """A part of the round."""

    name = Text("The phase: wagers, shuffle, deal, stub, play, settle or clear.", example="deal")
    label = Text("The same, for display.", example="Deal")  # type: ignore[assignment]  # a field, by its name
    steps = GuideStepSerializer(many=True, help_text="Its steps in order.")


class DealingGuideSerializer(serializers.Serializer):
    """What the dealer of a table says and does in a round."""

    phases = GuidePhaseSerializer(many=True, help_text="In order; empty if no offer is in force.")


class ReadDealingGuide(Endpoint):
    """GET returns the dealing guide of a table."""

    def description(self) -> Description:
        says = "What the dealer says and does in a round, by the table's rules, dealing method and offer."
        return Description(
            "dealing_guide", "tables", "Dealing guide of a table", says, DealingGuideSerializer, parameters=[KEY]
        )

    def get(self, request: Request, key: str) -> Response:
        table: Table = self.scope.get(with_relations(Table.objects.all(), self.at), code=key)
        return Response(self.shown(DealingGuideSerializer, {"phases": guide_of(table, self.at)}))
