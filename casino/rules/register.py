"""The coverage register of an edition as a facility sees it: each paragraph with its latest evidence there."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from django.http import Http404

from compliance.models import Facility
from compliance.web.official_texts import official_text
from games.coverage.evidence import Evidence, latest_evidence
from games.coverage.figures import CoverageFigures, coverage_figures
from games.engine.loading import coverage, editions, rulebook
from games.engine.rulebook import Rulebook
from games.engine.rulebook.coverage import Coverage, CoveredParagraph, Treatment


class RegisterRow(NamedTuple):
    """A paragraph; its official text, if one is installed; and the latest evidence of it."""

    paragraph: CoveredParagraph
    printed: str
    evidence: Evidence | None


class EditionSummary(NamedTuple):
    """An edition and the figures of its register; None if it has no register yet."""

    book: Rulebook
    figures: CoverageFigures | None


def summaries() -> list[EditionSummary]:
    """Return every edition with its figures."""
    return [_summary(edition) for edition in editions()]


@cache
def _summary(edition: str) -> EditionSummary:
    found = coverage(edition)
    return EditionSummary(rulebook(edition), coverage_figures(found) if found else None)


def summary_of(edition: str) -> EditionSummary:
    """Return an edition with its figures; 404 if there is none."""
    if edition not in editions():
        raise Http404
    return _summary(edition)


def register_rows(edition: str, facility: Facility | None, treatment: Treatment | None = None) -> Sequence[RegisterRow]:
    """Return the paragraphs of an edition, or those with one treatment.

    There is no evidence without a facility, nor from one that may not deal the edition.
    """
    found: Coverage | None = coverage(edition)
    if found is None:
        return ()
    printed = official_text(edition)
    is_dealt = facility is not None and edition in facility.editions()
    evidence = latest_evidence(facility, found) if facility and is_dealt else {}
    return [
        RegisterRow(row, printed.get(row.sha256 or "", ""), evidence.get(row.cite))
        for row in found.paragraphs
        if treatment in (None, row.treatment)
    ]
