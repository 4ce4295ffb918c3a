"""Emptying the demo floor, so that it can be loaded anew."""

from django.apps import apps
from django.core.management.color import no_style
from django.db import connection, transaction

from compliance.journal import triggers
from compliance.models import Heartbeat
from tables.models import Document

# Django's own tables that a migration fills. Heartbeats stay too: what runs by itself goes on.
KEPT_APPS = ("contenttypes", "auth")


def empty() -> None:
    """Empty every table of the floor. The caller holds the transaction and knows that it is the demo's.

    The database refuses it to everyone, so its refusals are taken away and put back in the same transaction: nobody
    else ever sees the floor without them, nor empty.
    """
    if not connection.in_atomic_block:
        raise RuntimeError("the floor is emptied in the transaction that loads it anew, and there is none")
    _remove_files_later()
    triggers.remove(connection)
    with connection.cursor() as cursor:
        for statement in connection.ops.sql_flush(no_style(), _tables(), reset_sequences=True):
            cursor.execute(statement)
    triggers.install(connection)


def _tables() -> list[str]:
    """Return every table that holds something of the floor, those of many-to-many fields among them."""
    models = (model for app in apps.get_app_configs() if app.label not in KEPT_APPS for model in app.get_models(True))
    return [model._meta.db_table for model in models if model is not Heartbeat and model._meta.managed]


def _remove_files_later() -> None:
    """Remove the files that are filed now, once it is sure that nobody will ask for them."""
    files = [document.file for document in Document.objects.all()]

    def remove() -> None:
        for file in files:
            file.delete(save=False)

    transaction.on_commit(remove)
