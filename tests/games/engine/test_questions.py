"""The engine's answers to questions from the floor: value and paragraph."""

from datetime import timedelta

import pytest

from games.engine import questions
from games.engine.loading import editions, rulebook
from games.engine.questions import Shuffler
from games.engine.rulebook.base import Method
from games.engine.rulebook.floor import Shuffle
from games.engine.settle import terms_for


@pytest.mark.parametrize(
    ("edition", "method", "hours", "cite"),
    [
        ("md", "hand", 4, "MD Ch. 3 §C(1)"),
        ("md", "manual_shoe", 8, "MD Ch. 3 §C(2)"),
        ("md-1.0", "automated_shoe", 8, "MD 1.0 Ch. 3 §C(2)"),
        ("nj", "hand", 4, "house policy (R1)"),
        ("ma", "manual_shoe", 8, "house policy (R1)"),
        ("house", "automated_shoe", 8, "house policy (R1)"),
    ],
)
def test_how_long_a_deck_may_stay_in_play(edition: str, method: Method, hours: int, cite: str) -> None:
    answer = questions.deck_change_interval(rulebook(edition), method)

    assert (answer.value, answer.cite) == (timedelta(hours=hours), cite)


@pytest.mark.parametrize(
    ("edition", "method", "shuffler", "every", "cite"),
    [
        ("md", "manual_shoe", "none", 5, "MD Ch. 8 §E (R17, R22)"),
        ("md", "manual_shoe", "automated", 5, "MD Ch. 8 §E (R17, R22)"),
        ("md", "manual_shoe", "counting", None, "MD Ch. 8 §E (R17, R22)"),
        ("md", "hand", "counting", None, "MD Ch. 9 §C (R17)"),
        ("md", "automated_shoe", "none", None, "MD Ch. 10 §C"),
        ("ma", "manual_shoe", "counting", None, "MA §7(e); §7(f) (R17)"),
        ("ma", "hand", "counting", 5, "MA §8(e) (R17)"),
        ("ma", "automated_shoe", "counting", 5, "MA §9(d) (R17)"),
        ("nj", "hand", "counting", None, "NJ 13:69F-40.8(e) (R17)"),
        ("nj", "hand", "automated", 5, "NJ 13:69F-40.8(e) (R17)"),
        ("nj", "automated_shoe", "none", None, "NJ 13:69F-40.9(c)"),
        ("house", "hand", "none", None, "house policy (R11)"),
    ],
)
def test_how_often_the_stub_is_counted(
    edition: str, method: Method, shuffler: Shuffler, every: int | None, cite: str
) -> None:
    answer = questions.stub_count_every(rulebook(edition), method, shuffler)

    assert (answer.value, answer.cite) == (every, cite)


def test_of_any_five_rounds_one_is_counted() -> None:
    book = rulebook("md")

    due = [questions.count_is_due(book, "manual_shoe", "automated", uncounted).value for uncounted in range(6)]

    assert due == [False, False, False, False, True, True]


@pytest.mark.parametrize("edition", ["md", "md-1.0", "ma", "nj"])
def test_dealing_by_hand_needs_an_automated_shuffler(edition: str) -> None:
    book = rulebook(edition)

    assert not questions.may_deal(book, "hand", "none").value
    assert questions.may_deal(book, "hand", "automated").value
    assert questions.may_deal(book, "manual_shoe", "none").value


@pytest.mark.parametrize(
    ("edition", "seats", "stub"),
    [("md", 6, 35), ("nj", 1, 45), ("ma", 6, 33), ("ma", 7, 31), ("house", 6, 31), ("house", 2, 39)],
)
def test_how_many_cards_the_stub_must_hold(edition: str, seats: int, stub: int) -> None:
    assert questions.stub_after_deal(terms_for(edition, {}), seats).value == stub


def test_how_many_cards_the_stub_must_hold_beside_those_on_the_table_and_one_set_aside() -> None:
    terms = terms_for("ma", {})

    assert questions.stub_after_deal(terms, 2, set_aside=1).value == 40
    assert questions.stub_after_deal(terms, 2, set_aside=1).cite == "MA §7(c)(2); §7(c)(3); §7(e); §12(a) (R16)"
    assert questions.stub_after_deal(terms, 2, dealt=5).value == 47


@pytest.mark.parametrize("edition", editions())
def test_a_deck_that_is_not_whole_leaves_even_after_a_misdeal(edition: str) -> None:
    count = rulebook(edition).count

    assert (count.misdealt.deck, count.misdealt_not_whole.deck, count.not_whole.deck) == (
        "reshuffled",
        "removed",
        "removed",
    )


