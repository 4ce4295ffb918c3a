"""The access table: which roles may open which page and do which act, and the middleware that enforces it.

Every URL name is listed here. API URLs have the names of the pages that show or do the same. A name that is not listed
is refused for everyone, and a test fails. The facility counts too: compliance/staff/scope.py checks it.
"""

import logging
from collections.abc import Callable
from typing import Any

from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.utils import timezone
from django.utils.http import urlencode

from compliance.acts.registry import REGISTERED
from compliance.api.authentication import key_access, unauthorized
from compliance.api.errors import PREFIX as API
from compliance.api.errors import problem, problem_response, refusal, unavailable
from compliance.api.rate_limits import take, too_many
from compliance.models import Facility
from compliance.staff.backends import signed_in
from compliance.staff.roles import (
    ADMINISTRATORS,
    EVERYONE,
    FLOOR,
    MANAGERS,
    OFFICERS,
    OVERSIGHT,
    PIT,
    READERS,
    Role,
    Roles,
)
from compliance.staff.scope import KeyScope, Scope

logger = logging.getLogger(__name__)

SECURITY: Roles = frozenset({Role.SECURITY})

# Open without signing in.
PUBLIC = frozenset({"admin-login", "sign-in", "sign-out", "theme", "live", "ready"})

# Open to everyone who is signed in, whatever their role.
SIGNED_IN = frozenset(
    {"home", "account", "account-change", "schema", "docs", "redoc", "redoc-script", "root", "problems", "paragraphs"}
)
# Of these, the pages about the person alone, which API keys may not open. With a password that someone else set, a
# person may open nothing else.
PERSONAL = frozenset({"account", "account-change"})

# Pages by the area of an API key's scopes. Those without an area are for people only: who gets access.
PAGES_BY_AREA: dict[str | None, dict[str, Roles]] = {
    "tables": {
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
        "table-terms": READERS,
        "dealing-guide": EVERYONE,
    },
    "rounds": {
        "round-replay": READERS,
        "round-entry": FLOOR,
        "round-preview": FLOOR,
        "round-import": FLOOR,
        "rounds": READERS,
        "round": READERS,
        "exposure": READERS,
        "exposure-csv": READERS,
        "violations": OVERSIGHT | MANAGERS,
        "violation": READERS,
        "export-rounds": READERS,
        "export-rounds-csv": READERS,
        "export-wagers": READERS,
        "export-wagers-csv": READERS,
    },
    "alerts": {
        "alerts": READERS,
        "alert": READERS,
        "alert-history": READERS,
        "bell": EVERYONE,
        "export-alerts": READERS,
        "export-alerts-csv": READERS,
    },
    "reports": {
        "reports": READERS,
        "report": READERS,
        "report-file": READERS,
        "range": READERS,
        "range-file": READERS,
        "ranges": READERS,
        "ranges-file": READERS,
    },
    "journal": {
        "journal": READERS,
        "export-journal": READERS,
        "export-journal-csv": READERS,
        "rules": OVERSIGHT | MANAGERS,
        "edition": OVERSIGHT | MANAGERS,
        "edition-file": OVERSIGHT | MANAGERS,
    },
    None: {
        "staff-list": ADMINISTRATORS | OVERSIGHT | MANAGERS,
        "staff": ADMINISTRATORS | OVERSIGHT | MANAGERS,
        "keys": ADMINISTRATORS | OVERSIGHT,
        "key": ADMINISTRATORS | OVERSIGHT,
    },
}
PAGES = {name: roles for pages in PAGES_BY_AREA.values() for name, roles in pages.items()}

ACTS: dict[str, Roles] = {
    "facility.add-pit": ADMINISTRATORS | MANAGERS,
    "facility.receive-decks": FLOOR | SECURITY,
    "facility.draw-decks": FLOOR,
    "facility.collect-decks": FLOOR,
    "facility.register-device": PIT | ADMINISTRATORS,
    "facility.record-cover-card": OFFICERS,
    "facility.submit-layout": PIT | OFFICERS,
    "facility.submit-offer": PIT | OFFICERS,
    "facility.begin-shift": MANAGERS,
    "facility.add-shift-template": MANAGERS | ADMINISTRATORS,
    "facility.retire-shift-template": MANAGERS | ADMINISTRATORS,
    "facility.hire": ADMINISTRATORS,
    "facility.create-key": ADMINISTRATORS,
    "facility.shut-out-key": ADMINISTRATORS,
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
    "table.take-down-sign": FLOOR,
    "table.put-cover-card": FLOOR,
    "table.set-positions": ADMINISTRATORS | MANAGERS,
    "table.put-offer": PIT,
    "table.withdraw-notice": PIT,
    "table.put-layout": PIT,
    "table.spread": FLOOR,
    "table.spread-again": FLOOR,
    "table.order-recut": FLOOR,
    "table.direct-reshuffle": FLOOR,
    "table.refuse-late-wager": FLOOR,
    "table.close": FLOOR,
    "table.close-for-cause": FLOOR,
    "table.release": PIT,
    "deck.verify": FLOOR,
    "deck.step": FLOOR,
    "deck.change": FLOOR,
    "deck.shuffler-count": FLOOR,
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
    "key.revoke": ADMINISTRATORS,
}

