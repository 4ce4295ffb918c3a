"""Send requests as a writer: retry until there is an answer, and record everything."""

import random
import time
from collections import deque
from collections.abc import Callable
from typing import Any
from uuid import UUID

import msgspec

from .client import Reply, Session, UnansweredError, until_answered
from .floor import Plan, TablePlan
from .records import Event, Log, Record, What

JSON, NDJSON = "application/json", "application/x-ndjson"

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder().decode


class Knowledge:
    """Hold what all writers know of a table from its last answer. It may be stale: others log there too."""

    def __init__(self, table: TablePlan) -> None:
        self.table = table
        self.count_due = False
        self.last_deck: int | None = None
        self.recent: deque[int] = deque(maxlen=10)
        self.wrong_counts = 0

    def learn(self, reply: Reply) -> None:
        answer = decode(reply.body)
        if reply.status == 201:
            self.recent.append(answer["id"])
            self.last_deck = answer["deck"]["id"]
            self.count_due = answer["next"]["count_due"]
        elif answer["code"] == "stub_count_missing":
            self.count_due = True


class Asker:
    """Send requests with a session, a log and a random generator."""

    def __init__(self, number: int, plan: Plan, log: Log) -> None:
        self.rng = random.Random(f"{plan.seed}/{number}")
        self.session = Session(plan.port)
        self.plan, self.log = plan, log
        self.badge = plan.writers[number]
        # Requests that logged a round: by key, whether in a batch, at which table, and the bytes sent.
        self.done: dict[str, tuple[What, Knowledge, bytes]] = {}

    def post(self, known: Knowledge, body: dict[str, Any], key: str = "") -> Reply:
        """Log a round; retry until there is an answer."""
        key, encoded = key or self.new_key(), encode(body)
        reply = self.post_bytes(known, key, encoded, "told")
        known.learn(reply)
        return reply

    def post_bytes(self, known: Knowledge, key: str, encoded: bytes, event: Event) -> Reply:
        used = [key]
        self.say("asked", "round", known, key, text=encoded)

        def ask() -> Reply:
            return self.session.ask("POST", address(known), encoded, Content_Type=JSON, Idempotency_Key=used[-1])

        def lost(why: str) -> None:
            self.say("lost", "round", known, used[-1], text=why)
            if self.plan.fault == "new-key":
                used.append(self.new_key())
                self.say("asked", "round", known, used[-1], text=encoded)

        reply = self.answered("round", known, key, lambda: until_answered(ask, lost, self.rng))
        self.told("round", known, used[-1], reply, event)
        if reply.status == 201:
            self.done[used[-1]] = ("round", known, encoded)
        return reply

    def act(self, what: What, known: Knowledge, key: str, url: str, body: dict[str, Any]) -> Reply:
        encoded, once = encode(body), self.new_key()
        self.say("asked", what, known, key)
        reply = self.ask(
            what, known, key, lambda: self.session.ask("POST", url, encoded, Content_Type=JSON, Idempotency_Key=once)
        )
        self.told(what, known, key, reply)
        return reply

    def read(self, known: Knowledge, url: str) -> Any:
        return decode(self.ask("change", known, url, lambda: self.session.ask("GET", url)).body)

    def ask(self, what: What, known: Knowledge, key: str, ask: Callable[[], Reply]) -> Reply:
        lost = lambda why: self.say("lost", what, known, key, text=why)  # noqa: E731
        return self.answered(what, known, key, lambda: until_answered(ask, lost, self.rng))

    def answered(self, what: What, known: Knowledge, key: str, ask: Callable[[], Reply]) -> Reply:
        try:
            return ask()
        except UnansweredError:
            self.say("unanswered", what, known, key)
            raise

    def told(self, what: What, known: Knowledge, key: str, reply: Reply, event: Event = "told") -> None:
        self.say(event, what, known, key, reply.status, reply.body)

    def say(
        self, event: Event, what: What, known: Knowledge, key: str, status: int = 0, text: bytes | str = ""
    ) -> None:
        said = text.decode() if isinstance(text, bytes) else text
        self.log.add(Record(event, what, known.table.code, key, status, said, time.time()))

    def new_key(self) -> str:
        return str(UUID(int=self.rng.getrandbits(128)))

    def send_batch(self, known: Knowledge, body: bytes, event: Event = "told") -> None:
        keys = [decode(line)["key"] for line in body.splitlines()]
        path = f"{address(known)}import/"
        reply = self.ask("line", known, keys[0], lambda: self.session.ask("POST", path, body, Content_Type=NDJSON))
        if reply.status != 200:
            self.say(event, "line", known, keys[0], reply.status, reply.body)
            return
        answers = reply.body.splitlines()
        for key, line in zip(keys, answers, strict=True):
            self.say(event, "line", known, key, decode(line)["answer"], line)
        self.done[keys[0]] = ("line", known, body)

    def ask_all_again(self) -> None:
        """Send every request that logged a round again. Nothing more may be logged."""
        for key, (what, known, body) in list(self.done.items()):
            if what == "round":
                self.post_bytes(known, key, body, "again")
            else:
                self.send_batch(known, body, "again")


def address(known: Knowledge) -> str:
    return f"/api/v1/tables/{known.table.code}/rounds/"
