"""What the documentation shows is what happens."""

import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from games.engine.loading import editions, readings
from games.engine.problems import Code
from tests import ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def examples() -> list[tuple[str, str]]:
    """Return the commands shown with `$ ` in console blocks, each with the output shown below it."""
    found = []
    for page in PAGES:
        for block in re.findall(r"```console\n(.*?)```", page.read_text(), re.DOTALL):
            for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
                found.append((command, output))
    return found


@pytest.mark.parametrize(("command", "output"), examples())
def test_an_example_prints_what_is_shown(command: str, output: str) -> None:
    run = subprocess.run(
        command.replace(".venv/bin/python", sys.executable),
        cwd=ROOT,
        shell=True,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert run.stdout == output


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
        assert (page.parent / target).exists(), target


def test_every_error_code_is_documented() -> None:
    text = (ROOT / "docs" / "round-format.md").read_text()

    assert [code for code in get_args(Code) if f"`{code}`" not in text] == []


def test_every_edition_and_reading_is_documented() -> None:
    text = (ROOT / "docs" / "rulebooks.md").read_text()

    assert [edition for edition in editions() if f"`{edition}`" not in text] == []
    assert [
        name for name, each in readings().items() if f"| {name} | {each.question} | {each.reading} |" not in text
    ] == []


def test_every_requirement_says_why_it_is_there() -> None:
    for name in ("requirements.txt", "requirements-dev.txt"):
        for line in (ROOT / name).read_text().splitlines():
            if line and not line.startswith(("#", "-r")):
                assert re.fullmatch(r"[\w.\[\],-]+==[\w.]+ +# .+", line), line


def test_every_setting_is_in_the_example() -> None:
    settings = (ROOT / "casino" / "settings.py").read_text()
    example = (ROOT / ".env.example").read_text()

    readers = re.findall(r"^def (\w+)\(name: str", (ROOT / "casino" / "env.py").read_text(), re.MULTILINE)
    names = re.findall(rf"\b(?:{'|'.join(readers)})\(\"(\w+)\"", settings)
    assert "DATABASE_URL" in names
    assert "DEBUG" in names
    for name in names:
        assert re.search(rf"^{name}=", example, re.MULTILINE), name
