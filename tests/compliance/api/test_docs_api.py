"""Run every example of docs/api.md in order against a running server."""

import json
import re
import shlex
import subprocess
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from django.conf import settings
from django.core.management import call_command

from tests.floor import PASSWORD, Floor, fresh
from tests.games.sample_rounds import a_round, log

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

pytestmark = pytest.mark.one_database("it commits for its server's thread")

PAGE = Path(settings.BASE_DIR, "docs", "api.md")
COMMAND = re.compile(r"\$\(\.venv/bin/python manage\.py (create_api_key (?:[^()]|\\\n)*)\)")


class Block(NamedTuple):
    """An example, or what it answers; `line` is where it begins."""

    kind: str
    text: str
    line: int


def blocks() -> list[Block]:
    text = PAGE.read_text(encoding="utf-8")
    found = re.finditer(r"^```(\w*)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    return [Block(each[1], each[2], text[: each.start()].count("\n") + 1) for each in found]


class Reader:
    """Someone who reads the page from the top, and tries what it shows."""

    def __init__(self, folder: Path, url: str, **known: Any) -> None:
        self.folder, self.url, self.known = folder, url, known
        self.said, self.statuses = "", list[int]()
        curl = folder / "curl"
        curl.write_text(f'#!/bin/sh\nexec {sys.executable} {Path(__file__).parent / "curl.py"} "$@"\n')
        curl.chmod(0o755)

    def sh(self, text: str) -> None:
        """Run commands. What they set stays for the next."""
        self.check()
        log = self.folder / "log"
        log.write_text("")
        text = COMMAND.sub(self._key, text).replace("http://127.0.0.1:8000", self.url)
        script = f"set -ae\n[ ! -f state ] || . ./state\n{text}\nexport -p > state\n"
        environment = {"PATH": f"{self.folder}:/usr/bin:/bin", "CURL_LOG": str(log)}
        run = subprocess.run(
            ["sh", "-c", script],
            cwd=self.folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert (run.returncode, run.stderr) == (0, "")
        self.said, self.statuses = run.stdout, [int(status) for status in log.read_text().split()]

    def check(self) -> None:
        """Nothing failed that is not shown to fail."""
        assert [status for status in self.statuses if status >= 400] == []

    def _key(self, command: re.Match[str]) -> str:
        printed = StringIO()
        call_command(*shlex.split(command[1].replace("\\\n", " ")), stdout=printed, stderr=StringIO())
        self.known["KEY"] = printed.getvalue().strip()
        return str(self.known["KEY"])

    def python(self, text: str) -> None:
        """Run a program. What it defines stays for the next."""
        printed = StringIO()
        with redirect_stdout(printed):
            exec(compile(text.replace("http://127.0.0.1:8000", self.url), str(PAGE), "exec"), self.known)
        self.said, self.statuses = printed.getvalue(), []

    def json(self, text: str) -> None:
        """Compare an answer with what is shown of it."""
        shown = json.loads(text)
        if "status" in shown and self.statuses[-1] >= 400:
            assert self.statuses.pop() == shown["status"]
        compare(shown, json.loads(self.said))

    def ndjson(self, text: str) -> None:
        for shown, said in zip(text.splitlines(), self.said.splitlines(), strict=True):
            compare(json.loads(shown), json.loads(said))

    def text(self, text: str) -> None:
        """Find the lines that are shown among those that were said."""
        said = [_like(line) for line in self.said.splitlines()]
        for line in text.splitlines():
            assert any(_fits(_like(line), each) for each in said), (line, said)
            self.statuses = [status for status in self.statuses if str(status) != line]


def _like(text: str) -> str:
    """Return a text in which all numbers are alike: ids, times and counts are others each time. Amounts are not."""
    return text if re.fullmatch(r"-?\d+\.\d{2}", text) else re.sub(r"\d+", "0", text)


def _fits(shown: str, said: str) -> bool:
    pattern = ".*".join(map(re.escape, shown.split("…")))
    return re.fullmatch(pattern, said, re.DOTALL) is not None


def compare(shown: Any, said: Any, path: str = "") -> None:
    """Find in an answer all that is shown of it. Of a list the beginning is shown."""
    assert type(shown) is type(said), (path, shown, said)
    if isinstance(shown, dict):
        for name, value in shown.items():
            assert name in said, (path, name, said)
            compare(value, said[name], f"{path}.{name}")
    elif isinstance(shown, list):
        assert len(shown) <= len(said), (path, shown, said)
        for place, (one, other) in enumerate(zip(shown, said, strict=False)):
            compare(one, other, f"{path}[{place}]")
    elif isinstance(shown, str):
        assert _fits(_like(shown), _like(said)), (path, shown, said)
    elif not isinstance(shown, int) or isinstance(shown, bool):
        assert shown == said, (path, shown, said)


class Enough(Exception):  # noqa: N818
    """Whoever follows the feed for ever has seen enough."""


def a_floor() -> Floor:
    """Return a floor with an open table, CHP-04, and one that is ready to be opened, CHP-05."""
    floor = Floor("md", code="CHP").manned()
    table = floor.ready_table(number=4)
    deck = floor.deck()
    floor.begin(table, deck)
    floor.do_steps(deck)
    floor.open(table)
    for seed in range(3):
        log(floor, fresh(table), a_round(seed=seed))
    floor.begin_shift("Swing", 14, 22)
    floor.ready_table(number=5, dealer=floor.new_dealer())
    return floor


@pytest.mark.django_db(transaction=True)
def test_every_example_does_what_is_shown(live_server: "LiveServer", tmp_path: Path) -> None:
    floor = a_floor()
    taken: list[Any] = []

    def take(entry: Any) -> None:
        taken.append(entry)
        if entry["action"] == "round.logged":
            raise Enough

    reader = Reader(tmp_path, live_server.url, take=take, BADGE=floor.floorperson.badge, PASSWORD=PASSWORD)
    for block in blocks():
        try:
            getattr(reader, block.kind)(block.text)
        except Enough:
            pass
        except Exception as error:
            raise AssertionError(f"{PAGE}:{block.line}") from error

    reader.check()
    reader.known["api"].close()
    reader.known["person"].close()
    assert taken
