"""Paytables that an edition leaves to the offer: chosen from its list, or posted at the table."""

from pathlib import Path
from typing import Any

import pytest

from games.engine.loading import RULEBOOKS, RulebookError, load_rulebook, rulebook
from games.engine.offers import read_offer
from games.engine.rulebook import Rulebook
from games.engine.terms import Terms

HEADING = '[paytables.five_card_bonus]\ncite = "13:69F-40.11(b) Table 2"\nrows = ['


def rows_of_new_jersey() -> str:
    text = (RULEBOOKS / "nj.toml").read_text()
    start = text.index(HEADING) + len(HEADING)
    return text[start : text.index("]\n", start) + 2].lstrip("\n")


def built(tmp_path: Path, *, default: bool) -> Rulebook:
    """Return New Jersey's rulebook with a choice of five card bonus paytables, with or without a default."""
    rows = rows_of_new_jersey()
    high = rows.replace("250:1", "1000:1", 1)
    head = HEADING + "\n" + rows if default else HEADING.removesuffix("rows = [")
    choices = "".join(
        f'\n[paytables.five_card_bonus.choices.{name}]\ncite = "13:69F-40.11(b) Table 2"\nrows = [\n{each}'
        for name, each in (("high", high), ("low", rows.replace("250:1", "200:1", 1)))
    )
    text = (RULEBOOKS / "nj.toml").read_text()
    path = tmp_path / "nj.toml"
    path.write_text(text.replace(HEADING + "\n" + rows, head + choices))
    return load_rulebook(path)


def royal_pays(book: Rulebook, offer: dict[str, Any]) -> str:
    read, problems = read_offer(book, offer)
    assert problems == []
    return str(Terms(book, read).law.paytables["five_card_bonus"].rows[0].verdict.odds)


def problems_of(book: Rulebook, offer: dict[str, Any]) -> list[tuple[str, str, str | None]]:
    return [(each.code, each.path, each.cite) for each in read_offer(book, offer)[1]]


def choosing(value: Any) -> dict[str, Any]:
    return {"paytables": {"five_card_bonus": value}}


def test_an_offer_chooses_a_paytable_by_name(tmp_path: Path) -> None:
    book = built(tmp_path, default=False)

    assert royal_pays(book, choosing("high")) == "1000:1"
    assert royal_pays(book, choosing("low")) == "200:1"


def test_without_a_default_an_offer_of_the_wager_must_choose(tmp_path: Path) -> None:
    book = built(tmp_path, default=False)
    path, cite = "offer.paytables.five_card_bonus", "NJ 13:69F-40.11(b) Table 2"

    assert problems_of(book, {}) == [("bad_offer", path, cite)]
    assert problems_of(book, choosing("medium")) == [("bad_offer", path, cite)]
    assert problems_of(book, choosing({"royal_flush": "300:1"})) == [("malformed", path, None)]
    assert problems_of(book, {"wagers": []}) == []


def test_with_a_default_an_offer_may_choose(tmp_path: Path) -> None:
    book = built(tmp_path, default=True)

    assert royal_pays(book, {}) == "250:1"
    assert royal_pays(book, choosing("high")) == "1000:1"


@pytest.mark.parametrize("edition", ["md", "md-1.0", "house", "ma", "nj"])
def test_an_edition_that_sets_its_odds_leaves_no_paytable_open(edition: str) -> None:
    book = rulebook(edition)
    name, table = next(iter(book.paytables.items()))

    (problem,) = problems_of(book, {"paytables": {name: {"flush": "9:1"}}})

    assert problem == ("bad_offer", f"offer.paytables.{name}", book.cite(table))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            'hand = "flush", pays = "posted", cite',
            'hand = "flush", pays = "post", cite',
            "paytables.main.rows[4].pays: ",
        ),
        (
            'posted_as = "pair_6s_to_10s"',
            'posted_as = "pair_jacks_or_better"',
            "paytables.five_card_bonus: must give each posted row a name of its own",
        ),
        (
            '[paytables.main]\ncite = "12"\n',
            '[paytables.main]\ncite = "12"\nchoices = { A = { cite = "12", rows = [] } }\n',
            "paytables.main.choices.A: must say once what a royal_flush pays, and says it 0 times",
        ),
    ],
)
def test_a_rulebook_with_faulty_posted_odds_does_not_load(tmp_path: Path, old: str, new: str, message: str) -> None:
    text = (RULEBOOKS / "mi.toml").read_text()
    assert old in text
    path = tmp_path / "mi.toml"
    path.write_text(text.replace(old, new, 1))

    with pytest.raises(RulebookError) as refused:
        load_rulebook(path)

    assert str(refused.value).startswith(f"mi.toml: {message}")
