"""Filters of layouts and offers."""

from compliance.filters import ChoiceFilter, Filters, FlagFilter, TextFilter
from games.engine.loading import editions
from tables.formatting import format_edition

EDITIONS = [(edition, format_edition(edition)) for edition in editions()]


class SubmissionFilters(Filters):
    name = TextFilter("All versions with this name.", example="Criss Cross $5")
    edition = ChoiceFilter("Only this edition.", EDITIONS, label="Rulebook", example=EDITIONS[0][0])
    approved = FlagFilter("Whether it was approved.", "approved_at", "isnull", exclude=True)
    withdrawn = FlagFilter("Whether it was withdrawn.", "withdrawn_at", "isnull", exclude=True)
