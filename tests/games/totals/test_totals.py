"""Hourly and daily totals equal the sum of the rounds to the cent, by table, dealer and wager."""

import json
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from io import StringIO
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import F

from compliance.journal import triggers
from compliance.models import Facility
from games.models import DayTotal, HourlyTotal, Round
from games.totals.recount import journal_differences
from games.totals.services import FIGURES, TotalsKey, differences
from tables.models import Device, Table
from tests.floor import Floor
from tests.games import acts
from tests.games.sample_rounds import a_round, counted, log, stub_of
from trials.bench.documents import OFFERS, documents

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases("totals are added up in SQL")]

ROYAL = {"left": "Qs", "middle": "Js", "right": "Ts", "top": "9d", "bottom": "2c"}
WAGERS = {"ante_across": "100.00", "ante_down": "100.00", "across": "300.00", "down": "100.00", "middle": "300.00"}


def table_of(floor: Floor) -> Table:
    """Return a table that offers all that the edition knows, dealt from an automated shoe."""
    floor.offer = floor.new_offer(OFFERS[floor.edition])
    table, deck = floor.ready_table("automated_shoe"), floor.deck()
    if "bonus_spin" in OFFERS[floor.edition].get("wagers", ()):
        floor.place(table, Device.Kind.BONUS_SPIN)
    floor.begin(table, deck)
    floor.do_steps(deck)
    return floor.open(table)


def _cents(text: str) -> int:
    return int(Decimal(text) * 100)


def added_up() -> Counter[tuple[Any, ...]]:
    """Add up every round that was not struck out, by what it was answered and by nothing that we keep beside it."""
    found: Counter[tuple[Any, ...]] = Counter()
    for round_ in Round.objects.select_related("facility", "voiding"):
        local = round_.played_at.astimezone(ZoneInfo(round_.facility.time_zone))
        hour = round_.played_at - timedelta(minutes=local.minute, seconds=local.second, microseconds=local.microsecond)
        key, settled = (round_.table_id, hour, round_.gaming_day, round_.dealer_id, round_.edition), round_.settled()
        if round_.is_voided:
            found[*key, "", "struck"] += 1
            continue
        found[*key, "", "rounds"] += 1
        for name in ("staked", "pays", "returned"):
            found[*key, "", f"{name}_cents"] += _cents(settled["totals"][name])
        for seat in settled["seats"]:
            found[*key, "", "seats"] += 1
            found[*key, "", "limit_cut_cents"] += _cents(seat["limit_cut"])
            for wager, result in seat["wagers"].items():
                found[*key, "", "wagers"] += 1
                found[*key, wager, "wagers"] += 1
                for name, field in (("staked", "stake"), ("pays", "pays"), ("returned", "returned")):
                    found[*key, wager, f"{name}_cents"] += _cents(result[field])
        found[*key, "", "voids"] += settled["status"] == "void"
        found[*key, "", "counts"] += round_.stub is not None
        found[*key, "", "counts_due"] += round_.count_due and not round_.passes_count_on
        found[*key, "", "counts_wrong"] += round_.stub is not None and (round_.misdealt or round_.deck_removed)
        found[*key, "", "limit_cuts"] += any(_cents(seat["limit_cut"]) for seat in settled["seats"])
        found[*key, "", "spins"] += sum(seat.get("spin") is not None for seat in round_.entered()["seats"])
        found[*key, "", "jackpots"] += round_.jackpot_cents is not None
        found[*key, "", "jackpot_cents"] += round_.jackpot_cents or 0
        found[*key, "", "breaches"] += round_.in_breach
    return +found


def kept() -> Counter[tuple[Any, ...]]:
    """Return the same from the totals that are kept."""
    found: Counter[tuple[Any, ...]] = Counter()
    for total in HourlyTotal.objects.all():
        key = (total.table_id, total.hour, total.gaming_day, total.dealer_id, total.edition, total.wager)
        for name in FIGURES:
            found[*key, name] += getattr(total, name)
    return +found


def kept_by_day() -> Counter[tuple[Any, ...]]:
    found: Counter[tuple[Any, ...]] = Counter()
    for total in DayTotal.objects.all():
        for name in FIGURES:
            found[total.table_id, total.gaming_day, total.edition, name] += getattr(total, name)
    return +found


