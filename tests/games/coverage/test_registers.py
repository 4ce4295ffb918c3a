"""The registers of the project name only what exists, and have a row for every citation that the product emits."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from compliance.facilities.policies import rows as policies
from games.coverage.references import exists, label_of
from games.engine.loading import coverage, editions, rulebook
from games.engine.problems import Code
from games.engine.rulebook import Rulebook, base, floor, play
from games.engine.rulebook.coverage import Coverage, Reference
from tests import ROOT

APPS = ("casino", "compliance", "games", "tables")
REGISTERS: dict[str, Coverage] = {name: found for name in editions() if (found := coverage(name))}

# Read by name: `ByMethod.of` takes the method.
READ_BY_NAME = {"ByMethod.manual_shoe", "ByMethod.automated_shoe"}


# ── What rows name


@pytest.mark.parametrize("edition", REGISTERS)
def test_what_a_row_names_exists(edition: str) -> None:
    references = [(row.cite, each) for row in REGISTERS[edition].paragraphs for each in row.references]

    assert [(cite, each) for cite, each in references if not is_there(each)] == []
    assert all(label_of(each) for _, each in references)


@pytest.mark.parametrize("edition", REGISTERS)
def test_the_tests_of_a_row_exist(edition: str) -> None:
    tests = [(row.cite, name) for row in REGISTERS[edition].paragraphs for name in row.tests]

    assert [(cite, name) for cite, name in tests if not has_test(name, edition)] == []


@pytest.mark.parametrize(
    "text",
    [
        *("finding:no_dek", "refusal:no_such_code", "act:deck.chanje", "entry:deck.in_plai", "round:setled"),
        *("policy:nothing", "engine:settlement.cross", "engine:questions.no_such", "engine:nowhere.at_all", "page:rnd"),
    ],
)
def test_a_name_of_nothing_is_found(text: str) -> None:
    assert not is_there(Reference(*text.split(":", 1)))


def test_a_test_of_nothing_is_found() -> None:
    here = "tests/games/coverage/test_registers.py"
    wrong = (f"{here}::test_nothing", "tests/nowhere.py::test_it", "case:Nowhere", f"{here}")

    assert has_test(f"{here}::test_a_test_of_nothing_is_found", "house")
    assert [name for name in wrong if has_test(name, "house")] == []


def is_there(reference: Reference) -> bool:
    if reference.kind == "refusal":
        return reference.name in refusals()
    if reference.kind == "entry":
        return is_recorded(reference.name)
    return exists(reference)


def has_test(name: str, edition: str) -> bool:
    """Tell whether a test exists: "tests/….py::test_…", or "case:PROVES" of the edition's own cases."""
    if name.startswith("case:"):
        return name.removeprefix("case:") in {case["proves"] for case in cases(edition)}
    path, _, function = name.partition("::")
    return (ROOT / path).is_file() and function in functions(ROOT / path)


@cache
def functions(path: Path) -> set[str]:
    return {node.name for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.FunctionDef)}


