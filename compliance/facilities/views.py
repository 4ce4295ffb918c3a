"""The page to choose a facility."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from compliance.web.requests import FloorRequest


@require_safe
def facilities(request: FloorRequest) -> HttpResponse:
    """Show the facilities of the caller to choose from."""
    scope = request.scope
    return render(request, "compliance/facilities/facilities.html", {"mine": scope.facilities()})
