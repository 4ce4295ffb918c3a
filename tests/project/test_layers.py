"""Imports point down only, and the engine does not depend on Django."""

import subprocess
import sys
import tomllib
from pathlib import Path

from tests import ROOT


def test_imports_point_down_only() -> None:
    run = subprocess.run(
        [Path(sys.executable).parent / "lint-imports", "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )

    assert run.returncode == 0, run.stdout


def test_services_do_not_import_django_http() -> None:
    """Check submodules of django, which import-linter treats as one package."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (services,) = (each["source_modules"] for each in contracts if each["id"] == "services-know-no-web")

    found = [path for module in services for path in modules(module) if "django.http" in path.read_text()]

    assert found == []


def modules(expression: str) -> list[Path]:
    """Return the files of a module or package, named as in the contracts."""
    path = expression.replace(".", "/")
    found = [*ROOT.glob(f"{path}.py"), *ROOT.glob(f"{path}/**/*.py")]
    assert found, f"{expression} is not a module"
    return found


def test_the_engine_loads_without_django() -> None:
    code = "import sys; import games.engine.settle, games.engine.questions; sys.exit('django' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, timeout=60, check=False).returncode == 0
