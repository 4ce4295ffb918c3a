"""SQL expressions that make exports faster than Django's own would."""

from collections.abc import Collection
from typing import Any

import msgspec
from django.db.models import BinaryField, F, Func, Lookup, TextField


class Written(Func):
    """A time as text, formatted by the database: 2026-03-02T17:00:00Z, with microseconds if there are any."""

    arity = 1
    output_field = TextField()
    template = "(REPLACE(%(expressions)s, ' ', 'T') || 'Z')"

    def as_postgresql(self, compiler: Any, connection: Any, **more: Any) -> Any:
        form = '\'YYYY-MM-DD"T"HH24:MI:SS.US"Z"\''
        template = f"REPLACE(TO_CHAR(%(expressions)s AT TIME ZONE 'UTC', {form}), '.000000Z', 'Z')"
        return self.as_sql(compiler, connection, template=template, **more)


class Utf8(Func):
    """A text as bytes, for JSON that is sent unchanged: it is neither decoded nor encoded again."""

    arity = 1
    output_field = BinaryField()
    template = "CAST(%(expressions)s AS BLOB)"

    def as_postgresql(self, compiler: Any, connection: Any, **more: Any) -> Any:
        # A type that costs nothing and is otherwise unused; the connection reads it as bytes (casino/ops/databases).
        return self.as_sql(compiler, connection, template="%(expressions)s::bpchar", **more)


class Among(Lookup):
    """Whether a primary key is in a list, sent as one parameter instead of thousands."""

    prepare_rhs = False

    def __init__(self, numbers: Collection[int]) -> None:
        super().__init__(F("pk"), list(numbers))

    def as_postgresql(self, compiler: Any, connection: Any) -> tuple[str, Any]:
        number, parameters = self.process_lhs(compiler, connection)
        return f"{number} = ANY(%s::bigint[])", [*parameters, f"{{{','.join(map(str, self.rhs))}}}"]

    def as_sqlite(self, compiler: Any, connection: Any) -> tuple[str, Any]:
        number, parameters = self.process_lhs(compiler, connection)
        numbers = msgspec.json.encode(self.rhs).decode()
        return f"{number} IN (SELECT value FROM json_each(%s))", [*parameters, numbers]  # noqa: S608 (a column's name)
