"""What a run says."""

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .audit import Evidence, Finding


def say(line: str) -> None:
    print(f"── {line}", flush=True)


def show_findings(findings: "list[Finding]") -> bool:
    """Print every check, and the first things that are against it. Return whether nothing is."""
    print()
    for finding in findings:
        print(f"   {finding.says:<64} {f'BREACH ({finding.faults:,})' if finding.faults else 'yes'}")
        for fault in finding.shown:
            print(f"      {fault}")
    return not any(finding.faults for finding in findings)


def show_figures(evidence: "Evidence", killed: Counter[str]) -> None:
    """Print how much was tried."""
    figures = _of_rounds(evidence) | _of_answers(evidence) | {"kills": killed.total()}
    for name, figure in (figures | {f"  {kind}": count for kind, count in sorted(killed.items())}).items():
        print(f"   {name:<58} {figure:>8,}")


def _of_rounds(evidence: "Evidence") -> dict[str, int]:
    acknowledged = {record.key: record.what for record, _ in evidence.acknowledged()}
    rounds = evidence.rounds.values()
    return {
        "rounds acknowledged": len(acknowledged),
        "  of them in batches": sum(what == "line" for what in acknowledged.values()),
        "rounds in the database": len(rounds),
        "  of them in breach": sum(round_.in_breach for round_ in rounds),
        "  of them voided later": sum(round_.is_voided for round_ in rounds),
    }


def _of_answers(evidence: "Evidence") -> dict[str, int]:
    events = Counter(record.event for record in evidence.records)
    told = [record for record in evidence.records if record.event == "told"]
    return {
        "decks changed after a wrong count": sum(each.what == "change" and each.status == 200 for each in told),
        "refused by a gate or a key": sum(record.status == 409 for record in told),
        "answers lost, each asked for again with the same key": events["lost"],
        "asked again when all was over": events["again"],
    }
