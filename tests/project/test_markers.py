"""Tests that use SQL, locks or transactions are marked with the databases they run on."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

pytestmark = pytest.mark.one_database("it uses no database")

ROOT = Path(settings.BASE_DIR)
TESTS = sorted(ROOT.glob("tests/**/test_*.py"))
PRODUCT = ("casino", "games", "tables", "compliance")
MARKERS = ("both_databases", "one_database")

# Where the two databases differ. A test that only expects a database error counts too.
RAW_SQL = r"connection\.(cursor|vendor|connection|ops)\b|this_connection\(|\.raw\(|RawSQL|\.extra\("
LOCKS = r"select_for_update|get_locked|locked_stream|\bMeeting\b|\bThread\("
TRANSACTIONS = r"transaction\.(atomic|on_commit|set_rollback)|transaction=True|(Integrity|Database|Operational)Error"


def unmarked(source: str) -> list[str]:
    """Return the tests of a module that depend on the database without a marker, and such helpers if no test is
    marked."""
    module = ast.parse(source)
    if any(_is_marked(node, source) for node in module.body if isinstance(node, ast.Assign)):
        return []
    parts = [node for node in module.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    touching = [node for node in parts if re.search("|".join((RAW_SQL, LOCKS, TRANSACTIONS)), _text(node, source))]
    any_is_marked = any(_is_marked(node, source) for node in parts)
    return [
        node.name
        for node in touching
        if not (_is_marked(node, source) if node.name.startswith("test_") else any_is_marked)
    ]


def _is_marked(node: ast.stmt, source: str) -> bool:
    return any(f"pytest.mark.{marker}(" in _text(node, source) for marker in MARKERS)


def _text(node: ast.stmt, source: str) -> str:
    """Return the source of a function or class with its decorators."""
    first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])
    return "\n".join(source.splitlines()[first - 1 : node.end_lineno])


@pytest.mark.parametrize("path", TESTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_test_that_depends_on_the_database_has_a_marker(path: Path) -> None:
    assert unmarked(path.read_text()) == []


@pytest.mark.parametrize(
    "source",
    [
        "def test_it():\n    with transaction.atomic():\n        pass\n",
        "def test_it():\n    connection.cursor()\n",
        "@pytest.mark.django_db(transaction=True)\ndef test_it():\n    pass\n",
        "def test_it():\n    rows.select_for_update().get()\n",
    ],
)
def test_a_missing_marker_is_found(source: str) -> None:
    assert unmarked(source) == ["test_it"]
    assert unmarked(f'@pytest.mark.both_databases("why")\n{source}') == []
    assert unmarked(f'pytestmark = pytest.mark.one_database("why")\n{source}') == []


def _touching_modules() -> Iterator[str]:
    """Yield the product's modules that contain SQL or locks."""
    for path in sorted(path for app in PRODUCT for path in (ROOT / app).rglob("*.py")):
        if "migrations" not in path.parts and re.search(f"{RAW_SQL}|select_for_update", path.read_text()):
            yield ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@pytest.mark.parametrize("module", list(_touching_modules()))
def test_a_module_with_sql_or_locks_of_its_own_is_tested_on_both_databases(module: str) -> None:
    package, _, name = module.rpartition(".")
    imported = re.compile(rf"\b(from|import) {re.escape(module)}\b|from {re.escape(package)} import [^\n]*\b{name}\b")

    on_both = [text for path in TESTS if "pytest.mark.both_databases(" in (text := path.read_text())]

    assert any(imported.search(text) for text in on_both), f"no test marked both_databases imports {module}"
