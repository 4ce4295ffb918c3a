"""The product's settings for its tests: nothing of the developer's own is read, and nothing written outside a temporary
folder. Without DATABASE_URL and REDIS_URL in the environment the tests run on the embedded default."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

FOLDER = Path(tempfile.mkdtemp(prefix="criss-cross-tests-"))
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)

# Where the workers of a run find the database to copy (tests/template.py): the folder of the process that starts them.
TEMPLATE_DIR = Path(os.environ.setdefault("TEST_TEMPLATE_DIR", str(FOLDER)))

os.environ |= {"ENV_FILE": os.devnull, "VAR_DIR": str(FOLDER), "DEBUG": "false"}
for name in ("DATABASE_URL", "REDIS_URL"):
    os.environ.setdefault(name, "")
for name in ("SECRET_KEY", "BIND_ADDRESS", "PORT", "WEB_PROCESSES", "ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "HTTPS"):
    os.environ.pop(name, None)

from casino.settings import *  # noqa: E402, F403
from casino.settings import DATABASES, PASSWORD_HASHERS, POSTGRESQL  # noqa: E402

# Nobody waits for the disk: what tests write need not outlive a loss of power.
if not POSTGRESQL:
    # A file, as on the floor: in memory, threads would share one connection and never meet.
    DATABASES["default"]["TEST"] = {"NAME": str(TEMPLATE_DIR / "test.sqlite3")}
    DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF"
else:
    DATABASES["default"]["OPTIONS"]["options"] = "-c synchronous_commit=off"

# argon2 is slow on purpose; it stays in the list for the tests that are about it.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", *PASSWORD_HASHERS]

# Every client of a test has a server of its own, which would look through all static files before its first answer.
WHITENOISE_AUTOREFRESH = True