@pytest.mark.parametrize("edition", ["md", "md-1.0"])
def test_what_a_player_may_not_do_is_listed_clause_by_clause(edition: str) -> None:
    found = questions.forfeits(rulebook(edition))

    assert [clause.cite for clause in found["conduct"].value.clauses] == [f"Ch. 11 §A({n})" for n in (1, 2, 3, 4)]
    assert [clause.cite for clause in found["abandoned"].value.clauses] == ["Ch. 7 §B(3)"]


@pytest.mark.parametrize("edition", editions())
def test_a_second_deck_needs_a_shuffler_and_another_colour(edition: str) -> None:
    book = rulebook(edition)

    assert not questions.may_use_second_deck(book, "none").value
    assert questions.may_use_second_deck(book, "automated").value
    assert not questions.must_use_second_deck(book, "none").value
    assert questions.must_use_second_deck(book, "automated").value == (edition == "house")
    requirements = {answer.value.id for answer in questions.second_deck_requirements(book)}
    assert {"one_design", "different_colour", "alternate"} <= requirements


@pytest.mark.parametrize(
    ("edition", "offer", "elements"),
    [
        ("md", {}, ["operator_name", "betting_areas", "community_areas", "odds"]),
        (
            "md",
            {"wagers": ["five_card_bonus"]},
            ["operator_name", "betting_areas", "community_areas", "five_card_bonus_area", "odds"],
        ),
        ("nj", {}, ["operator_name", "betting_areas", "community_areas", "odds", "payout_limit"]),
        (
            "nj",
            {"wagers": ["bonus_spin"], "bonus_spin": {"wheel": "five-dollar"}},
            ["operator_name", "betting_areas", "bonus_spin_area", "community_areas", "odds", "payout_limit"],
        ),
        (
            "ma",
            {"wagers": []},
            ["operator_name", "betting_areas", "raise_areas", "community_area", "dealer_area", "odds"],
        ),
        (
            "ma",
            {"payout_limit": "60000.00"},
            [
                *("operator_name", "betting_areas", "raise_areas", "three_card_area", "community_area"),
                *("dealer_area", "odds", "payout_limit"),
            ],
        ),
    ],
)
def test_what_a_layout_must_show_for_an_offer(edition: str, offer: dict[str, object], elements: list[str]) -> None:
    shown = questions.layout_elements(terms_for(edition, offer))

    assert [element.value.id for element in shown] == elements
    assert all(element.cite.startswith(edition.upper()) for element in shown)


def test_nj_113zb2_the_betting_areas_stand_in_order_from_the_dealer() -> None:
    elements = [answer.value for answer in questions.layout_elements(terms_for("nj", {}))]
    areas = next(element.areas for element in elements if element.id == "betting_areas")

    assert areas == ("five_card_bonus", "ante_across", "ante_down", "across", "down", "middle")


def test_md_ch2_c_drop_box_tip_box_and_discard_rack() -> None:
    found = [(answer.value.id, answer.cite) for answer in questions.fixtures(rulebook("md"))]

    assert found == [
        ("drop_box", "MD Ch. 2 §C(1)"),
        ("tip_box", "MD Ch. 2 §C(1); Ch. 2 §E (R10)"),
        ("discard_rack", "MD Ch. 2 §C(2)"),
    ]


WHOLE = ["receive", "inspect", "verify", "spread", "first_look", "wash", "stack", "shuffle"]


@pytest.mark.parametrize(
    ("edition", "shuffle", "steps"),
    [
        ("md", "manual_shuffle", [*WHOLE, "cut"]),
        ("md", "automated_shuffle", WHOLE),
        ("md", "preshuffled", ["receive", "cut"]),
        ("ma", "preshuffled", ["receive", "cut"]),
        ("nj", "manual_shuffle", [*WHOLE, "cut"]),
        ("nj", "preshuffled", [*WHOLE, "cut"]),
    ],
)
def test_which_steps_open_a_table(edition: str, shuffle: Shuffle, steps: list[str]) -> None:
    assert [step.value.id for step in questions.opening_steps(rulebook(edition), shuffle)] == steps


def test_md_ch4_a_dealer_and_floorperson_are_two_people() -> None:
    by = {step.value.id: step.value.by for step in questions.opening_steps(rulebook("md"), "manual_shuffle")}

    assert (by["inspect"], by["verify"]) == ("dealer", "floorperson")


