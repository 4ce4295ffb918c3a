"""The dealing guide as a page."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from compliance.acts.view import page_url
from compliance.web.generic_views import PageLink
from compliance.web.requests import FloorRequest
from tables.devices.dealing_method import dealing_method_at
from tables.floor.queries import with_relations
from tables.formatting import format_edition
from tables.models import Table

from .services import guide_of


@require_safe
def dealing_guide(request: FloorRequest, key: str) -> HttpResponse:
    at = timezone.now()
    table: Table = request.scope.get(with_relations(Table.objects.all(), at), code=key)
    offer = table.offer_at(at)
    context = {
        "facility": table.facility,
        "table": table,
        "game": f"{offer.game} · {format_edition(offer.edition)}" if offer else "",
        "method": dealing_method_at(table).label,
        "phases": guide_of(table, at),
        "back": PageLink(table.code, page_url(table)),
    }
    return render(request, "tables/guide/guide.html", context)
