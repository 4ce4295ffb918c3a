"""The list of rounds."""

from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django import forms
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from compliance.acts.view import page_url
from compliance.facilities.gaming_day import day_bounds
from compliance.models import Facility, Staff
from compliance.staff.roles import Role
from compliance.web.form_fields import DayField, MomentField
from compliance.web.generic_views import StatusWord, newest_before
from compliance.web.requests import FloorRequest
from games.models import Round
from tables.models import Pit, Shift, Table

from .marks import MARKS, marks_of
from .queries import played_in

# ── The list


class RoundFilterForm(forms.Form):
    table = forms.ChoiceField(required=False)
    day = DayField(required=False, label="Gaming day")
    dealer = forms.ChoiceField(required=False)
    mark = forms.ChoiceField(
        required=False, label="Marked", choices=[("", "Any mark"), *((name, m.label) for name, m in MARKS.items())]
    )
    # Filters set by links from reports; shown above the list, not in the form.
    shift = forms.ModelChoiceField(Shift.objects.none(), required=False, widget=forms.HiddenInput)
    pit = forms.ModelChoiceField(Pit.objects.none(), required=False, widget=forms.HiddenInput)
    hour = MomentField(required=False, widget=forms.HiddenInput)
    edition = forms.ChoiceField(required=False, widget=forms.HiddenInput)
    standing = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(self, facility: Facility, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.facility = facility
        self.codes = dict(Table.objects.filter(facility=facility).order_by("code").values_list("code", "pk"))
        dealers = Staff.objects.filter(postings__facility=facility, postings__role=Role.DEALER).distinct()
        self.dealers = {each.badge: each for each in dealers.order_by("name")}
        self.fields["table"].choices = [("", "Every table"), *((code, code) for code in self.codes)]  # type: ignore[attr-defined]
        names = [(badge, f"{each.name} · {badge}") for badge, each in self.dealers.items()]
        self.fields["dealer"].choices = [("", "Every dealer"), *names]  # type: ignore[attr-defined]
        shifts = Shift.objects.filter(facility=facility).select_related("template")
        self.fields["shift"].queryset = shifts  # type: ignore[attr-defined]
        self.fields["pit"].queryset = Pit.objects.filter(facility=facility)  # type: ignore[attr-defined]
        editions = [(edition, edition) for edition in facility.editions()]
        self.fields["edition"].choices = [("", ""), *editions]  # type: ignore[attr-defined]

    def narrow(self, rounds: QuerySet[Round]) -> QuerySet[Round]:
        """Filter a list of rounds; invalid filters are ignored."""
        self.is_valid()
        wanted = self.cleaned_data
        if wanted.get("table"):
            rounds = rounds.filter(table=self.codes[wanted["table"]])
        if wanted.get("pit"):
            rounds = rounds.filter(table__pit=wanted["pit"])
        rounds = self._played(rounds)
        if wanted.get("dealer"):
            rounds = rounds.filter(dealer=self.dealers[wanted["dealer"]])
        if wanted.get("edition"):
            rounds = rounds.filter(edition=wanted["edition"])
        if wanted.get("standing"):
            rounds = rounds.filter(voiding=None)
        return rounds.filter(MARKS[wanted["mark"]].of) if wanted.get("mark") else rounds

    def _played(self, rounds: QuerySet[Round]) -> QuerySet[Round]:
        """Filter by time played, using the index on table and time, so that an old day is as fast as the
        last one."""
        shift, day, hour = (self.cleaned_data.get(name) for name in ("shift", "day", "hour"))
        if day:
            rounds = self._between(rounds, *day_bounds(self.facility, day))
        if shift:
            rounds = self._between(rounds, *played_in(shift)).filter(shift=shift)
        if hour:
            rounds = self._between(rounds, hour, hour + timedelta(hours=1))
        return rounds

    def _between(self, rounds: QuerySet[Round], begins: datetime, ends: datetime | None) -> QuerySet[Round]:
        found = rounds.filter(table__in=list(self.codes.values()), played_at__gte=begins)
        return found.filter(played_at__lt=ends) if ends else found

    @property
    def narrowed_to(self) -> str:
        """Describe the filters set by a report."""
        wanted = self.cleaned_data
        shift, pit, hour = (wanted.get(name) for name in ("shift", "pit", "hour"))
        said = [f"{shift.template.name}, gaming day {shift.gaming_day:%a %b %-d, %Y}"] if shift else []
        said += [str(pit)] if pit else []
        said += [f"hour from {timezone.localtime(hour):%H:%M}"] if hour else []
        said += [f"edition {wanted['edition']}"] if wanted.get("edition") else []
        said += ["not voided"] if wanted.get("standing") else []
        return " · ".join(said)


class RoundRow(NamedTuple):
    round: Round
    url: str
    marks: list[StatusWord]


@require_safe
def rounds(request: FloorRequest, code: str) -> HttpResponse:
    """Show the rounds of a facility, newest first."""
    scope = request.scope
    facility = scope.facility(code)
    filters = RoundFilterForm(facility, request.GET)
    logged = Round.objects.filter(facility=facility).select_related("table", "dealer", "deck", "voiding")
    found, older = newest_before(request, filters.narrow(logged.defer("input", "settlement")))
    rows = [RoundRow(each, page_url(each), marks_of(each)) for each in found]
    context = {"facility": facility, "filters": filters, "rows": rows, "older": older}
    return render(request, "games/rounds/rounds.html", context)
