"""Create a floor with a given number of logged rounds, some of them voided, and their journal."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from math import ceil

from django.db import connection, transaction
from django.test.utils import override_settings

from compliance.models import Stream
from games.models import Round
from tables.models import Deck, Stint, Supervision
from tests.floor import Floor
from tests.games.acts import void
from tests.games.sample_rounds import counted, log
from tests.many import copies_of
from trials.bench.documents import OFFERS, documents
from trials.bench.reported.dealt import PACE, Dealing, Place, execute

BEGIN = datetime(2026, 3, 2, 17, tzinfo=UTC)
TABLES = 60
# The number of sample rounds to copy, and the seats in each.
SAMPLES = 60
SEATS = 3
STRUCK = 20


class History:
    """Build a floor with this many rounds, dealt hour by hour at sixty tables."""

    def __init__(self, rounds: int) -> None:
        self.hours = ceil(rounds / TABLES / PACE)
        with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
            self.floor = Floor("md", at=BEGIN).manned()
            self.floor.__dict__["offer"] = self.floor.new_offer(OFFERS["md"])
            self.first = self.floor.open_table()
            samples = list(self._samples())
            self.tables = copies_of(self.first, TABLES)
        self._deal(samples)
        for round_ in Round.objects.filter(table__in=self.tables).select_related("table", "facility")[:STRUCK]:
            void(self.floor, round_)
        analyse()

    def _samples(self) -> Iterator[Round]:
        """Log sample rounds, with a stub count whenever one is due, and yield them."""
        for document in documents("md", SAMPLES):
            body = document["round"] | {"seats": document["round"]["seats"][:SEATS]}
            self.first.refresh_from_db()
            yield log(self.floor, self.first, counted(body) if self.first.rounds_since_count >= 4 else body)
            self.floor.later(minutes=1)

    def _deal(self, samples: list[Round]) -> None:
        dealing, shift = Dealing(self.floor.facility, samples), self.floor.begin_shift()
        dealing.man(list(self._places()))
        begun = self.floor.at
        for hour in range(self.hours):
            with transaction.atomic():
                dealing.deal(begun + timedelta(hours=hour), shift, seed=hour)
        streams = Stream.objects.filter(key__in=[table.stream_key for table in self.tables])
        streams.update(length=self.hours * PACE)

    def _places(self) -> Iterator[Place]:
        streams = dict(Stream.objects.values_list("key", "pk"))
        decks, dealers = _at_tables(Deck, "pk"), _at_tables(Stint, "staff_id")
        floorpeople = _at_tables(Supervision, "staff_id")
        for n, table in enumerate(self.tables):
            key, dealer = table.pk, dealers[table.pk]
            yield Place(n, key, streams[table.stream_key], decks[key], dealer, dealer, floorpeople[key])


def analyse() -> None:
    """Update PostgreSQL's statistics, as autovacuum would; SQLite has no equivalent in production."""
    if connection.vendor == "postgresql":
        execute("VACUUM ANALYZE")


def _at_tables(model: type[Deck] | type[Stint] | type[Supervision], name: str) -> dict[int, int]:
    return dict(model._default_manager.exclude(table=None).values_list("table_id", name))
