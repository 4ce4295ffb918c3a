"""The journal page of a facility."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from compliance.models import Entry
from compliance.web.generic_views import newest_before
from compliance.web.requests import FloorRequest

from .filters import JournalFilters
from .timeline import timeline


@require_safe
def journal(request: FloorRequest, code: str) -> HttpResponse:
    """Show the journal of a facility, newest first."""
    facility = request.scope.facility(code)
    entries = Entry.objects.filter(facility=facility).select_related("actor", "signature__signer", "stream")
    filters = JournalFilters.for_page(request, facility, entries)
    found, older = newest_before(request, filters.qs)
    context = {"facility": facility, "entries": timeline(found), "filters": filters, "older": older}
    return render(request, "compliance/journal/journal.html", context)
