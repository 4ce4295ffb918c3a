"""Files submitted with a layout."""

from pathlib import Path

import pytest
from django.test import Client

from tables.models import Document
from tests.floor import PNG, Floor

pytestmark = pytest.mark.django_db


def test_a_file_that_the_storage_has_lost_is_not_found_and_that_is_logged(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    floor = Floor("nj")
    document: Document = floor.layout.documents.all()[0]
    client.force_login(floor.auditor)
    found = client.get(f"/documents/{document.pk}/")
    assert b"".join(found.streaming_content).startswith(PNG)  # type: ignore[attr-defined]
    Path(document.file.path).unlink()

    response = client.get(f"/documents/{document.pk}/")

    assert response.status_code == 404
    assert str(document.file.name) in caplog.text
