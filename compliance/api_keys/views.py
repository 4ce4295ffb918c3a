"""Pages of API keys: the list of a facility, and each key with its permissions and history."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Case, Prefetch, Q, Value, When
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from compliance.acts.registry import SUBJECTS
from compliance.facilities.policies import policy
from compliance.formatting import format_date, format_full_moment, format_moment
from compliance.journal.timeline import TimelineEntry, timeline
from compliance.models import Entry, Facility, Key, KeyGrant
from compliance.staff.roles import EVERYONE
from compliance.web.generic_views import Cell, DetailPage, FactGroup, ListPage, ListRow, PageLink, Section, StatusWord
from compliance.web.requests import FloorRequest

from .filters import KeyFilters
from .scopes import AREAS, VERBS
from .services import in_state

# The journal has no index by actor, so a key's entries are searched in this many of the latest entries.
LOOKED_THROUGH = 5000
MOST_SHOWN = 50

_GRANTS = Prefetch("grants", KeyGrant.objects.select_related("facility", "ended_by"))


def key_status(key: Key, at: datetime) -> StatusWord:
    """Return the state of a key as a status."""
    match key.state_at(at):
        case "revoked":
            return StatusWord("rest", "revoked")
        case "expired":
            return StatusWord("blocked", f"expired {format_date(key.expires_at)}")
    if _is_soon(key, at):
        return StatusWord("soon", f"expires in {_days(key.expires_at - at)}")
    return StatusWord("fine", f"until {format_date(key.expires_at)}")


def _is_soon(key: Key, at: datetime) -> bool:
    """Tell whether the key expires soon."""
    return key.expires_at - at <= timedelta(days=policy("key_renewal", key.facility.jurisdiction).value)


def _days(left: timedelta) -> str:
    if left < timedelta(days=1):
        return "less than a day"
    return f"{left.days} day{'s' if left.days > 1 else ''}"


def format_scopes(scopes: Iterable[str]) -> str:
    """Summarize scopes: "reads tables, rounds · writes rounds"."""
    known = list(scopes)
    areas = {verb: [area for area in AREAS if f"{area}:{verb}" in known] for verb in VERBS}
    return " · ".join(f"{verb}s {', '.join(some)}" for verb, some in areas.items() if some)


# ── The list


@require_safe
def keys(request: FloorRequest, code: str) -> HttpResponse:
    """List the keys that a facility manages, and others with access to it; current ones first."""
    scope, at = request.scope, timezone.now()
    facility = scope.facility(code)
    granted = KeyGrant.objects.filter(facility=facility).values("key")
    here = Key.objects.filter(Q(facility=facility) | Q(pk__in=granted))
    found = here.select_related("facility").prefetch_related(_GRANTS)
    gone = Case(When(in_state("current", at), then=Value(0)), default=Value(1))
    listing = ListPage(
        "API keys",
        ("Name", "Prefix", "State", "Last used", "Permissions", "Facilities"),
        KeyFilters.for_page(request, facility, found.order_by(gone, "-created_at", "-pk")),
        lambda key: _row(key, request, facility, at),
        intro="A program uses the API with an API key. The journal names each key's own account.",
        acts=("facility.create-key", "facility.shut-out-key"),
        empty_title="No API keys yet",
        empty_text="Create one for each program that reads or writes here.",
    )
    return listing.render(request, facility)


def _row(key: Key, request: FloorRequest, facility: Facility, at: datetime) -> ListRow:
    # Only the facility that manages the key has its page.
    url = reverse("key", args=[key.prefix]) if key.facility_id == facility.pk else ""
    cells: tuple[Cell, ...] = (
        key.name,
        key.prefix,
        key_status(key, at),
        format_moment(key.last_used_at) if key.last_used_at else "never",
        format_scopes(key.scopes),
        ", ".join(key.codes_opened(_mine(request))) or "none",
    )
    return ListRow(url, cells)


def _mine(request: FloorRequest) -> list[Facility]:
    return request.scope.facilities(EVERYONE)


# ── One key


@require_safe
def key(request: FloorRequest, key: str) -> HttpResponse:
    """Show a key: its permissions, facilities, expiry and history."""
    at = timezone.now()
    found: Key = SUBJECTS["key"].find(request.scope, key)
    mine = {each.pk for each in _mine(request)}
    grants = [each for each in found.grants.select_related("facility", "ended_by") if each.facility_id in mine]
    groups = [FactGroup("Key", _facts(found, at)), FactGroup("Permissions", _may(found))]
    if found.revoked_at:
        groups.insert(0, FactGroup("Revoked", _revoked(found)))
    detail = DetailPage(
        heading=found.name,
        status=key_status(found, at),
        groups=groups,
        sections=[
            Section(
                "Facilities",
                ("Facility", "Code", "State"),
                [_grant_row(each, found, at) for each in grants],
                "None of your facilities.",
            )
        ],
        back=PageLink("API keys", reverse("keys", args=[found.facility.code])),
        context={"entries": entries_of(found, _mine(request))},
    )
    return detail.render(request, "key", found)


def _facts(key: Key, at: datetime) -> list[tuple[str, Cell]]:
    soon = key.state_at(at) == "current" and _is_soon(key, at)
    expires = format_full_moment(key.expires_at)
    return [
        ("Prefix", key.prefix),
        ("Journal account", key.account.badge),
        ("Managed by", key.facility.name),
        ("Created", f"{format_full_moment(key.created_at)} by {key.created_by or 'manage.py'}"),
        ("Expires", StatusWord("soon", f"{expires}, in {_days(key.expires_at - at)}") if soon else expires),
        (
            "Last used",
            f"{format_full_moment(key.last_used_at)} from {key.last_used_from}" if key.last_used_at else "never",
        ),
        ("Requests per minute", f"{key.rate:,}"),
    ]


def _may(key: Key) -> list[tuple[str, Cell]]:
    """Return the permissions of a key by area."""
    facts: list[tuple[str, Cell]] = []
    for area, says in AREAS.items():
        verbs = [verb for verb in VERBS if f"{area}:{verb}" in key.scopes]
        if verbs:
            facts.append((area.capitalize(), f"{' and '.join(verbs)}: {says}"))
    return facts


def _revoked(key: Key) -> list[tuple[str, Cell]]:
    assert key.revoked_at is not None
    return [
        ("When", f"{format_full_moment(key.revoked_at)} by {key.revoked_by or 'manage.py'}"),
        ("Why", key.revoked_for or "–"),
    ]


def _grant_row(grant: KeyGrant, key: Key, at: datetime) -> ListRow:
    if grant.ended_at:
        by = f" by {grant.ended_by}" if grant.ended_by else ""
        word = StatusWord("rest", f"blocked {format_full_moment(grant.ended_at)}{by}")
    elif key.state_at(at) == "current":
        word = StatusWord("fine", "allowed")
    else:
        word = StatusWord("rest", "ended")
    return ListRow("", (grant.facility.name, grant.facility.code, word))


def entries_of(key: Key, facilities: Iterable[Facility]) -> list[TimelineEntry]:
    """Return the journal entries about a key and its recent actions at some facilities, newest first."""
    related = Entry.objects.select_related("actor", "signature__signer", "stream")
    found: dict[int, Entry] = {}
    for facility in facilities:
        here = related.filter(facility=facility).order_by("-pk")
        late = Entry.objects.filter(facility=facility).order_by("-pk").values("pk")[:LOOKED_THROUGH]
        for some in (here.filter(subject=key.subject_key), here.filter(pk__in=late, actor=key.account_id)):
            found.update({entry.pk: entry for entry in some[:MOST_SHOWN]})
    return timeline(sorted(found.values(), key=lambda entry: -entry.pk)[:MOST_SHOWN])
