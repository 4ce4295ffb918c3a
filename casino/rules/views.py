"""Pages of the coverage registers: every edition, and every paragraph of one with its latest evidence here."""

from typing import NamedTuple
from urllib.parse import urlencode

from django.core.exceptions import BadRequest
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from casino.access import facility_of
from casino.reports.export.files import FILES, file_of
from compliance.formatting import format_recent
from compliance.models import Facility
from compliance.web.generic_views import PageLink
from compliance.web.requests import FloorRequest
from games.coverage.evidence import Evidence
from games.coverage.figures import LABELS, TREATMENTS
from games.coverage.references import label_of
from games.engine.rulebook.coverage import Treatment

from .register import EditionSummary, RegisterRow, register_rows, summaries, summary_of
from .report import issued_register


class SummaryPresenter(NamedTuple):
    """An edition in the list."""

    url: str
    summary: EditionSummary
    is_dealt: bool


class ParagraphPresenter(NamedTuple):
    """A paragraph on the page."""

    row: RegisterRow
    treatment: str
    by: list[str]
    evidence: PageLink | None


def _facility(request: FloorRequest) -> Facility:
    """Return the facility that the page asks for: else the one last viewed, else the first."""
    code = request.GET.get("facility")
    last, here = facility_of(request), request.scope.facilities()
    facility = request.scope.facility(code) if code else last if last in here else here[0]
    assert facility is not None
    request.scope.require(facility)
    return facility


@require_safe
def rules(request: FloorRequest) -> HttpResponse:
    """Show every edition with the figures of its register."""
    facility = _facility(request)
    asked = urlencode({"facility": facility.code})
    shown = [
        SummaryPresenter(
            f"{reverse('edition', args=[each.book.id])}?{asked}", each, each.book.id in facility.editions()
        )
        for each in summaries()
    ]
    return render(request, "casino/rules/rules.html", {"facility": facility, "editions": shown})


@require_safe
def edition(request: FloorRequest, edition: str) -> HttpResponse:
    """Show every paragraph of an edition, with what implements it and the latest evidence at a facility."""
    summary, facility, treatment = summary_of(edition), _facility(request), _treatment(request)
    rows = register_rows(edition, facility, treatment)
    asked = {"facility": facility.code} | ({"treatment": treatment} if treatment else {})
    context = {
        "facility": facility,
        "is_dealt": edition in facility.editions(),
        "book": summary.book,
        "figures": summary.figures,
        "changes": [(each, summary.book.cite(each)) for each in summary.book.changes],
        "rows": [_shown(request, row, facility) for row in rows],
        "tabs": _tabs(summary, facility, treatment),
        "back": PageLink("Rules", f"{reverse('rules')}?{urlencode({'facility': facility.code})}"),
        "downloads": [
            PageLink(file.label, f"{reverse('edition-file', args=[edition, name])}?{urlencode(asked)}")
            for name, file in FILES.items()
        ],
    }
    return render(request, "casino/rules/edition.html", context)


@require_safe
def edition_file(request: FloorRequest, edition: str, name: str) -> HttpResponse:
    """Send the register of an edition as a file, with the filter of the page."""
    summary, facility = summary_of(edition), _facility(request)
    rows = register_rows(edition, facility, _treatment(request))
    issued = issued_register(summary, rows, facility, timezone.now())
    return file_of(issued, name, slugify(f"{facility.code} rules {edition}"))


def _treatment(request: FloorRequest) -> Treatment | None:
    asked = request.GET.get("treatment") or None
    if asked not in (None, *TREATMENTS):
        raise BadRequest(f"treatment: Give one of: {', '.join(TREATMENTS)}.")
    return asked


def _tabs(summary: EditionSummary, facility: Facility, chosen: Treatment | None) -> list[tuple[PageLink, bool]]:
    """Return a tab for all paragraphs, and for each treatment with its number."""
    counted = summary.figures.by_treatment if summary.figures else {}
    page = reverse("edition", args=[summary.book.id])
    tabs = [(PageLink("All", f"{page}?{urlencode({'facility': facility.code})}"), chosen is None)]
    for each, number in counted.items():
        asked = urlencode({"facility": facility.code, "treatment": each})
        tabs.append((PageLink(f"{LABELS[each].capitalize()} {number}", f"{page}?{asked}"), each == chosen))
    return tabs


def _shown(request: FloorRequest, row: RegisterRow, facility: Facility) -> ParagraphPresenter:
    evidence = _evidence(request, row.evidence, facility) if row.evidence else None
    by = [label_of(each) for each in row.paragraph.references]
    return ParagraphPresenter(row, LABELS[row.paragraph.treatment], by, evidence)


def _evidence(request: FloorRequest, evidence: Evidence, facility: Facility) -> PageLink:
    """Return the evidence as a link, if the person may open its page."""
    page, key = evidence.about
    place = f" at {evidence.place}" if evidence.place else ""
    words = f"{evidence.text}, {format_recent(evidence.at, timezone.now())}{place}"
    if not request.scope.may(page, facility):
        return PageLink(words, "")
    if page == "journal":
        return PageLink(words, f"{reverse(page, args=[facility.code])}?subject={key}")
    return PageLink(words, reverse(page, args=[key]))
