"""Who may open which page and do which act: the one table, and the middleware that holds everyone to it.

Every address has a name, and every name stands here; the API's addresses have the names of the pages that show and do
the same. A name that does not stand here opens for nobody, and a test fails for it. Where a person holds the role
counts too: compliance/scope.py looks at the facility of whatever is asked for.
"""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.utils import timezone
from django.utils.http import urlencode

from compliance.api.problems import problem_response
from compliance.models import Facility
from compliance.roles import ADMINISTRATORS, EVERYONE, FLOOR, MANAGERS, OFFICERS, OVERSIGHT, PIT, READERS, Role, Roles
from compliance.scope import Scope
from compliance.sessions import signed_in

SECURITY: Roles = frozenset({Role.SECURITY})

# Open to whoever can reach the server.
PUBLIC = frozenset({"admin-login", "sign-in", "sign-out", "theme", "live", "ready"})

# For everyone who is signed in, whatever their role.
SIGNED_IN = frozenset({"home", "account", "schema", "docs", "redoc", "redoc-script", "root", "problems"})

PAGES: dict[str, Roles] = {
    "board": EVERYONE,
    "facilities": EVERYONE,
    "facility": READERS,
    "tables": EVERYONE,
    "table": EVERYONE,
    "pits": READERS,
    "pit": READERS,
    "decks": READERS | SECURITY,
    "deck": READERS | SECURITY,
    "devices": READERS,
    "device": READERS,
    "layouts": READERS,
    "layout": READERS,
    "document": READERS,
    "offers": READERS,
    "offer": READERS,
    "dealers": READERS,
    "dealer": READERS,
    "shifts": READERS,
    "shift": READERS,
    "round-entry": FLOOR,
    "round-preview": FLOOR,
    "round-import": FLOOR,
    "rounds": READERS,
    "round": READERS,
    "exposure": READERS,
    "exposure-csv": READERS,
    "alerts": READERS,
    "alert": READERS,
    "alert-history": READERS,
    "bell": EVERYONE,
    "reports": READERS,
    "report": READERS,
    "report-file": READERS,
    "range": READERS,
    "range-file": READERS,
    "ranges": READERS,
    "ranges-file": READERS,
    "violations": OVERSIGHT | MANAGERS,
    "violation": READERS,
    "staff-list": ADMINISTRATORS | OVERSIGHT | MANAGERS,
    "staff": ADMINISTRATORS | OVERSIGHT | MANAGERS,
    "journal": READERS,
}

ACTS: dict[str, Roles] = {
    "facility.add-pit": ADMINISTRATORS | MANAGERS,
    "facility.receive-decks": FLOOR | SECURITY,
    "facility.draw-decks": FLOOR,
    "facility.collect-decks": FLOOR,
    "facility.register-device": PIT | ADMINISTRATORS,
    "facility.submit-layout": PIT | OFFICERS,
    "facility.submit-offer": PIT | OFFICERS,
    "facility.begin-shift": MANAGERS,
    "facility.add-shift-template": MANAGERS | ADMINISTRATORS,
    "facility.retire-shift-template": MANAGERS | ADMINISTRATORS,
    "facility.hire": ADMINISTRATORS,
    "pit.add-table": ADMINISTRATORS | MANAGERS,
    "table.begin-opening": FLOOR,
    "table.open": FLOOR,
    "table.bring-deck": FLOOR,
    "table.add-deck": FLOOR,
    "table.resume": FLOOR,
    "table.assign-dealer": FLOOR,
    "table.relieve-dealer": FLOOR,
    "table.release-dealer": FLOOR,
    "table.supervise": FLOOR,
    "table.place-device": FLOOR,
    "table.post-sign": FLOOR,
    "table.put-offer": PIT,
    "table.withdraw-notice": PIT,
    "table.put-layout": PIT,
    "table.spread": FLOOR,
    "table.spread-again": FLOOR,
    "table.close": FLOOR,
    "table.close-for-cause": FLOOR,
    "table.release": PIT,
    "deck.verify": FLOOR,
    "deck.step": FLOOR,
    "deck.change": FLOOR,
    "deck.replace-card": FLOOR,
    "deck.remove": FLOOR,
    "deck.reject": FLOOR,
    "deck.preshuffle": FLOOR,
    "deck.return": FLOOR,
    "deck.examine": FLOOR | SECURITY | OFFICERS,
    "deck.release": OFFICERS,
    "deck.destroy": SECURITY | PIT,
    "device.inspect": FLOOR,
    "device.handle": FLOOR,
    "device.fail": FLOOR,
    "device.repair": PIT,
    "device.take-away": FLOOR,
    "device.approve": OFFICERS,
    "device.retire": PIT | ADMINISTRATORS,
    "dealer.start-break": FLOOR,
    "dealer.end-break": FLOOR,
    "dealer.record-test": PIT,
    "dealer.record-licence": OFFICERS | ADMINISTRATORS,
    "dealer.revoke-licence": OFFICERS | ADMINISTRATORS,
    "round.void": FLOOR,
    "violation.close": OFFICERS,
    "alert.acknowledge": FLOOR | OFFICERS,
    "alert.note": FLOOR | OFFICERS,
    "alert.assign": PIT | OFFICERS,
    "alert.snooze": FLOOR | OFFICERS,
    "alert.pass-on": FLOOR | OFFICERS,
    "alert.resolve": FLOOR | OFFICERS,
    "shift.give-pit": MANAGERS,
    "shift.end": MANAGERS,
    "report.sign": MANAGERS,
    "report.hand-over": PIT,
    "layout.approve": OFFICERS | PIT,
    "layout.withdraw": OFFICERS | MANAGERS,
    "offer.approve": OFFICERS | PIT,
    "offer.withdraw": OFFICERS | MANAGERS,
    "staff.appoint": ADMINISTRATORS,
    "staff.end-posting": ADMINISTRATORS,
    "staff.set-pin": ADMINISTRATORS,
    "staff.set-password": ADMINISTRATORS,
    "staff.unlock": ADMINISTRATORS | MANAGERS,
    "staff.disable": ADMINISTRATORS,
    "staff.enable": ADMINISTRATORS,
}


