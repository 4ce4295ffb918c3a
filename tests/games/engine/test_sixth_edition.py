"""A sixth edition needs only a sixth file: a short-deck Criss Cross with other odds and intervals."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from games.engine import questions
from games.engine.loading import RULEBOOKS, load_rulebook

ROOT = RULEBOOKS.parent.parent
SHORT_DECK = [
    ('id = "md"', 'id = "short"'),
    ('title = "Criss Cross Poker"', 'title = "Short Deck Criss Cross"'),
    ('abbreviation = "MD"', 'abbreviation = "SD"'),
    ('cards = 52\nranks = "AKQJT98765432"', 'cards = 36\nranks = "AKQJT9876"'),
    ('every_rounds = 5\nunless = "counting_shuffler"\ncite = "Ch. 8 §E"', 'every_rounds = 3\ncite = "Ch. 8 §E"'),
    ("[play.bonus_after_fold]\nlive = true", "[play.bonus_after_fold]\nlive = false"),
    ('[settlement_order]\nstarts_at = "right"', '[settlement_order]\nstarts_at = "left"'),
    ('pays = "500:1"', 'pays = "700:1"'),
    ('{ hand = "two_pair", pays = "2:1"', '{ hand = "two_pair", pays = "3:2"'),
    ('of = "2-5", name = "low_pair", pays = "lose"', 'of = "6-8", name = "low_pair", pays = "lose"'),
    ('of = "6-T", name = "pair_6s_to_10s", pays = "push"', 'of = "9-T", name = "pair_9s_to_10s", pays = "push"'),
]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project's code in which one file was added, and nothing else."""
    root = tmp_path_factory.mktemp("project")
    for name in ("manage.py", "casino", "games"):
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, root / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, root / name)
    text = (RULEBOOKS / "md.toml").read_text()
    for old, new in SHORT_DECK:
        assert old in text
        text = text.replace(old, new, 1)
    (root / "games" / "rulebooks" / "short.toml").write_text(text)
    return root


def settle(project: Path, **round_: Any) -> dict[str, Any]:
    document = {"edition": "short", "offer": {"wagers": ["five_card_bonus"]}, "round": round_}
    run = subprocess.run(
        [sys.executable, "manage.py", "settle"],
        cwd=project,
        input=json.dumps(document),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    answer: dict[str, Any] = json.loads(run.stdout)
    return answer


SEAT = {
    "seat": 1,
    "cards": ["As", "Ks"],
    "wagers": {"ante_across": "5.00", "ante_down": "5.00", "across": "5.01", "down": "5.01", "middle": "5.01"},
}


def test_its_rounds_settle_by_its_own_odds(project: Path) -> None:
    community = {"left": "Qs", "middle": "Js", "right": "Ts", "top": "Ad", "bottom": "Jd"}

    seat = settle(project, community=community, seats=[SEAT])["settlement"]["seats"][0]

    assert seat["hands"] == {"across": "royal_flush", "down": "two_pair"}
    assert seat["wagers"]["across"]["odds"] == "700:1"
    assert seat["wagers"]["across"]["cite"] == "SD Ch. 12 §A(1)"
    assert seat["wagers"]["down"] | {"cite": ""} == {
        "stake": "5.01",
        "outcome": "win",
        "odds": "3:2",
        "pays": "7.52",
        "returned": "5.01",
        "cite": "",
    }


def test_its_deck_has_thirty_six_cards(project: Path) -> None:
    community = {"left": "Qs", "middle": "Js", "right": "5s", "top": "Ad", "bottom": "Jd"}

    assert [error["code"] for error in settle(project, community=community, seats=[SEAT])["errors"]] == ["unknown_card"]
    community["right"] = "6s"
    assert settle(project, community=community, seats=[SEAT], stub=29)["settlement"]["status"] == "settled"
    wrong = settle(project, community=community, seats=[SEAT], stub=45)
    assert [error["code"] for error in wrong["errors"]] == ["bad_stub"]


def test_ace_six_seven_eight_nine_is_its_lowest_straight(project: Path) -> None:
    community = {"left": "6c", "middle": "7d", "right": "8h", "top": "Ad", "bottom": "Ac"}
    seat = SEAT | {"cards": ["As", "9d"]}

    hands = settle(project, community=community, seats=[seat])["settlement"]["seats"][0]["hands"]

    assert hands == {"across": "straight", "down": "three_of_a_kind"}


def test_its_bonuses_are_lost_with_a_fold_and_its_seats_settled_from_the_left(project: Path) -> None:
    community = {"left": "6c", "middle": "6d", "right": "8h", "top": "Ad", "bottom": "Ac"}
    wagers = {"ante_across": "5.00", "ante_down": "5.00", "five_card_bonus": "5.00"}
    folded = {"seat": 4, "cards": ["Jc", "Th"], "wagers": wagers, "fold": "across"}

    settlement = settle(project, community=community, seats=[folded, SEAT])["settlement"]

    assert settlement["order"] == [1, 4]
    assert {wager["outcome"] for wager in settlement["seats"][0]["wagers"].values()} == {"fold"}
    assert settlement["seats"][0]["hands"] == {}


def test_its_stub_is_counted_every_three_rounds_without_exemption(project: Path) -> None:
    book = load_rulebook(project / "games" / "rulebooks" / "short.toml")

    answer = questions.stub_count_every(book, "manual_shoe", "counting")

    assert (answer.value, answer.cite) == (3, "SD Ch. 8 §E (R17, R22)")
