"""A facility in the demo's story: find what is there, and plan acts."""

from collections.abc import Callable
from datetime import date, datetime, timedelta
from functools import cached_property
from typing import Any

from compliance.facilities.gaming_day import gaming_day
from compliance.models import Facility, Posting, Staff
from compliance.signatures.services import Confirmation, Signing
from compliance.staff.roles import Role
from tables.models import Deck, Table

from .refs import Ref
from .story import Story

# One person of each role, with the same number at every facility.
ADMINISTRATOR, OFFICER, MANAGER, PIT_BOSS, SECURITY = "1001", "1101", "2001", "2101", "4001"


class Place:
    def __init__(self, story: Story, code: str) -> None:
        self.story = story
        self.code = code

    # ── Finding ──

    @cached_property
    def facility(self) -> Facility:
        return Facility.objects.get(code=self.code)

    def who(self, badge: str) -> Staff:
        """Find someone by badge, or at this facility by number."""
        return Staff.objects.get(badge=badge if "-" in badge else f"{self.code}-{badge}")

    def posting(self, number: str, role: Role) -> Posting:
        return Posting.objects.get(staff=self.who(number), facility=self.facility, role=role, ended_at=None)

    def table(self, number: int) -> Table:
        return Table.objects.select_related("facility").get(code=f"{self.code}-{number:02d}")

    def reserve(self, code: str, colour: str, *, sealed: bool) -> Deck:
        in_reserve = Deck.objects.filter(facility=self.facility, pit__code=code, state=Deck.State.PIT)
        alike = in_reserve.filter(back_colour=colour).order_by("serial")
        return (alike.exclude(seal="") if sealed else alike.filter(seal=""))[0]

    def confirmation(self, signing: Signing, badge: str) -> Confirmation:
        signer = self.who(badge)
        return Confirmation(signer, min(signer.roles_at(self.facility) & signing.roles))

    def today(self, at: datetime) -> date:
        return gaming_day(self.facility, at)

    def decks(self, *serials: str) -> list[Deck]:
        return list(Deck.objects.filter(facility=self.facility, serial__in=serials))

    # ── Planning ──

    def ago(self, at: datetime) -> float:
        return (self.story.now - at) / timedelta(minutes=1)

    def do(self, ago: float, service: Callable[..., Any], subject: Ref | None, *, by: str, **arguments: Any) -> None:
        """Plan that someone does one thing so many minutes ago."""

        def act(at: datetime) -> None:
            found = {name: self._found(value) for name, value in arguments.items()}
            service(self._found(subject) if subject else self.facility, by=self.who(by), at=at, **found)

        self.story.tell(ago, act)

    def _found(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._found(each) for each in value]
        return value.find(self) if isinstance(value, Ref) else value
