"""A prepared floor equals what the services would build, and is copied only where they would build the same."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction

from compliance.journal.verify import find_misfits
from compliance.models import Facility, Stream
from tables.findings.gates import obstacles
from tables.models import Deck, Table
from tests import prepared
from tests.floor import EDITIONS, Floor, fresh
from tests.games.sample_rounds import a_round, log
from tests.prepared import preparing

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases("it reads and writes rows with its own SQL")]

# Two floors built by the services differ in keys, salts, wall-clock times, and hashes of these.
DIFFERS = {"id", "subject", "facts", "file", "recorded_at", "created_at", "password", "pin"}
DIFFERS |= {"hash", "previous", "head", "changed"}


def built_in(test: Callable[[], Any]) -> Any:
    """Run a function as if in its own test, roll back, and return its result."""
    with preparing(may_record=True), transaction.atomic():
        found = test()
        transaction.set_rollback(True)
    return found


def every_row() -> dict[str, list[dict[str, Any]]]:
    return {
        table.name: [_comparable(table, row) for _, row in sorted(table.rows().items())] for table in prepared.tables()
    }


def _comparable(table: prepared.Table, row: prepared.Row) -> dict[str, Any]:
    values = zip((column.strip('"') for column in table.columns), row, strict=True)
    return {name: value for name, value in values if name not in DIFFERS and not name.endswith("_id")}


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_copy_has_every_row_that_the_services_write(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def build() -> Any:
        Floor(edition).open_table("hand", decks=2)
        return every_row()

    monkeypatch.setattr(prepared._here, "recordings", {})
    by_services, copied = built_in(build), built_in(build)

    monkeypatch.setattr(prepared._here, "recordings", {})
    assert copied == by_services == built_in(build)
    assert sum(map(len, copied.values())) > 100


def test_a_copy_takes_few_statements_and_accepts_rounds() -> None:
    def build() -> tuple[int, list[Any], list[Any], int]:
        before = prepared._here.writes
        floor = Floor("md")
        table = floor.open_table()
        writes = prepared._here.writes - before
        log(floor, table, a_round())
        return writes, list(find_misfits([])), list(obstacles(fresh(table), floor.at)), table.rounds.count()

    built_in(build)
    writes, wrong, against, rounds = built_in(build)

    assert writes < 50
    assert (wrong, against, rounds) == ([], [], 1)


def test_a_tests_own_write_ends_the_copying() -> None:
    def build(name: str) -> str:
        floor = Floor("md")
        Facility.objects.update(name=name)
        table = floor.open_table()
        return str(Table.objects.select_related("facility").get(pk=table.pk).facility.name)

    assert [built_in(lambda name=name: build(name)) for name in ("One", "Two", "Two")] == ["One", "Two", "Two"]  # type: ignore[misc]


def test_other_arguments_times_and_offers_are_recorded_separately() -> None:
    def decks(*, many: int = 1, hours: int = 0, named: str = "Offer") -> tuple[int, Any, str]:
        floor = Floor("md")
        floor.later(hours=hours)
        if named != "Offer":
            floor.__dict__["offer"] = floor.new_offer(name=named)
        table = floor.open_table("hand", decks=many)
        offer = table.offer_at(floor.at)
        assert offer is not None
        return Deck.objects.count(), fresh(table).state_since, offer.name

    usual = built_in(decks)
    for _ in range(2):
        two, later, other = (built_in(lambda a=a: decks(**a)) for a in ({"many": 2}, {"hours": 1}, {"named": "Other"}))  # type: ignore[misc]
        assert (usual[0], two[0]) == (1, 2)
        assert later[1] > usual[1]
        assert (usual[2], other[2]) == ("Offer", "Other")


def test_a_test_that_alters_the_product_records_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prepared._here, "recordings", {})
    with preparing(may_record=False), transaction.atomic():
        Floor("md").open_table()
        transaction.set_rollback(True)

    assert prepared._here.recordings == {}
    assert Stream.objects.count() == 0
