"""A client generated from the description builds without warnings and works."""

import importlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from django.conf import settings
from openapi_python_client import generate
from openapi_python_client.config import Config, ConfigFile, MetaType

from casino.api_docs.schema import schema
from compliance.api_keys.services import create_key
from tests.floor import Floor
from tests.games.sample_rounds import a_round

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

pytestmark = pytest.mark.one_database("it commits for its server's thread")

CHOSEN = Path(settings.BASE_DIR, "docs", "openapi-python-client.yaml")


class Generated:
    """The generated package. Its operations are functions of modules that bear their names."""

    def __init__(self, name: str) -> None:
        self.name = name

    def operation(self, tag: str, name: str) -> Any:
        return importlib.import_module(f"{self.name}.api.{tag}.{name}")

    def model(self, name: str) -> Any:
        return getattr(importlib.import_module(f"{self.name}.models"), name)

    def client(self, url: str, token: str) -> Any:
        made = importlib.import_module(f"{self.name}.client").AuthenticatedClient
        return made(base_url=url, token=token, raise_on_unexpected_status=True)


@pytest.fixture
def generated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Generated]:
    source, name = tmp_path / "openapi.json", "back_office_client"
    source.write_text(json.dumps(schema()))
    chosen = ConfigFile.load_from_path(CHOSEN).model_copy(update={"post_hooks": []})

    complaints = generate(
        config=Config.from_sources(
            chosen,
            MetaType.NONE,
            document_source=source,
            file_encoding="utf-8",
            overwrite=False,
            output_path=tmp_path / name,
        )
    )

    assert complaints == []
    monkeypatch.syspath_prepend(tmp_path)
    yield Generated(name)
    for module in [each for each in sys.modules if each.partition(".")[0] == name]:
        del sys.modules[module]


@pytest.mark.django_db(transaction=True)
def test_a_generated_client_logs_rounds_and_reads_them_back(generated: Generated, live_server: "LiveServer") -> None:
    floor = Floor("md")
    table = floor.open_table()
    key = create_key(
        floor.facility,
        name="A generated client",
        facilities=[floor.facility],
        scopes=["tables:read", "rounds:read", "rounds:write", "journal:read"],
        valid_days=1,
        by=None,
        at=floor.at,
    )
    call, model = generated.operation, generated.model

    with generated.client(live_server.url, key.token or "") as client:
        root = call("start", "root").sync(client=client)
        tables = call("tables", "table_list").sync(client=client, state=model("TableListState").OPEN, fields="code")
        body = model("RoundEntry").from_dict(a_round())
        once, log = str(uuid4()), call("rounds", "round_log")
        first = log.sync(table.code, client=client, body=body, idempotency_key=once)
        again = log.sync(table.code, client=client, body=body, idempotency_key=once)
        for _ in range(2):
            log.sync(table.code, client=client, body=body, idempotency_key=str(uuid4()))
        read = call("rounds", "round_read").sync(first.id, client=client)
        refused = log.sync(table.code, client=client, body=body, idempotency_key="short")
        rounds = list(_all(call("rounds", "round_list"), client))
        journal = call("journal", "journal_list").sync(client=client, action="round.logged")
        feed = call("journal", "journal_list").sync(client=client, after="start", action="round.logged")
        exported = call("rounds", "export_rounds").sync_detailed(client=client).content

    assert root.you.badge == f"KEY-{key.prefix}"
    assert [each.code for each in tables.results] == [table.code]
    assert again == first
    assert read.settlement == first.settlement
    assert read.logged_by.badge == root.you.badge
    assert (refused.status, refused.code) == (400, "key_malformed")
    assert [each.number for each in rounds] == [3, 2, 1]
    assert [each.facts["number"] for each in feed.results] == [1, 2, 3]
    assert journal.results == feed.results[::-1]
    assert json.loads(exported.splitlines()[-1])["rows"] == 3


def _all(operation: Any, client: Any) -> Iterator[Any]:
    """Yield what a list holds, two a page."""
    cursor: dict[str, str] = {}
    while cursor is not None:
        page = operation.sync(client=client, page_size=2, **cursor)
        yield from page.results
        if page.next_ is None:
            return
        cursor = {"cursor": page.next_.partition("cursor=")[2].partition("&")[0]}
