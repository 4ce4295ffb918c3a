"""A round in breach over the API: signed by a pit boss or shift manager, and nothing lost on a wrong PIN."""

from typing import Any

import pytest

from compliance.models import Staff
from games.models import Round, Violation
from tables.models import Table
from tests.floor import PIN, Floor
from tests.games import acts
from tests.games.sample_rounds import a_round
from tests.games.sending import paths, send

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


def neglected_table(floor: Floor) -> Table:
    """Return a table at which a device failed and nothing was done about it."""
    table = floor.open_table("automated_shoe")
    acts.fail(floor, table.devices.get())
    return table


def breach(signer: Staff, pin: str = PIN) -> dict[str, Any]:
    return a_round(breach_reason="The players were waiting", second_badge=signer.badge, second_pin=pin)


@pytest.mark.parametrize("role", ["pit_boss", "shift_manager"])
def test_a_pit_boss_or_a_shift_manager_signs(role: str) -> None:
    floor = Floor("md")
    table = neglected_table(floor)

    answer = send(floor, table, breach(getattr(floor, role)))

    assert (answer["number"], answer["in_breach"]) == (1, True)
    assert Violation.objects.get().code == "device_neglected"


@pytest.mark.parametrize("role", ["dealer", "security", "compliance_officer", "auditor", "administrator"])
def test_nobody_but_a_pit_boss_or_shift_manager_signs_a_violation(role: str) -> None:
    floor = Floor("md")
    table = neglected_table(floor)

    answer = send(floor, table, breach(getattr(floor, role)))

    assert paths(answer) == ["second_badge"]
    assert not Round.objects.exists()


def test_another_floorperson_does_not_sign_nor_does_one_sign_alone() -> None:
    floor = Floor("md")
    table = neglected_table(floor)

    floorperson = send(floor, table, breach(floor.floorperson), by=floor.pit_boss)
    alone = send(floor, table, breach(floor.pit_boss), by=floor.pit_boss)

    assert paths(floorperson) == paths(alone) == ["second_badge"]
    assert not Round.objects.exists()


def test_a_wrong_pin_is_asked_for_again_and_the_same_key_still_serves() -> None:
    floor = Floor("md")
    table = neglected_table(floor)

    wrong = send(floor, table, breach(floor.pit_boss, "0000"), key="one-and-the-same")
    right = send(floor, table, breach(floor.pit_boss), key="one-and-the-same")
    again = send(floor, table, breach(floor.pit_boss), key="one-and-the-same")

    assert paths(wrong) == ["second_pin"]
    assert right == again
    assert Round.objects.count() == 1


def test_the_pin_is_not_stored_anywhere() -> None:
    floor = Floor("md")
    table = neglected_table(floor)

    send(floor, table, breach(floor.pit_boss))

    assert "second_pin" not in Round.objects.get().input
    assert PIN not in Round.objects.get().input


def test_a_refusal_says_every_gate_and_its_remedy() -> None:
    floor = Floor("md")
    table = neglected_table(floor)
    shoe = table.devices.get()

    answer = send(floor, table, a_round())

    assert (answer["status"], answer["code"], answer["cite"]) == (409, "device_neglected", "MD Ch. 13 §E")
    (violation,) = answer["violations"]
    assert violation["remedy"]["url"] == f"/api/v1/devices/{shoe.pk}/handle/"
