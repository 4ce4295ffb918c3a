"""Read the stored alerts and their journal entries, in the script's terms."""

from collections import Counter, defaultdict

from compliance.models import Alert, Entry, Severity
from tables.models import Stint

from .expected import Expected, Row, Told
from .world import World

# The checks that the model covers.
COVERED = frozenset(
    {
        "deck_change",
        "deck_not_whole",
        "no_deck",
        "stub_count",
        "device_neglected",
        "device_not_inspected",
        "method_not_lawful",
        "dealer_too_long",
        "no_dealer",
        "limit_notice",
        "decks_uncollected",
    }
)
# Checks whose occurrences have no name in the rules: they are counted.
COUNTED = frozenset({"no_deck", "device_neglected", "method_not_lawful", "no_dealer"})
_TOLD = ("opened", "raised", "reopened", "closed", "escalated")


def stored(world: World) -> Expected:
    """Return the stored alerts of the covered checks, in the model's terms."""
    alerts = {alert.pk: alert for alert in Alert.objects.filter(check_name__in=COVERED).order_by("pk")}
    names = _subjects(world)
    times: dict[tuple[str, str], int] = defaultdict(int)
    known: dict[int, tuple[str, str, str]] = {}
    for key, alert in alerts.items():
        subject, which = names(alert.subject), alert.occurrence
        if alert.check_name in COUNTED:
            times[alert.check_name, subject] += 1
            which = f"time {times[alert.check_name, subject]}"
        known[key] = (alert.check_name, subject, which)
    told = [
        Told(
            entry.at,
            entry.action.partition(".")[2],
            *known[int(entry.subject.partition(":")[2])],
            str(entry.facts["severity"]),
            str(entry.facts.get("level") or ""),
        )
        for entry in Entry.objects.filter(action__in=[f"alert.{each}" for each in _TOLD])
        if int(entry.subject.partition(":")[2]) in known
    ]
    rows = [
        Row(*known[key], Severity(alert.severity).label.lower(), alert.opened_at, alert.closed_at)
        for key, alert in alerts.items()
    ]
    return Expected(sorted(told), sorted(rows, key=str))


class _subjects:  # noqa: N801 - used as a function
    """Translate the journal's subjects."""

    def __init__(self, world: World) -> None:
        self.names = world.names()
        self.stints = dict(Stint.objects.filter(table__isnull=False).values_list("pk", "table__code"))

    def __call__(self, subject: str) -> str:
        kind, _, key = subject.partition(":")
        if kind == "stint":
            return f"dealer at {self.stints[int(key)]}"
        return self.names.get(subject, f"{kind} {key}")


def others() -> Counter[str]:
    """Return the number of alerts of checks that the model does not cover."""
    return Counter(Alert.objects.exclude(check_name__in=COVERED).values_list("check_name", flat=True))
