"""The demo floor: four facilities on a working evening, built by the real services, with a journal."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.contrib.auth.hashers import make_password
from django.db import transaction

from compliance.journal.write import journal
from compliance.models import Entry, Facility, Staff
from compliance.staff.roles import Role
from tables.models import Table

from . import boardwalk, chesapeake, harbor, lantern
from .people import PASSWORD, PIN, TO_TRY
from .scene import Scene
from .story import Story
from .watch import Watch

LOADED = "demo.loaded"
PLACES = (chesapeake, boardwalk, harbor, lantern)


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
    people = Staff.objects.filter(badge__in=TO_TRY, facility__in=_loaded()).select_related("facility")
    for person in sorted(people, key=lambda person: TO_TRY.index(person.badge)):
        if person.is_active and person.facility and person.check_password(PASSWORD):
            role = Role(person.postings.filter(ended_at=None).earliest("pk").role).label
            yield SignIn(person.badge, PASSWORD, PIN, role, person.facility.name)


@transaction.atomic
def load(now: datetime) -> Story:
    """Play the whole story up to now on an empty floor."""
    story = Story(now)
    for place in PLACES:
        place.tell(story)
    story.happen(before=Watch(story).until)
    _inspect_what_a_new_day_left(story)
    _give_secrets()
    for facility in Facility.objects.all():
        journal(LOADED, facility, on=facility, by=None, at=story.now)
    return story


def _inspect_what_a_new_day_left(story: Story) -> None:
    """Inspect devices again if a gaming day began since their tables opened."""
    live = Table.objects.filter(state__in=(Table.State.OPEN, Table.State.IDLE)).order_by("pk")
    for table in live.select_related("facility"):
        Scene(story, table.facility.code).inspects(table.number, story.now)


def _give_secrets() -> None:
    """Give everyone the demo's password and PIN, hashed once: hashing for each person would take half a minute.
    Accounts of API keys have neither."""
    Staff.objects.filter(key=None).update(password=make_password(PASSWORD), pin=make_password(PIN))
