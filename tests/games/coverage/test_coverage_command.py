"""manage.py coverage prints registers, proves them against a text and proposes the rows of a new one."""

import tomllib
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.engine import loading
from games.engine.loading import coverage
from games.engine.rulebook.coverage import Coverage
from games.management.commands import coverage as command

TEXT = "Equipment\n\nA deck of cards is used at the table.\n\nA rack is there.\n"
TITLE, DECK, RACK = (sha256(line.encode()).hexdigest() for line in TEXT.strip().split("\n\n"))
ROW = """
[[paragraphs]]
cite = "{}"
sha256 = "{}"
summary = "{}"
treatment = "out_of_scope"
reason = "It is a test."
"""

Run = Callable[..., str]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command and return what it prints, whether or not it fails."""

    def printed(*arguments: str, fails: str = "") -> str:
        if fails:
            with pytest.raises(CommandError, match=fails):
                call_command("coverage", *arguments)
        else:
            call_command("coverage", *arguments)
        return capsys.readouterr().out

    return printed


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "house.txt"
    path.write_text(TEXT)
    return path


def register(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *rows: tuple[str, str, str]) -> Coverage:
    """Let the command read a register with these rows, and return it. Its rows are not checked against the rulebook."""
    path = tmp_path / "register.toml"
    text = "".join(ROW.format(*row) for row in rows)
    path.write_text(f'edition = "house"\nheadings = ["{TITLE}"]\n{text}')
    monkeypatch.setattr(loading, "coverage_faults", lambda *_: ())
    found = loading.load_coverage(path, loading.rulebook("house"))
    monkeypatch.setattr(command, "coverage", lambda edition: found)
    return found


def test_every_row_is_printed_with_its_treatment_and_the_figures(run: Run) -> None:
    shown, found = run("house"), coverage("house")

    assert found
    assert shown.startswith(f"house: {sum(row.is_treated for row in found.printed)} of {len(found.printed)} paragraphs")
    for row in found.paragraphs:
        assert f"\n{row.cite} · {row.treatment.replace('_', ' ')}\n    {row.summary}\n" in shown


def test_a_text_whose_paragraphs_all_have_rows_is_proven(
    run: Run, source: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    register(monkeypatch, tmp_path, ("Equipment ¶1", DECK, "One deck."), ("Equipment ¶2", RACK, "One rack."))

    assert run("house", "--sources", str(source.parent)).endswith("house.txt: no gaps\n")
    assert run("house", "--sources", str(source)).endswith("house.txt: no gaps\n")


def test_the_text_of_an_edition_is_found_by_its_paragraphs(
    run: Run, source: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    register(monkeypatch, tmp_path, ("Equipment ¶1", DECK, "One deck."), ("Equipment ¶2", RACK, "One rack."))
    source.rename(tmp_path / "002.txt")
    (tmp_path / "001.txt").write_text("Another text.")

    assert "002.txt: no gaps" in run("house", "--sources", str(tmp_path))
    (tmp_path / "002.txt").unlink()
    run("house", "--sources", str(tmp_path), fails="No file in .* is the text of house")


def test_an_edition_whose_text_is_not_in_the_folder_is_said_not_to_be_proven(
    run: Run, source: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    rows = ("Equipment ¶1", DECK, "One deck."), ("Equipment ¶2", RACK, "One rack.")
    registers = {"house": register(monkeypatch, tmp_path, *rows), "mi": coverage("mi")}
    (tmp_path / "nowhere").mkdir()
    monkeypatch.setattr(command, "coverage", registers.get)
    monkeypatch.setattr(command, "editions", lambda: tuple(registers))

    told = run("--sources", str(source.parent)).splitlines()

    assert told[0].endswith("house.txt: no gaps")
    assert told[1].endswith("NOT PROVEN, its text is not there")
    run("--sources", str(tmp_path / "nowhere"), fails="No file in .* is the text of house")


@pytest.mark.parametrize(
    ("rows", "gap"),
    [
        ([("Equipment ¶1", DECK, "x")], f"Equipment ¶2: is printed and has no row ({RACK})"),
        ([("Equipment ¶1", DECK, "x"), ("Equipment ¶2", "0" * 64, "x")], "Equipment ¶2: is not printed: the text has"),
        ([("Equipment ¶2", RACK, "x"), ("Equipment ¶1", DECK, "x")], "Equipment ¶2: is not in printed order"),
        (
            [("Equipment ¶1", DECK, "Say a deck of cards is used at the table."), ("Equipment ¶2", RACK, "x")],
            "Equipment ¶1: quotes the text in its summary: a deck of cards is used at the",
        ),
    ],
)
def test_a_gap_fails_the_proof_and_is_named(
    run: Run, source: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, rows: list[tuple[str, str, str]], gap: str
) -> None:
    register(monkeypatch, tmp_path, *rows)

    assert gap in run("house", "--sources", str(source), fails="do not have every printed paragraph")


def test_a_skeleton_has_a_row_for_each_paragraph_and_no_word_of_the_text(
    run: Run, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.management.commands.coverage.coverage", lambda edition: None)

    written = run("house", "--sources", str(source), "--skeleton")

    found = tomllib.loads(written)
    assert found["headings"] == [TITLE]
    assert [(row["cite"], row["sha256"]) for row in found["paragraphs"]] == [
        ("Equipment ¶1", DECK),
        ("Equipment ¶2", RACK),
    ]
    assert {row["summary"] for row in found["paragraphs"]} == {""}
    assert "deck of cards" not in written


def test_the_skeleton_of_a_register_that_exists_has_the_rows_that_it_lacks(
    run: Run, source: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    register(monkeypatch, tmp_path, ("Equipment ¶1", DECK, "One deck."))

    written = run("house", "--sources", str(source), "--skeleton")

    assert [row["cite"] for row in tomllib.loads(written)["paragraphs"]] == ["Equipment ¶2"]


def test_the_paragraphs_of_a_text_are_printed_with_citation_and_hash(run: Run, source: Path) -> None:
    shown = run("house", "--sources", str(source), "--printed")

    assert f"(title)\n    {TITLE}\n    Equipment\n" in shown
    assert f"Equipment ¶2\n    {RACK}\n    A rack is there.\n" in shown


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["pa"], "There is no edition 'pa'"),
        (["house", "--skeleton"], "Name the edition and --sources"),
        (["--printed", "--sources", "."], "Name the edition and --sources"),
        (["house", "--sources", "/nowhere"], "/nowhere does not exist"),
    ],
)
def test_what_is_not_there_is_refused(run: Run, arguments: list[str], message: str) -> None:
    run(*arguments, fails=message)
