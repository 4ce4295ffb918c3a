"""The demo floor: facilities on a working evening, built by the real services, with a journal."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.contrib.auth.hashers import make_password
from django.db import transaction

from compliance.journal.write import journal
from compliance.models import Entry, Facility, Staff
from compliance.staff.roles import Role
from tables.models import Table

from . import history, setup
from .acts import inspect_devices
from .alerts import Watch
from .runner import Runner, Timeline
from .scenario import PASSWORD, PIN, scenarios

LOADED = "demo.loaded"


class SignIn(NamedTuple):
    badge: str
    password: str
    pin: str
    role: str
    facility: str


def is_demo() -> bool:
    """Tell whether the floor is the demo: it has facilities, and the demo loaded all of them."""
    return Facility.objects.exists() and not Facility.objects.exclude(pk__in=_loaded()).exists()


def _loaded() -> list[int]:
    return list(Entry.objects.filter(action=LOADED).values_list("facility_id", flat=True))


def sign_ins() -> Iterator[SignIn]:
    """Yield the accounts to try the floor with; none if it is not the demo, or the password was changed."""
    to_try = [f"{scenario.code}-{number}" for scenario in scenarios() for number in scenario.to_try]
    people = Staff.objects.filter(badge__in=to_try, facility__in=_loaded()).select_related("facility")
    for person in sorted(people, key=lambda person: to_try.index(person.badge)):
        if person.is_active and person.facility and person.check_password(PASSWORD):
            role = Role(person.postings.filter(ended_at=None).earliest("pk").role).label
            yield SignIn(person.badge, PASSWORD, PIN, role, person.facility.name)


@transaction.atomic
def load(now: datetime) -> Timeline:
    """Run the timeline of every facility up to now on an empty floor."""
    timeline = Timeline(now)
    for scenario in scenarios():
        _plan(Runner(timeline, scenario))
    timeline.run(before=Watch(timeline).until)
    _inspect_devices_again(timeline.now)
    _give_secrets()
    for facility in Facility.objects.all():
        journal(LOADED, facility, on=facility, by=None, at=timeline.now)
    return timeline


def _plan(runner: Runner) -> None:
    setup.plan_people(runner)
    setup.plan_licenses(runner)
    history.plan_shifts(runner)
    setup.plan_submissions(runner)
    setup.plan_floor(runner)
    setup.plan_cards(runner)
    history.plan_sittings(runner)
    runner.plan_timeline()


def _inspect_devices_again(now: datetime) -> None:
    """Inspect devices again if a gaming day began since their tables opened."""
    live = Table.objects.filter(state__in=(Table.State.OPEN, Table.State.IDLE)).order_by("pk")
    for table in live.select_related("facility"):
        inspect_devices(table, now)


def _give_secrets() -> None:
    """Give everyone the demo's password and PIN as their own, hashed once: hashing for each would take half a minute.
    Accounts of API keys have neither."""
    secrets = {"password": make_password(PASSWORD), "pin": make_password(PIN)}
    Staff.objects.filter(key=None).update(**secrets, password_set_by=None, pin_set_by=None)
