"""Status and order of a finding follow from its severity and from whether it blocks play."""

from datetime import UTC, datetime, timedelta
from itertools import product

import pytest

from compliance.findings import Finding, status_of
from compliance.models import Severity

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def finding(severity: Severity, *, blocks_play: bool = False, due_at: datetime | None = None) -> Finding:
    return Finding("deck_change", "deck:1", severity, "", due_at=due_at, blocks_play=blocks_play)


@pytest.mark.parametrize(
    ("severity", "status"),
    [(Severity.NOTICE, "soon"), (Severity.WARNING, "soon"), (Severity.DUE, "due"), (Severity.CRITICAL, "due")],
)
def test_only_what_blocks_play_is_blocked(severity: Severity, status: str) -> None:
    assert status_of(severity, blocks_play=False) == status
    assert status_of(severity, blocks_play=True) == "blocked"


def test_the_word_of_a_finding_never_says_blocked_of_what_does_not_block_play() -> None:
    words = {finding(severity, due_at=due_at).status_word for severity, due_at in product(Severity, (None, NOON))}

    assert words == {"notice", "warning", "due soon", "due", "overdue", "critical"}


def test_what_blocks_play_comes_first_then_the_more_severe_then_what_is_due_earlier() -> None:
    blocking, critical = finding(Severity.NOTICE, blocks_play=True), finding(Severity.CRITICAL)
    early, late = (finding(Severity.DUE, due_at=NOON + timedelta(minutes=each)) for each in (0, 1))

    found = sorted([finding(Severity.DUE), late, critical, early, blocking], key=lambda each: each.urgency)

    assert found == [blocking, critical, early, late, finding(Severity.DUE)]
