"""The bell, which every page refreshes every few seconds.

The response also warns when scheduled checks are down. Then the request itself scans its facility, so that alerts do
not wait for a dead scheduler.
"""

import logging
from datetime import datetime
from typing import NamedTuple

from django.db import Error
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from compliance.alerts import inbox
from compliance.alerts.heartbeat import Outage, current_outage
from compliance.alerts.scan import scan
from compliance.formatting import format_recent
from compliance.models import Facility
from compliance.staff.scope import Scope
from compliance.web.requests import FloorRequest

logger = logging.getLogger(__name__)

# How many streams a bell request scans while the scheduler is down.
MOST_LOOKS = 20


class BellPresenter(NamedTuple):
    """The bell as a page shows it; `text` is the text of the latest alert."""

    address: str
    inbox_url: str
    number: int
    mine: int
    status: str
    newest: int
    text: str


@never_cache
@require_safe
def bell(request: FloorRequest, code: str) -> HttpResponse:
    """Show the bell, and a warning if scheduled checks are down."""
    facility, at = request.scope.facility(code), timezone.now()
    silent = current_outage(at)
    if silent is not None:
        _scan_in_request(facility, at)
    # Rendered without the request, so that no page context is fetched.
    context = {"bell": present_bell(request.scope, facility, at), "silence": warning(silent, at), "oob": True}
    response = HttpResponse(render_to_string("compliance/alerts/bell.html", context))
    response["X-Server-Time"] = at.isoformat()
    return response


def _scan_in_request(facility: Facility, at: datetime) -> None:
    try:
        scan(at, facility=facility, most=MOST_LOOKS)
    except Error:
        logger.exception("Scheduled checks are down, and scanning %s from the bell failed too", facility)


def present_bell(scope: Scope, facility: Facility, at: datetime) -> BellPresenter:
    """Return the bell of a person at a facility; without an inbox there it has no link."""
    address = reverse("bell", args=[facility.code])
    if not scope.may("alerts", facility):
        return BellPresenter(address, "", 0, 0, "fine", 0, "")
    found = inbox.bell_state(scope.staff, facility, at)
    text = _newest_text(scope, facility, at) if found.unacknowledged else ""
    inbox_url = reverse("alerts", args=[facility.code])
    return BellPresenter(address, inbox_url, found.unacknowledged, found.mine, found.status, found.newest or 0, text)


def _newest_text(scope: Scope, facility: Facility, at: datetime) -> str:
    """Return the table and text of the latest unacknowledged alert."""
    unheard = inbox.ringing(scope.staff, facility, at).filter(acknowledged_at=None)
    last = unheard.order_by("-raised_at", "-pk").values_list("place", "text").first()
    return ": ".join(filter(None, last)) if last else ""


def warning(silent: Outage | None, at: datetime) -> str:
    """Return the warning to show while scheduled checks are down."""
    if silent is None or silent.is_start:
        return ""
    if silent.since is None:
        return "Scheduled checks have not run yet."
    return f"Scheduled checks have not run since {format_recent(silent.since, at)}."
