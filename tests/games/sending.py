"""Send rounds over the API, and check every response against its description."""

from typing import Any
from uuid import uuid4

from compliance.models import Staff
from tables.models import Table
from tests.compliance.api.caller import Caller
from tests.floor import Floor


def send(floor: Floor, table: Table, body: Any, *, by: Staff | None = None, key: str | None = "") -> Any:
    """Return the answer to a round that is sent, whatever it is; key None sends none."""
    return sent(floor, f"tables/{table.code}/rounds/", body, by=by, key=str(uuid4()) if key == "" else key)


def sent(floor: Floor, address: str, body: Any, *, by: Staff | None = None, key: str | None = None) -> Any:
    headers = {} if key is None else {"Idempotency-Key": key}
    caller = Caller(by or floor.floorperson)
    response = caller.client.post(f"/api/v1/{address}", body, content_type="application/json", headers=headers)
    if response.status_code >= 400:
        assert response["Content-Type"] == "application/problem+json", response.content[:300]
    return Caller._checked(response, response.status_code)


def paths(answer: Any) -> list[str]:
    """Return where something is wrong, of an answer that says so."""
    assert (answer["status"], answer["code"]) == (400, "invalid"), answer
    return [error["path"] for error in answer["errors"]]
