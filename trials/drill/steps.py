"""The steps of a drill: what is broken, one thing after another, and for how long."""

from typing import NamedTuple

# Longer than a supervisor takes to start something again (casino/ops/supervisor.py).
KILLED_S = 2.0
# Longer than it takes until a silence is noticed (compliance/alerts/heartbeat.py), wherever the last heartbeat was.
SILENT_S = 36.0
# What all other steps take, about: what a drill is given beyond that is Redis's outage.
OTHERS_S = 120.0
# A drill of this length has time for a scheduler that stays away until its silence is noticed.
THOROUGH_S = 300.0
# How often something is sown, on the average.
SOWN_EVERY_S = 1.5
# What can be spoilt on purpose.
FAULTS = ("lost", "late", "twice")


class Step(NamedTuple):
    """What is killed, and for how long it stays so. `kills` may be nothing; `doubled`: worker and scheduler run twice.

    `harmless`: alerts do not need it, so that what is told meanwhile must be as punctual as ever.
    """

    name: str
    kills: tuple[str, ...] = ()
    lasts: float = KILLED_S
    harmless: bool = False
    doubled: bool = False


def steps(database: str, seconds: float) -> list[Step]:
    """Return the steps on a database; there is no Redis beside SQLite, and worker and scheduler are one process."""
    if database == "sqlite":
        return [
            Step("nothing is broken", lasts=6, harmless=True),
            Step("worker and scheduler killed", ("worker",)),
            Step("web killed", ("web",), harmless=True),
        ]
    away = SILENT_S + 9 if seconds >= THOROUGH_S else KILLED_S
    return [
        Step("nothing is broken", lasts=6, harmless=True),
        Step("worker killed", ("worker",)),
        Step("one process of its pool killed", ("pool process",), lasts=0),
        Step(f"scheduler killed, {away:.0f} s", ("scheduler",), lasts=away),
        Step("worker and scheduler killed", ("worker", "scheduler")),
        Step(f"Redis away, {redis_away(seconds):.0f} s", ("redis",), lasts=redis_away(seconds)),
        Step("web killed", ("web",), harmless=True),
        Step("PostgreSQL killed", ("database",)),
        Step("two workers, two schedulers", lasts=6, harmless=True, doubled=True),
    ]


def redis_away(seconds: float) -> float:
    return max(SILENT_S, seconds - OTHERS_S)
