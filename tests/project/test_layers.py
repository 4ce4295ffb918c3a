"""Imports point down only, and the engine knows nothing of Django."""

import subprocess
import sys
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


def test_the_engine_loads_without_django() -> None:
    code = "import sys; import games.engine.settling, games.engine.questions; sys.exit('django' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, timeout=60, check=False).returncode == 0
