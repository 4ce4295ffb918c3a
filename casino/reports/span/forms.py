"""Which span of gaming days is asked for: from one until another, or a day, week, month or year with a day in it."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

from django import forms

from compliance.web.form_fields import DayField

MOST_DAYS = 400
# The fields of the days that a span begins and ends with.
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


class RangeForm(forms.Form):
    """Cleaned it has `from` and `until`, however they were asked for; by default both are today. What is asked for in
    both ways, or cannot be, is said at its field."""

    until = DayField(required=False, label="Until gaming day")
    span = forms.ChoiceField(required=False, choices=[("", ""), *((name, label) for name, (label, _) in SPANS.items())])
    day = DayField(required=False, label="Gaming day")

    def __init__(self, data: Any, today: date) -> None:
        super().__init__(data)
        self.today = today
        # Its name is a word of the language.
        self.fields["from"] = DayField(required=False, label="From gaming day")
        self.order_fields(["from"])

    def clean(self) -> dict[str, Any]:
        found = self.cleaned_data
        if self.errors:
            return found
        if found["from"] or found["until"]:
            self._check_days(found["from"], found["until"])
            return found
        day = found["day"] or self.today
        first, last = SPANS[found["span"] or "day"][1](day)
        # A week or month that is not over is meant as far as it has come.
        return found | {"from": first, "until": min(last, max(self.today, day))}

    def _check_days(self, first: date | None, last: date | None) -> None:
        for name in ("span", "day"):
            if self.cleaned_data[name]:
                self.add_error(name, "Give either this, or from when until when.")
        if first is None:
            self.add_error("from", "Give the first gaming day too.")
        elif last is None:
            self.add_error("until", "Give the last gaming day too.")
        elif last < first:
            self.add_error("until", "This is before the first gaming day.")
        elif (last - first).days >= MOST_DAYS:
            self.add_error("until", f"Give at most {MOST_DAYS} gaming days at once.")

    def asked(self) -> str:
        """Return the span as the query of an address."""
        return f"from={self.cleaned_data['from']}&until={self.cleaned_data['until']}"
