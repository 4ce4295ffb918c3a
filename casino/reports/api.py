"""Reports, as they are read: of shifts, and of spans of gaming days."""

from collections.abc import Collection
from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from compliance.api.endpoint import Endpoint
from compliance.api.lists.filters import DayFilter, FacilityFilter, Filters, FlagFilter, invalid_parameter
from compliance.api.lists.updated_since import Since, by_own_entries
from compliance.api.openapi.schema import Description
from compliance.api.parsing.query_params import cleaned
from compliance.api.resources import Resource, register
from compliance.staff.scope import Scope
from games.models import Round

from . import api_texts as _words  # noqa: F401 - learned when they are imported
from .models import ReportedShift
from .serializers import IssuedSerializer, ReportDetailSerializer, ReportSerializer
from .span.forms import SPANS
from .span.report import form_of, issued_range


def _adjusted(since: Since) -> QuerySet[Any]:
    """Rounds that are logged or struck out change the report of their shift, signed or not."""
    return Round.objects.filter(pk__in=since.numbers("round"), shift__isnull=False).values_list("shift")


def _not_signed(since: Since) -> QuerySet[Any]:
    """Until it is signed a report is made anew whenever it is read: from all that is known of its facility."""
    return ReportedShift.objects.filter(signed_report=None, facility__in=since.facilities).values_list("pk")


class ReportFilters(Filters):
    facility = FacilityFilter()
    signed = FlagFilter("Whether it was signed.", "signed_report__isnull", negated=True)
    on_duty = FlagFilter("Whether its shift is on duty now.", "ended_at__isnull")
    gaming_day_from = DayFilter("Of this gaming day or a later one.", "gaming_day__gte")
    gaming_day_to = DayFilter("Of this gaming day or an earlier one.", "gaming_day__lte")


register(
    Resource(
        "report",
        ReportSerializer,
        ReportDetailSerializer,
        says="Reports of shifts, the newest first; each with all its figures at its own address.",
        key="The shift's number.",
        name_of_list="reports",
        changed=(by_own_entries("shift"), _adjusted, _not_signed),
        order="-pk",
        fetch=lambda shifts, at: shifts.prefetch_related("handovers__pit"),
        filters=ReportFilters,
    )
)

_DAY = {"type": "string", "format": "date"}

PARAMETERS = (
    OpenApiParameter("facility", str, description="The code of one of your facilities; all of them if left out."),
    OpenApiParameter("from", _DAY, description="The first gaming day."),
    OpenApiParameter("until", _DAY, description="The last gaming day."),
    OpenApiParameter(
        "span", {"type": "string", "enum": list(SPANS)}, description="Instead of both: the span in which `day` lies."
    ),
    OpenApiParameter("day", _DAY, description="A gaming day of the span; today if left out."),
)


class ReadRange(Endpoint):
    """GET tells what a span of gaming days came to."""

    def description(self) -> Description:
        says = (
            "By day, table, game, dealer, kind of wager and hour, with the 95 % interval of what hold was to be "
            "expected of each table and game."
        )
        return Description(
            "report_range", "reports", "Report of a span of gaming days", says, IssuedSerializer, parameters=PARAMETERS
        )

    def parameters(self) -> Collection[str]:
        return [each.name for each in PARAMETERS]

    def get(self, request: Request) -> Response:
        return Response(self.shown(IssuedSerializer, issued_range(self.scope, *asked_for(self.scope, request))))


def asked_for(scope: Scope, request: Request) -> tuple[str | None, dict[str, Any]]:
    """Return the facility that a span is asked for of, if it is one's alone, and its days."""
    code = request.GET.get("facility")
    if code is not None and code not in [each.code for each in scope.facilities()]:
        raise invalid_parameter("facility", "None of your facilities has this code.")
    return code, cleaned(form_of(scope, code, request.GET), request.GET)
