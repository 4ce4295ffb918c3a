"""The table cache is valid until something changes, and not a round longer."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from compliance.alerts.inbox import table_findings
from compliance.staff import services as people
from compliance.staff.roles import Role
from tables.dealers import services as dealer_services
from tables.decks import changes as deck_changes
from tables.devices import services as devices
from tables.floor import services as floor_services
from tables.floor.table_cache import load_all_for_display
from tables.models import Deck, Table
from tables.openings import services as opening
from tests.floor import Floor, deck_at, fresh, refused, signed_by
from tests.games.sample_rounds import a_round, log

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases("versions that are read without a lock")]


def queries_of(floor: Floor, table: Any, seed: int) -> int:
    with CaptureQueriesContext(connection) as queries:
        log(floor, table, a_round(seed=seed))
    return len(queries)


@pytest.mark.usefixtures("unproven_standing")
def test_the_second_round_reads_far_less_than_the_first() -> None:
    floor = Floor("md")
    table = floor.open_table()

    first, second, third = (queries_of(floor, table, seed) for seed in range(3))

    assert second < first - 10
    assert third == second


@pytest.mark.parametrize("change", ["licence", "posting", "disabled", "device", "deck", "dealer", "closed"])
def test_every_change_at_a_table_invalidates_its_cache(change: str) -> None:
    floor = Floor("md")
    table = floor.open_table()
    log(floor, table, a_round(seed=1))
    floor.later(minutes=1)

    code = CHANGES[change](floor, table)

    if code is None:
        log(floor, table, a_round(seed=2))
    else:
        with refused(code):
            log(floor, table, a_round(seed=2))


def _revoke(floor: Floor, table: Any) -> str:
    licence = floor.dealer.licences.get()
    dealer_services.revoke_licence(
        floor.posting(floor.dealer), licence=licence, reason="Lapsed", by=floor.compliance_officer, at=floor.at
    )
    return "dealer_not_licensed"


def _end_posting(floor: Floor, table: Any) -> str:
    people.end_posting(floor.dealer, posting=floor.posting(floor.dealer), by=floor.administrator, at=floor.at)
    return "dealer_not_posted"


def _disable(floor: Floor, table: Any) -> str:
    people.disable(floor.dealer, reason="Left", by=floor.administrator, at=floor.at)
    return "dealer_not_posted"


def _fail(floor: Floor, table: Any) -> str:
    devices.fail_device(table.devices.get(), fault="Jams", by=floor.floorperson, at=floor.at)
    return "device_neglected"


def _remove(floor: Floor, table: Any) -> str:
    deck_changes.remove_deck(
        deck_at(table), reason=Deck.Reason.SCHEDULED, by=floor.floorperson, at=floor.at, second=signed_by(floor.dealer)
    )
    return "no_deck"


def _rotate(floor: Floor, table: Any) -> None:
    dealer_services.assign_dealer(table, dealer=floor.new_dealer(), by=floor.floorperson, at=floor.at)


def _close(floor: Floor, table: Any) -> str:
    opening.close_table(fresh(table), by=floor.floorperson, at=floor.at, second=signed_by(floor.dealer))
    return "table_not_open"


CHANGES = {
    "licence": _revoke,
    "posting": _end_posting,
    "disabled": _disable,
    "device": _fail,
    "deck": _remove,
    "dealer": _rotate,
    "closed": _close,
}


def test_a_dealer_of_two_facilities_who_is_disabled_at_home_deals_nowhere() -> None:
    home, away = Floor("md", code="HOME"), Floor("md", code="AWAY")
    dealer = home.new_dealer()
    people.appoint(
        dealer, facility=away.facility, role="dealer", by=home.administrator, at=home.at, second=home.officers_signature
    )
    away.license(dealer)
    away.test(dealer)
    table = away.open_table(dealer=dealer)
    log(away, table, a_round(seed=1))

    people.disable(dealer, reason="Left", by=home.administrator, at=home.at)

    with refused("dealer_not_posted"):
        log(away, table, a_round(seed=2))


# ── For display


def displayed(floor: Floor) -> list[Any]:
    return load_all_for_display(Table.objects.select_related("facility"), floor.at)


def found_at(floor: Floor, table: Any) -> set[str]:
    return {each.code for each in table_findings(displayed(floor), floor.at, {})[table.code]}


@pytest.mark.usefixtures("unproven_standing")
def test_tables_that_did_not_change_are_shown_without_reading_them_again(django_assert_num_queries: Any) -> None:
    floor = Floor("md")
    tables = [floor.open_table(dealer=floor.new_dealer()) for _ in range(3)]
    before = displayed(floor)

    with django_assert_num_queries(3):  # their counters, the versions, and how many tables each floorperson has
        after = displayed(floor)

    assert [table.code for table in before] == [table.code for table in after] == [table.code for table in tables]


def test_only_the_table_that_changed_is_read_again() -> None:
    floor = Floor("md")
    changed, _ = (floor.open_table(dealer=floor.new_dealer()) for _ in range(2))
    before = displayed(floor)
    devices.fail_device(changed.devices.get(), fault="Jams", by=floor.floorperson, at=floor.at)

    after = displayed(floor)

    assert [old.devices.all()[0] is new.devices.all()[0] for old, new in zip(before, after, strict=True)] == [
        False,
        True,
    ]


@pytest.mark.parametrize("change", ["licence", "posting", "disabled", "device", "deck"])
def test_every_change_at_a_table_is_displayed_at_once(change: str) -> None:
    floor = Floor("md")
    table = floor.open_table()
    assert found_at(floor, table) == set()
    floor.later(minutes=1)

    code = CHANGES[change](floor, table)

    assert code in found_at(floor, table)


def test_a_round_is_displayed_at_once() -> None:
    floor = Floor("md")
    table = floor.open_table()
    displayed(floor)

    log(floor, table, a_round(seed=1))

    (shown,) = displayed(floor)
    assert (shown.round_number, shown.rounds_since_count) == (1, 1)
    assert shown.last_played_at == floor.at


def test_the_number_of_a_floorpersons_tables_counts_changes_at_other_tables() -> None:
    floor = Floor("md")
    first, second = (floor.open_table(dealer=floor.new_dealer()) for _ in range(2))

    def spans() -> dict[str, list[int]]:
        return {table.code: [charge.span for charge in table.supervisions.all()] for table in displayed(floor)}

    assert spans() == {first.code: [2], second.code: [2]}

    floor_services.supervise(
        fresh(second), floorperson=floor.hire(Role.FLOORPERSON), by=floor.pit_boss, at=floor.later(minutes=1)
    )

    assert spans() == {first.code: [1], second.code: [1]}
