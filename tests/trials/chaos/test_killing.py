"""The chaos harness kills by a seed, ends all child processes, and retries requests."""

import random
import signal
import subprocess
import sys
import time
from itertools import islice
from pathlib import Path

import pytest

from games.engine.settle import settle
from tests.floor import EDITIONS, OFFERS
from trials.chaos import __main__ as command
from trials.chaos.asking import Knowledge
from trials.chaos.client import LostError, Reply, UnansweredError, until_answered
from trials.chaos.databases import recovers_without
from trials.chaos.deals import cards_of, deal, stub_of
from trials.chaos.floor import Plan, TablePlan
from trials.chaos.killer import kills
from trials.chaos.processes import Process, children_of
from trials.chaos.records import Log, read_records
from trials.chaos.writers import Writer

KINDS = ("web", "worker", "database")


@pytest.mark.parametrize(("ci", "status"), [("", 0), ("true", 1)])
def test_without_postgresql_a_run_is_skipped_and_fails_in_ci(
    ci: str, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CI", ci)
    monkeypatch.setattr(command, "missing_postgresql", lambda: "postgresql is missing")
    monkeypatch.setattr(sys, "argv", ["chaos", "--database", "postgresql"])

    assert command.main() == status
    assert "SKIPPED on PostgreSQL: postgresql is missing" in capsys.readouterr().out


def test_a_seed_gives_the_same_kills() -> None:
    first, again, other = (list(islice(kills(KINDS, seed), 60)) for seed in (7, 7, 8))

    assert first == again
    assert first != other


def test_every_kind_is_killed_even_in_a_short_run() -> None:
    assert {kill.kind for kill in islice(kills(KINDS, 1), len(KINDS))} == set(KINDS)


def has_ended(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc")
def test_killing_a_process_kills_its_children_in_other_groups(tmp_path: Path) -> None:
    process = Process("clerk", ["sh", "-c", "setsid sleep 1000 & sleep 1000 & wait"], tmp_path)
    process.start()
    until = time.monotonic() + 30
    while len(started := process.started()) < 2:
        assert time.monotonic() < until
        time.sleep(0.01)
    time.sleep(0.1)

    process.kill()

    while not all(has_ended(pid) for pid in started):
        assert time.monotonic() < until
        time.sleep(0.01)
    assert not process.is_running()
    assert process.unbidden == []


def test_a_process_that_ends_by_itself_is_recorded(tmp_path: Path) -> None:
    process = Process("clerk", ["sh", "-c", "kill -SEGV $$"], tmp_path)
    process.start()
    until = time.monotonic() + 30
    while process.is_running():
        assert time.monotonic() < until
        time.sleep(0.01)

    assert process.unbidden == [f"clerk ended by itself: killed by {signal.SIGSEGV.name}"]
    assert process.started() == []
    assert children_of(2**22 + 1) == []


def test_a_request_is_retried_until_there_is_an_answer() -> None:
    reasons, lost = ["refused", "status 500"], list[str]()

    def ask() -> Reply:
        if len(lost) < len(reasons):
            raise LostError(reasons[len(lost)])
        return Reply(201, b"{}")

    assert until_answered(ask, lost.append, random.Random(1)).status == 201
    assert lost == reasons


def test_retrying_ends_after_a_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trials.chaos.client.GIVE_UP_S", 0.05)

    def ask() -> Reply:
        raise LostError("refused")

    with pytest.raises(UnansweredError):
        until_answered(ask, lambda why: None, random.Random(1))


@pytest.mark.parametrize("edition", EDITIONS)
def test_dealt_rounds_settle_and_never_repeat(edition: str) -> None:
    rng, seen = random.Random(1), set()
    for _ in range(50):
        round_ = deal(edition, rng)
        seen.add(cards_of(round_))

        assert settle(edition, OFFERS[edition], round_ | {"stub": stub_of(edition, round_)}).status == "settled"
    assert len(seen) == 50


class Deaf:
    """A session whose first request is lost."""

    def __init__(self) -> None:
        self.keys: list[str] = []

    def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> Reply:
        self.keys.append(headers["Idempotency_Key"])
        if len(self.keys) == 1:
            raise LostError("ConnectionResetError")
        return Reply(409, b'{"code": "stub_count_missing"}')


@pytest.mark.parametrize(("fault", "keys"), [("", 1), ("new-key", 2)])
def test_a_retry_uses_the_same_key_except_with_the_new_key_fault(tmp_path: Path, fault: str, keys: int) -> None:
    table = TablePlan("MD-01", "MD", "md", "MD-001", "MD-002")
    known = Knowledge(table)
    writer = Writer(0, Plan(1, 1, 1, ["MD-003"], [table], fault), [known], Log(tmp_path / "log"))
    deaf = Deaf()
    writer.session = deaf  # type: ignore[assignment]

    writer.plain(known)
    writer.log.close()

    records = list(read_records([tmp_path / "log"]))
    assert len(deaf.keys) == 2
    assert len(set(deaf.keys)) == keys
    assert known.count_due
    assert [record.event for record in records if record.event != "asked"] == ["lost", "told"]
    assert (records[-1].table, records[-1].key, records[-1].status) == ("MD-01", deaf.keys[-1], 409)


@pytest.mark.parametrize(
    ("title", "survives"),
    [
        ("postgres: checkpointer", True),
        ("postgres: postgres floor 127.0.0.1(4242) idle", True),
        ("postgres: startup recovering 000000010000000000000001", False),
        ("/usr/lib/postgresql/15/bin/postgres", False),  # just forked: it may be the one that recovers
    ],
)
def test_the_process_that_recovers_postgresql_is_not_killed(title: str, survives: bool) -> None:
    with subprocess.Popen(["bash", "-c", f"exec -a '{title}' sleep 60"]) as process:
        while not Path(f"/proc/{process.pid}/cmdline").read_bytes().startswith(title.encode()):
            time.sleep(0.01)
        assert recovers_without(process.pid) == survives
        process.kill()
    assert not recovers_without(process.pid)
