"""Print the results of a run."""

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .audit import Evidence, Finding


MOST_ERRORS, LONGEST_ERROR = 3, 700


def say(line: str) -> None:
    print(f"── {line}", flush=True)


def show_findings(findings: "list[Finding]") -> bool:
    """Print every check with its first faults. Return whether there are none."""
    print()
    for finding in findings:
        print(f"   {finding.says:<64} {f'FAILED ({finding.faults:,})' if finding.faults else 'yes'}")
        for fault in finding.shown:
            print(f"      {fault}", flush=True)
    return not any(finding.faults for finding in findings)


def show_figures(evidence: "Evidence", killed: Counter[str]) -> None:
    """Print how much was tried."""
    figures = _of_rounds(evidence) | _of_answers(evidence) | {"kills": killed.total()}
    for name, figure in (figures | {f"  {kind}": count for kind, count in sorted(killed.items())}).items():
        print(f"   {name:<58} {figure:>8,}")


def show_errors(folder: Path) -> None:
    """Print the last errors that the processes of a run logged, for readers without the log files."""
    for log in sorted(folder.glob("*.log")):
        errors = [line for line in log.read_text(errors="replace").splitlines() if " ERROR " in line or "Error" in line]
        for line in errors[-MOST_ERRORS:]:
            print(f"   {log.name}: {line[-LONGEST_ERROR:]}", flush=True)


def _of_rounds(evidence: "Evidence") -> dict[str, int]:
    acknowledged = {record.key: record.what for record, _ in evidence.acknowledged()}
    rounds = evidence.rounds.values()
    return {
        "rounds acknowledged": len(acknowledged),
        "  in batches": sum(what == "line" for what in acknowledged.values()),
        "rounds in the database": len(rounds),
        "  in breach": sum(round_.in_breach for round_ in rounds),
        "  voided later": sum(round_.is_voided for round_ in rounds),
        "entries received by each follower": min(map(len, evidence.followed), default=0),
    }


def _of_answers(evidence: "Evidence") -> dict[str, int]:
    events = Counter(record.event for record in evidence.records)
    told = [record for record in evidence.records if record.event == "told"]
    return {
        "decks changed after a wrong count": sum(each.what == "change" and each.status == 200 for each in told),
        "refused by a gate or for a used key": sum(record.status == 409 for record in told),
        "answers lost, each retried with the same key": events["lost"],
        "sent again at the end": events["again"],
    }
