"""Pages and forms cost the same number of queries for one row and for ten."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from compliance.staff.roles import Role
from tables.floor import services as floor_services
from tests.floor import Floor

pytestmark = pytest.mark.django_db


def cost(client: Client, path: str) -> int:
    client.get(path)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(path).status_code == 200
    return len(queries)


def another_dealer(floor: Floor) -> None:
    floor.new_dealer()


def another_at_a_table(floor: Floor) -> None:
    table = floor.new_table()
    floor_services.put_offer(table, offer=floor.offer, by=floor.pit_boss, at=floor.at)
    floor.staffed(table, dealer=floor.new_dealer(), floorperson=floor.hire(Role.FLOORPERSON))


def another_floorperson(floor: Floor) -> None:
    floor.hire(Role.FLOORPERSON)


def another_furnished_table(floor: Floor) -> None:
    floor.furnish(floor.new_table())


@pytest.mark.parametrize(
    ("path", "more"),
    [
        ("/tables/{table}/relieve-dealer/", another_dealer),
        ("/tables/{table}/supervise/", another_floorperson),
        ("/facilities/MD/dealers/", another_at_a_table),
        ("/layouts/{layout}/", another_furnished_table),
        ("/offers/{offer}/", another_furnished_table),
    ],
)
def test_ten_rows_cost_as_many_queries_as_one(path: str, more: Callable[[Floor], None], client: Client) -> None:
    floor = Floor("md")
    table = floor.ready_table()
    client.force_login(floor.shift_manager)
    path = path.format(table=table.code, layout=floor.layout.pk, offer=floor.offer.pk)
    more(floor)

    one = cost(client, path)
    for _ in range(9):
        more(floor)

    assert cost(client, path) == one


def test_the_number_of_open_tables_is_shown_beside_each_floorperson(client: Client) -> None:
    floor = Floor("md")
    table = floor.open_table()
    idle = floor.hire(Role.FLOORPERSON)
    client.force_login(floor.shift_manager)

    form = client.get(f"/tables/{table.code}/supervise/").context["form"]

    labels = [label for _, label in form.fields["floorperson"].choices]
    assert f"{floor.floorperson} · 1 open tables" in labels
    assert f"{idle} · 0 open tables" in labels
