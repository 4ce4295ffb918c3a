"""The supervisor restarts and stops its child processes."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from casino.ops import supervisor
from casino.ops.supervisor import Child, Supervisor
from tests import ROOT


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "LOOK_EVERY_SECONDS", 0.01)


def look_until(child: Child, lines: list[str], count: int) -> None:
    until = time.monotonic() + 30
    while len(lines) < count:
        assert time.monotonic() < until, lines
        child.look(lines.append)
        time.sleep(0.01)


def test_a_child_that_cannot_stay_is_started_again_after_longer_and_longer_pauses() -> None:
    lines: list[str] = []
    child = Child("clerk", python("raise SystemExit(3)"), pause=0.01)

    look_until(child, lines, 4)

    pauses = ("0.01", "0.02", "0.04", "0.08")
    assert lines == [f"clerk ended (exit status 3); restarting it in {pause} s." for pause in pauses]


def test_a_pause_has_a_longest() -> None:
    lines: list[str] = []
    child = Child("clerk", python(""), pause=supervisor.LONGEST_PAUSE_SECONDS)

    look_until(child, lines, 1)

    assert child.pause == supervisor.LONGEST_PAUSE_SECONDS


def test_a_child_that_has_proved_sound_is_started_again_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "SOUND_AFTER_SECONDS", 0.0)
    lines: list[str] = []
    child = Child("clerk", python(""), pause=8.0)

    look_until(child, lines, 1)

    assert lines == [f"clerk ended (exit status 0); restarting it in {supervisor.FIRST_PAUSE_SECONDS} s."]


def test_what_a_dead_child_leaves_behind_is_ended(tmp_path: Path) -> None:
    lines: list[str] = []
    child = Child("clerk", ["sh", "-c", f"sleep 1000 & echo $! > {tmp_path / 'left'}"])

    look_until(child, lines, 1)

    assert ended(int((tmp_path / "left").read_text()))


def test_a_child_that_will_not_stop_is_made_to(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(supervisor, "STOP_WITHIN_SECONDS", 0.2)
    child = Child("clerk", ["sh", "-c", f"trap '' TERM; mkdir {tmp_path / 'deaf'}; while true; do sleep 1; done"])
    child.start()
    while not (tmp_path / "deaf").exists():
        time.sleep(0.01)

    Supervisor([child], print).stop()

    assert child.process
    assert child.process.returncode == -signal.SIGKILL


def test_children_die_with_a_supervisor_that_is_killed() -> None:
    code = (
        "from casino.ops.supervisor import Child; import time; child = Child('clerk', ['sleep', '1000']);"
        "child.start(); print(child.process.pid, flush=True); time.sleep(1000)"
    )
    with subprocess.Popen(python(code), cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        child = int(process.stdout.readline())
        process.kill()

    assert ended(child)


def ended(number: int) -> bool:
    """Wait for the end of a process that is not ours to wait for."""
    until = time.monotonic() + 30
    while time.monotonic() < until:
        try:
            state = (Path("/proc") / str(number) / "stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        time.sleep(0.01)
    return False
