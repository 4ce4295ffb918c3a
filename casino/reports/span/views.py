"""Pages and files of range reports: of one facility, and of all of the person's facilities."""

from typing import Any

from django.core.exceptions import BadRequest
from django.forms import BoundField
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from casino.reports.document import ReportCopy
from casino.reports.export.files import FILES, file_of, stem_of_range
from casino.reports.page.report import opened_sheet, page_of_report
from compliance.filters import filled_in
from compliance.web.generic_views import PageLink, StatusWord, Tab
from compliance.web.requests import FloorRequest

from .forms import DAYS, SPANS, RangeForm
from .links import links_of, page_of_range
from .report import form_of, issued_range


@require_safe
def range_page(request: FloorRequest, code: str | None = None) -> HttpResponse:
    """Show the range report of one facility, or of all where this person may see reports."""
    form = form_of(request.scope, code, filled_in(request))
    context: dict[str, Any] = {"title": "Gaming days", "tabs": _tabs(code, form), "fields": _fields(form)}
    if form.is_valid():
        issued = issued_range(request.scope, code, form.cleaned_data)
        link = links_of(code, *(form.cleaned_data[name].isoformat() for name in DAYS))
        if sheet := opened_sheet(request, issued, link):
            return sheet
        context |= page_of_report(issued, link, request.GET.get("sheet", "")) | _shown(issued, code, form)
    return render(request, "casino/reports/span/report.html", context)


@require_safe
def range_file(request: FloorRequest, name: str, code: str | None = None) -> HttpResponse:
    form = form_of(request.scope, code, filled_in(request))
    if not form.is_valid():
        raise BadRequest(form.errors.as_text())
    first, last = (form.cleaned_data[each] for each in DAYS)
    return file_of(issued_range(request.scope, code, form.cleaned_data), name, stem_of_range(code, first, last))


def _fields(form: RangeForm) -> list[BoundField]:
    """Return the date fields, filled with the range shown, and any other field with an error."""
    if form.is_valid():
        form = RangeForm({name: str(form.cleaned_data[name]) for name in DAYS}, form.today)
    return [form[name] for name in form.fields if name in DAYS or name in form.errors]


def _shown(issued: ReportCopy, code: str | None, form: RangeForm) -> dict[str, Any]:
    files = [PageLink(file.label, _file_url(code, name, form)) for name, file in FILES.items()]
    return {
        "is_shown": True,
        "sheet_url": f"?{form.asked()}&sheet=",
        "state_word": None if issued.report.until else StatusWord("soon", "In progress"),
        "downloads": files,
    }


def _tabs(code: str | None, form: RangeForm) -> list[Tab]:
    """Return tabs for the periods around the last day shown."""
    day = form.cleaned_data["until"] if form.is_valid() else form.today
    chosen = form.cleaned_data["span"] if form.is_valid() else None
    return [
        Tab(label, page_of_range(code, span=name, day=day.isoformat()), name == chosen)
        for name, (label, _) in SPANS.items()
    ]


def _file_url(code: str | None, name: str, form: RangeForm) -> str:
    page = reverse("range-file", args=[code, name]) if code else reverse("ranges-file", args=[name])
    return f"{page}?{form.asked()}"
