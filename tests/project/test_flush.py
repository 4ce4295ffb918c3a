"""Tests that commit leave an empty database behind, though it refuses to lose what is recorded."""

import pytest
from django.db import DatabaseError, connection, transaction

from compliance.models import Entry, Facility
from tests.floor import Floor
from tests.template import empty_database

pytestmark = pytest.mark.both_databases("triggers")


@pytest.mark.django_db(transaction=True)
def test_a_database_of_tests_can_be_emptied_and_still_refuses_afterwards() -> None:
    Floor()
    empty_database()
    emptied = (Facility.objects.count(), Entry.objects.count())
    Floor()

    assert emptied == (0, 0)
    with pytest.raises(DatabaseError, match="refused"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM compliance_entry")
