"""The quick line: every way to write a round, error messages, and writing the layout back as a line.

The grammar runs in the page's own module. The terms come from the engine, so a new edition needs no new grammar.
"""

from typing import TYPE_CHECKING, Any

import pytest

from games.engine.settle import settle, terms_for
from games.rounds.entry.table_terms import play_terms

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ANTE = {"ante": ["5.00", "100.00"]}
OFFERS: dict[str, dict[str, Any]] = {
    "md": {"limits": ANTE, "wagers": ["five_card_bonus"]},
    "house": {},
    "ma": {"limits": ANTE},
    "nj": {
        "limits": ANTE,
        "wagers": ["five_card_bonus", "bonus_spin"],
        "bonus_spin": {"wheel": "five-dollar", "top_prize": "25000.00"},
    },
}
LAST = {
    "md": [
        {"seat": 1, "wagers": {"ante_across": "5.00", "ante_down": "5.00", "five_card_bonus": "2.00"}},
        {"seat": 6, "wagers": {"ante_across": "12.50", "ante_down": "12.50"}},
    ],
    "ma": [{"seat": 2, "wagers": {"ante": "10.00"}}],
}

READ = """async ([terms, lines]) => {
  const { read, write } = await import("/static/casino/round/line.js");
  const { envelope } = await import("/static/casino/round/draft.js");
  return lines.map((line) => {
    const found = read(line, terms);
    const again = read(write(found.draft, terms), terms);
    return {
      body: envelope(found.draft, terms).body,
      problems: found.problems.map((problem) => problem.message),
      again: envelope(again.draft, terms).body,
      written: write(found.draft, terms),
    };
  });
}"""


def read(page: "Page", edition: str, *lines: str) -> list[dict[str, Any]]:
    terms = play_terms(terms_for(edition, OFFERS[edition]))
    more = {"last": LAST.get(edition, []), "count": {"due": False}, "replaces": None, "devices": []}
    page.goto("/sign-in/")
    found: list[dict[str, Any]] = page.evaluate(READ, [terms | more, list(lines)])
    return found


def unseen(seat: int, ante: str, bets: str = "", **more: Any) -> dict[str, Any]:
    """Return a Criss Cross seat whose hand went unseen into the discard rack."""
    found = criss(seat, "", ante, bets, **more)
    del found["cards"]
    return found


def criss(seat: int, cards: str, ante: str, bets: str = "", **more: Any) -> dict[str, Any]:
    """Return a Criss Cross seat as the round format writes it; bets are amounts, an optional wager is set in `more`."""
    amounts = dict(zip(("across", "down", "middle"), bets.split(), strict=False))
    wagers = {"ante_across": ante, "ante_down": ante, **amounts}
    wagers |= {name: more.pop(name) for name in list(more) if name.endswith("bonus") or name == "bonus_spin"}
    return {"seat": seat, "cards": cards.split(), "wagers": wagers, **more}


@pytest.mark.parametrize("order", [[1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1]])
def test_seats_are_drawn_in_the_settlement_order_of_the_terms(page: "Page", order: list[int]) -> None:
    page.goto("/sign-in/")

    found = page.evaluate(
        """async ([seats]) => {
          const { seatsInPlay } = await import("/static/casino/round/draft.js");
          return seatsInPlay({ seats: { 2: {}, 4: {}, 5: {} } }, { seats });
        }""",
        [order],
    )

    assert found == [seat for seat in order if seat in (2, 4, 5)]


@pytest.mark.parametrize("edition", OFFERS)
def test_the_terms_have_the_seats_in_the_order_in_which_the_engine_settles(edition: str) -> None:
    terms = terms_for(edition, OFFERS[edition])

    assert play_terms(terms)["seats"] == terms.book.settlement_order.sort(range(1, terms.book.table.positions + 1))


COMMUNITY = {"left": "Qs", "middle": "Js", "right": "Ts", "top": "9s", "bottom": "8s"}

