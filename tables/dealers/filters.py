"""Filters of dealers."""

from compliance.filters import Filters, TextFilter


class DealerFilters(Filters):
    badge = TextFilter("Only the person with this badge.", "staff__badge", example="CHP-021")
