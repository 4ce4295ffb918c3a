"""Citations derived from the structure of a text."""

from games.coverage.outline import outline
from games.engine.rulebook.printed import printed_paragraphs


def cites(text: str) -> list[str]:
    return [each.cite for each in outline(printed_paragraphs(text))]


def test_chapters_with_letters_and_numbers() -> None:
    text = "Chapter 8 - Dealing.\n\nA. The dealer shall:\n(1) Deal;\n(a) Down; or\n(b) Up.\n(2) Stop.\nB. No more."

    assert cites(text) == ["", "Ch. 8 §A", "Ch. 8 §A(1)", "Ch. 8 §A(1)(a)", "Ch. 8 §A(1)(b)", "Ch. 8 §A(2)", "Ch. 8 §B"]


def test_numbered_sections_with_roman_labels() -> None:
    terms = "1. Terms\nAnte means a bet.\nStub means the rest.\n"
    text = f"{terms}4. Cut\n(c) Cut:\n(1) By:\ni. Placing;\nii. Taking.\n(d) Recut."

    assert cites(text) == ["", "§1 ¶1", "§1 ¶2", "", "§4(c)", "§4(c)(1)", "§4(c)(1)i", "§4(c)(1)ii", "§4(d)"]


def test_sections_of_a_code_with_tables() -> None:
    text = "13:69F-40.11Payout Odds\n(a) Paid so.\n\n| Table 1. Odds | |\n| Flush | 8 |\n\n(b) Or so.\n1. Thus."

    assert cites(text) == ["", "13:69F-40.11(a)", "13:69F-40.11(a) Table 1", "13:69F-40.11(b)", "13:69F-40.11(b)1"]


def test_an_i_after_h_is_a_letter_and_elsewhere_a_number() -> None:
    letters = "\n".join(f"({letter}) Then." for letter in "abcdefghi")

    assert cites(f"13:69F-40.10 Play\n{letters}")[-1] == "13:69F-40.10(i)"
    assert cites("1. Play\n(a) Then:\n(i) First.")[-1] == "§1(a)(i)"


def test_a_sheet_without_numbers_is_cited_by_its_titles() -> None:
    table = "Flush\t8 to 1\nStraight\t5 to 1\nPair\t1 to 1\n"
    text = f"Equipment\nA deck is used.\nA rack is used.\n\nPay Tables:\nOdds:\n{table}"

    assert cites(text) == ["", "Equipment ¶1", "Equipment ¶2", "", "", "Odds"]


def test_a_label_printed_twice_is_called_second() -> None:
    assert cites("Chapter 9 - Deal.\nA. Do:\n(2) This.\n(2) That.") == [
        "",
        "Ch. 9 §A",
        "Ch. 9 §A(2)",
        "Ch. 9 §A(2), second",
    ]


def test_heads_of_pages_and_captions_are_headings_and_break_no_list() -> None:
    head = "The Agency\nStandard Rules\n"
    text = f"{head}Chapter 8 - Deal.\nF. Determining the Number of Cards.\n{head}Chapter 8 - Deal.\n(1) Count.\n{head}"

    assert cites(text) == ["", "", "", "", "", "", "", "Ch. 8 §F(1)", "", ""]
