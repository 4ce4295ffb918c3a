"""Reports, as they are read: of shifts, and of spans of gaming days."""

from collections.abc import Collection

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from compliance.api.endpoints import Endpoint
from compliance.api.filters import Flag, OfFacility, refuse
from compliance.api.problems import Invalid, field_errors
from compliance.api.readings import Reading, register
from compliance.api.schema import Description

from .range_forms import SPANS
from .ranges import form_of, issued_range
from .serializers import IssuedSerializer, ReportDetailSerializer, ReportSerializer

register(
    Reading(
        "report",
        ReportSerializer,
        ReportDetailSerializer,
        says="Reports of shifts, the newest first; each with all its figures at its own address.",
        key="The shift's number.",
        name_of_list="reports",
        order="-pk",
        filters=(
            OfFacility(),
            Flag("signed", "Whether it was signed.", "signed_report__isnull", negated=True),
            Flag("on_duty", "Whether its shift is on duty now.", "ended_at__isnull"),
        ),
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
        return Description("report_range", "reports", "Report of a span of gaming days", says, IssuedSerializer,
                           parameters=PARAMETERS, refuses=(400, 401, 403))  # fmt: skip

    def parameters(self) -> Collection[str]:
        return [each.name for each in PARAMETERS]

    def get(self, request: Request) -> Response:
        code = request.GET.get("facility")
        if code is not None and code not in [each.code for each in self.scope.facilities()]:
            raise refuse("facility", "None of your facilities has this code.")
        form = form_of(self.scope, code, request.GET)
        if not form.is_valid():
            found = form.errors.as_data().items()
            raise Invalid(error for name, errors in found for each in errors for error in field_errors(each, name))
        return Response(self.shown(IssuedSerializer, issued_range(self.scope, code, form.cleaned_data)))
