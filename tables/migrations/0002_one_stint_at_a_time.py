"""Nobody deals at two tables at once, and no table has two dealers: on PostgreSQL by exclusion constraints.

The keys are ranges of one number, so that no extension is needed. On SQLite triggers do the same (tables/apps.py).
"""

from typing import Any, ClassVar

from django.db import migrations

_EXCLUDE = """
ALTER TABLE tables_stint ADD CONSTRAINT one_stint_of_a_{of}_at_a_time EXCLUDE USING gist (
  int8range({of}_id, {of}_id, '[]') WITH &&, tstzrange(started_at, ended_at) WITH &&
) WHERE ({of}_id IS NOT NULL)
"""


def exclude(apps: Any, editor: Any) -> None:
    if editor.connection.vendor == "postgresql":
        for of in ("staff", "table"):
            editor.execute(_EXCLUDE.format(of=of), params=None)


def include(apps: Any, editor: Any) -> None:
    if editor.connection.vendor == "postgresql":
        for of in ("staff", "table"):
            editor.execute(f"ALTER TABLE tables_stint DROP CONSTRAINT one_stint_of_a_{of}_at_a_time", params=None)


class Migration(migrations.Migration):
    dependencies: ClassVar = [("tables", "0001_initial")]
    operations: ClassVar = [migrations.RunPython(exclude, include)]
