"""manage.py settle, run as users run it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests import ROOT

EXAMPLES = (ROOT / "examples" / "rounds.ndjson").read_bytes()


def settle(lines: bytes, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "manage.py", "settle"],
        cwd=ROOT,
        input=lines,
        capture_output=True,
        env=os.environ | environment,
        timeout=120,
        check=False,
    )


def answers(run: subprocess.CompletedProcess[bytes]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in run.stdout.splitlines()]


def test_the_example_rounds_settle_one_line_each_in_order() -> None:
    run = settle(EXAMPLES)

    assert (run.returncode, run.stderr) == (0, b"")
    assert ["settlement" in answer for answer in answers(run)] == [True] * EXAMPLES.count(b"\n")
    assert answers(run)[0]["settlement"]["order"] == [4, 1]


def test_it_needs_no_database_and_writes_nothing(tmp_path: Path) -> None:
    run = settle(
        EXAMPLES, DATABASE_URL="postgres://nobody@127.0.0.1:1/none", VAR_DIR=str(tmp_path / "var"), SECRET_KEY=""
    )

    assert run.returncode == 0
    assert list(tmp_path.iterdir()) == []


def test_empty_input_gives_empty_output() -> None:
    run = settle(b"")

    assert (run.returncode, run.stdout, run.stderr) == (0, b"", b"")


def test_the_last_line_needs_no_newline() -> None:
    assert len(answers(settle(EXAMPLES.rstrip(b"\n")))) == EXAMPLES.count(b"\n")


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b"12",
        b'"x"',
        b"\xff\xfe",
        b'{"edition": "nj", "round": NaN}',
        b"[" * 100_000,
        b'{"edition": "nj", "offer": {}, "round": {"seats": 1e999}}',
        b'{"edition": "\\ud800"}',
        b'{"edition": "nj"} trailing',
        b"x" * 3_000_000,
    ],
    ids=lambda line: repr(line[:40]),
)
def test_a_bad_line_yields_errors_on_its_own_line_and_the_run_goes_on(line: bytes) -> None:
    sound = EXAMPLES.splitlines()[0]

    run = settle(sound + b"\n" + line + b"\n" + sound + b"\n")

    assert run.returncode == 1
    first, bad, last = answers(run)
    assert first == last
    assert "settlement" in first
    assert [error.keys() for error in bad["errors"]] == [{"code", "path", "message", "cite"}] * len(bad["errors"])


def test_all_errors_of_a_round_come_at_once() -> None:
    document = json.loads(EXAMPLES.splitlines()[0])
    document["round"]["seats"][0]["cards"] = ["Qs", "1s"]
    document["round"]["seats"][1]["seat"] = 9
    document["surprise"] = True

    run = settle(json.dumps(document).encode())

    found = {(error["code"], error["path"]) for error in answers(run)[0]["errors"]}
    assert found == {
        ("unknown_field", "surprise"),
        ("duplicate_card", "seats[0].cards[0]"),
        ("unknown_card", "seats[0].cards[1]"),
        ("unknown_seat", "seats[1].seat"),
    }


def test_each_answer_comes_before_the_next_round_is_sent() -> None:
    with subprocess.Popen(
        [sys.executable, "manage.py", "settle"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for line in EXAMPLES.splitlines(keepends=True):
            process.stdin.write(line)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())
        process.stdin.close()
        assert process.wait(timeout=30) == 0


@pytest.mark.parametrize("command", ["settle", "rulebook nj --text"])
def test_a_reader_that_leaves_ends_the_run_quietly(tmp_path: Path, command: str) -> None:
    (tmp_path / "rounds").write_bytes(EXAMPLES * 500)

    run = subprocess.run(
        f"{sys.executable} manage.py {command} < {tmp_path / 'rounds'} | head -n 1",
        cwd=ROOT,
        shell=True,
        capture_output=True,
        timeout=60,
        check=False,
    )

    assert run.stderr == b""
    assert run.stdout.count(b"\n") == 1


def test_a_terminal_shows_progress() -> None:
    controller, terminal = os.openpty()
    try:
        subprocess.run(
            [sys.executable, "manage.py", "settle"],
            cwd=ROOT,
            input=EXAMPLES,
            stdout=subprocess.DEVNULL,
            stderr=terminal,
            timeout=60,
            check=True,
        )
        shown = os.read(controller, 4096).decode()
    finally:
        os.close(terminal)
        os.close(controller)

    assert f"{len(EXAMPLES.splitlines())} rounds" in shown


def test_the_same_input_gives_the_same_bytes_in_every_process() -> None:
    line = b'{"edition": "md", "z": 1, "y": 2, "x": 3, "w": 4, "offer": {"q": 1, "r": 2, "s": 3, "t": 4}, "round": {}}'

    runs = {settle(EXAMPLES + line, PYTHONHASHSEED=str(seed)).stdout for seed in range(4)}

    assert len(runs) == 1
