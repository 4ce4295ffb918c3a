"""The API is fuzzed for a while in every run of the tests: as everyone, against the real server (fuzz/)."""

import subprocess
import sys
from pathlib import Path

from django.db import connection

ROOT = Path(__file__).resolve().parents[2]


def test_every_answer_of_the_running_server_is_as_described() -> None:
    command = [
        sys.executable,
        "-m",
        "fuzz",
        "--short",
        "--examples",
        "2",
        "--seed",
        "1",
        "--database",
        connection.vendor,
    ]

    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert run.returncode == 0, run.stdout[-20_000:] + run.stderr[-2_000:]
    assert "0 broken" in run.stdout
