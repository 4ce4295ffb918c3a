"""Define the steps of a drill: what is broken, one after another, and for how long."""

from typing import NamedTuple

# Longer than the supervisor takes to restart a process (casino/ops/supervisor.py).
KILLED_S = 2.0
# Longer than the readiness check takes to notice an outage (compliance/alerts/heartbeat.py).
SILENT_S = 36.0
# Approximate length of all other steps. The rest of a drill's time is the Redis outage.
OTHERS_S = 120.0
# A drill of this length has time for a scheduler outage that is noticed.
THOROUGH_S = 300.0
# Average time between events.
SOWN_EVERY_S = 1.5
# Faults that can be injected.
FAULTS = ("lost", "late", "twice")


class Step(NamedTuple):
    """Describe what is killed, and for how long. `doubled`: worker and scheduler run twice.

    `harmless`: alerts do not depend on it, so they must be as punctual as ever.
    """

    name: str
    kills: tuple[str, ...] = ()
    lasts: float = KILLED_S
    harmless: bool = False
    doubled: bool = False


def steps(database: str, seconds: float) -> list[Step]:
    """Return the steps for a database. SQLite runs without Redis; worker and scheduler are one process."""
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
