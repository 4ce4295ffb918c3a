"""A register with a fault does not load, and the error names the file and the row."""

from pathlib import Path

import pytest

from games.engine.loading import RULEBOOKS, RulebookError, load_coverage, load_rulebook, rulebook
from games.engine.rulebook.coverage import has_key, is_inside

FIRST = 'cite = "Equipment ¶1"\n'
TREATED = 'treatment = "enforced"'
SHOWN = 'treatment = "shown"\nby = ["rulebook:dealing_guide", "page:dealing-guide"]\ntests = '


def with_fault(tmp_path: Path, old: str, new: str) -> Path:
    """Write the card room's register in which something was changed."""
    text = (RULEBOOKS / "coverage" / "house.toml").read_text()
    assert old in text
    path = tmp_path / "house.toml"
    path.write_text(text.replace(old, new, 1))
    return path


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[[paragraphs]]", "[[paragraphs]", "not TOML"),
        ('edition = "house"', 'edition = "nj"', "edition: is 'nj', but the rulebook is 'house'"),
        (FIRST, FIRST + "seats = 6\n", "row 1 (Equipment ¶1): Object contains unknown field `seats`"),
        (FIRST, "", "row 1 (None): Object missing required field `cite`"),
        (FIRST, 'cite = "Equipment ¶2"\n', "row 2 (Equipment ¶2): has the citation of row 1 too"),
        (FIRST + 'sha256 = "', FIRST + 'sha256 = "x', "row 1 (Equipment ¶1).sha256: "),
        (FIRST, FIRST + "elsewhere = true\n", "row 1 (Equipment ¶1): needs either sha256, or elsewhere"),
        ('summary = "One deck', 'summary = ""\n#', "row 2 (Equipment ¶2).summary: "),
        (TREATED, TREATED.replace("ced", "ces"), "row 1 (Equipment ¶1).treatment: "),
        (TREATED, TREATED + '\nreason = "x"', "row 1 (Equipment ¶1): is enforced: it needs"),
        (SHOWN, SHOWN.replace("shown", "out_of_scope"), "row 16 (Dealing procedures ¶4): is out of scope: it needs"),
        ('"rulebook:layout"', '"rulebook:lay_out"', "row 1 (Equipment ¶1): by: the rulebook has no lay_out"),
        ('"rulebook:layout"', '"rules:layout"', "row 1 (Equipment ¶1).by[0]: "),
        (FIRST, 'cite = "Round of Play ¶0"\n', "row 20 (Round of Play ¶1): belongs to the other rows of Round of Play"),
        ('cite = "Max Payout Aggregate"', 'cite = "Max Payout"', "paragraphs: have no row for 'Max Payout Aggregate'"),
    ],
)
def test_a_fault_names_the_file_and_the_row(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = with_fault(tmp_path, old, new)

    with pytest.raises(RulebookError) as refused:
        load_coverage(path, rulebook("house"))

    assert str(refused.value).removeprefix("coverage/").startswith(f"house.toml: {message}")


def test_a_heading_is_no_row_too(tmp_path: Path) -> None:
    text = (RULEBOOKS / "coverage" / "house.toml").read_text()
    sha256 = text.split('sha256 = "')[1][:64]
    path = with_fault(tmp_path, "headings = [", f'headings = [\n  "{sha256}",')

    with pytest.raises(RulebookError, match=r"row 1 \(Equipment ¶1\): has the sha256 of one of the headings"):
        load_coverage(path, rulebook("house"))


def test_rows_that_are_elsewhere_come_last_and_numbered_sections_in_order(tmp_path: Path) -> None:
    row = '[[paragraphs]]\ncite = "{}"\nsummary = "x"\ntreatment = "out_of_scope"\nreason = "x"\n{}\n'
    hashed, elsewhere = f'sha256 = "{"0" * 64}"', "elsewhere = true"
    for rows, message in (
        ([("COMAR 1", elsewhere), ("§1", hashed)], r"row 2 \(§1\): is printed, and belongs before"),
        ([("§10(a)", hashed), ("§9(a)", hashed)], r"row 2 \(§9\(a\)\): belongs before §10"),
    ):
        path = tmp_path / "house.toml"
        path.write_text('edition = "house"\n' + "".join(row.format(*each) for each in rows))
        with pytest.raises(RulebookError, match=message):
            load_coverage(path, rulebook("house"))


@pytest.mark.parametrize(
    ("cite", "outer", "expected"),
    [
        ("Ch. 8 §F(2)", "Ch. 8 §F", True),
        ("Ch. 8 §F(2)(a)", "Ch. 8 §F(2)", True),
        ("Ch. 8 §F", "Ch. 8", True),
        ("Ch. 8 §F(12)", "Ch. 8 §F(1)", False),
        ("Ch. 11 §A", "Ch. 1", False),
        ("Ch. 9 §B(2), second", "Ch. 9 §B(2)", False),
        ("13:69F-40.3(b)1", "13:69F-40.3(b)", True),
        ("13:69F-40.5(c)1ii", "13:69F-40.5(c)1", True),
        ("13:69F-40.11(a) Table 1", "13:69F-40.11(a)", True),
        ("13:69F-40.10", "13:69F-40.1", False),
        ("13:69F-40.1 ¶3", "13:69F-40.1", True),
        ("5 Card Bonus Paytable", "5 Card Bonus", False),
        ("5 Card Bonus", "5 Card Bonus", False),
    ],
)
def test_which_paragraphs_are_inside_a_citation(cite: str, outer: str, expected: bool) -> None:
    assert is_inside(cite, outer) == expected


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("stub_count.manual_shoe", True),
        ("paytables.main", True),
        ("paytables.main.rows.flush", True),
        ("layout.elements.community_area", True),
        ("layout.elements.community", False),
        ("paytables.side", False),
        ("stub_count.cite.x", False),
    ],
)
def test_a_key_of_a_rulebook_is_found_by_its_path(path: str, expected: bool) -> None:
    assert has_key(rulebook("house"), path) == expected


def test_all_faults_are_named_at_once(tmp_path: Path) -> None:
    path = with_fault(tmp_path, '"rulebook:layout"', '"rulebook:lay_out"')
    path.write_text(path.read_text().replace('"rulebook:payout_limit"', '"rulebook:limit"'))

    with pytest.raises(RulebookError) as refused:
        load_coverage(path, rulebook("house"))

    assert [line.split(" (")[0] for line in str(refused.value).splitlines()] == [
        "coverage/house.toml: row 1",
        "coverage/house.toml: row 12",
    ]


def test_an_empty_file_is_no_register_yet(tmp_path: Path) -> None:
    (tmp_path / "coverage").mkdir()
    (tmp_path / "coverage" / "md.toml").touch()
    (tmp_path / "md.toml").write_text((RULEBOOKS / "md.toml").read_text())

    assert load_rulebook(tmp_path / "md.toml").id == "md"
