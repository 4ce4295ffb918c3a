"""After a process is killed, committed work is there and uncommitted work is not."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection

from compliance.journal.verify import find_misfits
from tables.models import Pit
from tests import ROOT
from tests.floor import Floor, actions

pytestmark = pytest.mark.both_databases("what a commit is worth")


# Adds a pit with the product's own settings, in the database of the test, says so and waits to be killed.
CHILD = """
import sys
import casino.settings
casino.settings.DATABASES["default"]["NAME"] = sys.argv[1]
import django
django.setup()
from django.db import transaction
from django.utils import timezone
from compliance.models import Facility, Staff
from tables.floor.services import add_pit

def add():
    add_pit(Facility.objects.get(), code="K1", name="Killed", by=Staff.objects.first(), at=timezone.now())

def say(word):
    print(word, flush=True)
    sys.stdin.read()

if sys.argv[2] == "committed":
    add()
    say("committed")
else:
    with transaction.atomic():
        add()
        say("written")
"""


def kill_when(word: str, folder: Path) -> None:
    """Run the child until it says the word, and kill it there and then."""
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "casino.settings",
        "ENV_FILE": os.devnull,
        "VAR_DIR": str(folder),
    }
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(connection.settings_dict["NAME"]), word],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with child:
        assert child.stdout
        said = child.stdout.readline().strip()
        child.send_signal(signal.SIGKILL)
    assert said == word
    assert child.returncode == -signal.SIGKILL


@pytest.mark.django_db(transaction=True)
def test_what_was_committed_when_the_process_was_killed_is_there_with_its_entry(tmp_path: Path) -> None:
    floor = Floor("md")
    assert floor.shift_manager

    kill_when("committed", tmp_path)

    assert Pit.objects.get().code == "K1"
    assert actions(floor.facility.stream_key)[-1] == "pit.added"
    assert list(find_misfits([])) == []


@pytest.mark.django_db(transaction=True)
def test_what_was_not_committed_when_the_process_was_killed_is_not_there(tmp_path: Path) -> None:
    floor = Floor("md")
    before = actions(floor.facility.stream_key)

    kill_when("written", tmp_path)
    floor.new_pit()

    assert Pit.objects.get().code != "K1"
    assert actions(floor.facility.stream_key)[: len(before)] == before
    assert list(find_misfits([])) == []
