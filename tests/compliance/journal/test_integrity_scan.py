"""The integrity scan checks journal and settlements in parts, and reports each misfit once."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.urls import reverse

from casino.tasks import continue_scans, integrity_scans
from compliance.alerts.scan import scan
from compliance.alerts.services import resolve
from compliance.journal import integrity_scan as journal_scan
from compliance.journal import triggers
from compliance.journal.integrity_scan import walk_journal
from compliance.journal.write import journal
from compliance.models import Alert, Entry, Patrol, Severity, Stream
from games.models import Round
from games.replay import integrity_scan as settlement_scan
from games.replay.integrity_scan import walk_settlements
from tables.models import Table
from tests.floor import Floor, actions
from tests.games.acts import play

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor() -> Floor:
    """A floor with two tables, each with a stream of six entries."""
    floor = Floor("md")
    for number in (1, 2):
        table = floor.new_table(number=number)
        for place in range(2, 7):
            journal("round.played", table, on=table, by=floor.dealer, at=floor.at, number=place)
    return floor


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every run of a scan check no more than two entries, or two rounds."""
    monkeypatch.setattr(journal_scan, "SECONDS", 0)
    monkeypatch.setattr(journal_scan, "AT_ONCE", 2)
    monkeypatch.setattr(settlement_scan, "AT_ONCE", 2)


@contextmanager
def unguarded() -> Iterator[None]:
    """Let a test do what whoever owns the database could do."""
    triggers.remove(connection)
    yield
    triggers.install(connection)


def forge(stream: str, *sequences: int) -> None:
    with unguarded():
        Entry.objects.filter(stream__key=stream, sequence__in=sequences).update(action="round.voided")


def found() -> list[tuple[str, str]]:
    return list(Alert.objects.order_by("pk").values_list("subject", "occurrence"))


def walk(floor: Floor, how: Callable[..., None] = walk_journal) -> int:
    """Go on, minute by minute, until the tour is through; return how often."""
    for runs in range(1, 200):
        how(floor.later(minutes=1))
        if Patrol.objects.get().finished_at is not None:
            return runs
    raise AssertionError("the tour does not end")


def next_tour(floor: Floor, how: Callable[..., None] = walk_journal) -> int:
    floor.later(hours=1)
    return walk(floor, how)


# ── The journal


def test_an_altered_entry_alerts_the_compliance_officer(floor: Floor) -> None:
    forge("table:MD-01", 4)

    walk_journal(floor.at)

    alert = Alert.objects.get()
    assert (alert.check_name, alert.subject, alert.occurrence) == ("journal_broken", "stream:table:MD-01", "4")
    assert (alert.severity, alert.level, alert.place) == (Severity.CRITICAL, "compliance_officer", "MD-01")
    assert alert.text == ("The journal of table MD-01 is broken at entry 4: its content does not match its hash")
    assert alert.cite == "COMAR 36.03.10.08"
    assert reverse(alert.act, args=[alert.act_on]) == "/facilities/MD/journal/"
    assert alert.escalate_at == floor.at + timedelta(hours=8)
    assert actions("facility:MD")[-1] == "alert.opened"


def _altered() -> None:
    Entry.objects.filter(stream__key="table:MD-01", sequence=5).update(facts={})


def _missing() -> None:
    Entry.objects.filter(stream__key="table:MD-01", sequence=5).delete()


def _cut_off() -> None:
    Entry.objects.filter(stream__key="table:MD-01", sequence__gte=5).delete()


def _rehashed() -> None:
    Entry.objects.filter(stream__key="table:MD-01", sequence=4).update(hash="0" * 64, previous="1" * 64)


def _beheaded() -> None:
    Stream.objects.filter(key="table:MD-01").update(head="0" * 64)


def _shortened() -> None:
    Stream.objects.filter(key="table:MD-01").update(
        length=4, head=Entry.objects.get(stream__key="table:MD-01", sequence=4).hash
    )


@pytest.mark.parametrize(
    ("tamper", "at"), [(_altered, 5), (_missing, 5), (_cut_off, 5), (_rehashed, 4), (_beheaded, 6), (_shortened, 5)]
)
@pytest.mark.usefixtures("hurried")
def test_scanning_in_parts_finds_every_kind_of_tampering(floor: Floor, tamper: Callable[[], None], at: int) -> None:
    with unguarded():
        tamper()

    walk(floor)

    assert found() == [("stream:table:MD-01", f"{at}")]


