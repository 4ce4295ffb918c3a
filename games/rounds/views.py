"""The list of rounds."""

from typing import NamedTuple

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from compliance.acts.view import page_url
from compliance.web.generic_views import StatusWord, newest_before
from compliance.web.requests import FloorRequest
from games.models import Round

from .filters import RoundFilters
from .marks import marks_of


class RoundRow(NamedTuple):
    round: Round
    url: str
    marks: list[StatusWord]


@require_safe
def rounds(request: FloorRequest, code: str) -> HttpResponse:
    """Show the rounds of a facility, newest first."""
    facility = request.scope.facility(code)
    logged = Round.objects.filter(facility=facility).select_related("table", "dealer", "deck", "voiding")
    filters = RoundFilters.for_page(request, facility, logged.defer("input", "settlement"))
    found, older = newest_before(request, filters.qs)
    rows = [RoundRow(each, page_url(each), marks_of(each)) for each in found]
    context = {"facility": facility, "filters": filters, "rows": rows, "older": older}
    return render(request, "games/rounds/rounds.html", context)