@pytest.mark.parametrize(
    ("edition", "cite"),
    [("md", "MD Ch. 4 §A"), ("md-1.0", "MD 1.0 Ch. 4 §A"), ("ma", "MA §3(b)"), ("nj", "NJ 13:69F-40.4(b)")],
)
def test_the_verifier_is_another_person_who_is_assigned_to_the_table(edition: str, cite: str) -> None:
    book = rulebook(edition)
    verification = questions.verification(book)

    assert verification is not None
    assert (verification.value.assigned, verification.cite) == (True, cite)
    assert questions.two_people(book).cite == cite


def test_preshuffled_decks_are_allowed_only_where_the_text_speaks_of_them() -> None:
    answers = {edition: questions.may_be_preshuffled(rulebook(edition)).value for edition in editions()}

    assert answers == {"md": True, "md-1.0": True, "house": False, "ma": True, "nj": False, "mi": False}


@pytest.mark.parametrize("edition", editions())
def test_a_cut_is_at_least_ten_cards_deep(edition: str) -> None:
    assert questions.cut_depth(rulebook(edition)).value == 10


@pytest.mark.parametrize(
    ("edition", "allowed", "cite"),
    [
        ("md", [6], "MD Ch. 2 §A(1)"),
        ("md-1.0", [6], "MD 1.0 Ch. 2 §A(1)"),
        ("house", [1, 2, 3, 4, 5, 6], "house policy (R13)"),
        ("ma", [1, 2, 3, 4, 5, 6, 7], "MA 205 CMR 146.33(1)"),
        ("nj", [6], "NJ 13:69E-1.13Z(a)"),
        ("mi", [1, 2, 3, 4, 5, 6], "house policy (R13)"),
    ],
)
def test_how_many_betting_positions_a_table_may_have(edition: str, allowed: list[int], cite: str) -> None:
    answer = questions.positions(rulebook(edition))

    assert (list(answer.value), answer.cite) == (allowed, cite)


@pytest.mark.parametrize(
    ("edition", "recut", "reshuffle", "late"),
    [
        ("md", "MD Ch. 5 §E; Ch. 5 §G; Ch. 5 §H", "MD Ch. 5 §A(3)", "MD Ch. 7 §C; Ch. 7 §D"),
        ("md-1.0", "MD 1.0 Ch. 5 §E; Ch. 5 §G; Ch. 5 §H", "MD 1.0 Ch. 5 §A(3)", "MD 1.0 Ch. 7 §C; Ch. 7 §D"),
        ("ma", "MA §4(d) (R31)", None, "MA §6(c)"),
        ("nj", "NJ 13:69F-40.5(d) (R31)", None, "NJ 13:69F-40.6(d)"),
        ("house", None, None, None),
        ("mi", None, None, None),
    ],
)
def test_what_a_supervisor_may_order_or_refuse(
    edition: str, recut: str | None, reshuffle: str | None, late: str | None
) -> None:
    book = rulebook(edition)
    found = (questions.recut(book), questions.directed_reshuffle(book), questions.late_wagers(book))

    assert tuple(rule and rule.cite for rule in found) == (recut, reshuffle, late)
    assert all(rule.value.until == "before any cards have been dealt" for rule in found[:1] if rule)


@pytest.mark.parametrize(
    ("edition", "step", "cite"),
    [
        ("md", "wash", "MD Ch. 5 §F; Ch. 5 §G; Ch. 5 §H (R19)"),
        ("md-1.0", "wash", "MD 1.0 Ch. 5 §F; Ch. 5 §G; Ch. 5 §H (R19)"),
        ("ma", "wash", "MA §4(e)"),
        ("nj", "wash", "NJ 13:69F-40.5(e)"),
    ],
)
def test_where_the_opening_begins_again_after_an_idle_table(edition: str, step: str, cite: str) -> None:
    answer = questions.idle_table(rulebook(edition))

    assert (answer.value.restart_from, answer.cite) == (step, cite)


def test_nj_113za1_a_rendering_and_a_photograph_are_filed_before_use() -> None:
    assert questions.layout_documents(rulebook("nj")).value == ("rendering_to_scale", "colour_photograph")
    assert questions.layout_approval(rulebook("md")).value == "submitted to the Commission and approved"


def test_nj_113ze_bonus_spin_needs_its_hardware() -> None:
    spin = questions.hardware(terms_for("nj", {"wagers": ["bonus_spin"], "bonus_spin": {"wheel": "five-dollar"}}))

    assert spin is not None
    assert spin.cite == "NJ 13:69E-1.13Z(e)"
    assert questions.hardware(terms_for("nj", {})) is None


def test_md_forfeits_and_which_of_them_is_left_to_discretion() -> None:
    found = {name: answer.value.at_discretion for name, answer in questions.forfeits(rulebook("md")).items()}

    assert found == {"conduct": False, "abandoned": True}


