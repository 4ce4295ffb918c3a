"""Rulebooks: their content, and that an invalid one does not load."""

import ast
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from games.engine.loading import RULEBOOKS, RulebookError, cited_paragraphs, editions, load_rulebook, readings, rulebook
from games.engine.rulebook.base import HOUSE_POLICY, rules_of

ROOT = RULEBOOKS.parent.parent


def test_there_is_a_rulebook_for_each_of_the_six_editions() -> None:
    assert set(editions()) == {"md", "md-1.0", "house", "ma", "nj", "mi"}


# Without the lock a process that begins like this crashes in half of all cases, or more.
AT_ONCE = """
import sys
from threading import Barrier, Thread
from games.engine.loading import editions, rulebook

sys.setswitchinterval(1e-5)
barrier = Barrier(8)

def read(place):
    names = editions()
    barrier.wait()
    for name in (*names[place % 5:], *names[:place % 5]):
        rulebook(name)

threads = [Thread(target=read, args=(place,)) for place in range(8)]
for each in threads:
    each.start()
for each in threads:
    each.join()
"""


def test_threads_that_read_rulebooks_at_once_do_not_crash_the_process() -> None:
    for _ in range(5):
        assert subprocess.run([sys.executable, "-c", AT_ONCE], cwd=ROOT, timeout=60, check=False).returncode == 0


@pytest.mark.parametrize("edition", editions())
def test_every_rule_names_a_paragraph_that_users_can_read(edition: str) -> None:
    book = rulebook(edition)

    for key, rule in rules_of(book):
        words = [each.words for each in cited_paragraphs(book, rule.cite)]
        assert all(words), key
        assert words or (rule.cite == HOUSE_POLICY and readings().keys() >= set(rule.readings)), key


@pytest.mark.parametrize(
    ("edition", "positions", "hand_hours", "shoe_hours", "limit"),
    [
        ("md", 6, 4, 8, "50000.00"),
        ("md-1.0", 6, 4, 8, None),
        ("house", 6, 4, 8, "3000.00"),
        ("ma", 7, 4, 8, "60000.00"),
        ("nj", 6, 4, 8, "50000.00"),
        ("mi", 6, 4, 8, None),
    ],
)
def test_the_figures_of_each_edition(
    edition: str, positions: int, hand_hours: int, shoe_hours: int, limit: str | None
) -> None:
    book = rulebook(edition)

    assert book.table.positions == positions
    assert book.deck_change.hand.every_hours == hand_hours
    assert book.deck_change.manual_shoe.every_hours == book.deck_change.automated_shoe.every_hours == shoe_hours
    assert getattr(book.payout_limit.seat, "amount", None) == limit


@pytest.mark.parametrize("edition", ["house", "ma", "nj", "mi"])
def test_deck_changes_where_the_text_is_silent_are_marked_as_house_policy(edition: str) -> None:
    rule = rulebook(edition).deck_change.hand

    assert (rule.cite, rule.reading) == (HOUSE_POLICY, "R1")


@pytest.mark.parametrize("edition", editions())
def test_a_rulebook_says_what_each_revision_changed_when_and_by_which_paragraph(edition: str) -> None:
    book = rulebook(edition)

    assert book.revision == (1 if edition == "mi" else 2)
    assert {change.revision for change in book.changes} == set(range(2, book.revision + 1))
    assert {change.date for change in book.changes} <= {date(2026, 11, 19)}
    assert all(change.cite for change in book.changes)


def test_no_edition_is_named_in_the_code() -> None:
    named = []
    paths = [path for app in ("games", "tables", "compliance", "casino") for path in (ROOT / app).rglob("*.py")]
    # The demo floor is data too: it deals under every edition.
    for path in (path for path in paths if "demo" not in path.parts):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and node.value in editions():
                named.append(f"{path.relative_to(ROOT)}:{node.lineno} {node.value!r}")

    assert named == []


def test_every_reading_is_used() -> None:
    used = {name for edition in editions() for _, rule in rules_of(rulebook(edition)) for name in rule.readings}

    # R14, on fractions of a cent, is about all odds alike and stands in money.py.
    assert readings().keys() - used == {"R14"}


# ── Rulebooks with a fault ──