@pytest.mark.usefixtures("hurried")
def test_a_run_goes_on_where_the_last_one_stopped(floor: Floor) -> None:
    parts = sum(stream.length // 2 + 1 for stream in Stream.objects.all())

    assert walk(floor) == parts + 1  # the last one finds that no stream is left


@pytest.mark.usefixtures("hurried")
def test_entries_appended_during_a_scan_are_no_misfit(floor: Floor) -> None:
    table = Table.objects.get(number=1)
    for _ in range(12):
        walk_journal(floor.later(minutes=1))
        journal("round.played", table, on=table, by=floor.dealer, at=floor.at)
        journal("test.made", floor.facility, on=floor.facility, by=None, at=floor.at)

    walk(floor)

    assert found() == []


def test_a_small_journal_is_scanned_once_an_hour(floor: Floor) -> None:
    began = floor.at
    walk_journal(began)
    forge("table:MD-01", 4)

    walk_journal(began + timedelta(minutes=59))
    assert found() == []
    walk_journal(began + timedelta(minutes=60))

    assert found() == [("stream:table:MD-01", "4")]
    assert Patrol.objects.get().began_at == began + timedelta(minutes=60)


def test_a_misfit_is_told_once_and_hides_none_that_comes_later(floor: Floor) -> None:
    forge("table:MD-01", 2, 4)
    forge("table:MD-02", 3)

    walk(floor)
    assert found() == [("stream:table:MD-01", "2"), ("stream:table:MD-02", "3")]
    next_tour(floor)
    assert found()[2:] == [("stream:table:MD-01", "4")]
    next_tour(floor)

    assert len(found()) == 3


def test_a_gap_does_not_hide_a_later_misfit(floor: Floor) -> None:
    with unguarded():
        Entry.objects.filter(stream__key="table:MD-01", sequence=3).delete()
    forge("table:MD-01", 4)

    walk(floor)
    next_tour(floor)

    assert found() == [("stream:table:MD-01", "3"), ("stream:table:MD-01", "4")]


def test_a_resolved_misfit_is_not_reported_again(floor: Floor) -> None:
    forge("table:MD-01", 4)
    walk(floor)
    scan(floor.at)
    assert Alert.objects.get().is_open  # what happened is not gone because a look does not find it

    resolve(Alert.objects.get(), reason="Reported", by=floor.compliance_officer, at=floor.at)
    next_tour(floor)

    assert not Alert.objects.get().is_open


@pytest.mark.both_databases("triggers")
@pytest.mark.usefixtures("hurried")
def test_an_unreadable_entry_is_a_misfit_and_does_not_stop_the_scan(floor: Floor) -> None:
    forge("table:MD-02", 5)
    wrong = "UPDATE compliance_entry SET at = '2026-13-13 00:00' WHERE sequence = 4 AND subject = 'table:MD-01'"
    if connection.vendor == "postgresql":  # keeps no value that is none of its column's
        with pytest.raises(DatabaseError), unguarded(), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(wrong)
        return
    with unguarded(), connection.cursor() as cursor:
        cursor.execute(wrong)

    walk(floor)

    assert found() == [("stream:table:MD-01", "4"), ("stream:table:MD-02", "5")]
    assert Alert.objects.filter(text__endswith="cannot be read").count() == 1


# ── Settlements


def tamper(round_: Round, **columns: Any) -> None:
    with unguarded():
        Round.objects.filter(pk=round_.pk).update(**columns)


def test_a_round_that_no_longer_matches_alerts_the_compliance_officer() -> None:
    floor = Floor("md")
    table = floor.open_table()
    _, second = play(floor, table, 2)
    tamper(second, pays_cents=second.pays_cents + 1)

    walk_settlements(floor.at)

    alert = Alert.objects.get()
    assert (alert.check_name, alert.subject) == ("settlement_mismatch", second.subject_key)
    assert (alert.severity, alert.level, alert.place) == (Severity.CRITICAL, "compliance_officer", table.code)
    assert alert.text.startswith("Round 2 no longer matches: column pays_cents is stored as")
    assert reverse(alert.act, args=[alert.act_on]) == f"/rounds/{second.pk}/"
    assert alert.cite == "COMAR 36.03.10.08"


@pytest.mark.usefixtures("hurried")
def test_rounds_are_settled_again_by_parts_and_each_mismatch_is_told_once() -> None:
    floor = Floor("md")
    played = play(floor, floor.open_table(), 4)
    tamper(played[1], staked_cents=0)
    tamper(played[3], settlement="{")

    assert walk(floor, walk_settlements) == 3
    assert next_tour(floor, walk_settlements) == 3

    assert [subject for subject, _ in found()] == [played[1].subject_key, played[3].subject_key]


# ── Both


def test_the_task_finds_nothing_where_nothing_was_altered() -> None:
    floor = Floor("md")
    play(floor, floor.open_table(), 3)

    integrity_scans()

    assert found() == []
    assert set(Patrol.objects.exclude(finished_at=None).values_list("name", flat=True)) == {"journal", "settlements"}


def test_a_failed_scan_does_not_stop_the_others(
    floor: Floor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("no")

    monkeypatch.setattr(journal_scan, "_check_entries", fail)

    with caplog.at_level(logging.ERROR):
        continue_scans(floor.at)

    assert "walk_journal" in caplog.text
    assert Patrol.objects.get(name="settlements").finished_at == floor.at


@pytest.mark.usefixtures("hurried")
def test_a_late_worker_does_not_reset_the_next_run(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    """One is at the last stream, and slow; another one finishes the tour meanwhile, and begins the next."""
    last = Stream.objects.order_by("-pk")[0]
    Patrol.objects.create(
        name="journal", began_at=floor.at, place={"stream": last.pk, "sequence": 2, "hash": last.entries.all()[1].hash}
    )
    check, once = journal_scan._check_entries, iter([True])

    def slow(place: dict[str, Any], at: Any) -> Any:
        if next(once, False):
            walk(floor)
            floor.later(hours=1)
            walk_journal(floor.at)
        return check(place, at)

    monkeypatch.setattr(journal_scan, "_check_entries", slow)
    walk_journal(floor.at)

    assert Patrol.objects.get().place["stream"] == Stream.objects.order_by("pk")[0].pk
    assert Patrol.objects.get().began_at == floor.at
