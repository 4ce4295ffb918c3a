"""Settings: the SQLite default, production, and invalid values, which stop every command with the name."""

import json
import os
import re
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from casino.env import secret
from tests import ROOT

SHOW = """
import json, sys
from casino import settings
print(json.dumps({name: getattr(settings, name, None) for name in sys.argv[1:]}, default=str))
"""


@pytest.fixture
def var(tmp_path: Path) -> Path:
    return tmp_path / "var"


def load(var: Path, *names: str, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if name in ("PATH", "LANG", "HOME", "PYTHONPATH")}
    return subprocess.run(
        [sys.executable, "-c", SHOW, *names],
        cwd=ROOT,
        env=clean | {"ENV_FILE": os.devnull, "VAR_DIR": str(var)} | environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def loaded(var: Path, *names: str, **environment: str) -> dict[str, Any]:
    run = load(var, *names, **environment)
    assert run.returncode == 0, run.stderr
    found: dict[str, Any] = json.loads(run.stdout)
    return found


def test_with_nothing_set_it_is_the_embedded_default(var: Path) -> None:
    settings = loaded(var, "DATABASES", "REDIS_URL", "WEB_PROCESSES", "ALLOWED_HOSTS", "HTTPS", "DEBUG", "SECRET_KEY")

    database = settings["DATABASES"]["default"]
    assert (database["ENGINE"], database["NAME"]) == ("casino.ops.databases.sqlite3", str(var / "floor.sqlite3"))
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert (settings["REDIS_URL"], settings["WEB_PROCESSES"]) == ("", 1)
    assert settings["ALLOWED_HOSTS"] == ["localhost", "127.0.0.1", "[::1]"]
    assert (settings["HTTPS"], settings["DEBUG"]) == (False, False)


def test_the_environment_alone_makes_it_the_production_one(var: Path) -> None:
    settings = loaded(
        var,
        *("DATABASES", "REDIS_URL", "WEB_PROCESSES", "ALLOWED_HOSTS", "SESSION_COOKIE_SECURE", "SECURE_SSL_REDIRECT"),
        DATABASE_URL="postgresql://boss:p%40ss@db.example.com:5433/floor?sslmode=require",
        REDIS_URL="rediss://:secret@broker.example.com:6380/2",
        WEB_PROCESSES="3",
        ALLOWED_HOSTS="floor.example.com, .pit.example.com",
        HTTPS="true",
    )

    database = settings["DATABASES"]["default"]
    assert (database["HOST"], database["PORT"], database["NAME"]) == ("db.example.com", 5433, "floor")
    assert (database["USER"], database["PASSWORD"]) == ("boss", "p@ss")
    assert database["OPTIONS"]["sslmode"] == "require"
    assert database["CONN_MAX_AGE"] > 0
    assert (settings["REDIS_URL"], settings["WEB_PROCESSES"]) == ("rediss://:secret@broker.example.com:6380/2", 3)
    assert settings["ALLOWED_HOSTS"][-2:] == ["floor.example.com", ".pit.example.com"]
    assert settings["SESSION_COOKIE_SECURE"]
    assert settings["SECURE_SSL_REDIRECT"]


NONSENSE = [
    ("DEBUG", "perhaps"),
    ("SWITCHED_OFF", "gravity"),
    ("DEBUG", ""),
    ("HTTPS", "yes"),
    ("ACCESS_LOG", "perhaps"),
    ("PORT", "0"),
    ("PORT", "70000"),
    ("PORT", "http"),
    ("PORT", "-1"),
    ("PORT", "٨٠"),
    ("BIND_ADDRESS", "localhost"),
    ("BIND_ADDRESS", "1.2.3"),
    ("WEB_PROCESSES", "0"),
    ("WEB_PROCESSES", "many"),
    ("WEB_PROCESSES", "2"),  # on SQLite
    ("DECK_CHANGE_LEAD_MINUTES", "soon"),
    ("DECK_OVERDUE_MINUTES", "late"),
    ("SECRET_KEY", "short"),
    ("ALLOWED_HOSTS", "*"),
    ("ALLOWED_HOSTS", "https://floor.example.com"),
    ("ALLOWED_HOSTS", "floor.example.com:443"),
    ("ALLOWED_HOSTS", "floor example"),
    ("CSRF_TRUSTED_ORIGINS", "floor.example.com"),
    ("CSRF_TRUSTED_ORIGINS", "https://floor.example.com/path"),
    ("CSRF_TRUSTED_ORIGINS", "ftp://floor.example.com"),
    ("REDIS_PREFIX", "two words"),
    ("ENV_FILE", "/there/is/no/such.env"),
    ("VAR_DIR", "manage.py"),
    ("DATABASE_URL", "hunter2"),
    ("DATABASE_URL", "mysql://boss:hunter2@db/floor"),
    ("DATABASE_URL", "postgres://boss:hunter2@db"),
    ("DATABASE_URL", "postgres://boss:hunter2@db:port/floor"),
    ("DATABASE_URL", "sqlite:///floor.sqlite3"),
    ("REDIS_URL", "hunter2"),
    ("REDIS_URL", "amqp://:hunter2@broker"),
    ("REDIS_URL", "redis://:hunter2@broker:99999/0"),
    ("REDIS_URL", "redis://:hunter2@broker:6379/first"),
]


@pytest.mark.parametrize(("name", "value"), NONSENSE)
def test_an_invalid_setting_is_named_without_showing_passwords(var: Path, name: str, value: str) -> None:
    run = load(var, **{name: value})

    assert run.returncode == 1
    last = run.stderr.splitlines()[-1]
    assert last.startswith("django.core.exceptions.ImproperlyConfigured: ")
    assert name in last
    assert "hunter2" not in run.stderr


def test_every_setting_is_tried_with_nonsense() -> None:
    example = (ROOT / ".env.example").read_text()

    assert set(re.findall(r"^(\w+)=", example, re.MULTILINE)) == {name for name, _ in NONSENSE}


def test_the_example_shows_the_defaults(var: Path, tmp_path: Path) -> None:
    names = ("DEBUG", "DATABASES", "REDIS_URL", "REDIS_PREFIX", "PORT", "BIND_ADDRESS", "WEB_PROCESSES", "HTTPS")
    example = re.sub(r"^(ENV_FILE|VAR_DIR)=.*$", "", (ROOT / ".env.example").read_text(), flags=re.MULTILINE)
    (tmp_path / "example").write_text(example)

    assert loaded(var, *names, ENV_FILE=str(tmp_path / "example")) == loaded(var, *names)


def test_an_environment_variable_overrides_the_file(var: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("DATABASE_URL=postgres://boss@db/floor\nREDIS_URL=redis://broker/0\nPORT=9000\n")

    settings = loaded(var, "POSTGRESQL", "REDIS_URL", "PORT", ENV_FILE=str(tmp_path / "file"), DATABASE_URL="")

    assert settings == {"POSTGRESQL": None, "REDIS_URL": "redis://broker/0", "PORT": 9000}


def test_a_secret_key_is_made_once_and_shown_to_its_owner_alone(var: Path) -> None:
    first = loaded(var, "SECRET_KEY")
    second = loaded(var, "SECRET_KEY")

    assert first == second
    assert len(first["SECRET_KEY"]) >= 50
    assert stat.S_IMODE((var / "secret-key").stat().st_mode) == 0o600
    assert stat.S_IMODE(var.stat().st_mode) == 0o700


def test_processes_that_start_at_once_agree_on_the_secret_key(var: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(lambda _: secret("NO_SUCH_SECRET", kept_in=var / "secret-key"), range(64)))

    assert len(keys) == 1
    assert [path.name for path in var.iterdir()] == ["secret-key"]


def test_an_emptied_secret_key_is_not_taken_for_one(var: Path) -> None:
    var.mkdir()
    (var / "secret-key").write_text("")

    assert "holds no secret" in load(var).stderr


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    run = load(tmp_path / "file" / "var")

    assert "cannot be created (Not a directory). Set VAR_DIR." in run.stderr.splitlines()[-1]
