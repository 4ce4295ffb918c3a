"""What every page shows around its content: the ways through the house, the facility, shift and scheduler."""

from datetime import datetime
from typing import Any, NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from casino.access import facility_of
from compliance.canary import silence
from compliance.gaming_day import gaming_day
from compliance.roles import EVERYONE
from compliance.scope import Scope
from tables.models import Shift

WAYS = (
    ("board", "Board"),
    ("tables", "Tables"),
    ("rounds", "Rounds"),
    ("decks", "Decks"),
    ("devices", "Devices"),
    ("layouts", "Layouts"),
    ("offers", "Offers"),
    ("dealers", "Dealers"),
    ("shifts", "Shifts"),
    ("violations", "Violations"),
    ("journal", "Journal"),
    ("staff-list", "Staff"),
    ("facility", "Facility"),
)


# Pages that are named after something else than what they are about.
_OF = {"exposure": "deck", "round-entry": "table"}


class Way(NamedTuple):
    label: str
    url: str
    current: bool


class Scheduler(NamedTuple):
    status: str
    label: str


def around(request: HttpRequest) -> dict[str, Any]:
    """The context of every page of someone signed in."""
    scope: Scope | None = getattr(request, "scope", None)
    if scope is None:
        return {}
    facility = facility_of(request)
    if facility is None:
        return {}
    at = timezone.now()
    shift = Shift.objects.filter(facility=facility, ended_at=None).select_related("template", "manager").first()
    here = request.resolver_match.url_name if request.resolver_match else ""
    return {
        "board_url": reverse("board", args=[facility.code]),
        "facilities": [
            Way(each.name, reverse("board", args=[each.code]), each == facility) for each in scope.facilities(EVERYONE)
        ],
        "role_label": ", ".join(sorted(role.label for role in scope.staff.roles_at(facility))),
        "navigation": [
            Way(label, reverse(name, args=[facility.code]), _leads(here or "", name))
            for name, label in WAYS
            if scope.may(name, facility)
        ],
        "strip": {
            "facility": facility.name,
            "gaming_day": gaming_day(facility, at),
            "shift": f"{shift.template.name} · {shift.manager}" if shift else "none on duty",
            "scheduler": scheduler(at),
        },
    }


def _leads(here: str, name: str) -> bool:
    """Tell whether a page belongs to a way: a table to Tables, an act on a deck to Decks."""
    kind = _OF.get(here) or here.partition(".")[0]
    return name == here or name in (f"{kind}s", f"{kind}-list")


def scheduler(at: datetime) -> Scheduler:
    """Return whether the work by the clock goes on, as a status."""
    silent = silence(at)
    if silent is None:
        return Scheduler("fine", "running")
    if silent.since is None:
        return Scheduler("due", "not heard yet")
    minutes = int((at - silent.since).total_seconds()) // 60
    return Scheduler("due", f"silent for {minutes} min" if minutes else "silent")