# What is written, and the seats or fields that it means.
CRISS_CROSS: list[tuple[str, dict[str, Any]]] = [
    ("x qs js ts 9s 8s", {"community": COMMUNITY}),
    ("X QSJSTS9S8S", {"community": COMMUNITY}),
    ("qsjs10s9s8s", {"community": COMMUNITY}),
    ("x qs - ts", {"community": {"left": "Qs", "right": "Ts"}}),
    ("1 asks 5 3 1 1 b5", {"seats": [criss(1, "As Ks", "5.00", "15.00 5.00 5.00", five_card_bonus="5.00")]}),
    ("1asks 5 311b5", {"seats": [criss(1, "As Ks", "5.00", "15.00 5.00 5.00", five_card_bonus="5.00")]}),
    ("1: as ks 5 311", {"seats": [criss(1, "As Ks", "5.00", "15.00 5.00 5.00")]}),
    ("4 6h6d 5 f", {"seats": [criss(4, "6h 6d", "5.00", fold="across")]}),
    ("4- 5 f", {"seats": [unseen(4, "5.00", fold="across")]}),
    ("4 -- 5 1f", {"seats": [unseen(4, "5.00", "5.00", fold="down")]}),
    ("1- f", {"seats": [unseen(1, "5.00", fold="across", five_card_bonus="2.00")]}),
    ("4 6h- 5 f", {"seats": [criss(4, "6h", "5.00", fold="across")]}),
    ("2 tctd 10 1 f", {"seats": [criss(2, "Tc Td", "10.00", "10.00", fold="down")]}),
    ("2 tctd 10 11f", {"seats": [criss(2, "Tc Td", "10.00", "10.00 10.00", fold="middle")]}),
    ("2 10c10d 10 1.5 $12.50 2", {"seats": [criss(2, "Tc Td", "10.00", "15.00 12.50 20.00")]}),
    ("3 2h3d 7.5 111", {"seats": [criss(3, "2h 3d", "7.50", "7.50 7.50 7.50")]}),
    ("3 2h3d $7.50 111", {"seats": [criss(3, "2h 3d", "7.50", "7.50 7.50 7.50")]}),
    (
        "2 3c4c 5 f 1 5d6d 5 22f",
        {"seats": [criss(1, "5d 6d", "5.00", "10.00 10.00", fold="middle"), criss(2, "3c 4c", "5.00", fold="across")]},
    ),
    ("1 asks = 111", {"seats": [criss(1, "As Ks", "5.00", "5.00 5.00 5.00", five_card_bonus="2.00")]}),
    ("1 asks f", {"seats": [criss(1, "As Ks", "5.00", fold="across", five_card_bonus="2.00")]}),
    (
        "= 1 asks 111 6 2c2d 2f 3 5c6c 10 f",
        {
            "seats": [
                criss(1, "As Ks", "5.00", "5.00 5.00 5.00", five_card_bonus="2.00"),
                criss(3, "5c 6c", "10.00", fold="across"),
                criss(6, "2c 2d", "12.50", "25.00", fold="down"),
            ]
        },
    ),
    ("1 asks 5 1 !con", {"seats": [criss(1, "As Ks", "5.00", "5.00", forfeit="conduct")]}),
    ("1 -- 5 !abandoned", {"seats": [criss(1, "", "5.00", forfeit="abandoned")]}),
    ("s41", {"stub": 41}),
    ("1 asks 5 1 !cards_t @chp-2101", {"forfeits": [{"seat": 1, "clause": "cards_touched", "decided_by": "CHP-2101"}]}),
    ("1 asks 5 1 !con @2101", {"forfeits": [{"seat": 1, "decided_by": "2101"}]}),
    ("1 asks 5 1 !aban", {"forfeits": [{"seat": 1, "clause": "table_left"}]}),
    ("1 asks 5 111 s40m", {"stub": 40, "misdeal": True, "dealt": None}),
    ("1 asks 5 111 s43m+9", {"stub": 43, "misdeal": True, "dealt": 9}),
    ("1 asks 5 111 s43+9 !wrong", {"stub": 43, "misdeal": None, "dealt": 9, "void": "wrong_card_count"}),
    ("s9n", {"stub": 9, "misdeal": False}),
    ("!wrong", {"void": "wrong_card_count"}),
    ("!other", {"void": "other"}),
    ("!drawn !shoe", {"void": "shoe_failure", "irregularities": ["drawn_in_error"]}),
]


