"""Write other floor events and their journal entries directly: reliefs, decks, idle tables, failures, alerts."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import count
from random import Random
from typing import Any

from compliance.models import Alert, Entry, Facility, Severity, Stream
from compliance.staff.roles import Role
from tables.models import Deck, Device, Stint, Table

from .dealt import Place

_HOUR, _MINUTE = timedelta(hours=1), timedelta(minutes=1)
_LONG = timedelta(hours=4)  # a deck in play
_CHECKS = ("deck_change", "stub_count", "dealer_too_long", "large_payout")


class Beside:
    """Write the other events at a floor's tables."""

    def __init__(self, facility: Facility, tables: Sequence[Table]) -> None:
        self.facility = facility
        self.tables = {table.pk: table for table in tables}
        self.devices = {device.table_id: device for device in Device.objects.filter(table__in=tables)}
        self.house = Stream.objects.get(key=facility.stream_key).pk
        # Above the numbers of the rounds' entries.
        self.numbers = count(10**9)

    def write(self, places: Sequence[Place], hour: datetime, dice: Random) -> None:
        """Write the events of one hour at these places."""
        entries = [entry for place in places for entry in self._relieved(place, hour)]
        entries += self._decks([place for place in places if _turn(place, hour, 4)], hour + 30 * _MINUTE)
        entries += (entry for place in places if _turn(place, hour, 6) for entry in self._idle(place, hour))
        entries += self._failed(dice.choice(places), hour + 10 * _MINUTE)
        Entry.objects.bulk_create(sorted(entries, key=lambda entry: entry.at))
        Stint.objects.bulk_create(stint for place in places for stint in self._stints(place, hour))
        Alert.objects.bulk_create(self._alerts(hour, dice))

    def _entry(self, action: str, subject: str, place: Place, at: datetime, **facts: Any) -> Entry:
        number = next(self.numbers)
        return Entry(
            stream_id=place.stream_id,
            sequence=number,
            facility=self.facility,
            action=action,
            subject=subject,
            actor_id=place.floorperson_id,
            at=at,
            recorded_at=at,
            facts=facts,
            previous=f"{number - 1:064}",
            hash=f"{number:064}",
        )

    def _stints(self, place: Place, hour: datetime) -> Iterator[Stint]:
        """Yield the dealers' stints: each dealer has a break of twenty minutes, covered by a relief."""
        since, until = _break(place, hour)
        for staff, table, began, ended in (
            (place.dealer_id, place.table_id, hour, since),
            (place.relief_id, place.table_id, since, until),
            (place.dealer_id, None, since, until),
            (place.dealer_id, place.table_id, until, hour + _HOUR),
        ):
            if began < ended:
                yield Stint(facility=self.facility, staff_id=staff, table_id=table, started_at=began, ended_at=ended)

    def _relieved(self, place: Place, hour: datetime) -> Iterator[Entry]:
        since, until = _break(place, hour)
        yield self._entry("dealer.assigned", f"staff:{place.relief_id}", place, since)
        yield self._entry("dealer.assigned", f"staff:{place.dealer_id}", place, until)
        here = place._replace(stream_id=self.house)
        yield self._entry("break.began", f"staff:{place.dealer_id}", here, since)

    def _decks(self, places: Sequence[Place], at: datetime) -> Iterator[Entry]:
        """Yield deck changes."""
        decks = Deck.objects.bulk_create(
            Deck(
                facility=self.facility,
                design="Bee 92",
                back_colour="red",
                serial=f"H{next(self.numbers)}",
                state=Deck.State.DESTROYED,
                state_since=at,
                table_id=place.table_id,
                in_play_at=at - _LONG,
                change_due_at=at + 10 * _MINUTE,
                change_cite="house policy",
                removed_at=at,
                removed_reason=Deck.Reason.SCHEDULED,
            )
            for place in places
        )
        for place, deck in zip(places, decks, strict=True):
            for action in ("deck.in_play", "deck.removed"):
                yield self._entry(action, deck.subject_key, place, at, deck=str(deck), position="A")

    def _idle(self, place: Place, hour: datetime) -> Iterator[Entry]:
        """Yield an idle period."""
        subject = self.tables[place.table_id].subject_key
        yield self._entry("table.idle", subject, place, hour + 50 * _MINUTE)
        yield self._entry("table.reopened", subject, place, hour + 55 * _MINUTE)

    def _failed(self, place: Place, at: datetime) -> Iterator[Entry]:
        """Yield a device failure and its repair."""
        subject = self.devices[place.table_id].subject_key
        yield self._entry("device.failed", subject, place, at, fault="Jammed")
        yield self._entry("device.repaired", subject, place, at + 5 * _MINUTE, report="Cleaned")

    def _alerts(self, hour: datetime, dice: Random) -> Iterator[Alert]:
        tables = list(self.tables.values())
        for check in _CHECKS:
            table, at = dice.choice(tables), hour + dice.randrange(55) * _MINUTE
            yield Alert(
                facility=self.facility,
                check_name=check,
                subject=table.subject_key,
                occurrence=f"{hour}",
                stream=table.stream_key,
                place=table.code,
                severity=Severity.DUE,
                text="It is due",
                since=at,
                opened_at=at,
                raised_at=at,
                first_acknowledged_at=at + _MINUTE,
                gone_at=at + 5 * _MINUTE,
                closed_at=at + 5 * _MINUTE,
                level=Role.FLOORPERSON,
            )


def _turn(place: Place, hour: datetime, hours: int) -> bool:
    """Return whether an event that occurs every so many hours is due at this place."""
    return (place.n + int(hour.timestamp()) // 3600) % hours == 0


def _break(place: Place, hour: datetime) -> tuple[datetime, datetime]:
    """Return when the dealer of a place is on a break, as dealt.py has it."""
    since = hour + place.n % 3 * 20 * _MINUTE
    return since, since + 20 * _MINUTE
