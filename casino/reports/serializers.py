"""Reports as JSON: the same sheets as on the page, with rows keyed by column."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from compliance.api.reverse import api_url
from compliance.api.serializers import Moment, PersonSerializer, WithActs, WithAddress
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

    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # a field
    kind = serializers.CharField(
        help_text="text, number, money (dollars), share (percent), rate, span (seconds), moment (UTC) or day."
    )


class SheetSerializer(serializers.Serializer):
    """A table of figures."""

    key = serializers.CharField()
    title = serializers.CharField()
    columns = ColumnSerializer(many=True)
    rows = serializers.SerializerMethodField(help_text="Values by column key; amounts are strings.")
    total = serializers.SerializerMethodField(help_text="The total of all rows; null if there is none.")
    note = serializers.CharField(allow_blank=True)
    cite = serializers.CharField(allow_blank=True, help_text="The rule that the sheet is based on.")

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

    what = serializers.CharField()
    name = serializers.CharField()
    badge = serializers.CharField()
    at = Moment()


class ReportedFacilitySerializer(serializers.Serializer):
    """A facility that a report covers."""

    code = serializers.CharField()
    name = serializers.CharField()
    jurisdiction = serializers.CharField()
    time_zone = serializers.CharField()


class PitHandedOverSerializer(serializers.Serializer):
    """A pit and its handover."""

    pit = serializers.CharField(source="pit.code", help_text="The pit's code.")
    seen = serializers.CharField(
        allow_null=True,
        help_text="Identifies the current list. Send it to hand over the pit. Null once handed over.",
    )
    accepted_by = PersonSerializer(allow_null=True)
    accepted_at = Moment(allow_null=True)
    items = SheetSerializer()


class IssuedSerializer(serializers.Serializer):
    """A report with its sheets."""

    title = serializers.CharField(source="report.title")
    facilities = ReportedFacilitySerializer(source="report.facilities", many=True)
    since = Moment(source="report.since")
    until = Moment(source="report.until", allow_null=True, help_text="Null while in progress.")
    made_at = Moment(source="report.made_at", help_text="When the figures were read.")
    sheets = SheetSerializer(source="report.sheets", many=True)


class ReportSerializer(WithAddress):
    """The report of a shift."""

    KIND = "report"

    id = serializers.IntegerField(help_text="The shift's number.")
    facility = serializers.CharField(source="facility.code")
    shift = serializers.CharField(source="template.name")
    gaming_day = serializers.DateField()
    manager = PersonSerializer()
    began_at = Moment()
    ended_at = Moment(allow_null=True)
    state = serializers.SerializerMethodField(
        help_text="live while the shift is on duty, then ended or signed. altered (detail only): not what was signed."
    )
    signed_at = Moment(source="signed.signed_at", default=None, allow_null=True)
    signed_by = PersonSerializer(source="signed.signed_by", default=None, allow_null=True)
    digest = serializers.CharField(
        source="signed.digest",
        default=None,
        allow_null=True,
        help_text="SHA-256 of the signed document, as in the journal; null if not signed.",
    )

    rounds = serializers.SerializerMethodField(help_text="How many rounds the signed report has; null if not signed.")
    win = serializers.SerializerMethodField(help_text="The house win in the signed report; null if not signed.")
    handed_over = serializers.SerializerMethodField(help_text="The codes of pits that were handed over.")

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

    name = serializers.CharField(help_text="The file's name.")
    label = serializers.CharField(help_text="The file's format.")  # type: ignore[assignment]  # a field
    type = serializers.CharField(help_text="The file's media type.")
    url = serializers.CharField(help_text="The file's URL.")


class ReportDetailSerializer(ReportSerializer, WithActs):
    remark = serializers.CharField(source="signed.remark", default="", allow_blank=True)
    report = serializers.SerializerMethodField(help_text="The figures: as signed, or current.")
    after = serializers.SerializerMethodField(help_text="Sheets added later: adjustments and handovers.")
    signatures = serializers.SerializerMethodField()
    pits = serializers.SerializerMethodField(help_text="Each pit with its open items and handover.")
    files = serializers.SerializerMethodField(help_text="The report as files.")

    _made: tuple[ReportedShift, ReportCopy] | None = None

    def _issued(self, shift: ReportedShift) -> ReportCopy:
        """Return the report, built once for all fields."""
        if self._made is None or self._made[0] is not shift:
            self._made = shift, copy_of(shift, self.context["at"])
        return self._made[1]

    @extend_schema_field(IssuedSerializer)
    def get_report(self, shift: ReportedShift) -> Any:
        return IssuedSerializer(self._issued(shift)).data

    @extend_schema_field(SheetSerializer(many=True))
    def get_after(self, shift: ReportedShift) -> Any:
        return SheetSerializer(self._issued(shift).after, many=True).data

    @extend_schema_field(serializers.ChoiceField(STATES))
    def get_state(self, shift: ReportedShift) -> str:
        return self._issued(shift).state

    @extend_schema_field(PitHandedOverSerializer(many=True))
    def get_pits(self, shift: ReportedShift) -> Any:
        return PitHandedOverSerializer(pits_of(shift, self._issued(shift), self.context["at"]), many=True).data

    @extend_schema_field(FileSerializer(many=True))
    def get_files(self, shift: ReportedShift) -> Any:
        return [
            {"name": name, "label": file.label, "type": file.type, "url": api_url("report-file", shift.pk, name)}
            for name, file in FILES.items()
        ]

    @extend_schema_field(SignedLineSerializer(many=True))
    def get_signatures(self, shift: ReportedShift) -> Any:
        return SignedLineSerializer(self._issued(shift).signatures, many=True).data
