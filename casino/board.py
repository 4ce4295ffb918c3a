"""The board: every table of a facility or a pit at a glance, and what to do next."""

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from casino.access import facility_of
from compliance.acts import buttons
from compliance.requests import FloorRequest
from tables.cards import card_of, fetched, most_urgent_first
from tables.models import Pit, Table
from tables.waiting import waiting


@require_safe
def home(request: FloorRequest) -> HttpResponse:
    """Lead to the board of the facility last looked at."""
    facility = facility_of(request)
    if facility is None:
        return render(request, "no_facility.html")
    return redirect("board", facility.code)


@require_safe
def board(request: FloorRequest, code: str) -> HttpResponse:
    """The board; asked for by the page itself every few seconds, only the part that changes."""
    scope = request.scope
    facility = scope.facility(code)
    at = timezone.now()
    pits = list(Pit.objects.filter(facility=facility))
    pit = next((each for each in pits if each.code == request.GET.get("pit")), None)
    if request.GET.get("pit") and pit is None:
        return HttpResponseRedirect(reverse("board", args=[code]))
    tables = Table.objects.filter(facility=facility)
    cards = [card_of(table, scope, at) for table in fetched(tables.filter(pit=pit) if pit else tables, at)]
    context = {
        "facility": facility,
        "pits": pits,
        "pit": pit,
        "tables": most_urgent_first(cards),
        "next": sorted(
            (due for dues in (*(card.dues for card in cards), waiting(facility, scope, at)) for due in dues),
            key=lambda due: due.urgency,
        ),
        "empty": {
            "title": "No tables yet",
            "text": "Add a pit, then its tables; then submit a layout and an offer.",
            "act": next(iter(buttons("facility", facility, scope)), None),
        },
    }
    response = render(request, "parts/board_tables.html" if request.htmx else "board.html", context)
    response["X-Server-Time"] = at.isoformat()
    return response