def added_up_by_day() -> Counter[tuple[Any, ...]]:
    found: Counter[tuple[Any, ...]] = Counter()
    for (table, _, day, _, edition, wager, name), figure in added_up().items():
        if not wager:
            found[table, day, edition, name] += figure
    return +found


@pytest.mark.parametrize("edition", OFFERS)
def test_totals_are_the_sum_of_the_rounds(edition: str) -> None:
    floor = Floor(edition)
    table = table_of(floor)
    for place, document in enumerate(documents(edition, 24, seed=7)):
        body = document["round"]
        if place % 4 == 0:
            body["stub"] = stub_of(body, edition)
        if place % 7 == 0:
            body["void"] = "wrong_card_count"
            if "stub" in body:
                body["dealt"] = 52 - body["stub"]
        if place == 12:
            acts.rotate(floor, table)
        log(floor, table, body)
        floor.later(minutes=7)

    acts.void(floor, table.rounds.get(number=3))

    assert kept() == added_up()
    assert kept_by_day() == added_up_by_day()
    assert list(differences()) == []
    assert list(journal_differences()) == []
    assert len({total.hour for total in HourlyTotal.objects.all()}) == 3


def test_tables_are_added_up_by_themselves() -> None:
    floor = Floor("md")
    one, other = floor.open_table(), floor.open_table(dealer=floor.new_dealer())

    for seed in range(3):
        log(floor, one, a_round(seed=seed))
        log(floor, other, counted(a_round(seed=seed, seats=5)))

    assert kept() == added_up()
    assert HourlyTotal.objects.get(table=other, wager="").seats == 15


def test_what_a_seat_wins_beyond_the_payout_limit_is_cut_in_all_and_in_no_wager() -> None:
    floor = Floor("md")
    table = floor.open_table()
    body = {"community": ROYAL, "seats": [{"seat": 1, "cards": ["As", "Ks"], "wagers": WAGERS}]}

    round_ = log(floor, table, body)

    whole, across = HourlyTotal.objects.get(wager=""), HourlyTotal.objects.get(wager="across")
    assert (whole.pays_cents, round_.largest_pays_cents) == (50_000_00, 50_000_00)
    assert across.pays_cents == 150_000_00
    wagers = sum(total.pays_cents for total in HourlyTotal.objects.exclude(wager=""))
    assert wagers - whole.limit_cut_cents == whole.pays_cents
    assert kept() == added_up()


# ── By the facility's clock


@pytest.mark.parametrize(
    ("zone", "moment", "hour"),
    [
        ("America/New_York", "2026-03-02T17:59:59Z", "2026-03-02T17:00:00Z"),
        ("Asia/Kolkata", "2026-03-02T18:29:59Z", "2026-03-02T17:30:00Z"),
        ("Asia/Kolkata", "2026-03-02T18:30:00Z", "2026-03-02T18:30:00Z"),
        ("Asia/Kathmandu", "2026-03-02T18:20:00Z", "2026-03-02T18:15:00Z"),
        ("America/St_Johns", "2026-03-02T18:20:00Z", "2026-03-02T17:30:00Z"),
    ],
)
def test_hours_begin_by_the_clock_on_the_wall(zone: str, moment: str, hour: str) -> None:
    floor = Floor("md")
    table = floor.open_table()
    Facility.objects.update(time_zone=zone)
    floor.at = datetime.fromisoformat(moment)

    log(floor, table)

    assert HourlyTotal.objects.get(wager="").hour == datetime.fromisoformat(hour)
    assert kept() == added_up()


def test_the_hour_that_comes_twice_in_autumn_is_two_and_the_one_missing_in_spring_is_none() -> None:
    autumn = Floor("md", code="FALL", at=datetime(2026, 11, 1, 4, tzinfo=UTC))
    table = autumn.open_table()
    for minutes in (90, 60, 60):  # 1:30, 1:30 again and 2:30
        autumn.later(minutes=minutes)
        log(autumn, table)
    spring = Floor("md", code="SPRING", at=datetime(2026, 3, 8, 5, tzinfo=UTC))
    table = spring.open_table()
    for minutes in (90, 60):  # 1:30 and 3:30
        spring.later(minutes=minutes)
        log(spring, table)

    hours = [total.hour for total in HourlyTotal.objects.filter(wager="").order_by("pk")]
    assert [hour.hour for hour in hours] == [5, 6, 7, 6, 7]
    assert kept() == added_up()


