"""On SQLite, rounds are prepared one at a time, after their body has arrived."""

from io import BytesIO

import pytest
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory, override_settings

from casino.ops.turns import TakeTurns
from compliance.db import write_batch
from compliance.db.group_commit import CommitGroup

ROUNDS = "/api/v1/tables/MD-01/rounds/"


@pytest.fixture
def group(monkeypatch: pytest.MonkeyPatch) -> CommitGroup:
    group = CommitGroup()
    monkeypatch.setattr(write_batch, "_group", group)
    monkeypatch.setattr("casino.ops.turns.takes_one_statement", lambda: False)
    return group


def is_taken(group: CommitGroup) -> bool:
    if group._turns._one.acquire(blocking=False):
        group._turns._one.release()
        return False
    return True


class Body(BytesIO):
    """Knows whether someone had the turn while it was read."""

    def __init__(self, content: bytes, group: CommitGroup) -> None:
        super().__init__(content)
        self.group = group
        self.in_turn: list[bool] = []

    def read(self, size: int | None = -1) -> bytes:
        self.in_turn.append(is_taken(self.group))
        return super().read(size)


@pytest.mark.parametrize(
    ("method", "path", "taken"),
    [
        ("POST", ROUNDS, True),
        ("GET", ROUNDS, False),
        ("POST", f"{ROUNDS}preview/", False),
        ("POST", f"{ROUNDS}import/", False),
        ("POST", "/facilities/MD/rounds/", False),
    ],
)
def test_only_a_round_to_be_logged_takes_a_turn(group: CommitGroup, method: str, path: str, taken: bool) -> None:
    seen: list[bool] = []

    def answer(request: HttpRequest) -> HttpResponse:
        seen.append(is_taken(group))
        return HttpResponse()

    TakeTurns(answer)(RequestFactory().generic(method, path))

    assert seen == [taken]
    assert not is_taken(group)


def test_a_slow_tablet_is_waited_for_before_its_turn(group: CommitGroup) -> None:
    body = Body(b'{"seats": []}', group)
    request = RequestFactory().generic("POST", ROUNDS, b"x" * 13, "application/json", **{"wsgi.input": body})  # type: ignore[arg-type]

    TakeTurns(lambda request: HttpResponse(request.read()))(request)

    assert body.in_turn == [False]
    assert request.body == b'{"seats": []}'


@override_settings(DATA_UPLOAD_MAX_MEMORY_SIZE=10)
def test_a_body_that_is_too_large_is_left_to_the_endpoint(group: CommitGroup) -> None:
    answer = TakeTurns(lambda request: HttpResponse(status=413))(RequestFactory().generic("POST", ROUNDS, b"x" * 13))

    assert answer.status_code == 413


def test_where_several_write_at_one_time_there_are_no_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("casino.ops.turns.takes_one_statement", lambda: True)

    with pytest.raises(MiddlewareNotUsed):
        TakeTurns(lambda request: HttpResponse())
