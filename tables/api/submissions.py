"""Layouts and offers."""

from compliance.api.filters import Flag, OfFacility, Text
from compliance.api.readings import Reading, register

from ..serializers import LayoutDetailSerializer, LayoutSerializer, OfferDetailSerializer, OfferSerializer

FILTERS = (
    OfFacility(),
    Text("name", "All versions of one name."),
    Text("edition", "Under the rules of one edition."),
    Flag("approved", "Whether it was approved.", "approved_at__isnull", negated=True),
    Flag("withdrawn", "Whether it was withdrawn.", "withdrawn_at__isnull", negated=True),
)

register(
    Reading(
        "layout",
        LayoutSerializer,
        LayoutDetailSerializer,
        says="Layouts, every version of them, the newest first.",
        key="The layout's number.",
        name_of_list="layouts",
        order="-pk",
        fetch=lambda layouts, at: layouts.prefetch_related("documents__filed_by"),
        filters=FILTERS,
    )
)

register(
    Reading(
        "offer",
        OfferSerializer,
        OfferDetailSerializer,
        says="Offers, every version of them, the newest first.",
        key="The offer's number.",
        name_of_list="offers",
        order="-pk",
        filters=FILTERS,
    )
)
