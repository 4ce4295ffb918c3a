"""The migration that adds shifts to rounds recounts the totals as logging would have."""

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection

from compliance.journal import triggers
from games.models import DayTotal, HourlyTotal, Round, RoundVoid
from games.totals.services import FIGURES, differences
from tests.floor import Floor
from tests.games import acts
from tests.games.sample_rounds import a_round, counted, log

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases("a migration with statements of its own")]


class Editor:
    connection = connection


def rows() -> list[object]:
    hours = HourlyTotal.objects.order_by("table", "hour", "shift", "dealer", "wager")
    days = DayTotal.objects.order_by("table", "gaming_day", "edition")
    rounds = Round.objects.order_by("pk").values_list("pk", "shift", "spins", "stands_out")
    return [
        list(hours.values_list("table", "hour", "shift", "dealer", "wager", *FIGURES)),
        list(days.values_list("table", "gaming_day", "edition", *FIGURES)),
        list(rounds),
        list(RoundVoid.objects.values_list("shift", flat=True)),
    ]


def test_rounds_logged_before_the_migration_are_counted_like_later_ones() -> None:
    floor = Floor("md")
    table = floor.open_table()
    log(floor, table)
    floor.later(minutes=10)
    floor.begin_shift()
    log(floor, table, counted(a_round(seed=2)))
    floor.later(minutes=10)
    log(floor, table, a_round(seed=3, void="face_up_card"))
    floor.later(minutes=50)
    floor.begin_shift("Swing", 12, 22)
    floor.later(minutes=1)
    log(floor, table, a_round(seed=4))
    acts.void(floor, table.rounds.get(number=2))
    log(floor, table, a_round(seed=5, replaces=table.rounds.get(number=2).pk))
    logged = rows()
    triggers.remove(connection)
    Round.objects.update(shift=None, spins=0, stands_out=False)
    RoundVoid.objects.update(shift=None)
    HourlyTotal.objects.update(staked_cents=0)
    DayTotal.objects.all().delete()
    triggers.install(connection)

    import_module("games.migrations.0004_totals_counted_anew").count_anew(apps, Editor())

    assert rows() == logged
    assert list(differences()) == []
