"""The form of a range report: two dates, or a day, week, month or year to date around one day."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

from django import forms

from compliance.filters import ChoiceFilter, DayFilter, QueryFilter

MOST_DAYS = 400
# The fields of the first and last day.
DAYS = ("from", "until")

Days = tuple[date, date]


def _week(day: date) -> Days:
    monday = day - timedelta(days=day.weekday())
    return monday, monday + timedelta(days=6)


def _month(day: date) -> Days:
    first = day.replace(day=1)
    return first, (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)


SPANS: dict[str, tuple[str, Callable[[date], Days]]] = {
    "day": ("Day", lambda day: (day, day)),
    "week": ("Week", _week),
    "month": ("Month", _month),
    "year-to-date": ("Year to date", lambda day: (day.replace(month=1, day=1), day)),
}


PARAMETERS: dict[str, QueryFilter] = {
    "from": DayFilter("The first gaming day.", label="From gaming day"),
    "until": DayFilter("The last gaming day.", label="To gaming day"),
    "span": ChoiceFilter(
        "Instead of both: the period around the day.", [(name, label) for name, (label, _) in SPANS.items()]
    ),
    "day": DayFilter("A gaming day in the period. The default is today.", label="Gaming day"),
}


class RangeForm(forms.Form):
    """Cleaned, it has `from` and `until`, whichever way they were requested; both default to today. Mixing the two ways
    is an error."""

    def __init__(self, data: Any, today: date) -> None:
        super().__init__(data)
        self.today = today
        self.fields = {name: each.field for name, each in PARAMETERS.items()}

    def clean(self) -> dict[str, Any]:
        found = self.cleaned_data
        if self.errors:
            return found
        if found["from"] or found["until"]:
            self._check_days(found["from"], found["until"])
            return found
        day = found["day"] or self.today
        first, last = SPANS[found["span"] or "day"][1](day)
        # The current week or month ends today.
        return found | {"from": first, "until": min(last, max(self.today, day))}

    def _check_days(self, first: date | None, last: date | None) -> None:
        for name in ("span", "day"):
            if self.cleaned_data[name]:
                self.add_error(name, "Enter either this or the two dates.")
        if first is None:
            self.add_error("from", "Enter the first gaming day too.")
        elif last is None:
            self.add_error("until", "Enter the last gaming day too.")
        elif last < first:
            self.add_error("until", "This is before the first gaming day.")
        elif (last - first).days >= MOST_DAYS:
            self.add_error("until", f"Choose at most {MOST_DAYS} gaming days.")

    def asked(self) -> str:
        """Return the range as a query string."""
        return f"from={self.cleaned_data['from']}&until={self.cleaned_data['until']}"
