"""Streamed rows are those of the query, and leave the connection free."""

from itertools import islice

import pytest

from compliance.db.streaming import streamed
from compliance.models import Entry
from tests.floor import Floor

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases("the driver's own cursor")]


def test_streamed_rows_are_the_rows_of_the_query_in_its_order() -> None:
    Floor("md").open_table()
    rows = Entry.objects.filter(sequence__gt=1).order_by("-pk").values_list("pk", "stream__key", "actor__badge")

    found = list(streamed(rows))

    assert found == list(rows)
    assert len(found) > 5


def test_a_reader_that_stops_in_the_middle_leaves_the_connection_usable() -> None:
    Floor("md").open_table()
    rows = Entry.objects.order_by("pk").values_list("pk")

    stream = streamed(rows)
    begun = list(islice(stream, 2))
    stream.close()

    assert begun == list(rows[:2])