@pytest.mark.parametrize(("edition", "limit"), [("md", 5_000_000), ("md-1.0", None), ("house", 300_000), ("ma", None)])
def test_the_payout_limit_comes_with_its_paragraph(edition: str, limit: int | None) -> None:
    answer = questions.payout_limit(terms_for(edition, {}))

    assert answer.value == limit
    assert answer.cite


@pytest.mark.parametrize("edition", editions())
def test_seat_1_acts_first_and_is_settled_last(edition: str) -> None:
    book = rulebook(edition)

    assert questions.acting_order(book, [4, 1, 6]).value == [1, 4, 6]
    assert questions.settlement_steps(book, [4, 1, 6])[0].seat == 6


@pytest.mark.parametrize(
    ("edition", "kind", "effect"),
    [
        ("md", "face_up_card", ("void", "reshuffled", None)),
        ("ma", "one_face_up_card", ("goes_on", "stays", None)),
        ("ma", "face_up_card", ("void", "reshuffled", None)),
        ("nj", "drawn_in_error", ("goes_on", "stays", None)),
        ("md", "shoe_failure", ("void", "reshuffled", "cards_removed")),
        ("nj", "shuffler_failure", ("goes_on", "reshuffled", None)),
        ("house", "shuffler_failure", ("void", "reshuffled", None)),
        ("house", "backed_up_cards", ("void", "reshuffled", None)),
        ("md", "device_out_of_use", ("goes_on", "stays", "covered_or_marked")),
        ("ma", "device_out_of_use", ("goes_on", "stays", "removed")),
    ],
)
def test_what_an_irregularity_does(edition: str, kind: str, effect: tuple[str, str, str | None]) -> None:
    rule = questions.irregularities(rulebook(edition))[kind].value

    assert (rule.round, rule.deck, rule.device) == effect


@pytest.mark.parametrize("edition", ["md", "ma", "nj", "house"])
def test_a_counting_shuffler_that_finds_a_wrong_number_ends_the_deck(edition: str) -> None:
    assert rulebook(edition).counting_shuffler.wrong_count == "deck_removed"


def acts(edition: str) -> list[tuple[int, str]]:
    steps = questions.settlement_steps(rulebook(edition), [1, 4])
    return list(dict.fromkeys((step.seat, step.wagers[0]) for step in steps))


def test_md_ch11_h_all_bonuses_are_settled_before_the_seats() -> None:
    assert acts("md") == [(4, "five_card_bonus"), (1, "five_card_bonus"), (4, "ante_across"), (1, "ante_across")]


def test_md10_ch11_h4_a_seats_bonus_is_settled_after_its_main_wagers() -> None:
    assert acts("md-1.0") == [(4, "ante_across"), (4, "five_card_bonus"), (1, "ante_across"), (1, "five_card_bonus")]


@pytest.mark.parametrize(("edition", "cite"), [("md", "Ch. 11 §I(3)"), ("md-1.0", "Ch. 11 §H(3)")])
def test_md_ch11_a_seats_losing_wagers_are_taken_before_its_winning_ones_are_paid(edition: str, cite: str) -> None:
    steps = [step for step in questions.settlement_steps(rulebook(edition), [1, 4]) if "ante_across" in step.wagers]

    assert [(step.seat, step.part) for step in steps] == [(4, "losing"), (4, "others"), (1, "losing"), (1, "others")]
    assert all(step.cite.endswith(cite) for step in steps)


def test_house_the_six_card_bonus_comes_last() -> None:
    assert [wager for _, wager in acts("house")][-2:] == ["six_card_bonus", "six_card_bonus"]


def test_house_a_seats_losing_wagers_are_taken_before_its_winning_ones_are_paid() -> None:
    steps = questions.settlement_steps(rulebook("house"), [1, 4])

    assert [(step.seat, step.part) for step in steps[:3]] == [(4, "losing"), (4, "others"), (4, "all")]


def test_nj_the_five_card_bonus_comes_at_the_end_and_spins_after_it() -> None:
    assert [wager for _, wager in acts("nj")] == ["ante_across"] * 2 + ["five_card_bonus"] * 2 + ["bonus_spin"] * 2


def test_ma_10a_three_card_wagers_are_settled_first() -> None:
    assert acts("ma") == [(4, "three_card"), (1, "three_card"), (4, "ante"), (1, "ante")]


def test_ma_10a_all_losing_three_card_wagers_are_collected_before_any_winner_is_paid() -> None:
    steps = questions.settlement_steps(rulebook("ma"), [1, 4])

    around = [(step.seat, step.part) for step in steps if step.of == "table"]
    assert around == [(4, "losing"), (1, "losing"), (4, "others"), (1, "others")]
