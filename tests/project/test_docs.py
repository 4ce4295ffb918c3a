"""The documentation matches the product.

A `code span` outside of code blocks, in README, CONTRIBUTING, CHANGELOG and docs/, must name something that exists:

- `casino/access.py` and `tests/tables/` are paths: the first part is in the root of the project, or the name ends like
  a file name. A file name alone may be any file of the project. `<app>`, `*` and NAME match anything.
- `casino/access.py:ACTS` and `compliance/acts/registry.py:Act.for_people` name something that the file defines.
- `compliance.tasks.scan` begins with a package of the project: it is a module, or something that a module defines.
- `log_round()` is a function or class of the project or of Python.
- `WriteBatch`, two capitalized words or more, is a class of the project.
- `make check` and `manage.py settle` are commands.

Everything else is not checked: URLs begin with a slash, acts and fields have no such form.
"""

import ast
import builtins
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import pytest
from django.core.management import get_commands

from games.engine.loading import editions, readings
from games.engine.problems import Code
from tests import ROOT

PAGES = [
    *(ROOT / f"{name}.md" for name in ("README", "CONTRIBUTING", "CHANGELOG")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
PACKAGES = ("casino", "games", "tables", "compliance", "tests", "trials")
SUFFIXES = ("css", "html", "js", "json", "md", "ndjson", "png", "py", "svg", "toml", "tsv", "txt", "yaml", "yml")
# Created by the product or by tools, not part of the project.
EXCEPTIONS = re.compile(r"\.venv.*|var/.*|\.env|report\.json|tables\.csv")
LONGEST_LINE = 120


def examples() -> list[tuple[str, str]]:
    """Return the commands after `$ ` in console blocks, each with the output shown below it."""
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


def page_name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def prose(page: Path) -> str:
    """Return the text of a page with its code blocks blanked; line numbers stay the same."""
    block = re.compile(r"^ *```.*?^ *```$", re.DOTALL | re.MULTILINE)
    return block.sub(lambda found: "\n" * found[0].count("\n"), page.read_text())


@cache
def files() -> list[str]:
    """Return the paths of all files in the root of the project and in its folders."""
    folders = (ROOT / name for name in (*PACKAGES, "docs", "examples", "templates"))
    found = [*ROOT.iterdir(), *(path for folder in folders for path in folder.rglob("*"))]
    return [str(path.relative_to(ROOT)) for path in found if path.is_file()]


@cache
def definitions() -> dict[str, set[str]]:
    """Return the names that each module defines, by path; names in a class as "Class.name"."""
    modules = [name for name in files() if name.endswith(".py")]
    return {name: set(names_in(ast.parse((ROOT / name).read_text()).body)) for name in modules}


def names_in(body: list[ast.stmt], prefix: str = "") -> Iterator[str]:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield prefix + node.name
        if isinstance(node, ast.ClassDef):
            yield from names_in(node.body, f"{prefix}{node.name}.")
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets: list[ast.expr] = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (prefix + target.id for target in targets if isinstance(target, ast.Name))


@cache
def callables() -> set[str]:
    """Return the last part of every name that the project or Python itself defines."""
    return {name.rpartition(".")[2] for names in definitions().values() for name in names} | set(dir(builtins))


def span_error(span: str, page: Path) -> str | None:
    """Return why a code span is wrong, or None."""
    if EXCEPTIONS.fullmatch(span):
        return None
    if command := re.match(r"(make|(?:\S*/)?manage\.py) ([a-z_]+)", span):
        known = make_targets() if command[1] == "make" else set(get_commands())
        return None if command[2] in known else "no such command"
    if named := re.fullmatch(r"([\w./-]+\.py):([\w.]+)", span):
        return None if named[2] in definitions().get(named[1], ()) else "not defined in this file"
    if re.fullmatch(rf"({'|'.join(PACKAGES)})(\.\w+)+(\(\))?", span):
        return None if is_module_or_member(span.removesuffix("()")) else "no such module or member"
    if called := re.fullmatch(r"(?:\w+\.)*(\w+)\(\)", span):
        return None if called[1] in callables() else "no such function"
    if re.fullmatch(r"(?:[A-Z][a-z]+){2,}", span):
        return None if span in callables() else "no such class"
    return None if not looks_like_path(span) or path_exists(span, page) else "no such file"


def make_targets() -> set[str]:
    return set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))


def is_module_or_member(dotted: str) -> bool:
    if (ROOT / dotted.replace(".", "/")).is_dir():
        return True
    parts = dotted.split(".")
    for end in range(len(parts), 0, -1):
        path, member = "/".join(parts[:end]), ".".join(parts[end:])
        for module in (f"{path}.py", f"{path}/__init__.py"):
            if module in definitions():
                return not member or member in definitions()[module]
    return False


def looks_like_path(span: str) -> bool:
    if not re.fullmatch(r"[\w.][\w./<>*-]*", span):
        return False
    first, slash, _ = span.partition("/")
    return (ROOT / first).exists() if slash else bool(re.fullmatch(rf"[\w.-]+\.({'|'.join(SUFFIXES)})", span))


def path_exists(span: str, page: Path) -> bool:
    pattern = re.sub(r"<\w+>|\bNAME\b", "*", span).rstrip("/")
    if any(any(folder.glob(pattern)) for folder in (ROOT, page.parent)):
        return True
    return "/" not in span and any(Path(name).match(pattern) for name in files())


def test_the_rules_for_code_spans() -> None:
    page = ROOT / "docs" / "architecture.md"
    right = """casino/access.py casino/access.py:ACTS access.py games/rulebooks/NAME.toml templates/<app>/<feature>/
        compliance.tasks compliance.tasks.scan games.engine log_round() WriteBatch adding.md deck.change
        /tables/CHP-04/ application/json If-Match game compliance/acts/registry.py:Act.for_people"""
    wrong = """casino/acces.py casino/access.py:AKTS acces.py casino/NAME.toml templates/<app>/<feature>/x/
        compliance.task compliance.tasks.scam log_rounds() WriteBatches tests/tabels/"""

    assert [span for span in [*right.split(), "make check", "manage.py settle"] if span_error(span, page)] == []
    assert [span for span in [*wrong.split(), "make tea", "manage.py settel"] if not span_error(span, page)] == []


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_code_spans_name_what_exists(page: Path) -> None:
    spans = re.findall(r"(?<!`)`([^`\n]+)`(?!`)", prose(page))

    assert {span: error for span in spans if (error := span_error(span, page))} == {}


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_links_point_to_existing_files(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", prose(page))

    assert [link for link in links if "://" not in link and not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_links_within_a_page_point_to_headings(page: Path) -> None:
    headings = re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}

    assert [link for link in re.findall(r"\]\(#([^)]+)\)", prose(page)) if link not in anchors] == []


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_lines_of_prose_are_short(page: Path) -> None:
    lines = enumerate(prose(page).splitlines(), 1)

    assert [number for number, line in lines if len(line) > LONGEST_LINE and not line.lstrip().startswith("|")] == []


def test_every_error_code_is_documented() -> None:
    text = (ROOT / "docs" / "round-format.md").read_text()

    assert [code for code in get_args(Code) if f"`{code}`" not in text] == []


def test_every_edition_and_reading_is_documented() -> None:
    text = (ROOT / "docs" / "rulebooks.md").read_text()

    assert [edition for edition in editions() if f"`{edition}`" not in text] == []
    assert [
        name for name, each in readings().items() if f"| {name} | {each.question} | {each.reading} |" not in text
    ] == []


def test_every_requirement_has_a_reason() -> None:
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
