"""One public name, one meaning: no two classes of the product have the same name."""

import ast
from collections import defaultdict

from tests import ROOT

APPS = ("casino", "compliance", "games", "tables")

ALLOWED = {
    "Command": "Django finds a management command by this name",
    "DatabaseWrapper": "Django finds a database backend by this name",
}


def places_by_class() -> dict[str, list[str]]:
    found = defaultdict(list)
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            if "migrations" not in path.parts:
                for node in ast.parse(path.read_text()).body:
                    if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                        found[node.name].append(str(path.relative_to(ROOT)))
    return found


def test_no_two_classes_have_the_same_name() -> None:
    found = places_by_class()

    repeated = {name: places for name, places in found.items() if len(places) > 1 and name not in ALLOWED}

    assert repeated == {}


def test_every_exception_is_needed() -> None:
    found = places_by_class()

    assert {name: len(found[name]) > 1 for name in ALLOWED} == dict.fromkeys(ALLOWED, True)
