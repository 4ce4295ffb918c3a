"""A test that commits leaves an empty database, though the database refuses to delete recorded rows."""

import pytest
from django.db import DatabaseError, connection, transaction

from compliance.models import Entry, Facility
from tests.floor import Floor
from tests.template import empty_database

pytestmark = pytest.mark.both_databases("triggers")


@pytest.mark.django_db(transaction=True)
def test_emptying_the_test_database_keeps_its_triggers() -> None:
    Floor()
    empty_database()
    emptied = (Facility.objects.count(), Entry.objects.count())
    Floor()

    assert emptied == (0, 0)
    with pytest.raises(DatabaseError, match="refused"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM compliance_entry")