def with_fault(tmp_path: Path, old: str, new: str) -> Path:
    """Write a rulebook of New Jersey in which something was changed."""
    text = (RULEBOOKS / "nj.toml").read_text()
    assert old in text
    path = tmp_path / "nj.toml"
    path.write_text(text.replace(old, new, 1))
    return path


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('positions = 6\ncite = "13:69E-1.13Z(a)"', "positions = 6", "table: Object missing required field `cite`"),
        ('positions = 6\ncite = "13:69E-1.13Z(a)"', 'positions = 6\ncite = ""', "table.cite: "),
        ("positions = 6", 'positions = "six"', "table.positions: Expected `int`, got `str`"),
        ("positions = 6", "positions = 6\nseats = 6", "table: Object contains unknown field `seats`"),
        ("every_hours = 4", "every_hours = 4.5", "deck_change.hand.every_hours: Expected `int`"),
        ("[cut]\n", "[cut\n", "not TOML: "),
        ("revision = 2\n", "", "the whole file: Object missing required field `revision`"),
        ("revision = 2\n", "revision = 0\n", "revision: Expected `int` >= 1"),
        ("revision = 2\n", "revision = 3\n", "changes: must say what each revision after the first changed, up to rev"),
        ("revision = 2\n", "revision = 1\n", "changes: must say what each revision after the first changed, up to rev"),
        (
            "{ revision = 2,",
            "{ revision = 1,",
            "changes: must say what each revision after the first changed, up to rev",
        ),
        ("date = 2026-11-19", "date = 2026-11-20", "changes[1]: must come after the changes of earlier revisions"),
        ("date = 2026-11-19", "date = 2026-11-18", "changes[1].date: must be the date of the other changes"),
        ("date = 2026-11-19", 'date = "soon"', "changes[0].date: "),
        ('id = "nj"', 'id = "jn"', "id: is 'jn', but the file is named 'nj'"),
        ("cards = 52", "cards = 51", "deck.cards: 51 cards are not four suits of AKQJT98765432"),
        ('reading = "R6"', 'reading = "R99"', "bonus_spin.stake_returned.reading: R99 is not in"),
        ('cite = "house policy"\nreading = "R1"', 'cite = "house policy"', "deck_change.hand.reading: is missing"),
        ('of = "6-T", name', 'of = "7-T", name', "paytables.main: must say once what a pair of 6 pays"),
        ('{ hand = "flush", pays = "8:1"', '{ hand = "blush", pays = "8:1"', "paytables.main: pays 'blush'"),
        ('pays = "500:1"', 'pays = "500 to 1"', "paytables.main.rows[0].pays: "),
        ("  { at = 4, pays", "  { at = 5, pays", "wheels.five-dollar.positions: must be numbered"),
        ('{ at = 1, pays = "50.00" }', "{ at = 1 }", "wheels.five-dollar.positions[1]: must have either"),
        ('equals = "ante_across"', 'equals = "ante_cross"', "wagers.ante_down: names 'ante_cross'"),
        ('decision = "middle"\n', "", "wagers.middle.decision: belongs to bets"),
        ('limits = "ante"\n', 'limits = "ante"\nminimum = "1.00"\n', "wagers.ante_across: must have"),
        ("[wagers.bonus_spin]", "[wagers.bonus_turn]", "wagers.bonus_turn: is not a wager that this game"),
        ('wagers = ["bonus_spin"]', "wagers = []", "settlement_order.stages: must settle every wager once"),
        ('hand = "high_card", cite = "13:69F-40.3(a)"', 'hand = "pair", cite = "13:69F-40.3(a)"', "hands.five_card: "),
        ('amount = "50000.00"\n', "", "payout_limit.seat: Object missing required field `amount`"),
        ('formula = "amount_or_most', 'formula = "most', "payout_limit.seat.formula: Invalid value"),
        (
            '[payout_limit.seat]\nformula = "amount_or_most_won_at_minimum"\namount = "50000.00"\n',
            '[payout_limit.table]\nformula = "times_seat_limit"\ntimes = 2\n',
            "payout_limit.table: is a multiple of a formula for seat, which is missing",
        ),
        ('down = { cite = "13:69F-40.10(e); ', 'down = { site = "13:69F-40.10(e); ', "play.folds.down: Object "),
        ('game = "criss_cross"', 'game = "criss"', "play"),
        ("at_least_cards = 10", "at_least_cards = 12", "cut.at_least_cards: is not what a step of the opening says"),
    ],
)
def test_a_rulebook_with_a_fault_does_not_load_and_says_where(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = with_fault(tmp_path, old, new)

    with pytest.raises(RulebookError) as refused:
        load_rulebook(path)

    assert str(refused.value).startswith(f"nj.toml: {message}")


@pytest.mark.parametrize("hand", ["pair", "high_card"])
def test_a_raise_that_won_must_be_paid(tmp_path: Path, hand: str) -> None:
    text = (RULEBOOKS / "ma.toml").read_text()
    row = f'{{ hand = "{hand}", pays = "1:1", cite = "§11(b)" }}'
    assert row in text
    path = tmp_path / "ma.toml"
    path.write_text(text.replace(row, row.replace("1:1", "lose")))

    with pytest.raises(RulebookError, match=f"ma.toml: paytables.raise: must pay odds on a {hand}"):
        load_rulebook(path)
