"""Endpoints that return reports as files, the same as the pages do."""

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from casino.reports.api import PARAMETERS, asked_for
from casino.reports.models import ReportedShift
from casino.reports.shift.report_copy import copy_of
from casino.reports.span.report import issued_range
from compliance.acts.registry import SUBJECTS
from compliance.api.files import CSV, FileEndpoint, described_file
from compliance.api.openapi.schema import Description, path_key

from .files import FILES, file_of, stem_of_range, stem_of_shift

KEY = path_key("The shift's number.", example=12)
NAME = OpenApiParameter(
    "name",
    {"type": "string", "examples": ["report-a4.pdf"]},
    OpenApiParameter.PATH,
    description=f"One of {', '.join(FILES)}; or a sheet as CSV, by its key: tables.csv.",
)
# The JSON file is an object; the others are binary or text.
ANSWERS = described_file(*(file.type for file in FILES.values()), CSV) | {"application/json": OpenApiTypes.OBJECT}


class ReadReportFile(FileEndpoint):
    """GET a shift report as a file."""

    def description(self) -> Description:
        says = "As signed, or current. The JSON file has the exact bytes that were hashed for the signature."
        return Description("report_file", "reports", "Shift report as a file", says, ANSWERS, parameters=[KEY, NAME])

    def get(self, request: Request, key: int, name: str) -> HttpResponse:
        shift: ReportedShift = SUBJECTS["report"].find(self.scope, key)
        return file_of(copy_of(shift, self.at), name, stem_of_shift(shift))


class ReadRangeFile(FileEndpoint):
    """GET the report of a range of gaming days as a file."""

    def description(self) -> Description:
        says = "The report of a range of gaming days as a file, with the same parameters as the report."
        return Description(
            "report_range_file",
            "reports",
            "Report of a range of gaming days as a file",
            says,
            ANSWERS,
            parameters=[NAME, *PARAMETERS],
        )

    def get(self, request: Request, name: str) -> HttpResponse:
        code, days = asked_for(self.scope, request)
        stem = stem_of_range(code, days["from"], days["until"])
        return file_of(issued_range(self.scope, code, days), name, stem)
