"""Empty the demo floor, so that it can be reloaded."""

from django.apps import apps
from django.core.management.color import no_style
from django.db import connection, transaction

from compliance.journal import triggers
from compliance.models import Heartbeat
from tables.models import Document

# Django's own tables that a migration fills. Heartbeats stay too: the scheduler keeps running.
KEPT_APPS = ("contenttypes", "auth")


def empty() -> None:
    """Empty every table of the floor. The caller holds the transaction and has checked that it is the demo.

    Triggers refuse deletion, so they are removed and installed again in the same transaction: nobody else ever sees the
    floor without them, or empty.
    """
    if not connection.in_atomic_block:
        raise RuntimeError("the floor can be emptied only in the transaction that reloads it")
    _remove_files_later()
    triggers.remove(connection)
    with connection.cursor() as cursor:
        for statement in connection.ops.sql_flush(no_style(), _tables(), reset_sequences=True):
            cursor.execute(statement)
    triggers.install(connection)


def _tables() -> list[str]:
    """Return every database table of the floor, including those of many-to-many fields."""
    models = (model for app in apps.get_app_configs() if app.label not in KEPT_APPS for model in app.get_models(True))
    return [model._meta.db_table for model in models if model is not Heartbeat and model._meta.managed]


def _remove_files_later() -> None:
    """Remove the files of all documents, once the transaction has committed."""
    files = [document.file for document in Document.objects.all()]

    def remove() -> None:
        for file in files:
            file.delete(save=False)

    transaction.on_commit(remove)
