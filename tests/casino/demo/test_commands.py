"""manage.py demo, add_facility and add_officer: what they load, and what they do not change."""

import io
from collections.abc import Callable
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.utils import timezone
from msgspec.structs import replace
from pytest_django.fixtures import Settings

from casino import demo
from casino.demo import emptying
from casino.demo.scenario import History, scenarios
from compliance.facilities.services import add_facility
from compliance.journal.verify import find_misfits
from compliance.journal.write import journal
from compliance.models import Entry, Facility, Heartbeat, Staff
from compliance.staff.roles import Role
from tables.floor.services import add_pit
from tables.models import Document, Pit, Table

NEW_YORK = ZoneInfo("America/New_York")
SECRETS = "correct horse battery\n4711\n"


def said(*arguments: str) -> str:
    """Run a command and return what it says."""
    out = io.StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def files(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if path.is_file()}


def real_facility(code: str = "ACE") -> Facility:
    return add_facility(
        code=code,
        name="Aces",
        jurisdiction="Maryland",
        time_zone="America/New_York",
        day_turns_at_hour=6,
        by=None,
        at=timezone.now(),
    )


# ── demo ──


@pytest.mark.both_databases("emptying needs statements of its own")
@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("unproven_standing")
def test_reset_empties_the_demo_floor_and_loads_it_anew(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    larger, smaller, *_ = scenarios()
    # At the larger of the two nobody plays: what is played at the smaller one is enough to empty.
    quiet = replace(larger, history=History(days=1), timeline={"before": larger.timeline["before"]})
    monkeypatch.setattr(demo, "scenarios", lambda: [quiet, smaller])
    settings.MEDIA_ROOT = tmp_path
    Heartbeat.objects.create(name="beat", beaten_at=timezone.now())
    first = said("demo")
    filed = files(tmp_path)
    facility, by = Facility.objects.get(code="CHP"), Staff.objects.get(badge="CHP-2001")
    add_pit(facility, code="P9", name="Made by a visitor", by=by, at=timezone.now())

    with pytest.raises(CommandError, match=r"is already loaded\. To reload it: manage\.py demo --reset"):
        said("demo")
    again = said("demo", "--reset")

    assert "The demo floor is loaded: 2 " in first
    assert "The demo floor is loaded: 2 " in again
    assert not Pit.objects.filter(code="P9").exists()
    assert Entry.objects.earliest("pk").pk == 1
    assert list(find_misfits([])) == []
    assert len(files(tmp_path)) == len(filed) == Document.objects.count()
    assert not files(tmp_path) & filed
    assert Heartbeat.objects.count() == 1
    refuses_to_delete_what_is_kept()


def refuses_to_delete_what_is_kept() -> None:
    for table in ("compliance_entry", "compliance_facility"):
        with pytest.raises(DatabaseError, match=r"what is recorded stays"), connection.cursor() as cursor:
            cursor.execute(f"DELETE FROM {table}")


@pytest.mark.both_databases("emptying needs statements of its own")
@pytest.mark.django_db(transaction=True)
def test_a_reset_that_fails_leaves_the_floor_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    loads_one_facility(monkeypatch)
    said("demo")
    monkeypatch.setattr(demo, "load", lambda now: 1 / 0)

    with pytest.raises(ZeroDivisionError):
        said("demo", "--reset")

    assert demo.is_demo()
    refuses_to_delete_what_is_kept()


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases("emptying needs statements of its own")
def test_the_floor_is_emptied_only_in_the_transaction_that_loads_it_anew() -> None:
    real_facility()

    with pytest.raises(RuntimeError, match="only in the transaction that reloads it"):
        emptying.empty()

    assert Facility.objects.count() == 1


def loads_one_facility(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the demo a small one, where what is on it does not matter."""

    def load(now: object) -> None:
        facility = real_facility("CHP")
        journal(demo.LOADED, facility, on=facility, by=None, at=timezone.now())

    monkeypatch.setattr(demo, "load", transaction.atomic(load))


@pytest.mark.django_db
@pytest.mark.parametrize("options", [[], ["--reset"]])
def test_a_floor_that_is_not_the_demo_is_left_alone(options: list[str]) -> None:
    real_facility()

    with pytest.raises(CommandError, match=r"is not the demo floor\. Nothing was changed\."):
        said("demo", *options)

    assert [facility.code for facility in Facility.objects.all()] == ["ACE"]
    assert not demo.is_demo()
    assert list(demo.sign_ins()) == []


@pytest.mark.django_db
def test_a_real_facility_beside_the_demo_keeps_it_from_being_emptied(monkeypatch: pytest.MonkeyPatch) -> None:
    loads_one_facility(monkeypatch)
    said("demo")
    real_facility()

    with pytest.raises(CommandError, match=r"is not the demo floor\. Nothing was changed\."):
        said("demo", "--reset")

    assert Facility.objects.count() == 2
    assert Table.objects.count() == 0


# ── add_facility ──


@pytest.fixture
def types(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Type on standard input."""
    monkeypatch.delenv("ADMINISTRATOR_PASSWORD", raising=False)
    monkeypatch.delenv("ADMINISTRATOR_PIN", raising=False)
    monkeypatch.delenv("OFFICER_PASSWORD", raising=False)
    monkeypatch.delenv("OFFICER_PIN", raising=False)
    return lambda text: monkeypatch.setattr("sys.stdin", io.StringIO(text))


def adds(*changes: str) -> str:
    arguments = ["--jurisdiction", "New Jersey", "--time-zone", "America/New_York", "--administrator", "Ada Byron"]
    return said("add_facility", "ACE", "Ace of Clubs", *arguments, *changes)


@pytest.mark.django_db
def test_a_facility_is_added_with_its_first_administrator(types: Callable[[str], None]) -> None:
    types(SECRETS)

    answer = adds("--day-turns-at", "4", "--number", "7")

    facility, administrator = Facility.objects.get(), Staff.objects.get()
    assert answer == (
        "── Added Ace of Clubs. Ada Byron can sign in with badge ACE-7 and hire a compliance officer, who signs for "
        "everyone else.\n"
    )
    assert (facility.code, facility.jurisdiction, facility.day_turns_at_hour) == ("ACE", "New Jersey", 4)
    assert administrator.roles_at(facility) == {Role.ADMINISTRATOR}
    assert administrator.check_password("correct horse battery")
    assert administrator.check_pin("4711")
    assert list(Entry.objects.values_list("action", flat=True)) == ["facility.added", "staff.hired", "staff.posted"]


@pytest.mark.django_db
def test_the_secrets_may_come_from_the_environment(
    types: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    types("")
    monkeypatch.setenv("ADMINISTRATOR_PASSWORD", "correct horse battery")
    monkeypatch.setenv("ADMINISTRATOR_PIN", "4711")

    adds()

    assert Staff.objects.get().check_pin("4711")


@pytest.mark.django_db
def test_a_terminal_is_asked_twice(monkeypatch: pytest.MonkeyPatch, types: Callable[[str], None]) -> None:
    types("")
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    answers = iter(["correct horse battery", "correct horse buttery"])
    monkeypatch.setattr("compliance.management.commands.add_facility.getpass", lambda prompt: next(answers))

    with pytest.raises(CommandError, match=r"do not match\. Nothing was added\. Enter the same Password twice\."):
        adds()

    assert not Facility.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "changes, secrets, message",
    [
        (["--jurisdiction", "Atlantis"], SECRETS, "jurisdiction: There is no rulebook for Atlantis. Choose one of: "),
        (["--time-zone", "Moon/Far_Side"], SECRETS, "time_zone: Moon/Far_Side is not a time zone."),
        (["--day-turns-at", "24"], SECRETS, "day_turns_at_hour: Ensure this value is less than or equal to 23."),
        (["--day-turns-at", "-1"], SECRETS, "day_turns_at_hour: Ensure this value is greater than or equal to 0."),
        (["--number", "seven"], SECRETS, "--number: give one to seven capital letters and digits."),
        (["--administrator", " "], SECRETS, "--administrator: give a name of at most 80 characters."),
        ([], "short\n4711\n", "Password: This password is too short."),
        ([], "correct horse battery\n12\n", "PIN: Four to eight digits."),
        ([], "", "Password: This password is too short."),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    types: Callable[[str], None], changes: list[str], secrets: str, message: str
) -> None:
    types(secrets)

    with pytest.raises(CommandError) as refused:
        adds(*changes)

    assert str(refused.value).startswith(message)
    assert "\n" not in str(refused.value)
    assert not Facility.objects.exists()


@pytest.mark.django_db
def test_a_code_is_given_once(types: Callable[[str], None]) -> None:
    real_facility()
    types(SECRETS)

    with pytest.raises(CommandError, match=r"code: Facility with this Code already exists\."):
        adds()


# ── add_officer ──


@pytest.mark.django_db
def test_the_command_line_adds_an_officer_where_nobody_can_sign_for_one(types: Callable[[str], None]) -> None:
    facility = real_facility()
    types(SECRETS)

    answer = said("add_officer", "ACE", "Grace Hopper", "--number", "8")

    officer = Staff.objects.get()
    assert answer == "── Grace Hopper can sign in at Aces with badge ACE-8, and sign.\n"
    assert officer.roles_at(facility) == {Role.COMPLIANCE_OFFICER}
    assert not officer.must_change_pin
    assert officer.check_pin("4711")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "arguments, secrets, message",
    [
        (("NONE", "Grace Hopper", "--number", "8"), SECRETS, "There is no facility NONE. Add it first"),
        (("ACE", " ", "--number", "8"), SECRETS, "name: give a name of at most 80 characters."),
        (("ACE", "Grace Hopper", "--number", "eight"), SECRETS, "--number: give one to seven capital letters"),
        (("ACE", "Grace Hopper", "--number", "8"), "short\n4711\n", "Password: This password is too short."),
    ],
)
def test_an_officer_that_cannot_be_added_is_refused_in_one_line(
    types: Callable[[str], None], arguments: tuple[str, ...], secrets: str, message: str
) -> None:
    real_facility()
    types(secrets)

    with pytest.raises(CommandError) as refused:
        said("add_officer", *arguments)

    assert str(refused.value).startswith(message)
    assert not Staff.objects.exists()
