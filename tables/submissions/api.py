"""Layouts and offers."""

from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from compliance.api.lists.updated_since import Changed, Since, by_own_entries
from compliance.api.resources import Resource
from tables.models import Layout, LayoutInForce, Offer, OfferInForce

from .filters import SubmissionFilters
from .serializers import LayoutDetailSerializer, LayoutSerializer, OfferDetailSerializer, OfferSerializer


def _other_versions(model: type[Layout] | type[Offer]) -> Changed:
    """Include all versions of a name: approving or withdrawing one version can change when another ends."""
    kind, every = model.__name__.lower(), model._default_manager

    def changed(since: Since) -> QuerySet[Any]:
        told = every.filter(pk__in=since.numbers(kind, f"{kind}.approved", f"{kind}.withdrawn"))
        same_name = told.filter(facility=OuterRef("facility"), name=OuterRef("name"))
        return every.filter(Exists(same_name)).values_list("pk")

    return changed


def _in_use_no_more(row: type[LayoutInForce] | type[OfferInForce], name: str, *actions: str) -> Changed:
    """Include versions that another one replaced at a table; the entry names only the new one."""
    return lambda since: row._default_manager.filter(table__code__in=since.tables(*actions)).values_list(name)


LAYOUTS = Resource(
    "layout",
    LayoutSerializer,
    LayoutDetailSerializer,
    says="All versions of layouts, newest first.",
    key="The layout's number.",
    changed=(
        by_own_entries("layout"),
        _other_versions(Layout),
        _in_use_no_more(LayoutInForce, "layout", "layout.placed"),
    ),
    order="-pk",
    fetch=lambda layouts, at: layouts.prefetch_related("documents__filed_by"),
    filters=SubmissionFilters,
)

OFFERS = Resource(
    "offer",
    OfferSerializer,
    OfferDetailSerializer,
    says="All versions of offers, newest first.",
    key="The offer's number.",
    changed=(by_own_entries("offer"), _other_versions(Offer), _in_use_no_more(OfferInForce, "offer", "offer.placed")),
    order="-pk",
    filters=SubmissionFilters,
)
