"""Migrate one template database per test run; each worker copies it, because migrating takes seconds."""

import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db import connection, transaction

from compliance.journal import triggers
from tests.servers import drop_databases


def copy_template(worker: str) -> str:
    """Connect Django to a copy of the template; return the name of the previous database.

    The first worker creates the template.
    """
    creation: Any = connection.creation
    product = str(connection.settings_dict["NAME"])
    template = creation._get_test_db_name()
    with _one_at_a_time(settings.TEMPLATE_DIR / "lock"):
        if not _mark().exists():
            creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
            connection.close()
            _mark().touch()
        connection.settings_dict["NAME"] = template
        creation.clone_test_db(worker, verbosity=0, autoclobber=True)
    creation.setup_worker_connection(worker)
    return product


def drop_copy(product: str) -> None:
    """Drop this worker's copy, and reconnect to the product's database."""
    if connection.vendor == "postgresql":
        # A connection that a test left open would block the drop.
        others = "datname = current_database() AND pid <> pg_backend_pid()"
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")
    connection.creation.destroy_test_db(product, verbosity=0)


def empty_database() -> None:
    """Reset this worker's database to the template after a test that committed.

    Django's `flush` takes a second on PostgreSQL, and the journal's triggers refuse it on both databases.
    """
    if connection.vendor == "sqlite":
        connection.ensure_connection()
        with closing(sqlite3.connect(connection.settings_dict["TEST"]["NAME"])) as template:
            template.backup(connection.connection)
        return
    models = [model for model in apps.get_models(include_auto_created=True) if model not in (ContentType, Permission)]
    with transaction.atomic():
        triggers.remove(connection)
        with connection.cursor() as cursor:
            cursor.execute("".join(f'DELETE FROM "{model._meta.db_table}";' for model in models))
        triggers.install(connection)


def drop_template() -> None:
    """Drop this run's template, unless it is removed with the run's folder."""
    if settings.POSTGRESQL and _mark().exists():
        url = urlsplit(os.environ["DATABASE_URL"])
        drop_databases(url._replace(path="/postgres").geturl(), url.path[1:])


def _mark() -> Path:
    folder: Path = settings.TEMPLATE_DIR
    return folder / "made"


@contextmanager
def _one_at_a_time(path: Path) -> Iterator[None]:
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