def test_a_gaming_day_ends_at_its_hour() -> None:
    floor = Floor("md", at=datetime(2026, 3, 3, 10, tzinfo=UTC))
    table = floor.open_table()
    for moment in ("10:59:59", "11:00:00"):  # six in the morning
        floor.at = datetime.fromisoformat(f"2026-03-03T{moment}Z")
        log(floor, table)

    days = [total.gaming_day for total in HourlyTotal.objects.filter(wager="").order_by("hour")]
    assert days == [date(2026, 3, 2), date(2026, 3, 3)]
    assert kept() == added_up()


def test_two_dealers_of_one_hour_have_a_total_each() -> None:
    floor = Floor("md")
    table = floor.open_table()
    log(floor, table, a_round(seed=1))
    floor.later(minutes=20)
    other = acts.rotate(floor, table)
    log(floor, table, a_round(seed=2))

    assert {total.dealer for total in HourlyTotal.objects.all()} == {floor.dealer, other}
    assert HourlyTotal.objects.filter(wager="").count() == 2
    assert kept() == added_up()


# ── Proving them


def test_a_total_that_was_tampered_with_is_found() -> None:
    floor = Floor("md")
    log(floor, floor.open_table())
    HourlyTotal.objects.filter(wager="across").update(pays_cents=F("pays_cents") + 1)

    (found,) = differences()

    assert isinstance(found.key, TotalsKey)
    assert found.key.wager == "across"
    assert found.stored[FIGURES.index("pays_cents")] == found.counted[FIGURES.index("pays_cents")] + 1


def test_a_missing_total_and_an_extra_one_are_found() -> None:
    floor = Floor("md")
    log(floor, floor.open_table())
    HourlyTotal.objects.filter(wager="down").update(hour=floor.at - timedelta(hours=1))

    extra, missing = differences()

    assert isinstance(extra.key, TotalsKey)
    assert isinstance(missing.key, TotalsKey)
    assert (extra.key.wager, extra.key.hour) == ("down", floor.at - timedelta(hours=1))
    assert (missing.key.wager, missing.key.hour) == ("down", floor.at)
    assert any(extra.stored)
    assert not any(extra.counted)
    assert not any(missing.stored)


def test_a_total_of_another_gaming_day_is_found() -> None:
    floor = Floor("md")
    log(floor, floor.open_table())
    HourlyTotal.objects.filter(wager="").update(gaming_day=date(2026, 3, 1))

    assert len(list(differences())) == 2


def test_a_day_that_was_tampered_with_is_found() -> None:
    floor = Floor("md")
    table = floor.open_table()
    log(floor, table)
    DayTotal.objects.update(staked_cents=F("staked_cents") - 1)
    said = StringIO()

    with pytest.raises(CommandError, match="1 totals are not the sum"):
        call_command("check_totals", stderr=said)

    assert f"{table.code} gaming day 2026-03-02: staked_cents" in said.getvalue()


def test_rounds_and_totals_altered_together_differ_from_the_journal() -> None:
    floor = Floor("md")
    table = floor.open_table()
    log(floor, table)
    round_ = Round.objects.get()
    settled = round_.settled()
    settled["totals"]["pays"] = "1.00"
    altered = json.dumps(settled)
    triggers.remove(connection)
    Round.objects.update(pays_cents=100, settlement=altered)
    triggers.install(connection)
    HourlyTotal.objects.filter(wager="").update(pays_cents=100)
    DayTotal.objects.update(pays_cents=100)
    said = StringIO()

    with pytest.raises(CommandError, match="1 totals do not agree with the journal"):
        call_command("check_totals", stderr=said)

    assert f"{table.code} 2026-03-02 17:00 {floor.dealer.badge}: pays_cents 100 instead of" in said.getvalue()


def test_the_command_says_whether_they_are_right_and_where_not() -> None:
    floor = Floor("md")
    table = floor.open_table()
    log(floor, table)
    out, err = StringIO(), StringIO()

    call_command("check_totals", stdout=out)
    HourlyTotal.objects.filter(wager="middle").update(staked_cents=7)
    with pytest.raises(CommandError, match="1 totals"):
        call_command("check_totals", stderr=err)

    assert "are the sum of 1 rounds" in out.getvalue()
    assert f"{table.code} 2026-03-02 17:00 middle: staked_cents 7 instead of 1000" in err.getvalue()
