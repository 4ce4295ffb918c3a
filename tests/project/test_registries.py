"""Importing a module registers nothing: only `ready()` of an app does, so apps.py shows all of it."""

import ast
import subprocess
import sys
from pathlib import Path

from tests import ROOT

APPS = ("casino", "compliance", "games", "tables")

IMPORT_ALL = """
import importlib, pkgutil
from unittest.mock import patch
import django

for config in ("casino.reports.apps.Reports", "compliance.apps.Compliance", "games.apps.Games", "tables.apps.Tables"):
    patch(config + "Config.ready").start()
django.setup()
for app in APPS:
    for found in pkgutil.walk_packages(importlib.import_module(app).__path__, app + "."):
        # URLs are built from what is registered.
        if not found.name.endswith("urls") and found.name not in ("casino.wsgi",):
            importlib.import_module(found.name)

from compliance.acts.registry import SUBJECTS
from compliance.journal.timeline import _vocabulary
from tables.timeline import VOCABULARY
from compliance.findings import CHECKS
assert not SUBJECTS, list(SUBJECTS)
assert not CHECKS, list(CHECKS)
assert not _vocabulary.titles.keys() & VOCABULARY.titles.keys(), _vocabulary.titles
"""


def test_importing_every_module_registers_no_acts_checks_or_timeline_titles() -> None:
    code = f"APPS = {APPS}\n{IMPORT_ALL}"

    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={"DJANGO_SETTINGS_MODULE": "casino.settings"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )

    assert run.returncode == 0, run.stderr


def calls_at_import(path: Path) -> set[str]:
    """Return the names of functions that a module calls as statements, outside functions and classes."""
    statements = ast.parse(path.read_text(encoding="utf-8")).body
    calls = [each.value.func for each in statements if isinstance(each, ast.Expr) and isinstance(each.value, ast.Call)]
    return {ast.unparse(call) for call in calls}


def test_no_module_calls_a_register_function() -> None:
    calling = {
        path.relative_to(ROOT).as_posix(): found
        for app in APPS
        for path in (ROOT / app).rglob("*.py")
        # Django imports admin.py and template filters itself.
        if path.name not in ("admin.py", "template_filters.py")
        and (found := {name for name in calls_at_import(path) if "register" in name})
    }

    assert calling == {}