def cases(edition: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads((ROOT / "tests" / "cases" / f"{edition}.toml").read_text())["case"]
    return found


@cache
def trees() -> dict[str, ast.Module]:
    """Return the syntax tree of every module of the product, by path."""
    paths = (path for app in APPS for path in (ROOT / app).rglob("*.py") if "migrations" not in path.parts)
    return {str(path.relative_to(ROOT)): ast.parse(path.read_text()) for path in paths}


def nodes() -> Iterator[ast.AST]:
    return (node for tree in trees().values() for node in ast.walk(tree))


@cache
def refusals() -> set[str]:
    """Return every code that the product refuses with: the first argument of RuleViolation or Finding."""
    calls = (node for node in nodes() if isinstance(node, ast.Call) and node.args)
    firsts = (call.args[0] for call in calls if ast.unparse(call.func).endswith(("Violation", "Finding", "refuse")))
    codes = {first.value for first in firsts if isinstance(first, ast.Constant) and isinstance(first.value, str)}
    return codes | set(get_args(Code))


def is_recorded(action: str) -> bool:
    """Tell whether the journal records an action: the code has it as a text, or as f"deck.{step}" and the step."""
    if action in texts():
        return True
    holes = (found for pattern in patterns() if (found := re.fullmatch(pattern, action)))
    return any(all(hole in texts() for hole in found.groups()) for found in holes)


@cache
def texts() -> set[str]:
    """Return every text of the code, and the steps of every opening."""
    found = {node.value for node in nodes() if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return found | {step.id for edition in editions() for step in rulebook(edition).opening.steps}


@cache
def patterns() -> set[str]:
    """Return patterns of the texts that the code puts together, such as f"deck.{step}"."""
    joined = (node.values for node in nodes() if isinstance(node, ast.JoinedStr))
    found = {"".join(map(pattern_of, parts)) for parts in joined}
    return {each for each in found if re.fullmatch(r"[\w()\[\]+-]+\\\.[\w()\[\]+-]+", each)}


def pattern_of(part: ast.expr) -> str:
    return re.escape(str(part.value)) if isinstance(part, ast.Constant) else "([a-z_]+)"


# ── Citations that the product emits. Those of gates, findings and settlements come from the rulebooks, and the loader
# ── refuses a rulebook that cites a paragraph without a row.


def test_every_edition_has_a_register() -> None:
    assert REGISTERS.keys() == set(editions())


def test_every_paragraph_that_a_policy_cites_has_a_row() -> None:
    cites = [(place, cite) for row in policies().values() for place, cite in row.cite.items()]

    assert [(place, cite) for place, cite in cites if not has_row(place, cite)] == []


def has_row(jurisdiction: str, cite: str) -> bool:
    """Tell whether the registers of a jurisdiction have a row for a citation of a policy.

    One that names an edition needs a row there, one of another regulation in every edition of the jurisdiction.
    """
    books = [rulebook(edition) for edition in REGISTERS]
    named = [(book, cite.removeprefix(f"{book.abbreviation} ")) for book in books]
    if names_an_edition(cite):
        return all(REGISTERS[book.id].cited(part) for book, part in named if part != cite)
    return all(REGISTERS[book.id].cited(cite) for book in books if book.jurisdiction == jurisdiction)


def names_an_edition(cite: str) -> bool:
    return any(cite.startswith(f"{rulebook(edition).abbreviation} ") for edition in editions())


def test_code_cites_only_what_rulebooks_and_policies_state() -> None:
    """A citation written into the code would need no row."""
    cited = re.compile(r"\bCh\. \d|§\d|§[A-Z]\b|\bCOMAR \d|\bCMR \d|\d+:\d+[EF]-\d")
    found = [
        f"{path}:{node.lineno}"
        for path, tree in trees().items()
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and ast.unparse(call.func) in ("RuleViolation", "Finding", "Step", "journal")
        for node in ast.walk(call)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and cited.search(node.value)
    ]

    assert found == []


@pytest.mark.parametrize("edition", REGISTERS)
def test_every_paragraph_that_a_case_proves_has_a_row(edition: str) -> None:
    found = REGISTERS[edition]

    proofs = {case["proves"]: list(proved(case, found)) for case in cases(edition)}

    assert {proves: cites for proves, cites in proofs.items() if not all(map(found.cited, cites))} == {}


def proved(case: dict[str, Any], found: Coverage) -> Iterator[str]:
    """Yield the citations that a case proves: "40.3(b)2, 40.3(b)6; Ch. 8 §E (R3)", each in its full form."""
    code = next((row.cite.partition("-")[0] for row in found.printed[::-1] if re.match(r"\d+:", row.cite)), "")
    chapter = ""
    for part in case["proves"].split("; "):
        if part[0].islower():  # a remark
            continue
        first, *others = re.sub(r" \([^§]*\)$", "", part).split(", ")
        for cite in (first, *(each for each in others if re.match(r"§|Ch\.|\d+\.\d+\(", each))):
            plain = re.sub(r" \(R.*\)$", "", cite)
            chapter = plain.partition(" §")[0] if plain.startswith("Ch.") else chapter
            if re.match(r"§[A-Z]", plain):
                plain = f"{chapter} {plain}"
            if found.cited(plain) or not re.match(r"\d+\.\d|Ch\.|§|\d+:", plain):
                yield plain if found.cited(plain) else plain.partition(",")[0]
            else:
                yield f"{code}-{plain}" if re.match(r"\d+\.\d", plain) else plain


# ── Dead law


def test_every_key_of_a_rulebook_is_read_by_code_outside_the_loader() -> None:
    assert unread() == set()


def unread() -> set[str]:
    """Return the fields of rulebooks whose name no code and no template reads as an attribute."""
    loaders = ("games/engine/rulebook/", "games/engine/loading.py", "games/management/commands/rulebook.py")
    read = {
        node.attr
        for path, tree in trees().items()
        if not path.startswith(loaders)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)
    }
    # The methods of rules, which the rest of the code calls, are part of the product, not of the loader.
    read |= {each.attr for path in ("base", "floor", "play") for each in read_in_methods(path)}
    templates = (path.read_text() for path in (ROOT / "templates").rglob("*.html"))
    read |= {name for text in templates for name in re.findall(r"\.(\w+)", text)}
    return {f"{kind}.{name}" for kind, names in fields().items() for name in names if name not in read} - READ_BY_NAME


def read_in_methods(module: str) -> Iterator[ast.Attribute]:
    tree = trees()[f"games/engine/rulebook/{module}.py"]
    return (node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load))


def fields() -> dict[str, tuple[str, ...]]:
    """Return the fields of each part of a rulebook, without the citation, which every rule has."""
    kinds = [kind for module in (base, floor, play) for kind in vars(module).values() if isinstance(kind, type)]
    structs = {kind for kind in (*kinds, Rulebook) if issubclass(kind, msgspec.Struct)}
    return {kind.__name__: kind.__struct_fields__ for kind in structs}


def test_a_key_that_nothing_reads_is_found() -> None:
    assert "every_hours" not in {name.partition(".")[2] for name in unread()}
    assert "DeckChange.every_hours" in {f"{kind}.{name}" for kind, names in fields().items() for name in names}
