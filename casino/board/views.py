"""The board: every table of a facility or a pit, and what to do next."""

from collections.abc import Iterable
from datetime import datetime
from itertools import chain
from typing import NamedTuple

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from casino.access import facility_of
from compliance.acts.registry import buttons
from compliance.alerts.inbox import stored_findings, table_findings
from compliance.api.errors import Invalid, invalid_parameter
from compliance.findings import CHECKS
from compliance.models import Facility
from compliance.staff.roles import OFFICERS, Role
from compliance.staff.scope import Scope
from compliance.web.requests import FloorRequest
from games.rounds.queries import rounds_of_the_last_hour
from tables.floor.table_cache import load_all_for_display
from tables.floor.table_card import FindingPresenter, TableCard, most_urgent_first, present_finding, table_card
from tables.models import Pit, Table


@require_safe
def home(request: FloorRequest) -> HttpResponse:
    """Redirect to the board of the facility last viewed."""
    facility = facility_of(request)
    if facility is None:
        return render(request, "compliance/facilities/no_facility.html")
    return redirect("board", facility.code)


class Board(NamedTuple):
    """The tables of a facility or a pit, and what to do, most urgent first."""

    tables: list[TableCard]
    next: list[FindingPresenter]


def board_of(facility: Facility, pit: Pit | None, scope: Scope, at: datetime) -> Board:
    """Return the board as the owner of the scope sees it."""
    tables = Table.objects.filter(facility=facility).select_related("facility")
    shown = load_all_for_display(tables.filter(pit=pit) if pit else tables, at)
    pace = rounds_of_the_last_hour(shown, at)
    stored = stored_findings(facility)
    found = table_findings(shown, at, stored)
    cards = [table_card(table, found[table.code], scope, at, rounds_per_hour=pace.get(table.code)) for table in shown]
    of_facility = [present_finding(each, facility, scope) for each in stored.get("", ())]
    to_do = [each for each in chain(*(card.findings for card in cards), of_facility) if _is_for(each, facility, scope)]
    return Board(most_urgent_first(cards), sorted(to_do, key=lambda shown: shown.finding.urgency))


def _is_for(shown: FindingPresenter, facility: Facility, scope: Scope) -> bool:
    """Tell whether a finding is for the user: what only compliance can settle is not, unless it blocks play."""
    office = CHECKS[shown.finding.code].to == Role.COMPLIANCE_OFFICER and not shown.finding.blocks_play
    return not office or bool(scope.staff.roles_at(facility) & OFFICERS)


def find_pit(pits: Iterable[Pit], code: str | None) -> Pit | None:
    """Return the pit that a board is limited to; None for the whole facility. An unknown code is invalid."""
    found = next((pit for pit in pits if pit.code == code), None)
    if found is None and code is not None:
        raise invalid_parameter("pit", "There is no such pit.")
    return found


@require_safe
def board(request: FloorRequest, code: str) -> HttpResponse:
    """Show the board; for the page's own refresh, only the part that changes."""
    scope = request.scope
    facility = scope.facility(code)
    at = timezone.now()
    pits = list(Pit.objects.filter(facility=facility))
    try:
        pit = find_pit(pits, request.GET.get("pit"))
    except Invalid:
        raise Http404 from None
    found = board_of(facility, pit, scope, at)
    context = {
        "facility": facility,
        "pits": pits,
        "pit": pit,
        "tables": found.tables,
        "next": found.next,
        "empty": {
            "title": "No tables yet",
            "text": "Add a pit and its tables. Then submit a layout and an offer.",
            "act": next(iter(buttons("facility", facility, scope)), None),
        },
    }
    response = render(request, "casino/board/board_tables.html" if request.htmx else "casino/board/board.html", context)
    response["X-Server-Time"] = at.isoformat()
    return response
