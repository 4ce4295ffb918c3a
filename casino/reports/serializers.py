"""Reports as JSON: the same sheets as on the page, with rows keyed by column."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from compliance.api.fields import Cite, Computed, Date, FacilityCode, Moment, Number, Text
from compliance.api.reverse import api_url
from compliance.api.serializers import PersonSerializer, WithActs, WithAddress
from games.engine.money import dollars
from games.serializer_fields import Dollars

from .document import ReportCopy, Row, Sheet
from .export.files import FILES
from .formatting import plain_value
from .models import ALTERED, ENDED, LIVE, SIGNED, ReportedShift
from .shift.pit_handovers import pits_of
from .shift.report_copy import copy_of

STATES = (LIVE, ENDED, SIGNED, ALTERED)


class ColumnSerializer(serializers.Serializer):
    """A column of a sheet."""

    key = Text("The key of the column's values in each row.", example="staked")
    label = Text("The column's heading.", example="Wagered")  # type: ignore[assignment]  # a field
    kind = Text(
        "text, number, money (dollars), share (percent), rate, span (seconds), moment (UTC) or day.", example="money"
    )


class SheetSerializer(serializers.Serializer):
    """A table of figures."""

    key = Text("The sheet's key, which never changes.", example="tables")
    title = Text("The sheet's title.", example="By table")
    columns = ColumnSerializer(many=True, help_text="The columns, in display order.")
    rows = Computed(
        "Values by column key; amounts are strings.",
        example=[{"table": "CHP-01", "rounds": 118, "staked": "20415.00", "win": "1204.50", "hold": "5.90"}],
    )
    total = Computed(
        "The total of all rows; null if there is none.",
        example={"table": None, "rounds": 118, "staked": "20415.00", "win": "1204.50", "hold": "5.90"},
    )
    note = Text("How to read the sheet; may be empty.", allow_blank=True, example="Voided rounds are not counted.")
    cite = Cite("The rule that the sheet is based on.", allow_blank=True)

    @extend_schema_field({"type": "array", "items": {"type": "object", "additionalProperties": True}})
    def get_rows(self, sheet: Sheet) -> list[dict[str, Any]]:
        return [_record(sheet, row) for row in sheet.rows]

    @extend_schema_field({"type": "object", "additionalProperties": True, "nullable": True})
    def get_total(self, sheet: Sheet) -> dict[str, Any] | None:
        return _record(sheet, sheet.total) if sheet.total else None


def _record(sheet: Sheet, row: Row) -> dict[str, Any]:
    both = zip(sheet.columns, row.cells, strict=True)
    return {column.key: plain_value(column, value) for column, value in both}


class SignedLineSerializer(serializers.Serializer):
    """A signature below a report."""

    what = Text("What was signed.", example="Signed")
    name = Text("The name.", example="Rosa Delgado")
    badge = Text("The person's badge.", example="CHP-2301")
    at = Moment("When it was signed.")


class ReportedFacilitySerializer(serializers.Serializer):
    """A facility that a report covers."""

    code = Text("The facility's code.", example="CHP")
    name = Text("The casino's name.", example="Chesapeake")
    jurisdiction = Text("The jurisdiction whose rules apply.", example="Maryland")
    time_zone = Text("The local time zone.", example="America/New_York")


class PitHandedOverSerializer(serializers.Serializer):
    """A pit and its handover."""

    pit = Text("The pit's code.", source="pit.code", example="P1")
    seen = Text(
        "Identifies the current list. Send it to hand over the pit. Null once handed over.",
        allow_null=True,
        example="3f1b8d0e9a7c6b5d",
    )
    accepted_by = PersonSerializer(allow_null=True, help_text="Who accepted the pit; null until it is handed over.")
    accepted_at = Moment("When the pit was accepted; null until it is handed over.", allow_null=True)
    items = SheetSerializer(help_text="The pit's open items: as handed over, or current.")


class IssuedSerializer(serializers.Serializer):
    """A report with its sheets."""

    title = Text("The report's title.", source="report.title", example="Swing, Saturday, March 7, 2026")
    facilities = ReportedFacilitySerializer(
        source="report.facilities", many=True, help_text="The facilities that the figures cover."
    )
    since = Moment("When the reported period begins.", source="report.since")
    until = Moment("Null while in progress.", source="report.until", allow_null=True)
    made_at = Moment("When the figures were read.", source="report.made_at")
    sheets = SheetSerializer(source="report.sheets", many=True, help_text="The report's sheets.")


class ReportSerializer(WithAddress):
    """The report of a shift."""

    KIND, EXAMPLE_URL = "report", "/api/v1/reports/12/"

    id = Number("The shift's number.", example=12)
    facility = FacilityCode(source="facility.code")
    shift = Text("The shift's name.", source="template.name", example="Swing")
    gaming_day = Date("The gaming day that it belongs to.")
    manager = PersonSerializer(help_text="The shift manager.")
    began_at = Moment("When it began.")
    ended_at = Moment("When it ended; null if it has not ended.", allow_null=True)
    state = Computed(
        "live while the shift is on duty, then ended or signed. altered (detail only): not what was signed.",
        example="signed",
    )
    signed_at = Moment(
        "When it was signed; null if not signed.", source="signed.signed_at", default=None, allow_null=True
    )
    signed_by = PersonSerializer(
        source="signed.signed_by", default=None, allow_null=True, help_text="Who signed for it."
    )
    digest = Text(
        "SHA-256 of the signed document, as in the journal; null if not signed.",
        source="signed.digest",
        default=None,
        allow_null=True,
        example="9f2c4e1d7b7a0f65c1b0a1f6c2f3f1b8d0e9a7c6b5d4e3f2a1b0c9d8e7f6a5b4",
    )

    rounds = Computed("How many rounds the signed report has; null if not signed.", example=3)
    win = Computed("The house win in the signed report; null if not signed.", example="1204.50")
    handed_over = Computed("The codes of pits that were handed over.", example=["P1"])

    @extend_schema_field(serializers.ChoiceField(STATES))
    def get_state(self, shift: ReportedShift) -> str:
        return shift.state

    @extend_schema_field(serializers.IntegerField(allow_null=True))
    def get_rounds(self, shift: ReportedShift) -> int | None:
        return shift.signed.sums["rounds"] if shift.signed else None

    @extend_schema_field(Dollars(allow_null=True))
    def get_win(self, shift: ReportedShift) -> Any:
        return dollars(shift.signed.sums.win_cents) if shift.signed else None

    def get_handed_over(self, shift: ReportedShift) -> list[str]:
        return sorted(each.pit.code for each in shift.handovers.all())


class FileSerializer(serializers.Serializer):
    """A report as a file."""

    name = Text("The file's name.", example="report-a4.pdf")
    label = Text("The file's format.", example="PDF, A4")  # type: ignore[assignment]  # a field
    type = Text("The file's media type.", example="application/pdf")
    url = Text("The file's URL.", example="/api/v1/reports/12/files/report-a4.pdf")


class ReportDetailSerializer(ReportSerializer, WithActs):
    remark = Text(
        "A remark by the person who signed.",
        source="signed.remark",
        default="",
        allow_blank=True,
        example="The count of P2 was repeated",
    )
    report = Computed("The figures: as signed, or current.", shown_as=IssuedSerializer())
    after = Computed("Sheets added later: adjustments and handovers.", shown_as=SheetSerializer(many=True))
    signatures = Computed("Who signed, and what for.", shown_as=SignedLineSerializer(many=True))
    pits = Computed("Each pit with its open items and handover.", shown_as=PitHandedOverSerializer(many=True))
    files = Computed("The report as files.")

    _made: tuple[ReportedShift, ReportCopy] | None = None

    def _issued(self, shift: ReportedShift) -> ReportCopy:
        """Return the report, built once for all fields."""
        if self._made is None or self._made[0] is not shift:
            self._made = shift, copy_of(shift, self.context["at"])
        return self._made[1]

    def get_report(self, shift: ReportedShift) -> Any:
        return self._issued(shift)

    def get_after(self, shift: ReportedShift) -> Any:
        return self._issued(shift).after

    @extend_schema_field(serializers.ChoiceField(STATES))
    def get_state(self, shift: ReportedShift) -> str:
        return self._issued(shift).state

    def get_pits(self, shift: ReportedShift) -> Any:
        return pits_of(shift, self._issued(shift), self.context["at"])

    @extend_schema_field(FileSerializer(many=True))
    def get_files(self, shift: ReportedShift) -> Any:
        return [
            {"name": name, "label": file.label, "type": file.type, "url": api_url("report-file", shift.pk, name)}
            for name, file in FILES.items()
        ]

    def get_signatures(self, shift: ReportedShift) -> Any:
        return self._issued(shift).signatures
