"""Filters of violations."""

from compliance.filters import Filters, FlagFilter, MomentFilter, ReferenceFilter, matches

from .models import OPEN


class ViolationFilters(Filters):
    table = ReferenceFilter("table", "The code of a table.", "round__table", example="CHP-04")
    round = ReferenceFilter("round", "The `id` of a round.", hidden=True, example=4711)
    open = FlagFilter("Whether it is still open.", method=matches(OPEN))
    opened_since = MomentFilter("Opened at this moment or later.", "opened_at", "gte")
    opened_until = MomentFilter("Opened before this moment.", "opened_at", "lt")
