"""Every URL of the API. It has the name of the page that shows or does the same; access.py says who may open it."""

from typing import Any

from django.urls import URLPattern, path
from drf_spectacular.views import SpectacularJSONAPIView, SpectacularSwaggerSplitView
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from compliance.acts.endpoint import ActEndpoint
from compliance.acts.registry import Act
from compliance.alerts.api import ALERTS, ReadBell
from compliance.alerts.exports import ExportAlerts
from compliance.api.endpoint import Endpoint
from compliance.api.errors import TYPES
from compliance.api.exports import Csv, Export, Ndjson
from compliance.api.fields import DictOf, Number, Text
from compliance.api.lists.endpoints import ResourceDetail, ResourceList
from compliance.api.openapi.schema import Description
from compliance.api.paragraphs import Paragraphs
from compliance.api.resources import Resource
from compliance.api.reverse import api_url
from compliance.api.serializers import PersonSerializer
from compliance.api_keys.api import KEYS
from compliance.facilities.serializers import FacilitySerializer
from compliance.journal.api import Journal
from compliance.journal.exports import ExportJournal
from compliance.staff.account_api import ChangeAccount, ReadAccount
from compliance.staff.api import STAFF
from games.exposure.api import ReadExposure, ReadExposureFile
from games.replay.api import ReadReplay
from games.rounds.api.endpoints import ImportRounds, LogRound, PreviewRound
from games.rounds.api.exports import ExportRounds, ExportWagers
from games.rounds.api.resources import ROUNDS
from games.rounds.entry.api import ReadTerms
from games.violations.api import VIOLATIONS
from tables.dealers.api import DEALERS
from tables.decks.api import DECKS
from tables.devices.api import DEVICES
from tables.floor.api import FACILITIES, PITS, TABLES
from tables.guide.api import ReadDealingGuide
from tables.shifts.api import SHIFTS
from tables.submissions.api import LAYOUTS, OFFERS
from tables.submissions.document_api import ReadDocument

from .alert_history.api import ReadAlertHistory
from .api_docs.schema import Generator
from .api_docs.views import Redoc, redoc_script
from .board.api import ReadBoard
from .reports.api import REPORTS, ReadRange
from .reports.export.api import ReadRangeFile, ReadReportFile
from .rules.api import ReadEdition, ReadEditionFile, ReadRules


class RootSerializer(serializers.Serializer):
    """Who you are, and the addresses of all lists."""

    you = PersonSerializer(help_text="You, or the account of your API key.")
    facilities = FacilitySerializer(
        many=True, help_text="The facilities where you work, or that your API key gives access to."
    )
    addresses = DictOf(
        "Lists, exports and the API schema.",
        child=serializers.CharField(),
        example={"tables": "/api/v1/tables/", "journal": "/api/v1/journal/", "docs": "/api/v1/docs/"},
    )


class Root(Endpoint):
    def description(self) -> Description:
        says = "Who you are, where you work, and the addresses of all lists and exports."
        return Description("root", "start", "Get started", says, RootSerializer)

    def get(self, request: Request) -> Response:
        lists = {resource.name_of_list: api_url(resource.name_of_list) for resource in RESOURCES.values()}
        exports = (name for each in EXPORTS for name in (f"export-{each.plural}", f"export-{each.plural}-csv"))
        names = ("journal", *exports, "schema", "docs", "redoc", "problems")
        found = {
            "you": self.scope.staff,
            "facilities": self.scope.facilities(),
            "addresses": lists | {name: api_url(name) for name in names},
        }
        return Response(self.shown(RootSerializer, found))


class ProblemTypeSerializer(serializers.Serializer):
    """A type of problem."""

    uri = Text("The `type` of a problem.", example="/api/v1/problems/#rule-violation")
    status = Number("The HTTP status.", example=409)
    title = Text("The type in plain words.", example="The rules forbid this")
    says = Text(
        "What the problem means, and what its members contain.",
        example="The request is well-formed, but the rules or the state of the floor forbid it.",
    )


class Problems(Endpoint):
    def description(self) -> Description:
        says = "What the `type` of a problem refers to. Other problems have the type about:blank; see their status."
        return Description("problems", "start", "Problem types", says, ProblemTypeSerializer(many=True))

    def get(self, request: Request) -> Response:
        return Response(self.shown(ProblemTypeSerializer, TYPES, many=True))


