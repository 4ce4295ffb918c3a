"""Print the results of a run."""

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .busy.run import Day
    from .clock import Run
    from .run import Outcome

SHOWN = 12


def say(line: str) -> None:
    print(f"── {line}", flush=True)


def show_outcome(outcome: "Outcome") -> None:
    """Print how much was compared, and the first differences."""
    _show_run(outcome.run)
    rows = Counter((row.check, row.severity) for row in outcome.should.rows)
    for check in sorted({check for check, _ in rows}):
        stages = ", ".join(f"{rows[check, stage]:,} {stage}" for stage in _stages(check, rows))
        print(f"   {check:<44} {stages}")
    for check, many in sorted(outcome.others.items()):
        print(f"   {check + ', not in the model':<44} {many:,}")
    print(f"   {'journal entries that match the model':<44} {len(outcome.should.told):,}")
    _show_faults("differences from the model", [str(each) for each in outcome.differences])
    _show_faults("violations of general rules", outcome.broken)


def _stages(check: str, rows: "Counter[tuple[str, str]]") -> list[str]:
    return [stage for stage in ("notice", "warning", "due", "critical") if rows[check, stage]]


def _show_run(run: "Run") -> None:
    a_look = 1000 * run.scan_seconds / max(run.looks, 1)
    a_tick = 1000 * run.scan_seconds / max(run.ticks, 1)
    figures = {
        "acts": f"{run.acts:,}",
        "ticks with anything due": f"{run.ticks:,}",
        "inspections": f"{run.looks:,}",
        "alert changes, escalations": f"{run.changes:,}, {run.escalations:,}",
        "CPU time of the scans": f"{run.scan_seconds:.0f} s, {a_tick:.1f} ms per tick, {a_look:.1f} ms per inspection",
        "CPU time of the acts": f"{run.act_seconds:.0f} s",
    }
    for name, figure in figures.items():
        print(f"   {name:<44} {figure}")


def _show_faults(what: str, faults: list[str]) -> None:
    for fault in faults[:SHOWN]:
        print(f"      {fault}", flush=True)
    print(f"   {what:<44} {f'FAILED ({len(faults):,})' if faults else 'none'}", flush=True)


def show_day(day: "Day") -> None:
    """Print the alerts of a busy day, and how often people were called."""
    from .busy.rings import opened, worst_hour

    _show_run(day.run)
    found = opened()
    for check, what in sorted(found, key=lambda each: (-found[each], each)):
        print(f"   {f'{check}, {what}':<44} {found[check, what]:,}")
    print("   calls per person and hour                    mean    95% of hours   worst hour")
    for role, figures in day.figures.items():
        print(f"   {role:<43} {figures.mean:>5.2f} {figures.most_of_95:>15} {figures.worst:>12}")
    for role in day.figures:
        worst = worst_hour(day.calls, role)
        if worst:
            who, hour, why = worst
            reasons = "; ".join(f"{many} {each}" for each, many in why.most_common())
            print(f"   worst hour of a {role} ({who}, hour {hour}): {reasons}")
