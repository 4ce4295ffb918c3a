"""Read-only endpoints: reports of shifts and of ranges of gaming days."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from compliance.api.endpoint import Endpoint
from compliance.api.errors import check_valid, invalid_parameter
from compliance.api.lists.updated_since import Since, by_own_entries
from compliance.api.openapi.schema import Description
from compliance.api.resources import Resource
from compliance.staff.scope import Scope
from games.models import Round

from .filters import ReportFilters
from .models import ReportedShift
from .serializers import IssuedSerializer, ReportDetailSerializer, ReportSerializer
from .span.forms import PARAMETERS as RANGE
from .span.report import form_of, issued_range


def _adjusted(since: Since) -> QuerySet[Any]:
    """Return shifts with a round logged or voided: that changes their report, signed or not."""
    return Round.objects.filter(pk__in=since.numbers("round"), shift__isnull=False).values_list("shift")


def _not_signed(since: Since) -> QuerySet[Any]:
    """Return shifts with unsigned reports, which are rebuilt from current data on every read."""
    return ReportedShift.objects.filter(signed_report=None, facility__in=since.facilities).values_list("pk")


REPORTS = Resource(
    "report",
    ReportSerializer,
    ReportDetailSerializer,
    says="Shift reports, newest first. Read one by its URL to get all its figures.",
    key="The shift's number.",
    changed=(by_own_entries("shift"), _adjusted, _not_signed),
    order="-pk",
    fetch=lambda shifts, at: shifts.prefetch_related("handovers__pit"),
    filters=ReportFilters,
)

FACILITY = OpenApiParameter(
    "facility",
    {"type": "string", "examples": ["CHP"]},
    description="The code of one of your facilities. Omit it for all of them.",
)
PARAMETERS = (FACILITY, *(each.parameter(name) for name, each in RANGE.items()))


class ReadRange(Endpoint):
    """GET the report of a range of gaming days."""

    def description(self) -> Description:
        says = (
            "Figures by day, table, game, dealer, wager type and hour, with the 95% interval of expected hold for "
            "each table and game."
        )
        return Description(
            "report_range", "reports", "Report of a range of gaming days", says, IssuedSerializer, parameters=PARAMETERS
        )

    def get(self, request: Request) -> Response:
        return Response(self.shown(IssuedSerializer, issued_range(self.scope, *asked_for(self.scope, request))))


def asked_for(scope: Scope, request: Request) -> tuple[str | None, dict[str, Any]]:
    """Return the requested facility code, or None for all facilities, and the requested days."""
    code = request.GET.get("facility")
    if code is not None and code not in [each.code for each in scope.facilities()]:
        raise invalid_parameter("facility", "None of your facilities has this code.")
    form = form_of(scope, code, request.GET)
    check_valid(form)
    return code, form.cleaned_data
