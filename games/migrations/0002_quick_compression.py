"""What is entered and what it came to are long texts, which PostgreSQL compresses: by the quicker of its two ways, where
the server was built with it."""

from typing import Any, ClassVar

from django.db import migrations

_KNOWN = "SELECT 'lz4' = ANY (enumvals) FROM pg_settings WHERE name = 'default_toast_compression'"


def compress(apps: Any, editor: Any) -> None:
    if editor.connection.vendor != "postgresql":
        return
    with editor.connection.cursor() as cursor:
        cursor.execute(_KNOWN)
        (known,) = cursor.fetchone() or (False,)
    if known:
        for column in ("input", "settlement"):
            editor.execute(f"ALTER TABLE games_round ALTER COLUMN {column} SET COMPRESSION lz4", params=None)


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0001_initial")]
    operations: ClassVar = [migrations.RunPython(compress, migrations.RunPython.noop)]
