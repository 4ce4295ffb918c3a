"""What a citation says: our summaries, readings, policies, and the official text where the operator installed it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.template.loader import render_to_string

from compliance.web import citations
from compliance.web.citations import CitationText, citation_texts
from games.engine.loading import CitedParagraph
from games.engine.rulebook.printed import PrintedParagraph

PRINTED = "A rack is used."


@pytest.fixture
def sources(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Let a paragraph of the card room have a hash that we know, and return the folder of official texts."""
    paragraph = CitedParagraph("Equipment ¶4", "Cards go into a rack.", PrintedParagraph(PRINTED).sha256)
    monkeypatch.setattr(citations, "cited_paragraphs", lambda book, cite: [paragraph])
    settings.SOURCES_DIR = tmp_path
    citations._cited.cache_clear()
    yield tmp_path
    citations._cited.cache_clear()


def test_a_citation_shows_our_summary_of_each_paragraph() -> None:
    found = citation_texts("House Paying Out; Irregularities")

    assert [each.name for each in found] == [
        *(f"Paying Out ¶{number}" for number in (1, 2, 3)),
        *(f"Irregularities ¶{number}" for number in (1, 2, 3)),
    ]
    assert all(each.words and not each.printed for each in found)


def test_a_reading_is_spelled_out_once() -> None:
    found = citation_texts("House Max Payout Aggregate (R7); Irregularities (R7)")

    assert [each.name for each in found].count("Reading R7") == 1


def test_a_policy_shows_its_summary_and_what_nobody_knows_shows_nothing() -> None:
    assert "COMAR 36.05.02.16 F" in [each.name for each in citation_texts("COMAR 36.05.02.16 F")]
    assert citation_texts("Nowhere §1") == []


def test_the_official_text_stands_beside_the_summary_once_it_is_installed(sources: Path) -> None:
    assert citation_texts("House Equipment") == [CitationText("Equipment ¶4", "Cards go into a rack.")]

    (sources / "house.txt").write_text("Equipment\n\n**A  rack is used.**\n")

    assert citation_texts("House Equipment") == [CitationText("Equipment ¶4", "Cards go into a rack.", PRINTED)]
    assert f'<dd class="printed">{PRINTED}</dd>' in render_to_string("parts/cite.html", {"cite": "House Equipment"})


def test_another_copy_of_the_text_is_read_when_it_is_installed(sources: Path) -> None:
    (sources / "house.txt").write_text("Something else.\n")
    before = citation_texts("House Equipment")[0].printed
    (sources / "house.txt").write_text(f"{PRINTED}\n")

    assert (before, citation_texts("House Equipment")[0].printed) == ("", PRINTED)
