"""What a register says the dealing guide shows is in the guide."""

import pytest

from games.engine.loading import coverage, editions, rulebook
from games.engine.rulebook.coverage import is_inside


def related(cite: str, other: str) -> bool:
    return cite == other or is_inside(cite, other) or is_inside(other, cite)


@pytest.mark.parametrize("edition", [name for name in editions() if coverage(name)])
def test_a_row_that_names_the_dealing_guide_is_cited_there(edition: str) -> None:
    """A step cites the paragraph, the one that it is in, or one that is in it."""
    found = coverage(edition)
    assert found
    cited = {part for step in rulebook(edition).dealing_guide.steps for part in step.cite.split("; ")}
    rows = [row.cite for row in found.paragraphs if "page:dealing-guide" in row.by]

    assert [cite for cite in rows if not any(related(cite, each) for each in cited)] == []
