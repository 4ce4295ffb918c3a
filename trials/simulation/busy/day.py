"""Write the script of a busy day, and perform its extra events: shifts, payouts, rounds in breach."""

import random
from datetime import time, timedelta
from typing import Any

from compliance.facilities.gaming_day import gaming_day
from compliance.models import Staff
from compliance.signatures.services import Confirmation, sign
from compliance.staff.roles import Role
from games.engine.loading import rulebook
from games.models import HourlyTotal, Round, Violation
from games.rounds.log.services import BREACH
from games.totals.services import hour_of
from tables.dealers.roster import stint_at
from tables.devices.dealing_method import dealing_method_at
from tables.models import Deck, Pit, Table
from tables.shifts import services as shifts
from trials.simulation.hands import Telling, tell
from trials.simulation.model import Act
from trials.simulation.rows import Rows
from trials.simulation.rules import ZONE
from trials.simulation.script import Script, write_script
from trials.simulation.world import World

from . import assumptions

CENTS = 100


def write_day(seed: int, *, hours: int = 24, tables: int = assumptions.PITS * assumptions.TABLES_OF_A_PIT) -> Script:
    """Generate a Saturday: the events at its tables, and a few that happen anywhere."""
    began = assumptions.BEGAN
    script = write_script(seed, hours / 24, tables, assumptions.HABITS, began=began, kinds=assumptions.KINDS)
    chance = random.Random(f"{seed}/day")
    acts = [act for act in script.acts if act.what != "collected"]
    share = tables / (assumptions.PITS * assumptions.TABLES_OF_A_PIT) * hours / 24
    for what, in_a_day in (
        ("paid", assumptions.LARGE_PAYOUTS),
        ("cut", assumptions.PAYOUT_LIMITS),
        ("breached", assumptions.BREACHES),
    ):
        for _ in range(max(1, round(in_a_day * share))):
            at = began + timedelta(seconds=chance.randrange(3600, hours * 3600))
            acts.append(Act(at, chance.choice(list(script.tables)), what))
    for name, starts, _ in assumptions.SHIFTS:
        at = began + timedelta(hours=(starts - began.astimezone(ZONE).hour) % 24, seconds=1)
        acts.append(Act(at, "MD", "shift", deck=name))
    return script._replace(acts=sorted((act for act in acts if act.at <= script.until), key=lambda act: act.at))


class DayHands(Rows):
    """Play a busy day."""

    def __init__(self, world: World, seed: int) -> None:
        super().__init__(world)
        self.chance = random.Random(f"{seed}/hands")
        floor = world.floors["MD"]
        self.floor = floor
        self.pits = list(Pit.objects.filter(facility=floor.facility).order_by("pk"))
        self.templates = {
            name: shifts.add_template(
                floor.facility, name=name, starts=time(starts), ends=time(ends), by=floor.shift_manager, at=floor.at
            )
            for name, starts, ends in assumptions.SHIFTS
        }
        self.pit_bosses = {name: [floor.hire(Role.PIT_BOSS) for _ in self.pits] for name in self.templates}
        self._note_usual()

    def _note_usual(self) -> None:
        """Write totals for the week before, so that the checks know what is usual."""
        for place, table in enumerate(self.world.tables.values()):
            before = hour_of(table.facility, assumptions.BEGAN) - timedelta(days=7) + timedelta(hours=place % 24)
            self._total(table, before)

    def _total(self, table: Table, hour: Any) -> None:
        rounds = round(self.chance.uniform(*assumptions.ROUNDS_AN_HOUR))
        voids = sum(self.chance.random() < assumptions.VOIDS_SHARE for _ in range(rounds))
        if self.chance.random() < assumptions.MORE_VOIDS_SHARE:
            voids += 6
        HourlyTotal.objects.get_or_create(
            table=table,
            hour=hour,
            dealer=self.world.dealers[f"{table.code} a"],
            edition="md",
            wager="",
            defaults={
                "facility": table.facility,
                "gaming_day": gaming_day(table.facility, hour),
                "rounds": rounds,
                "voids": voids,
            },
        )

    def _note_pace(self, act: Act) -> None:
        table = self.world.tables[act.place]
        first = hour_of(table.facility, act.at)
        for hours in range(24):
            self._total(table, first + timedelta(hours=hours))

    def _shift(self, act: Act) -> None:
        shift = shifts.begin_shift(
            self.floor.facility, template=self.templates[act.deck], by=self.floor.shift_manager, at=act.at
        )
        for pit, boss in zip(self.pits, self.pit_bosses[act.deck], strict=True):
            shifts.give_pit(shift, pit=pit, pit_boss=boss, by=self.floor.shift_manager, at=act.at)

    # ── Rounds that raise alerts

    def _paid(self, act: Act) -> None:
        self._round(act, largest_pays_cents=self.chance.choice((26_000, 31_500, 60_000)) * CENTS)

    def _cut(self, act: Act) -> None:
        self._round(act, limit_cut_cents=2_500 * CENTS, largest_pays_cents=15_000 * CENTS)

    def _breached(self, act: Act) -> None:
        by, boss = self._by(act), Confirmation(self.floor.pit_boss, Role.PIT_BOSS)
        signature = sign(BREACH, boss, "round.logged", facility=self.floor.facility, by=by, at=act.at)
        round_ = self._round(act, breach_reason="The players were waiting", signature=signature)
        if round_:
            Violation.objects.create(
                facility=round_.facility,
                round=round_,
                code="deck_overdue",
                message="The deck was overdue.",
                opened_at=act.at,
            )

    def _round(self, act: Act, **facts: Any) -> Round | None:
        """Write a round as a row with all that a check reads, if the table is dealing."""
        table, by = self._table(act), self._by(act)
        deck, stint = Deck.objects.filter(table=table, state=Deck.State.IN_PLAY).first(), stint_at(table)
        if table.state != Table.State.OPEN or deck is None or stint is None:
            return None
        table.round_number += 1
        table.save(update_fields=["round_number"])
        plain = {
            "facility": table.facility,
            "table": table,
            "number": table.round_number,
            "deck": deck,
            "position": "A",
            "dealer": stint.staff,
            "offer": table.offer_at(act.at),
            "edition": "md",
            "revision": rulebook("md").revision,
            "method": dealing_method_at(table).method,
            "gaming_day": gaming_day(table.facility, act.at),
            "played_at": act.at,
            "logged_at": act.at,
            "logged_by": by,
            "status": Round.Status.SETTLED,
            "count_due": False,
            "seats": 4,
            "staked_cents": 10_000,
            "pays_cents": 0,
            "returned_cents": 0,
            "largest_pays_cents": 0,
            "input": "{}",
            "settlement": "{}",
        }
        round_ = Round.objects.create(**(plain | facts))
        tell(table, [Telling("round.logged", round_, changes_floor=False)], by=by, at=act.at)
        return round_

    def manager(self) -> Staff:
        return self.floor.shift_manager
