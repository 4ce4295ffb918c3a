"""Every address of the API. Its names are those of the pages that show and do the same; access.py says who may."""

from typing import Any

from django.urls import URLPattern, path
from drf_spectacular.views import SpectacularJSONAPIView, SpectacularSwaggerSplitView
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from casino.documentation import Redoc, redoc_script
from casino.reports.api import ReadRange
from compliance.acts import SUBJECTS
from compliance.api import alerts as _alerts  # noqa: F401 - what can be read of alerts registers itself
from compliance.api import staff as _staff  # noqa: F401 - what can be read of staff registers itself
from compliance.api.acts import ActEndpoint
from compliance.api.addresses import address_of
from compliance.api.endpoints import Endpoint
from compliance.api.journal import Journal
from compliance.api.lists import ReadingDetail, ReadingList
from compliance.api.problems import TYPES
from compliance.api.readings import READINGS, Reading
from compliance.api.schema import Description
from compliance.serializers import FacilitySerializer, PersonSerializer
from games import api as _games  # noqa: F401 - what can be read of rounds registers itself
from games.api.entries import ImportRounds, LogRound, PreviewRound
from games.api.exposure import ReadExposure
from tables import api as _tables  # noqa: F401 - what can be read of the floor registers itself


class RootSerializer(serializers.Serializer):
    you = PersonSerializer()
    facilities = FacilitySerializer(many=True)
    addresses = serializers.DictField(child=serializers.CharField(), help_text="Lists, and this API's description.")


class Root(Endpoint):
    def description(self) -> Description:
        says = "Who you are, where you work, and the addresses of everything that can be listed."
        return Description("root", "start", "Where to begin", says, RootSerializer)

    def get(self, request: Request) -> Response:
        lists = {reading.name_of_list: address_of(reading.name_of_list) for reading in READINGS.values()}
        names = ("journal", "schema", "docs", "redoc", "problems")
        found = {
            "you": self.scope.staff,
            "facilities": self.scope.facilities(),
            "addresses": lists | {name: address_of(name) for name in names},
        }
        return Response(self.shown(RootSerializer, found))


class ProblemTypeSerializer(serializers.Serializer):
    uri = serializers.CharField()
    status = serializers.IntegerField()
    title = serializers.CharField()
    says = serializers.CharField()


class Problems(Endpoint):
    def description(self) -> Description:
        says = "What `type` of a problem leads to. Other problems are about:blank: their status says all."
        return Description("problems", "start", "Types of problems", says, ProblemTypeSerializer(many=True))

    def get(self, request: Request) -> Response:
        return Response(self.shown(ProblemTypeSerializer, TYPES, many=True))


def _of_reading(reading: Reading) -> list[URLPattern]:
    """Return the addresses of a kind of thing: its list, one of it, and what can be done to that."""
    subject = reading.subject
    return [
        path(f"{reading.plural}/", ReadingList.as_view(reading=reading), name=reading.name_of_list),
        path(subject.path, ReadingDetail.as_view(reading=reading), name=reading.kind),
        *(
            path(f"{subject.path}{act.slug}/", ActEndpoint.as_view(act=act, subject=subject), name=act.name)
            for act in subject.acts
        ),
    ]


urlpatterns: list[Any] = [
    path("", Root.as_view(), name="root"),
    path("problems/", Problems.as_view(), name="problems"),
    path("schema/", SpectacularJSONAPIView.as_view(), name="schema"),
    path("docs/", SpectacularSwaggerSplitView.as_view(url_name="api:schema"), name="docs"),
    path("redoc/", Redoc.as_view(), name="redoc"),
    path("redoc/script.js", redoc_script, name="redoc-script"),
    path("journal/", Journal.as_view(), name="journal"),
    path("tables/<str:key>/rounds/", LogRound.as_view(), name="round-entry"),
    path("tables/<str:key>/rounds/preview/", PreviewRound.as_view(), name="round-preview"),
    path("tables/<str:key>/rounds/import/", ImportRounds.as_view(), name="round-import"),
    path("reports/range/", ReadRange.as_view(), name="ranges"),
    path("decks/<int:key>/exposure/", ReadExposure.as_view(), name="exposure"),
    *(address for kind in SUBJECTS for address in _of_reading(READINGS[kind])),
]
