"""The days before the demo's evening: shifts, pit handovers, and reports that were signed and adjusted."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from math import inf
from zoneinfo import ZoneInfo

from casino.reports.models import ReportedShift
from casino.reports.services import HANDING, SIGNING, hand_over, items_of, needs_no_second, sign_report
from casino.reports.shift.open_items import open_items, seen_as
from games.models import Round
from tables.models import Shift, ShiftTemplate
from tables.shifts import services as shifts

from .founding import TEMPLATES
from .place import OFFICER
from .play import Play
from .refs import Ref, pit, staff

# How many minutes before the end of a shift its pits are handed over, and how many after it the report is signed.
HANDED_OVER, SIGNED = 4, 35
# This many shifts before the one on duty cover at least 32 hours: as far back as an evening's story reaches.
BEFORE = 4


class History(Play):
    def begins_shifts(
        self,
        pit_bosses: dict[str, tuple[str, str]],
        *,
        time_zone: str,
        managers: tuple[str, str],
        days: int = 0,
        opened: dict[str, float] | None = None,
        leaves: bool = False,
    ) -> None:
        """Begin the shift on duty and those before it, and assign pit bosses. Earlier shifts end with their pits handed
        over and their report signed. Of two people the second is on duty now; they take turns.

        `days`: the gaming days before today to cover; without it, as far back as an evening's story reaches.
        `opened`: pits without a pit boss until so many minutes ago. `leaves`: in the shift that ended last, one pit is
        not handed over and the report is not signed.
        """
        begun = list(shifts_until(self.story.now, ZoneInfo(time_zone), days or 2))
        begun = begun if days else begun[-1 - BEFORE :]
        begun_ago = [self.ago(began) for _, began in begun]
        for place, (name, began) in enumerate(begun):
            now, then = (len(begun) - place) % 2, (len(begun) - place - 1) % 2
            there = [code for code in pit_bosses if (opened or {}).get(code, inf) >= begun_ago[place]]
            self._begins(name, begun_ago[place], managers[now], {code: pit_bosses[code][now] for code in there})
            if place + 1 == len(begun):
                continue
            ends, left = begun_ago[place + 1], leaves and place + 2 == len(begun)
            for code in there[: -1 if left else None]:
                boss, next_boss = pit_bosses[code][now], pit_bosses[code][then]
                self._hands_over(ends, code, boss, next_boss if next_boss != boss else managers[then])
            if not left:
                self._signs(ends - SIGNED, began, managers[now])

    def _begins(self, name: str, ago: float, manager: str, pit_bosses: dict[str, str]) -> None:
        template = Ref(lambda scene: ShiftTemplate.objects.get(facility=scene.facility, name=name))
        self.do(ago, shifts.begin_shift, None, template=template, by=manager)
        on_duty = Ref(lambda scene: Shift.objects.get(facility=scene.facility, ended_at=None))
        for code, boss in pit_bosses.items():
            self.do(ago, shifts.give_pit, on_duty, pit=pit(code), pit_boss=staff(boss), by=manager)

    def _hands_over(self, ends: float, code: str, boss: str, next_boss: str) -> None:
        def hand(at: datetime) -> None:
            shift, room = ReportedShift.objects.get(facility=self.facility, ended_at=None), pit(code).find(self)
            seen = seen_as(items_of(open_items(self.facility, at), room))
            second = self.confirmation(HANDING, next_boss)
            hand_over(shift, pit=room, seen=seen, by=self.who(boss), at=at, second=second)

        self.story.tell(ends + HANDED_OVER, hand)

    def _signs(self, ago: float, began: datetime, manager: str) -> None:
        """Sign a report, with a compliance officer if a second signature is needed; skip it if it is not time yet."""

        def sign(at: datetime) -> None:
            shift, by = ReportedShift.objects.get(facility=self.facility, began_at=began), self.who(manager)
            second = None if needs_no_second(shift, by) else self.confirmation(SIGNING, OFFICER)
            sign_report(shift, by=by, at=at, second=second)

        if ago >= 0:
            self.story.tell(ago, sign)

    def strikes_out_the_last(
        self, number: int, days: int, clock: time, reason: str, *, time_zone: str, by: str, corrected: bool = False
    ) -> None:
        """Void the last round of a table of an earlier gaming day."""
        zone = ZoneInfo(time_zone)
        day = gaming_date(self.story.now, zone) - timedelta(days=days)

        def strike_out(at: datetime) -> None:
            wrong = Round.objects.filter(table=self.table(number), gaming_day=day, voiding=None).latest("number")
            self.strikes_out(wrong, at, reason, by=self.who(by), corrected=corrected)

        self.story.tell(self.ago(datetime.combine(day, clock, zone)), strike_out)


def gaming_date(now: datetime, zone: ZoneInfo) -> date:
    """Return the gaming day of a facility that is not added yet: it begins with the first shift."""
    _, turns, _ = TEMPLATES[0]
    return (now.astimezone(zone) - timedelta(hours=turns.hour)).date()


def shifts_until(now: datetime, zone: ZoneInfo, days: int) -> Iterator[tuple[str, datetime]]:
    """Yield the name and the start of each shift of today and of `days` gaming days before."""
    today = gaming_date(now, zone)
    for ago in range(days, -1, -1):
        for name, starts, _ in TEMPLATES:
            began = datetime.combine(today - timedelta(days=ago), starts, zone).astimezone(now.tzinfo)
            if began <= now:
                yield name, began
