"""Every stored round settles to what is stored; one that does not is named."""

from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from compliance.journal import triggers
from games.models import Round
from games.replay.resettle import resettle_all, resettle_one
from tables.models import Offer
from tests.floor import EDITIONS, SPIN, Floor, fresh
from tests.games.acts import in_breach, play, void
from tests.games.sample_rounds import a_round, counted, log

pytestmark = pytest.mark.django_db


def tamper(round_: Round, **columns: Any) -> Round:
    """Alter a round behind the system's back."""
    triggers.remove(connection)
    Round.objects.filter(pk=round_.pk).update(**columns)
    triggers.install(connection)
    return fresh(round_)


@pytest.mark.parametrize("edition", EDITIONS)
def test_rounds_settle_to_what_is_stored(edition: str) -> None:
    floor = Floor(edition)
    table = floor.open_table()
    void(floor, play(floor, table, 3)[-1])
    log(floor, table, counted(a_round(edition, seats=6), edition, off_by=1))
    in_breach(floor, table, deck=Round.objects.all()[0].deck_id)

    assert list(resettle_all()) == []
    assert all(resettle_one(round_).matches for round_ in Round.objects.all())


def test_a_progressive_is_settled_with_what_it_stood_at() -> None:
    floor = Floor("nj")
    wheel = SPIN | {"bonus_spin": {"wheel": "one-dollar-progressive"}}
    floor.__dict__["offer"] = floor.new_offer(wheel)
    table = floor.ready_table()
    floor.place(table, "bonus_spin")
    deck = floor.deck()
    floor.begin(table, deck)
    floor.do_steps(deck)
    table = floor.open(table)
    body = a_round("nj", seats=1, seed=4)
    first = body["seats"][0]["cards"][0]
    used = {*body["community"].values(), first}
    pair = next(f"{first[0]}{suit}" for suit in "shdc" if f"{first[0]}{suit}" not in used)
    body["seats"][0] |= {"cards": [first, pair], "spin": 0}
    body["seats"][0]["wagers"]["bonus_spin"] = "1.00"

    round_ = log(floor, table, body | {"jackpot": "31234.56"})

    assert round_.largest_pays_cents >= 3123456
    assert resettle_one(round_).matches


def _settlement(round_: Round) -> dict[str, Any]:
    return {"settlement": round_.settlement.replace('"order":[2,1]', '"order":[1,2]')}


def _input(round_: Round) -> dict[str, Any]:
    return {"input": round_.input.replace('"middle":"5.00"', '"middle":"10.00"', 1)}


def _column(round_: Round) -> dict[str, Any]:
    return {"pays_cents": round_.pays_cents + 1}


def _no_json(round_: Round) -> dict[str, Any]:
    return {"input": "{"}


@pytest.mark.parametrize(
    ("change", "says", "is_as_journaled"),
    [
        (_settlement, "order[0] is stored as 1, but recalculates to 2", False),
        (_input, "seats[0].wagers.middle.stake is stored as 5.00, but recalculates to 10.00", False),
        (_column, "column pays_cents is stored as", True),
        (_no_json, "it can no longer be settled", False),
    ],
)
def test_a_round_that_was_tampered_with_is_named(
    change: Callable[[Round], dict[str, Any]], says: str, is_as_journaled: bool
) -> None:
    floor = Floor("md")
    table = floor.open_table()
    play(floor, table, 2)
    round_ = tamper(Round.objects.all()[1], **change(Round.objects.all()[1]))

    (found,) = resettle_all()

    assert found.round == round_
    assert found.is_as_journaled is is_as_journaled
    assert any(fault.startswith(says) for fault in found.faults())


def test_a_round_whose_offer_changed_is_named_as_one_that_cannot_be_settled() -> None:
    floor = Floor("md")
    round_ = log(floor, floor.open_table())
    Offer.objects.filter(pk=round_.offer_id).update(document={"limits": {"ante": ["50.00", "100.00"]}})

    (found,) = resettle_all()

    assert found.is_as_journaled
    assert "outside" in found.faults()[0] or "from $50.00" in found.faults()[0]


def test_the_command_names_what_no_longer_matches_and_fails() -> None:
    floor = Floor("md")
    table = floor.open_table()
    first, _ = play(floor, table, 2)
    out, err = StringIO(), StringIO()

    call_command("resettle", stdout=out, stderr=err)
    tamper(first, pays_cents=first.pays_cents + 1, returned_cents=first.returned_cents + 1)
    with pytest.raises(CommandError, match=r"1 of 2 rounds no longer match\.") as caught:
        call_command("resettle", stdout=out, stderr=err)

    assert caught.value.returncode == 1
    assert out.getvalue() == "2 rounds settle to their stored results.\n"
    assert err.getvalue().startswith(f"{table.code} round 1 (id {first.pk}): column pays_cents is stored as")
    assert err.getvalue().endswith("(and 1 more)\n")
