"""Configure the product for its tests: ignore the developer's settings, and write only to a temporary folder. Without
DATABASE_URL and REDIS_URL the tests run on SQLite and a file broker."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

FOLDER = Path(tempfile.mkdtemp(prefix="criss-cross-tests-"))
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)

# Where workers find the database to copy (tests/template.py): the folder of the process that starts them.
TEMPLATE_DIR = Path(os.environ.setdefault("TEST_TEMPLATE_DIR", str(FOLDER)))

os.environ |= {"ENV_FILE": os.devnull, "VAR_DIR": str(FOLDER), "DEBUG": "false"}
for name in ("DATABASE_URL", "REDIS_URL"):
    os.environ.setdefault(name, "")
for name in ("SECRET_KEY", "BIND_ADDRESS", "PORT", "WEB_PROCESSES", "ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "HTTPS"):
    os.environ.pop(name, None)

from casino.settings import *  # noqa: E402, F403
from casino.settings import DATABASES, PASSWORD_HASHERS, POSTGRESQL  # noqa: E402

# Do not wait for the disk: test data need not survive a power loss.
if not POSTGRESQL:
    # A file, as in production: in memory, threads would share one connection and never race.
    DATABASES["default"]["TEST"] = {"NAME": str(TEMPLATE_DIR / "test.sqlite3")}
    DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF"
else:
    DATABASES["default"]["OPTIONS"]["options"] = "-c synchronous_commit=off"

# argon2 is slow on purpose; it stays in the list for the tests of hashing.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", *PASSWORD_HASHERS]

# Every test client has its own server, which would scan all static files before its first answer.
WHITENOISE_AUTOREFRESH = True