# Where a session keeps the facility last looked at.
REMEMBERED = "facility"


def facility_of(request: HttpRequest) -> Facility | None:
    """Return the facility that a page is about: of what was asked for, else the one last looked at, else the first."""
    scope: Scope = request.scope  # type: ignore[attr-defined]
    facilities = scope.facilities(EVERYONE)
    code = scope.place.code if scope.place else request.session.get(REMEMBERED)
    return next((each for each in facilities if each.code == code), facilities[0] if facilities else None)


class AccessTable:
    """The table as the lower apps ask it (compliance/scope.py)."""

    def roles(self, name: str) -> Roles:
        found = PAGES.get(name) or ACTS.get(name)
        if found is None:
            raise ImproperlyConfigured(f"{name}: say in casino/access.py who may open it")
        return found


class AccessMiddleware:
    """Lets a request through to its view if the table says so, and gives it its scope."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            response = self.get_response(request)
        finally:
            timezone.deactivate()  # a page's scope may have activated its facility's
        scope: Scope | None = getattr(request, "scope", None)
        if request.htmx:  # type: ignore[attr-defined]  # what a page asks for by itself is no look of anyone's
            return response
        if scope and scope.on_page and scope.place and request.session.get(REMEMBERED) != scope.place.code:
            request.session[REMEMBERED] = scope.place.code
        return response

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        match = request.resolver_match
        assert match is not None
        if match.namespace == "admin":  # it looks for itself, and only the installation's owner may
            return None
        name = match.url_name or match.route
        if name in PUBLIC:
            return None
        staff = signed_in(request)  # the person, where request.user would be asked for who it is again and again
        if staff is None:
            return _sign_in_first(request)
        roles = EVERYONE if name in SIGNED_IN else AccessTable().roles(name)
        scope = Scope(staff, roles, AccessTable(), on_page=not request.path.startswith("/api/"))
        if name not in SIGNED_IN and not scope.facilities():
            raise PermissionDenied
        request.scope = scope  # type: ignore[attr-defined]
        return None


def _sign_in_first(request: HttpRequest) -> HttpResponse:
    if request.path.startswith("/api/"):
        response = problem_response(401, "not_signed_in", "Sign in first.")
        response["WWW-Authenticate"] = "Session"
        return response
    url = f"{resolve_url('sign-in')}?{urlencode({'next': request.get_full_path()})}"
    # A form in the panel is not lost by a session that ended: its page says so, and keeps what was typed.
    if request.method == "GET" and request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(headers={"HX-Redirect": url})
    return HttpResponseRedirect(url)
