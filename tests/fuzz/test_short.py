"""The API is fuzzed for a while in every run of the tests: as everyone, against the real server (fuzz/)."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection

pytestmark = [pytest.mark.both_databases("end to end: half of the requests on each"), pytest.mark.slow]

ROOT = Path(__file__).resolve().parents[2]


def test_every_answer_of_the_running_server_is_as_described() -> None:
    asked = f"--short --examples 2 --seed 1 --database {connection.vendor}".split()

    run = subprocess.run([sys.executable, "-m", "fuzz", *asked], cwd=ROOT, capture_output=True, text=True, check=False)

    assert run.returncode == 0, run.stdout[-20_000:] + run.stderr[-2_000:]
