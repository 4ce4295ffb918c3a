"""Cause alerts at random moments: decks that fall due, decks that fail the count, devices that fail."""

import random
from datetime import datetime, timedelta

from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from compliance.journal.write import journal, locked_stream
from compliance.models import Alert, Stream
from tables.decks.changes import pull_deck
from tables.devices.services import fail_device
from tables.models import Deck, Device

from .floor import Thing
from .moments import STAGES, of_a_deck, of_an_event
from .steps import SOWN_EVERY_S
from .verdict import Moment

# The next moment of a deck is at most this far ahead.
AHEAD_S = 12.0
PULLED = 0.3


class Sower:
    """Cause an event from time to time, and record the alerts that must follow."""

    def __init__(self, things: list[Thing], seed: int, fault: str = "") -> None:
        self.things, self.fault = list(things), fault
        self.rng = random.Random(f"{seed}/sowing")
        self.moments: list[Moment] = []
        self.next_at = 0.0

    def sow(self, now: float) -> None:
        """Cause the next event if it is time; retry later while the database is down."""
        if now < self.next_at or not self.things:
            return
        self.next_at = now + SOWN_EVERY_S * self.rng.uniform(0.5, 1.5)
        thing = self.things[-1]
        try:
            self.moments += self._tell(thing)
        except DatabaseError:
            return
        finally:
            connection.close()  # or this connection would break with the database
        self.things.pop()
        if self.fault and len(self.things) % 4 == 0:
            self._spoil(thing)

    def _tell(self, thing: Thing) -> list[Moment]:
        what, at = thing.what, timezone.now()
        if isinstance(what, Device):
            fail_device(what, fault="It jams", by=thing.floor.floorperson, at=at)
            return of_an_event("device_neglected", what.subject_key, at)
        do = _pull if self.rng.random() < PULLED else self._date
        return do(thing, what, at)

    def _date(self, thing: Thing, deck: Deck, at: datetime) -> list[Moment]:
        """Set a deck's due time so that one of its stages comes soon."""
        _, after = self.rng.choice(STAGES)
        due_at = at + timedelta(seconds=self.rng.uniform(0.5, AHEAD_S)) - after
        with transaction.atomic():
            stream = locked_stream(thing.table)
            Deck.objects.filter(pk=deck.pk).update(change_due_at=due_at)
            journal(
                "deck.due_sooner",
                deck,
                on=thing.table,
                stream=stream,
                by=thing.floor.floorperson,
                at=at,
                deck=str(deck),
                change_due_at=due_at,
            )
        return of_a_deck(deck.subject_key, due_at, at)

    def _spoil(self, thing: Thing) -> None:
        """Inject the fault that the run must find."""
        stream = Stream.objects.filter(key=thing.table.stream_key)
        if self.fault == "lost":
            stream.update(next_check_at=None)
        elif self.fault == "late":
            stream.update(next_check_at=timezone.now() + timedelta(seconds=20))
        elif alert := Alert.objects.filter(closed_at=None).first():
            alert.pk, alert.occurrence = None, f"another {len(self.things)}"
            alert.save(force_insert=True)
            _tell_again(alert)
        connection.close()


def _pull(thing: Thing, deck: Deck, at: datetime) -> list[Moment]:
    with transaction.atomic():
        pull_deck(
            thing.table,
            deck,
            cite="",
            by=thing.floor.floorperson,
            at=at,
            round_number=1,
            stream=locked_stream(thing.table),
        )
    return of_an_event("deck_not_whole", deck.subject_key, at)


@transaction.atomic
def _tell_again(alert: Alert) -> None:
    journal("alert.opened", alert, on=alert.facility, by=None, at=timezone.now(), needs_scan=False, severity="critical")
