"""Commands for rounds: import from a file, and verify the totals."""

import json
from contextlib import suppress
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from games.models import HourlyTotal, Round
from games.totals.services import differences
from tables.models import Table
from tests.floor import Floor, fresh
from tests.games.sample_rounds import a_round, counted, log

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor() -> Floor:
    return Floor("md", at=timezone.now())


def lines_of(floor: Floor, *tables: Table, each: int = 6) -> list[dict[str, Any]]:
    """Return rounds of several tables as they were played, one after the other and side by side."""
    start = max(fresh(table).state_since for table in tables)
    return [
        (counted if number % 5 == 4 else dict)(a_round(seed=number))
        | {"table": table.code, "played_at": (start + timedelta(milliseconds=number)).isoformat()}
        for number in range(each)
        for table in tables
    ]


def run(path: Path, lines: list[Any], badge: str, **options: Any) -> list[dict[str, Any]]:
    path.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines) + "\n")
    output = StringIO()
    with suppress(CommandError):  # which says that a line was refused
        call_command("import_rounds", str(path), f"--as={badge}", stdout=output, **options)
    return [json.loads(line) for line in output.getvalue().splitlines()]


def test_rounds_of_several_tables_are_logged_from_one_file(floor: Floor, tmp_path: Path) -> None:
    tables = [floor.open_table(), floor.open_table(dealer=floor.new_dealer())]

    answers = run(tmp_path / "rounds", lines_of(floor, *tables), floor.floorperson.badge)

    assert [(answer["line"], answer["answer"]) for answer in answers] == [(number, 201) for number in range(1, 13)]
    assert [table.rounds.count() for table in tables] == [6, 6]
    assert list(differences()) == []


def test_the_same_file_again_logs_nothing_twice(floor: Floor, tmp_path: Path) -> None:
    table = floor.open_table()
    lines = lines_of(floor, table)
    first = run(tmp_path / "rounds", lines, floor.floorperson.badge)

    again = run(tmp_path / "rounds", lines, floor.floorperson.badge)

    assert [answer["id"] for answer in again] == [answer["id"] for answer in first]
    assert all(answer["repeated"] for answer in again)
    assert table.rounds.count() == 6


def test_what_cannot_be_logged_is_answered_and_the_rest_goes_on(floor: Floor, tmp_path: Path) -> None:
    table = floor.open_table()
    lines: list[Any] = lines_of(floor, table, each=3)
    lines[1:1] = ["{no json", lines[0] | {"table": "NOWHERE-01"}, lines[0] | {"seats": []}]

    answers = run(tmp_path / "rounds", lines, floor.floorperson.badge, table=table.code)

    assert [answer["answer"] for answer in answers] == [201, 400, 404, 400, 201, 201]
    assert table.rounds.count() == 3


def test_only_staff_of_the_floor_log(floor: Floor, tmp_path: Path) -> None:
    table = floor.open_table()

    answers = run(tmp_path / "rounds", lines_of(floor, table), floor.auditor.badge)

    assert {answer["answer"] for answer in answers} == {404}
    assert not Round.objects.exists()


@pytest.mark.parametrize("file", ["/nowhere/rounds", "."])
def test_a_file_that_cannot_be_read_is_said(floor: Floor, file: str) -> None:
    with pytest.raises(CommandError, match="cannot be read") as caught:
        call_command("import_rounds", file, f"--as={floor.floorperson.badge}")

    assert caught.value.returncode == 2


def test_a_badge_that_nobody_has_is_said(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="Nobody"):
        call_command("import_rounds", str(tmp_path / "rounds"), "--as=X-1")


def test_totals_are_proved_and_a_wrong_one_is_named(floor: Floor) -> None:
    table, said = floor.open_table(), StringIO()
    log(floor, table)
    call_command("check_totals", stdout=said)
    HourlyTotal.objects.filter(wager="").update(pays_cents=1)

    wrong = StringIO()
    with pytest.raises(CommandError, match="1 totals"):
        call_command("check_totals", stderr=wrong)

    assert "the sum of 1 rounds, to the cent" in said.getvalue()
    assert f"{table.code}" in wrong.getvalue()
    assert "pays_cents 1 instead of" in wrong.getvalue()