def _of_reading(resource: Resource) -> list[URLPattern]:
    """Return the URLs of a resource: its list, its detail, and its acts."""
    subject = resource.subject
    return [
        path(f"{resource.plural}/", ResourceList.as_view(resource=resource), name=resource.name_of_list),
        path(subject.path, ResourceDetail.as_view(resource=resource), name=resource.kind),
        *(
            path(
                f"{subject.path}{act.slug}/",
                ActEndpoint.as_view(act=act, resource=resource, answers=_made_by(act) if act.creates else resource),
                name=act.name,
            )
            for act in subject.acts
        ),
    ]


def _made_by(act: Act) -> Resource:
    """Return the resource that an act creates, by the return type of its service."""
    return RESOURCES[act.run.__annotations__["return"].__name__.lower()]


def _of_export(export: type[Export]) -> list[URLPattern]:
    """Return the URLs of an export, one for each format."""
    name = f"export-{export.plural}"
    return [
        path(f"exports/{export.plural}.ndjson", export.as_view(form=Ndjson), name=name),
        path(f"exports/{export.plural}.csv", export.as_view(form=Csv), name=f"{name}-csv"),
    ]


RESOURCES: dict[str, Resource] = {
    each.kind: each
    for each in (
        *(ALERTS, KEYS, STAFF, ROUNDS, VIOLATIONS, REPORTS),
        *(DEALERS, DECKS, DEVICES, FACILITIES, PITS, TABLES, SHIFTS, LAYOUTS, OFFERS),
    )
}
EXPORTS: tuple[type[Export], ...] = (ExportRounds, ExportWagers, ExportJournal, ExportAlerts)

urlpatterns: list[Any] = [
    # First, because it is requested most.
    path("tables/<str:key>/rounds/", LogRound.as_view(), name="round-entry"),
    path("", Root.as_view(), name="root"),
    path("problems/", Problems.as_view(), name="problems"),
    path("schema/", SpectacularJSONAPIView.as_view(generator_class=Generator), name="schema"),
    path("docs/", SpectacularSwaggerSplitView.as_view(url_name="api:schema"), name="docs"),
    path("redoc/", Redoc.as_view(), name="redoc"),
    path("redoc/script.js", redoc_script, name="redoc-script"),
    path("paragraphs/", Paragraphs.as_view(), name="paragraphs"),
    path("account/", ReadAccount.as_view(), name="account"),
    path("account/change/", ChangeAccount.as_view(), name="account-change"),
    path("journal/", Journal.as_view(), name="journal"),
    path("facilities/<str:key>/board/", ReadBoard.as_view(), name="board"),
    path("facilities/<str:key>/bell/", ReadBell.as_view(), name="bell"),
    path("facilities/<str:key>/alerts/history/", ReadAlertHistory.as_view(), name="alert-history"),
    path("documents/<int:key>/", ReadDocument.as_view(), name="document"),
    path("tables/<str:key>/guide/", ReadDealingGuide.as_view(), name="dealing-guide"),
    path("tables/<str:key>/terms/", ReadTerms.as_view(), name="table-terms"),
    path("tables/<str:key>/rounds/preview/", PreviewRound.as_view(), name="round-preview"),
    path("tables/<str:key>/rounds/import/", ImportRounds.as_view(), name="round-import"),
    path("rounds/<int:key>/replay/", ReadReplay.as_view(), name="round-replay"),
    path("rules/", ReadRules.as_view(), name="rules"),
    path("rules/<str:edition>/", ReadEdition.as_view(), name="edition"),
    path("rules/<str:edition>/files/<str:name>", ReadEditionFile.as_view(), name="edition-file"),
    path("reports/range/", ReadRange.as_view(), name="ranges"),
    path("reports/range/files/<str:name>", ReadRangeFile.as_view(), name="ranges-file"),
    path("reports/<int:key>/files/<str:name>", ReadReportFile.as_view(), name="report-file"),
    path("decks/<int:key>/exposure/", ReadExposure.as_view(), name="exposure"),
    path("decks/<int:key>/exposure.csv", ReadExposureFile.as_view(), name="exposure-csv"),
    *(address for export in EXPORTS for address in _of_export(export)),
    *(address for resource in RESOURCES.values() for address in _of_reading(resource)),
]
