"""The journal page of a facility."""

from django import forms
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from compliance.facilities.gaming_day import day_bounds
from compliance.models import Entry
from compliance.web.form_fields import DayField
from compliance.web.generic_views import (
    newest_before,
)
from compliance.web.requests import FloorRequest

from .timeline import timeline


class JournalFilterForm(forms.Form):
    stream = forms.CharField(required=False, max_length=40, help_text="Such as table:CHP-04.")
    subject = forms.CharField(required=False, max_length=60, help_text="Such as deck:12.")
    action = forms.CharField(required=False, max_length=60, help_text="Such as deck.removed.")
    day = DayField(required=False, label="Gaming day")


@require_safe
def journal(request: FloorRequest, code: str) -> HttpResponse:
    """Show the journal of a facility, newest first."""
    scope = request.scope
    facility = scope.facility(code)
    filters = JournalFilterForm(request.GET)
    entries = Entry.objects.filter(facility=facility)
    if filters.is_valid():
        names = {"stream": "stream__key", "subject": "subject", "action": "action"}
        entries = entries.filter(
            **{names[name]: value for name, value in filters.cleaned_data.items() if value and name in names}
        )
        if filters.cleaned_data["day"]:
            first, after = day_bounds(facility, filters.cleaned_data["day"])
            entries = entries.filter(at__gte=first, at__lt=after)
    related = entries.select_related("actor", "signature__signer", "stream")
    found, older = newest_before(request, related)
    context = {"facility": facility, "entries": timeline(found), "filters": filters, "older": older}
    return render(request, "compliance/journal/journal.html", context)
