"""The table cache is valid until something changes, and not a round longer."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from compliance.staff import services as people
from tables.dealers import services as dealer_services
from tables.decks import changes as deck_changes
from tables.devices import services as devices
from tables.models import Deck
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
    people.appoint(dealer, facility=away.facility, role="dealer", by=home.administrator, at=home.at)
    away.license(dealer)
    away.test(dealer)
    table = away.open_table(dealer=dealer)
    log(away, table, a_round(seed=1))

    people.disable(dealer, reason="Left", by=home.administrator, at=home.at)

    with refused("dealer_not_posted"):
        log(away, table, a_round(seed=2))
