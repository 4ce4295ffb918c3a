"""The file broker never shows a partly written message."""

import threading
from json import JSONDecodeError
from pathlib import Path
from queue import Empty
from typing import Any

import pytest
from kombu import Connection
from kombu.transport import filesystem

MESSAGES = 500


def connect(scheme: str, folder: Path) -> Any:
    (folder / "messages").mkdir(exist_ok=True)
    options = {
        "data_folder_in": str(folder / "messages"),
        "data_folder_out": str(folder / "messages"),
        "control_folder": str(folder / "control"),
    }
    return Connection(f"{scheme}://localhost/", transport_options=options)


def test_kombus_own_broker_shows_a_message_before_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer, reader = (connect("filesystem", tmp_path).channel() for _ in range(2))
    monkeypatch.setattr(filesystem, "dumps", lambda payload: reader._get("floor"))

    with pytest.raises(JSONDecodeError):
        writer._put("floor", {"number": 1})


def test_our_broker_shows_a_message_only_after_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    writer, reader = (connect("files", tmp_path).channel() for _ in range(2))
    rename = Path.rename
    seen_early: list[bool] = []

    def look_and_rename(written: Path, target: Path) -> Path:
        with pytest.raises(Empty):
            reader._get("floor")
        seen_early.append(False)
        return rename(written, target)

    monkeypatch.setattr(Path, "rename", look_and_rename)

    writer._put("floor", {"number": 1})

    assert seen_early == [False]
    assert reader._get("floor") == {"number": 1}


@pytest.mark.one_database("no database is asked")
def test_every_message_of_two_writers_comes_once(tmp_path: Path) -> None:
    def write() -> None:
        channel = connect("files", tmp_path).channel()
        for number in range(MESSAGES):
            channel._put("floor", {"number": number})

    writers = [threading.Thread(target=write) for _ in range(2)]
    reader = connect("files", tmp_path).channel()
    read: list[int] = []

    for writer in writers:
        writer.start()
    while any(writer.is_alive() for writer in writers) or reader._size("floor"):
        try:
            read.append(reader._get("floor")["number"])
        except Empty:
            continue

    assert sorted(read) == sorted([*range(MESSAGES), *range(MESSAGES)])


def test_the_queues_of_an_exchange_are_listed_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    channel, other = (connect("files", tmp_path).channel() for _ in range(2))
    lock = filesystem.lock
    seen: list[int] = []

    def look_and_lock(file: Any, flags: int) -> None:
        if flags == filesystem.LOCK_EX:
            seen.append(len(other.get_table("floor")))
        lock(file, flags)

    monkeypatch.setattr(filesystem, "lock", look_and_lock)

    channel._queue_bind("floor", "key", "", "one")
    channel._queue_bind("floor", "key", "", "two")

    assert seen == [0, 1]
    assert [each.queue for each in other.get_table("floor")] == ["two", "one"]
