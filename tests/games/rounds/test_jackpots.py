"""Bonus Spin: a round includes the value of the top prize unless the offer states it."""

from typing import Any

import pytest

from games.engine.money import dollars
from games.engine.problems import Refused
from tables.models import Device, Table
from tests.floor import LIMITS, Floor
from tests.games import acts
from tests.games.sample_rounds import a_round, log

pytestmark = pytest.mark.django_db

FIXED = {"wheel": "one-dollar-fixed", "top_prize": "1000.00"}
PROGRESSIVE = {"wheel": "one-dollar-progressive"}
STATED = {"wheel": "five-dollar", "top_prize": "25000.00"}
UNSTATED = {"wheel": "five-dollar"}


def spinning_table(floor: Floor, wheel: dict[str, str]) -> Table:
    floor.offer = floor.new_offer({"limits": LIMITS, "wagers": ["bonus_spin"], "bonus_spin": wheel})
    table, deck = floor.ready_table(), floor.deck()
    floor.place(table, Device.Kind.BONUS_SPIN)
    floor.begin(table, deck)
    floor.do_steps(deck)
    return floor.open(table)


def a_spin(wheel: dict[str, str], at: int | None = 0, **more: Any) -> dict[str, Any]:
    """Return a round in which seat 1 has a pair and spins, and seat 2 wagered on the wheel too."""
    stake = "5.00" if wheel["wheel"] == "five-dollar" else "1.00"
    body = a_round("nj", seed=3) | more
    cards = ["Ah", "Ad"], ["Kh", "Qd"]
    body["community"] = {"left": "2s", "middle": "3d", "right": "4c", "top": "7s", "bottom": "8h"}
    for seat, hand in zip(body["seats"], cards, strict=True):
        seat["cards"], seat["wagers"]["bonus_spin"] = hand, stake
    body["seats"][0]["spin"] = at
    return body


def problems_of(floor: Floor, table: Table, body: dict[str, Any]) -> list[tuple[str, str]]:
    with pytest.raises(Refused) as caught:
        log(floor, table, body)
    return [(problem.code, problem.path) for problem in caught.value.problems]


def paid(settled: dict[str, Any], seat: int) -> str:
    found: str = settled["seats"][seat]["wagers"]["bonus_spin"]["pays"]
    return found


@pytest.mark.parametrize(("wheel", "prize"), [(FIXED, "1000.00"), (STATED, "25000.00")])
def test_a_prize_that_the_offer_states_is_paid_and_not_given_again(wheel: dict[str, str], prize: str) -> None:
    floor = Floor("nj")
    table = spinning_table(floor, wheel)

    found = problems_of(floor, table, a_spin(wheel, jackpot="31234.56"))
    round_ = log(floor, table, a_spin(wheel))

    assert found == [("malformed", "jackpot")]
    assert (paid(round_.settled(), 0), round_.jackpot_cents) == (prize, None)


@pytest.mark.parametrize("wheel", [PROGRESSIVE, UNSTATED, PROGRESSIVE | {"top_prize": "1000.00"}])
def test_a_jackpot_is_asked_for_when_the_wheel_stops_at_it_and_paid_as_it_stood(wheel: dict[str, str]) -> None:
    floor = Floor("nj")
    table = spinning_table(floor, wheel)

    found = problems_of(floor, table, a_spin(wheel))
    round_ = log(floor, table, a_spin(wheel, jackpot="31234.56"))

    assert found == [("bad_amount", "jackpot")]
    assert (paid(round_.settled(), 0), round_.jackpot_cents) == ("31234.56", 3123456)
    assert "jackpot" not in round_.entered()


@pytest.mark.parametrize("wheel", [PROGRESSIVE, UNSTATED])
def test_no_jackpot_is_taken_where_nobody_spun_it(wheel: dict[str, str]) -> None:
    floor = Floor("nj")
    table = spinning_table(floor, wheel)

    found = problems_of(floor, table, a_spin(wheel, 3, jackpot="31234.56"))
    round_ = log(floor, table, a_spin(wheel, 3))

    assert found == [("spin_not_triggered", "jackpot")]
    assert paid(round_.settled(), 0) in ("100.00", "500.00")
    assert round_.jackpot_cents is None


def test_a_table_without_a_wheel_has_no_jackpot() -> None:
    floor = Floor("nj")

    found = problems_of(floor, floor.open_table(), a_round("nj", jackpot="5.00"))

    assert found == [("unknown_field", "jackpot")]


def test_what_else_is_wrong_is_said_beside_it() -> None:
    floor = Floor("nj")
    table = spinning_table(floor, PROGRESSIVE)
    body = a_spin(PROGRESSIVE)
    body["seats"][1]["cards"] = ["Kh"]

    assert problems_of(floor, table, body) == [("bad_amount", "jackpot"), ("wrong_card_count", "seats[1].cards")]


def test_a_large_jackpot_is_paid_in_full_because_it_raises_the_payout_limit() -> None:
    floor = Floor("nj")
    table = spinning_table(floor, PROGRESSIVE)

    round_ = log(floor, table, a_spin(PROGRESSIVE, jackpot="999999.99"))

    four_of_a_kind_and_a_full_house = 94 * 5_00
    assert paid(round_.settled(), 0) == "999999.99"
    assert round_.settled()["seats"][0]["limit"] == dollars(999_999_99 + four_of_a_kind_and_a_full_house)
    assert round_.limit_cut_cents == 0
    assert round_.largest_pays_cents >= 999_999_99


def test_hardware_that_fails_stops_the_next_round() -> None:
    floor = Floor("nj")
    table = spinning_table(floor, PROGRESSIVE)
    hardware = table.devices.get(kind=Device.Kind.BONUS_SPIN)

    log(floor, table, a_spin(PROGRESSIVE, 1, failed_device=hardware.pk))

    assert acts.codes_of(floor, table, a_spin(PROGRESSIVE, 1)) == ["device_neglected"]
