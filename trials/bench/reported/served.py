"""Serve turns on a floor with a history: `python -m trials.bench.reported.served TABLES ROUNDS`.

The turns are: the report of the last ended shift, its page and files, the signed report of the shift before, and the
report of a month.
"""

import os
import sys
from collections.abc import Callable
from typing import Any
from unittest import mock

from trials.bench.floors import Turn, measured, serve_turns


def serve(tables: int, rounds: int) -> None:
    """Write a history to an empty database, then run requested turns until the input ends."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.test.utils import override_settings

    call_command("migrate", verbosity=0)
    from .history import History

    history: list[History] = []
    filled = measured(lambda: history.append(History(tables, rounds)))
    # Show the pages as of that evening, whatever today's date is.
    now = mock.patch("django.utils.timezone.now", return_value=history[0].floor.at)
    with now, override_settings(ALLOWED_HOSTS=["testserver"]):
        turns = _turns(history[0])

        def take(what: str) -> Turn:
            return filled if what == "filled" else measured(turns[what])

        serve_turns(take)


def _turns(history: Any) -> dict[str, Callable[[], object]]:
    from django.test import Client

    from casino.reports.export.files import FILES
    from casino.reports.shift import shift_report
    from casino.reports.shift.report_copy import copy_of
    from casino.reports.span.report import range_report
    from games.models import HourlyTotal
    from tables.models import Shift
    from tests.casino.reports.shifts import reported

    floor, shift = history.floor, history.shift
    facility, at, day = floor.facility, floor.at, shift.gaming_day
    client = Client()
    client.force_login(floor.shift_manager)
    before = Shift.objects.filter(facility=facility, ended_at__lte=shift.began_at).order_by("-began_at")

    def page(of: Shift) -> None:
        assert client.get(f"/reports/{of.pk}/").status_code == 200

    def month() -> None:
        report = range_report([facility], day.replace(day=1), day, at)
        assert report["tables"].rows

    def file(name: str) -> bytes:
        return FILES[name].made(copy_of(reported(shift), at))

    return {
        "report": lambda: shift_report(reported(shift), at),
        "page": lambda: page(shift),
        "signed page": lambda: page(before[0]),
        "board": lambda: client.get(f"/board/{facility.code}/"),
        "list": lambda: client.get(f"/facilities/{facility.code}/reports/"),
        "month": month,
        "lines of a month": lambda: list(
            HourlyTotal.objects.filter(gaming_day__gte=day.replace(day=1)).values_list("pk")
        ),
        "PDF": lambda: file("report-a4.pdf"),
        "workbook": lambda: file("report.xlsx"),
    }


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    serve(*map(int, sys.argv[1:]))
