"""Fuzz the API briefly in every test run, as every caller, against a real server (trials/fuzz/)."""

import subprocess
import sys

import pytest
from django.db import connection

from tests import ROOT

pytestmark = [pytest.mark.both_databases("end to end: half of the requests on each"), pytest.mark.slow]


def test_every_answer_of_the_running_server_is_as_described() -> None:
    asked = f"--short --examples 2 --seed 1 --database {connection.vendor}".split()

    run = subprocess.run(
        [sys.executable, "-m", "trials.fuzz", *asked], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert run.returncode == 0, run.stdout[-20_000:] + run.stderr[-2_000:]
