"""Kombu's file broker with a fix: a message appears complete or not at all.

Kombu opens a message's file under its final name and writes to it afterwards. A worker that reads in between finds an
empty file and exits; this has happened. The same is true of the file that lists an exchange's queues.
"""

import os
import time
import uuid
from contextlib import suppress
from pathlib import Path
from typing import Any

from kombu.exceptions import ChannelError
from kombu.transport import filesystem
from kombu.utils.json import dumps


class Channel(filesystem.Channel):
    def _put(self, queue: str, payload: dict[str, Any], **kwargs: Any) -> None:
        # Workers take files in order of name, so the oldest comes first, also after a restart.
        name = f"{time.time_ns():020}_{uuid.uuid4()}"
        written = Path(self.data_folder_out, f"{name}.part")
        try:
            written.write_text(dumps(payload))
            written.rename(written.with_name(f"{name}.{queue}.msg"))
        except OSError as error:
            raise ChannelError(f"Cannot add a message to {self.data_folder_out}") from error

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str, queue: str) -> None:
        listed = self._exchange_file(exchange)
        if not listed.exists():
            listed.parent.mkdir(exist_ok=True)
            empty = listed.with_name(f"{uuid.uuid4()}.part")
            empty.write_text("[]")
            with suppress(FileExistsError):  # another process was first
                os.link(empty, listed)
            empty.unlink()
        super()._queue_bind(exchange, routing_key, pattern, queue)


class Transport(filesystem.Transport):
    Channel = Channel
