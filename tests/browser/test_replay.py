"""A round prints on one sheet, A4 or Letter, whatever its seats, wagers and paragraphs."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone

from compliance.models import Staff
from compliance.staff.roles import Role
from games.engine.loading import rulebook
from games.models import Round
from tables.models import Device, Layout, Table
from tests.floor import LIMITS, Floor, fresh
from tests.games.acts import in_breach, void
from tests.games.sample_rounds import a_round, log

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

BONUS = {"five_card_bonus": ["1.00", "50.00"]}
OFFERS: dict[str, dict[str, Any]] = {
    "md": {"limits": LIMITS | BONUS, "wagers": ["five_card_bonus"]},
    "house": {},
    "ma": {"limits": LIMITS, "wagers": ["three_card"]},
    "nj": {
        "limits": LIMITS | BONUS,
        "wagers": ["five_card_bonus", "bonus_spin"],
        "bonus_spin": {"wheel": "five-dollar", "top_prize": "25000.00"},
    },
}
OPTIONAL = {
    "md": {"five_card_bonus": "5.00"},
    "house": {"five_card_bonus": "5.00", "six_card_bonus": "5.00"},
    "ma": {"three_card": "5.00"},
    "nj": {"five_card_bonus": "5.00", "bonus_spin": "5.00"},
}
# Pairs for everyone, so that everyone spins.
PAIRS = (["As", "Ah"], ["Ks", "Kh"], ["9s", "9h"], ["7s", "7h"], ["6s", "6h"], ["3s", "3h"])
CROSS = {"left": "Qs", "middle": "Js", "right": "Ts", "top": "Qd", "bottom": "Jd"}


def open_table(floor: Floor) -> Table:
    """Return an open table that offers every wager of its edition."""
    floor.__dict__["offer"] = floor.new_offer(OFFERS[floor.edition])
    table = floor.ready_table()
    seats = rulebook(floor.edition).table.positions
    Layout.objects.filter(pk=floor.layout.pk).update(positions=seats)
    Table.objects.filter(pk=table.pk).update(positions=seats)
    table = fresh(table)
    if floor.edition == "nj":
        floor.place(table, Device.Kind.BONUS_SPIN)
    deck = floor.deck()
    floor.begin(table, deck)
    floor.do_steps(deck)
    return floor.open(table)


def full_round(edition: str) -> dict[str, Any]:
    """Return a round with every seat and every wager on each."""
    found = a_round(edition, seats=rulebook(edition).table.positions)
    for seat in found["seats"]:
        seat["wagers"] |= OPTIONAL[edition]
        if edition == "ma":
            seat["exposed"] = True
    if edition == "nj":
        found["community"] = CROSS
        for place, seat in enumerate(found["seats"]):
            seat |= {"cards": PAIRS[place], "spin": place + 1}
    return found


def sheets(page: "Page", paper: str) -> int:
    printed = page.pdf(format=paper)
    return printed.count(b"/Type /Page\n") + printed.count(b"/Type /Page ")


@pytest.mark.parametrize("edition", OFFERS)
def test_a_full_round_prints_on_one_sheet(
    edition: str, page: "Page", transactional_db: None, sign_in: Callable[[Staff], None]
) -> None:
    floor = Floor(edition, at=timezone.now())
    table = open_table(floor)
    plain = log(floor, table, full_round(edition))
    floor.later(hours=9)
    worst = void(floor, in_breach(floor, table, full_round(edition)))
    sign_in(floor.hire(Role.SHIFT_MANAGER))

    found: dict[tuple[int, str], int] = {}
    for round_ in (plain, worst):
        page.goto(f"/rounds/{round_.pk}/")
        found |= {(round_.number, paper): sheets(page, paper) for paper in ("A4", "Letter")}

    assert Round.objects.count() == 2
    assert set(found.values()) == {1}, found
