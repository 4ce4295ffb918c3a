"""Filters of tables, and of facilities, which only the API lists. Pits have no filters of their own."""

from compliance.filters import ChoiceFilter, Filters, ReferenceFilter
from tables.models import Table


class TableFilters(Filters):
    pit = ReferenceFilter("pit", "A pit's number.", hidden=True, example=3)
    state = ChoiceFilter("Only tables in this state.", Table.State.choices, example=Table.State.OPEN.value)


class FacilityFilters(Filters):
    facility = None
