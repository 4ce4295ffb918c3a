"""Reports as JSON: the same sheets as on the page, rows by the keys of their columns."""

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
    label = serializers.CharField()  # type: ignore[assignment]  # a field, by its name
    kind = serializers.CharField(
        help_text="text, number, money (dollars), share (percent), rate, span (seconds), moment (UTC) or day."
    )


class SheetSerializer(serializers.Serializer):
    """A table of figures."""

    key = serializers.CharField()
    title = serializers.CharField()
    columns = ColumnSerializer(many=True)
    rows = serializers.SerializerMethodField(help_text="Values by the keys of their columns; amounts as strings.")
    total = serializers.SerializerMethodField(help_text="Of all rows together; null where that says nothing.")
    note = serializers.CharField(allow_blank=True)
    cite = serializers.CharField(allow_blank=True, help_text="The paragraph behind it.")

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
    """A facility that a report is of."""

    code = serializers.CharField()
    name = serializers.CharField()
    jurisdiction = serializers.CharField()
    time_zone = serializers.CharField()


class PitHandedOverSerializer(serializers.Serializer):
    """A pit, with what it is handed over with."""

    pit = serializers.CharField(source="pit.code", help_text="The pit's code.")
    seen = serializers.CharField(
        allow_null=True,
        help_text="Names the list as it is, to be given when the pit is handed over; null if it was.",
    )
    accepted_by = PersonSerializer(allow_null=True)
    accepted_at = Moment(allow_null=True)
    items = SheetSerializer()


class IssuedSerializer(serializers.Serializer):
    """A report as it is given out."""

    title = serializers.CharField(source="report.title")
    facilities = ReportedFacilitySerializer(source="report.facilities", many=True)
    since = Moment(source="report.since")
    until = Moment(source="report.until", allow_null=True, help_text="Null while it is going on.")
    made_at = Moment(source="report.made_at", help_text="When the figures were read.")
    sheets = SheetSerializer(source="report.sheets", many=True)


class ReportSerializer(WithAddress):
    """The report of a shift."""

    KIND = "report"

    id = serializers.IntegerField(help_text="The number of the shift.")
    facility = serializers.CharField(source="facility.code")
    shift = serializers.CharField(source="template.name")
    gaming_day = serializers.DateField()
    manager = PersonSerializer()
    began_at = Moment()
    ended_at = Moment(allow_null=True)
    state = serializers.SerializerMethodField(
        help_text="live while the shift is on duty, ended, or signed. Read by itself: altered, if it is not that."
    )
    signed_at = Moment(source="signed.signed_at", default=None, allow_null=True)
    signed_by = PersonSerializer(source="signed.signed_by", default=None, allow_null=True)
    digest = serializers.CharField(
        source="signed.digest",
        default=None,
        allow_null=True,
        help_text="SHA-256 of the document that was signed, as in the journal; null if it was not.",
    )

    rounds = serializers.SerializerMethodField(help_text="How many rounds it told of when it was signed.")
    win = serializers.SerializerMethodField(help_text="What the house won by it when it was signed.")
    handed_over = serializers.SerializerMethodField(help_text="Codes of the pits that were handed over.")

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
    label = serializers.CharField(help_text="What it is.")  # type: ignore[assignment]  # a field, by its name
    type = serializers.CharField(help_text="Its media type.")
    url = serializers.CharField(help_text="Where it is.")


class ReportDetailSerializer(ReportSerializer, WithActs):
    remark = serializers.CharField(source="signed.remark", default="", allow_blank=True)
    report = serializers.SerializerMethodField(help_text="The figures: as signed, or as they are now.")
    after = serializers.SerializerMethodField(help_text="Added since: adjustments, pits handed over.")
    signatures = serializers.SerializerMethodField()
    pits = serializers.SerializerMethodField(help_text="What each pit is handed over with.")
    files = serializers.SerializerMethodField(help_text="The same report in other forms.")

    _made: tuple[ReportedShift, ReportCopy] | None = None

    def _issued(self, shift: ReportedShift) -> ReportCopy:
        """Return the report, made once for all its fields."""
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
