"""Run the cases in tests/cases, one test each: rules as data, to be read beside the texts.

The top of each file explains how a case is written.
"""

import re
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from games.engine.loading import editions
from tests import ROOT

from .rounds import settle_document

Data = dict[str, Any]

FOLDER = ROOT / "tests" / "cases"
PLACES = ("left", "middle", "right", "top", "bottom")
BETS_FROM = {  # the usual bets that a seat does not make once it has folded
    None: (),
    "across": ("across", "down", "middle"),
    "down": ("down", "middle"),
    "middle": ("middle",),
    "play": ("first_raise", "second_raise"),
}

FILE_KEYS = {"offer", "usual_wagers", "case"}
ROUND_FIELDS = {"stub", "misdeal", "dealt", "void"}
CARD_LISTS = {"dealer", "six_card", "set_aside"}
CASE_KEYS = {"proves", "says", "offer", "cross", "seats"} | CARD_LISTS | ROUND_FIELDS
SEAT_FIELDS = {"seat", "fold", "spin", "forfeit", "axis", "exposed"}
SEAT_KEYS = {"cards", "wagers", "plus"} | SEAT_FIELDS
ROUND_RESULTS = {"status", "void_reason", "deck_removed", "order", "house_net"}
SEAT_RESULTS = {"staked", "pays", "limit", "limit_cut", "returned", "net"}

FILES: dict[str, Data] = {path.stem: tomllib.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.toml"))}
CASES = [(edition, case) for edition, file in FILES.items() for case in file["case"]]


def sentence(edition: str, case: Data) -> str:
    return f"{edition} {case['proves']}: {case['says']}"


@pytest.mark.parametrize("edition, case", CASES, ids=[sentence(*case) for case in CASES])
def test_case(edition: str, case: Data) -> None:
    unknown = list(unknown_keys(FILES[edition], case))
    assert not unknown, f"tests/cases/{edition}.toml has keys that mean nothing: {', '.join(unknown)}"

    answer = settle_document(document(edition, case))

    found = differences(case, answer)
    if found:
        pytest.fail("\n  ".join([sentence(edition, case), *found]), pytrace=False)


def test_every_edition_with_a_rulebook_has_a_case_file() -> None:
    assert sorted(FILES) == sorted(editions())


def test_every_case_has_a_sentence_of_its_own() -> None:
    sentences = [sentence(*case) for case in CASES]

    assert sorted(set(sentences)) == sorted(sentences)


def unknown_keys(file: Data, case: Data) -> Iterator[str]:
    refused = "errors" in case
    yield from file.keys() - FILE_KEYS
    yield from case.keys() - CASE_KEYS - ({"errors", "cites"} if refused else {"expect"})
    yield from case.get("expect", {}).keys() - ROUND_RESULTS
    for seat in case["seats"]:
        yield from seat.keys() - SEAT_KEYS - (set() if refused else {"hands", "expect", "cites"})


def document(edition: str, case: Data) -> Data:
    """Return the case as a document of the round format."""
    file = FILES[edition]
    cross = case.get("cross", "").split()
    round_ = {name: case[name] for name in ROUND_FIELDS & case.keys()}
    round_ |= {name: case[name].split() for name in CARD_LISTS & case.keys()}
    round_["community"] = dict(zip(PLACES, cross, strict=True)) if cross else {}
    round_["seats"] = [seat_entry(seat, file.get("usual_wagers", {})) for seat in case["seats"]]
    return {"edition": edition, "offer": case.get("offer", file.get("offer")), "round": round_}


def seat_entry(seat: Data, usual_wagers: Data) -> Data:
    not_made = BETS_FROM[seat.get("fold")]
    wagers = seat.get("wagers") or {name: usual for name, usual in usual_wagers.items() if name not in not_made}
    entry: Data = {"seat": 1, "wagers": wagers | seat.get("plus", {})}
    entry |= {"cards": seat["cards"].split()} if "cards" in seat else {}
    return entry | {name: seat[name] for name in SEAT_FIELDS & seat.keys()}


def differences(case: Data, answer: Data) -> list[str]:
    """Return a line for each thing that did not come out as the case says."""
    errors = answer.get("errors", [])
    if "errors" in case or errors:
        got = sorted(f"{error['code']} at {error['path']}" for error in errors)
        cites = {error["path"]: error["cite"] for error in errors}
        return [*unlike("errors", sorted(case.get("errors", [])), got), *uncited("", case.get("cites", {}), cites)]
    settlement = answer["settlement"]
    results = settlement | settlement["totals"]
    found = [line for name, value in case.get("expect", {}).items() for line in unlike(name, value, results[name])]
    for seat, result in zip(case["seats"], settlement["seats"], strict=True):
        found += seat_differences(seat, result)
    return found


def seat_differences(seat: Data, result: Data) -> Iterator[str]:
    name = f"seat {result['seat']}"
    wagers = {wager: shown(settled) for wager, settled in result["wagers"].items()}
    got = wagers | {key: result[key] or "none" for key in SEAT_RESULTS}
    if not seat.get("expect"):
        yield f"{name}: the case expects nothing of it"
    for key, value in seat.get("expect", {}).items():
        yield from unlike(f"{name} {key}", value, got.get(key, "no such wager"))
    for hand, value in seat.get("hands", {}).items():
        yield from unlike(f"{name} {hand} hand", value, result["hands"].get(hand))
    cites = {wager: settled["cite"] for wager, settled in result["wagers"].items()}
    yield from uncited(f"{name} ", seat.get("cites", {}), cites)


def shown(wager: Data) -> str:
    """Write a settled wager as the case files do."""
    if wager["outcome"] != "win":
        return str(wager["outcome"])
    return f"win {wager['pays']}" + (f" at {wager['odds']}" if wager["odds"] else "")


def unlike(name: str, expected: object, got: object) -> Iterator[str]:
    if expected != got:
        yield f"{name}: expected {expected}, got {got}"


def uncited(name: str, expected: Data, got: Data) -> Iterator[str]:
    for key, cite in expected.items():
        # The whole paragraph: §A(1) is not §A(10), and §C is not §C(1).
        if not re.search(rf"(?<![\w.-]){re.escape(cite)}(?![\w(])", got.get(key) or ""):
            yield f"{name}{key}: expected a citation of {cite}, got {got.get(key)}"
