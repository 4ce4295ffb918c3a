"""Log rounds in every way: plain, twice, in batches, uncounted, out of turn, miscounted; and void them."""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from .asking import JSON, Asker, Knowledge, address, decode, encode
from .client import LostError, Reply
from .deals import deal, stub_of
from .floor import PIN, Plan
from .records import Log

MOST_WRONG = 20  # wrong counts per table, so that the pit's decks last


class Writer(Asker):
    """One of the writers."""

    def __init__(self, number: int, plan: Plan, known: list[Knowledge], log: Log) -> None:
        super().__init__(number, plan, log)
        self.known = known
        self.moves: dict[Callable[[Knowledge], None], float] = {
            self.plain: 60,
            self.twice_at_once: 6,
            self.again: 6,
            self.batch: 8,
            self.uncounted: 4,
            self.out_of_turn: 4,
            self.wrong_count: 1.5,
            self.misdealt: 1.5,
            self.void: 3,
            self.in_breach: 1,
        }

    def work(self, until: float) -> None:
        """Log rounds until it is time to stop; finish what is under way."""
        while time.monotonic() < until:
            (move,) = self.rng.choices(list(self.moves), list(self.moves.values()))
            move(self.rng.choice(self.known))

    # ── Rounds

    def plain(self, known: Knowledge) -> None:
        count = known.count_due or self.rng.random() < 0.1
        self.put_right(known, self.post(known, self.dealt(known, count=count)))

    def uncounted(self, known: Knowledge) -> None:
        self.put_right(known, self.post(known, self.dealt(known)))

    def out_of_turn(self, known: Knowledge) -> None:
        body = self.dealt(known, count=True)
        if known.last_deck is not None:
            body["deck"] = known.last_deck
        self.put_right(known, self.post(known, body))

    def wrong_count(self, known: Knowledge) -> None:
        """Record a wrong stub count, which takes the deck out of play; then change the deck."""
        if known.wrong_counts >= MOST_WRONG:
            return
        known.wrong_counts += 1
        self.post(known, self.dealt(known, count=True, off_by=-1))
        self.put_right(known, self.post(known, self.dealt(known, count=True)))

    def misdealt(self, known: Knowledge) -> None:
        """Record a misdeal: a card more or less lay on the table, and the deck is whole."""
        body = self.dealt(known, count=True, off_by=self.rng.choice((-1, 1)))
        self.put_right(known, self.post(known, body | {"misdeal": True, "dealt": 52 - body["stub"]}))

    def in_breach(self, known: Knowledge) -> None:
        """Record a round that was played out of turn or without its count, with a second signature."""
        signed = {"second_badge": known.table.shift_manager, "second_pin": PIN}
        body = self.dealt(known) | {"breach_reason": "The round was dealt anyway."} | signed
        if known.last_deck is not None:
            body["deck"] = known.last_deck
        self.post(known, body)

    def dealt(self, known: Knowledge, *, count: bool = False, off_by: int = 0) -> dict[str, Any]:
        edition = known.table.edition
        round_ = deal(edition, self.rng)
        return round_ | {"stub": stub_of(edition, round_) + off_by} if count else round_

    # ── Keys

    def again(self, known: Knowledge) -> None:
        """Send a key again that was answered, and then with another round."""
        key, body = self.new_key(), self.dealt(known, count=True)
        self.post(known, body, key=key)
        self.post(known, body, key=key)
        self.post(known, self.dealt(known, count=True), key=key)

    def twice_at_once(self, known: Knowledge) -> None:
        """Send a key on two connections at once."""
        key, body, beside = self.new_key(), self.dealt(known, count=True), self.session.beside()
        self.say("asked", "round", known, key, text=encode(body))
        try:
            beside.send("POST", address(known), encode(body), Content_Type=JSON, Idempotency_Key=key)
        except LostError as error:
            self.say("lost", "round", known, key, text=str(error))
        self.post(known, body, key=key)
        try:
            self.told("round", known, key, beside.receive())
        except LostError as error:
            self.say("lost", "round", known, key, text=str(error))
        beside.connection.close()

    def batch(self, known: Knowledge) -> None:
        """Send a few rounds as lines, from a clock that may be slightly ahead."""
        ahead = self.rng.choice((0, 0.5, 2))
        now = datetime.now(UTC) + timedelta(seconds=ahead)
        lines = []
        for place in range(self.rng.randint(2, 5)):
            key = self.new_key()
            played_at = (now + timedelta(milliseconds=place)).isoformat()
            body = self.dealt(known, count=self.rng.random() < 0.5) | {"played_at": played_at}
            self.say("asked", "line", known, key, text=encode(body))
            lines.append(encode(body | {"key": key}))
        self.send_batch(known, b"\n".join(lines))

    # ── Acts

    def void(self, known: Knowledge) -> None:
        """Void a round of this table, and sometimes log a corrected one."""
        if not known.recent:
            return
        round_id = self.rng.choice(known.recent)
        signed = {"second_badge": known.table.shift_manager, "second_pin": PIN}
        reply = self.act(
            "void",
            known,
            str(round_id),
            f"/api/v1/rounds/{round_id}/void/",
            {"reason": "It was logged wrongly."} | signed,
        )
        if reply.status == 200 and self.rng.random() < 0.5:
            self.post(known, self.dealt(known, count=True) | {"replaces": round_id})

    def put_right(self, known: Knowledge, reply: Reply) -> None:
        """Change a deck that failed the count, if that is what blocks play."""
        if reply.status != 409:
            return
        found = [each for each in decode(reply.body).get("violations", ()) if each["code"] == "deck_not_whole"]
        for each in found:
            self.change(known, each["remedy"]["url"])

    def change(self, known: Knowledge, url: str) -> None:
        """Change a deck for one of the same color; a second writer finds it changed."""
        deck = self.read(known, url.removesuffix("change/"))
        reserve = self.read(known, f"/api/v1/decks/?facility={known.table.facility}&state=pit&page_size=200")["results"]
        alike = [each["id"] for each in reserve if each["back_colour"] == deck["back_colour"]]
        if deck["state"] != "pulled" or not alike:
            return
        body = {
            "replacement": self.rng.choice(alike),
            "reason": "wrong_count",
            "note": "The count was wrong.",
            "second_badge": known.table.dealer,
            "second_pin": PIN,
        }
        self.act("change", known, str(deck["id"]), url, body)
