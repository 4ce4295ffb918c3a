"""Play at the demo's tables: rounds logged by the real service, some of them irregular."""

from datetime import datetime
from random import Random
from typing import Any

from compliance.api.idempotency import request_with
from compliance.models import Staff
from compliance.signatures.services import Confirmation
from games.engine.problems import Refused
from games.engine.questions import count_is_due
from games.models import Round
from games.rounds.context import lock_context
from games.rounds.input import read_entry
from games.rounds.log import BREACH, log_round
from games.rounds.void import VOIDING, void_round
from tables.devices.dealing_method import dealing_method_at
from tables.floor.table_cache import load_cached
from tables.models import Table

from .dealing import Guest, Json, deal, guests
from .evening import Evening, people_at
from .place import MANAGER, PIT_BOSS


def seeded(what: str) -> Random:
    """Return a random generator that is the same every time the demo is loaded."""
    return Random(what)  # noqa: S311 (not for security)


# A royal flush on the across line of seat 2.
ROYAL = {"community": {"left": "Qs", "middle": "Js", "right": "Ts", "top": "4d", "bottom": "8h"}}


class Play(Evening):
    def plays(self, number: int, since: float, until: float, *, every: float = 3) -> None:
        """Let guests play from `since` to `until` minutes ago, a round every `every` minutes; guests come and go."""
        random = seeded(f"{self.code} {number} {since}")
        there: list[Guest] = []
        place = 0
        while since - place * every > until:
            self.story.tell(since - place * every, lambda at, place=place: self._play(number, at, random, there, place))  # type: ignore[misc]
            place += 1

    def standing(self, number: int, at: datetime) -> Table:
        """Return a table with its people and decks, read only if it changed since the last round."""
        here = lock_context(f"{self.code}-{number:02d}")
        assert here is not None
        return load_cached(here.table, here.version, at)

    def _play(self, number: int, at: datetime, random: Random, there: list[Guest], place: int) -> None:
        found = self.standing(number, at)
        offer = found.offer_at(at)
        assert offer is not None
        if place % 12 == 0:
            there[:] = guests(offer.terms, found.positions, random)
        self._log(found, at, deal(offer.terms, there, random, counted=_count_due(found, at)))

    def plays_once(self, number: int, ago: float, *, stub_off_by: int = 0, **changes: Any) -> None:
        """Log one unusual round: `changes` are set on it."""

        def play(at: datetime) -> None:
            found = self.table(number)
            body = self._dealt(found, at, counted=bool(stub_off_by) or _count_due(found, at))
            if stub_off_by:
                body["stub"] += stub_off_by
            self._log(found, at, body | changes)

        self.story.tell(ago, play)

    def _dealt(self, found: Table, at: datetime, *, counted: bool) -> Json:
        """Return a round of guests who stay for one round only."""
        random, offer = seeded(f"{found} {self.ago(at)}"), found.offer_at(at)
        assert offer is not None
        return deal(offer.terms, guests(offer.terms, found.positions, random), random, counted=counted)

    def deals_a_royal_flush(self, number: int, ago: float, *, ante: str, bet: str) -> None:
        """Deal seat 2 a royal flush across, which the payout limit caps."""
        seats = [
            {
                "seat": 2,
                "cards": ["As", "Ks"],
                "wagers": {"ante_across": ante, "ante_down": ante, "across": bet, "down": ante, "middle": ante},
            }
        ]
        self.story.tell(ago, lambda at: self._log(self.table(number), at, ROYAL | {"seats": seats, "stub": 45}))

    def hits_the_jackpot(self, number: int, ago: float, jackpot: str) -> None:
        """Let seat 4 win the wheel's top prize with a pair of nines."""
        wagers = dict.fromkeys(("ante_across", "ante_down", "across", "down", "middle"), "10.00") | {
            "bonus_spin": "1.00"
        }
        seats = [{"seat": 4, "cards": ["9h", "9c"], "wagers": wagers, "spin": 0}]
        body = {
            "community": {"left": "Kd", "middle": "5s", "right": "2h", "top": "Qc", "bottom": "7d"},
            "seats": seats,
            "stub": 45,
            "jackpot": jackpot,
        }
        self.story.tell(ago, lambda at: self._log(self.table(number), at, body))

    def plays_in_breach(self, number: int, ago: float, reason: str) -> None:
        """Deal a round from the wrong deck, and log it as a violation."""

        def play(at: datetime) -> None:
            found = self.table(number)
            body = self._dealt(found, at, counted=True)
            again = found.decks.get(position=found.last_position)
            body |= {"deck": again.pk, "breach_reason": reason, "second_badge": "-", "second_pin": "-"}
            self._log(found, at, body, second=self.confirmation(BREACH, PIT_BOSS))

        self.story.tell(ago, play)

    def voids_the_last(self, number: int, ago: float, reason: str, *, corrected: bool = True) -> None:
        """Void the last round with a second signature, and log the corrected one."""

        def void(at: datetime) -> None:
            found = self.table(number)
            wrong = Round.objects.filter(table=found, voiding=None).latest("number")
            _, by = people_at(found)
            self.strikes_out(wrong, at, reason, by=by, corrected=corrected)

        self.story.tell(ago, void)

    def strikes_out(self, wrong: Round, at: datetime, reason: str, *, by: Staff, corrected: bool = True) -> None:
        """Void a round, and log it again without its last seat."""
        # Signed by a shift manager: the shift may have changed since the round was played.
        void_round(wrong, reason=reason, by=by, at=at, second=self.confirmation(VOIDING, MANAGER))
        if corrected:
            body = wrong.entered()
            body["seats"] = body["seats"][:-1] or body["seats"]
            self._log(wrong.table, at, body | {"replaces": wrong.pk, "stub": None}, by=by)

    def _log(
        self, found: Table, at: datetime, body: Json, second: Confirmation | None = None, by: Staff | None = None
    ) -> None:
        """Log a round, by default by the table's floorperson."""
        entry, problems = read_entry(body)
        if problems:
            raise Refused(problems)
        by = by or people_at(found)[1]
        request = request_with(f"demo-{found.code}-{at:%Y%m%dT%H%M%S}", found.code, body)
        log_round(found.code, entry=entry, request=request, by=by, at=at, second=second)


def _count_due(found: Table, at: datetime) -> bool:
    offer, dealing = found.offer_at(at), dealing_method_at(found)
    assert offer is not None
    return count_is_due(offer.book, dealing.method, dealing.shuffler, found.rounds_since_count).value