def test_criss_cross_is_read(page: "Page") -> None:
    found = read(page, "md", *(line for line, _ in CRISS_CROSS))

    for (line, meant), each in zip(CRISS_CROSS, found, strict=True):
        assert each["problems"] == [], line
        assert {name: each["body"].get(name) for name in meant} == meant, line


NEW_JERSEY: list[tuple[str, dict[str, Any]]] = [
    ("1 9h9d 5 111 w3", {"seats": [criss(1, "9h 9d", "5.00", "5.00 5.00 5.00", bonus_spin="5.00", spin=3)]}),
    (
        "1 9h9d 5 111 b2 w11",
        {"seats": [criss(1, "9h 9d", "5.00", "5.00 5.00 5.00", five_card_bonus="2.00", bonus_spin="5.00", spin=11)]},
    ),
    (
        "1 9h8d 5 111 w 2 6h6d 5 f w",
        {
            "seats": [
                criss(1, "9h 8d", "5.00", "5.00 5.00 5.00", bonus_spin="5.00"),
                criss(2, "6h 6d", "5.00", fold="across", bonus_spin="5.00"),
            ]
        },
    ),
]

HOUSE: list[tuple[str, dict[str, Any]]] = [
    ("y 2c3c4d5h", {"six_card": ["2c", "3c", "4d", "5h"]}),
    ("1 asks 2 123 b4", {"six_card": None}),
    ("1 asks 2 123 bb4", {"six_card": []}),
    ("4- 2 bb4 f", {"seats": [criss(4, "", "2.00", five_card_bonus="4.00", six_card_bonus="4.00", fold="across")]}),
    (
        "1 asks 2 123 bb4",
        {"seats": [criss(1, "As Ks", "2.00", "2.00 4.00 6.00", five_card_bonus="4.00", six_card_bonus="4.00")]},
    ),
    ("1 asks 2 111 b4", {"seats": [criss(1, "As Ks", "2.00", "2.00 2.00 2.00", five_card_bonus="4.00")]}),
    ("!backed", {"void": "backed_up_cards"}),
]


@pytest.mark.parametrize(("edition", "cases"), [("nj", NEW_JERSEY), ("house", HOUSE)])
def test_what_other_editions_add_is_read(page: "Page", edition: str, cases: list[tuple[str, dict[str, Any]]]) -> None:
    found = read(page, edition, *(line for line, _ in cases))

    for (line, meant), each in zip(cases, found, strict=True):
        assert each["problems"] == [], line
        assert {name: each["body"].get(name) for name in meant} == meant, line


def double(seat: int, cards: str, **more: Any) -> dict[str, Any]:
    raises = {"first_raise": "10.00", "second_raise": "10.00"} if "axis" in more else {}
    wagers = {"ante": "10.00", **raises} | ({"three_card": more.pop("three_card")} if "three_card" in more else {})
    return {"seat": seat, "cards": cards.split(), "wagers": wagers, **more}


def unexposed(seat: int) -> dict[str, Any]:
    """Return a seat that folded with its three-card wager, and did not expose its cards."""
    found = double(seat, "", fold="play", three_card="5.00", exposed=False)
    del found["cards"]
    return found


DOUBLE_CROSS: list[tuple[str, dict[str, Any]]] = [
    ("d ahkd", {"dealer": ["Ah", "Kd"]}),
    ("dahkd x qsjsts9s8s", {"dealer": ["Ah", "Kd"], "community": COMMUNITY}),
    ("1 asks 10 v", {"seats": [double(1, "As Ks", axis="vertical")]}),
    ("1 asks 10 h b5e", {"seats": [double(1, "As Ks", axis="horizontal", three_card="5.00", exposed=True)]}),
    ("1 asks 10 b5n f", {"seats": [double(1, "As Ks", fold="play", three_card="5.00", exposed=False)]}),
    ("2 asks v", {"seats": [double(2, "As Ks", axis="vertical")]}),
    ("= 2 asks h", {"seats": [double(2, "As Ks", axis="horizontal")]}),
    ("!one", {"irregularities": ["one_face_up_card"], "set_aside": None}),
    ("!one 7c 2 asks v", {"irregularities": ["one_face_up_card"], "set_aside": ["7c"]}),
    ("7 asks 10 v", {"seats": [double(7, "As Ks", axis="vertical")]}),
    ("4- 10 b5n f", {"seats": [unexposed(4)]}),
    ("4- 10 b5e f", {"seats": [double(4, "", fold="play", three_card="5.00", exposed=True)]}),
    ("!face", {"void": "face_up_card"}),
]