# The area of a page, or of an act by its subject or, where it differs, by its name.
AREAS = {name: area for area, pages in PAGES_BY_AREA.items() for name in pages}
AREAS |= {"facility.hire": None, "facility.create-key": None, "facility.shut-out-key": None}

# Not acts, but a key needs the write scope for them.
WRITTEN = frozenset({"round-entry", "round-preview", "round-import"})


# Session key of the facility last viewed.
REMEMBERED = "facility"


def facility_of(request: HttpRequest) -> Facility | None:
    """Return the facility of a page: of the object shown, else the one last viewed, else the first."""
    scope: Scope = request.scope  # type: ignore[attr-defined]
    facilities = scope.facilities(EVERYONE)
    code = scope.place.code if scope.place else request.session.get(REMEMBERED)
    return next((each for each in facilities if each.code == code), facilities[0] if facilities else None)


class AccessTable:
    """The table as the lower apps read it (compliance/staff/scope.py)."""

    def roles(self, name: str) -> Roles:
        found = PAGES.get(name) or ACTS.get(name)
        if found is None:
            raise ImproperlyConfigured(f"{name}: list in casino/access.py who may open it")
        return found

    def scope_of(self, name: str) -> str | None:
        """Return the scope that a key needs; None if the name is not for keys."""
        area = AREAS[name] if name in AREAS else AREAS.get(name.partition(".")[0])
        if area is None or (name in ACTS and REGISTERED[name].for_people):
            return None
        return f"{area}:{'write' if name in ACTS or name in WRITTEN else 'read'}"


class AccessMiddleware:
    """Let a request reach its view if the table allows it, and attach its scope."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            response = self.get_response(request)
        finally:
            timezone.deactivate()  # a page's scope may have activated its facility's zone
        if allowance := getattr(request, "allowance", None):
            allowance.tell(response)
        scope: Scope | None = getattr(request, "scope", None)
        if request.htmx:  # type: ignore[attr-defined]  # a background request is not a visit
            return response
        if scope and scope.on_page and scope.place and request.session.get(REMEMBERED) != scope.place.code:
            request.session[REMEMBERED] = scope.place.code
        return response

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        match = request.resolver_match
        assert match is not None
        if match.namespace == "admin":  # it checks access itself, and admits only the owner
            staff = signed_in(request)
            if staff is not None and not staff.is_superuser:
                raise PermissionDenied  # it would send them to sign in, and that page back to it
            return None
        name = match.url_name or match.route
        if name in PUBLIC:
            return None
        try:
            return _check_access(request, name)
        except (OperationalError, InterfaceError):
            if not request.path.startswith(API):
                raise
            logger.warning("The database did not answer", exc_info=True)
            return unavailable()


def _check_access(request: HttpRequest, name: str) -> HttpResponse | None:
    """Attach a scope to the request, or return the response that refuses it."""
    of_api = request.path.startswith(API)
    if of_api and "HTTP_AUTHORIZATION" in request.META:
        return _check_key_access(request, name)
    staff = signed_in(request)  # not request.user, a lazy proxy that is slower on every access
    if staff is None:
        return _require_sign_in(request)
    if staff.must_change_password and name not in PERSONAL:
        return _require_own_password(request)
    roles = EVERYONE if name in SIGNED_IN else AccessTable().roles(name)
    scope = Scope(staff, roles, AccessTable(), on_page=not of_api)
    if name not in SIGNED_IN and not scope.facilities():
        raise PermissionDenied
    request.scope = scope  # type: ignore[attr-defined]
    return None


def _check_key_access(request: HttpRequest, name: str) -> HttpResponse | None:
    """Attach the scope of an API key, or refuse it: over its rate limit, or without the scope for this URL."""
    found = key_access(request)
    if isinstance(found, HttpResponse):
        return found
    request.scope = scope = KeyScope(found.key, found.opened, AccessTable())  # type: ignore[attr-defined]
    request.user = found.key.account
    request.allowance = allowance = take(found.key)  # type: ignore[attr-defined]
    if not allowance.granted:
        return too_many(allowance)
    if name in SIGNED_IN - PERSONAL:
        return None
    needed = AccessTable().scope_of(name)
    if needed is None:
        return problem_response(refusal("for_people"))
    if needed not in scope.key.scopes:
        return problem_response(problem(403, "scope_missing", f"This key lacks the scope {needed}."))
    return None


def _require_sign_in(request: HttpRequest) -> HttpResponse:
    if request.path.startswith(API):
        return unauthorized("not_signed_in", "Send a key as `Authorization: Bearer …`, or sign in first.")
    url = f"{resolve_url('sign-in')}?{urlencode({'next': request.get_full_path()})}"
    # Only for GET: if the session ended, a form in the panel stays open with what was typed, and says so.
    if request.method == "GET" and request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(headers={"HX-Redirect": url})
    return HttpResponseRedirect(url)


def _require_own_password(request: HttpRequest) -> HttpResponse:
    """Lead to the page on which a person replaces the password that someone else set."""
    if request.path.startswith(API):
        return problem_response(refusal("password_not_own"))
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(headers={"HX-Redirect": resolve_url("account")})
    return HttpResponseRedirect(resolve_url("account"))
