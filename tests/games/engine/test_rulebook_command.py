"""manage.py rulebook prints rules for a compliance officer."""

import pytest
from django.core.management import CommandError, call_command

from games.engine.loading import editions, rulebook
from games.engine.rulebook.base import rules_of


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    call_command("rulebook", *arguments)
    return capsys.readouterr().out


@pytest.mark.parametrize("edition", editions())
def test_every_rule_is_printed_with_its_citation(edition: str, capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, edition).splitlines()

    book = rulebook(edition)
    for key, rule in rules_of(book):
        line = next(line for line in lines if line.startswith(f"{key}: "))
        assert line.endswith(f"[{book.cite(rule)}]")


def test_one_part_with_the_words_of_its_paragraphs(capsys: pytest.CaptureFixture[str]) -> None:
    shown = printed(capsys, "md", "deck_change.hand", "--text")

    assert shown.splitlines()[0] == "deck_change.hand: every_hours = 4  [MD Ch. 3 §C(1)]"
    assert "Dealt by hand, a deck is changed after four hours at the latest." in shown


def test_the_revision_and_its_changes_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "nj").splitlines()[0].endswith(" · revision 2")

    changes = printed(capsys, "nj", "changes").splitlines()

    assert len(changes) == len(rulebook("nj").changes)
    assert changes[0].startswith("changes[0]: revision = 2 · date = 2026-11-19 · what = A stub count adds the cards")
    assert changes[0].endswith("  [NJ 13:69F-40.7(e)2; 13:69F-40.12(c) (R9)]")


def test_a_reading_is_spelled_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert "R1: Every 4 hours when dealt by hand" in printed(capsys, "nj", "deck_change.hand", "--text")


@pytest.mark.parametrize(
    ("arguments", "message"), [(["pa"], "There is no edition 'pa'"), (["md", "weather"], "There is no part 'weather'")]
)
def test_what_is_not_there_is_refused_with_what_is(arguments: list[str], message: str) -> None:
    with pytest.raises(CommandError, match=message):
        call_command("rulebook", *arguments)