def test_double_cross_is_read(page: "Page") -> None:
    found = read(page, "ma", *(line for line, _ in DOUBLE_CROSS))

    for (line, meant), each in zip(DOUBLE_CROSS, found, strict=True):
        assert each["problems"] == [], line
        assert {name: each["body"].get(name) for name in meant} == meant, line


@pytest.mark.parametrize(
    ("edition", "cases"), [("md", CRISS_CROSS), ("nj", NEW_JERSEY), ("house", HOUSE), ("ma", DOUBLE_CROSS)]
)
def test_the_layout_writes_the_same_line_back(
    page: "Page", edition: str, cases: list[tuple[str, dict[str, Any]]]
) -> None:
    for each in read(page, edition, *(line for line, _ in cases)):
        assert each["again"] == each["body"], each["written"]


# What is written, and what is said of it.
MISTAKES = [
    ("md", "x qsjsts9s8s 7s", "One card too many"),
    ("md", "1 asks 7h", "Seat 1 has its 2 cards"),
    ("md", "1 asks 1 asks", "As is entered twice"),
    ("md", "8 asks 5", "There is no seat 8"),
    ("md", "1 asks 5 4 1", "bet 1 to 3 times the ante"),
    ("md", "1 asks 5 1111 b2", "no more bets"),
    ("md", "1 asks 5 f 1 b2", "has folded"),
    ("md", "1 asks 5 111 f", "no decision left"),
    ("md", "3 asks = 111", "was not in the last round"),
    ("md", "1 asks 5 111 bb5", "five card bonus"),
    ("md", "1 asks 5 111 w3", "no spin"),
    ("md", "f 1 asks", "seat number and its cards"),
    ("md", "!con s41", "seat number and its cards"),
    ("md", "1 asks 5 1 @2101 s41", "right after the forfeit"),
    ("md", "1 asks 5 1 !card s41", "which: !cards_touched, !cards_hidden"),
    ("md", "1 asks 5 111 s43n+9", "a misdeal or a void round"),
    ("ma", "!one 7c8c", "One card too many"),
    ("ma", "8 asks 10", "There is no seat 8. Seats are 1 to 7"),
    ("md", "!z s41", "!face_up_card"),
    ("md", "!d s41", "which: !drawn_in_error, !device_out_of_use"),
    ("md", "hello s41", "not understood"),
    ("house", "1 asks 2 1.5 1", "in whole units"),
    ("nj", "1 9h9d 5 111 w12", "positions 0 to 11"),
    ("nj", "= 1 9h9d", "no last round"),
    ("ma", "1 asks 10 2 b5", "enter v, h or f"),
    ("ma", "1 asks 10 f v", "has folded"),
]


@pytest.mark.parametrize("edition", ["md", "house", "nj", "ma"])
def test_each_mistake_is_named_with_its_problem(page: "Page", edition: str) -> None:
    cases = [(line, said) for of, line, said in MISTAKES if of == edition]

    for (line, said), each in zip(cases, read(page, edition, *(line for line, _ in cases)), strict=True):
        assert any(said in problem for problem in each["problems"]), f"{line}: {each['problems']}"


def test_nothing_is_called_wrong_that_is_still_being_typed(page: "Page") -> None:
    whole = "x qsjsts9s8s 1 asks 10 311 b5 4 6h6d 7.50 1f !con 2 10c2d $5 $12.50 22"
    whole += " 3- 5 f !cards_hidden @chp-2101 s39m+13 !drawn_in_error"

    found = read(page, "md", *(whole[:end] for end in range(len(whole) + 1)))

    assert {whole[:end]: each["problems"] for end, each in enumerate(found) if each["problems"]} == {}


def test_a_line_of_six_seats_settles(page: "Page") -> None:
    line = "x qsjsts9s8s 1asks 5 111 2ahkh 5 222 3adkd 5 f 4ackc 5 1f 5 2c2d 5 321b5 6 3c3d 5 111"

    (found,) = read(page, "md", line)

    assert found["problems"] == []
    assert len(settle("md", OFFERS["md"], found["body"]).seats) == 6
