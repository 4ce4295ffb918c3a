"""Splitting an official text into its printed paragraphs."""

from games.engine.rulebook.printed import PrintedParagraph, printed_paragraphs


def split(text: str) -> list[str]:
    return [paragraph.text for paragraph in printed_paragraphs(text)]


def test_each_line_with_a_label_is_a_paragraph() -> None:
    assert split("A. Cards.\n\n- (1) One deck;\n  - (a) of one color.\n") == [
        "A. Cards.",
        "(1) One deck;",
        "(a) of one color.",
    ]


def test_a_line_that_begins_in_lower_case_goes_on_unless_it_begins_with_a_label() -> None:
    assert split("(2) Shuffled by hand,\n\ncut the cards.\ni. Place the card.") == [
        "(2) Shuffled by hand, cut the cards.",
        "i. Place the card.",
    ]


def test_labels_inside_a_line_begin_a_paragraph_but_numbers_in_a_sentence_do_not() -> None:
    assert split("(a) It has: 1. A name; and 2. Paid by 3.1. Table 1. The end. (c) More.") == [
        "(a) It has:",
        "1. A name; and",
        "2. Paid by 3.1. Table 1. The end.",
        "(c) More.",
    ]


def test_a_table_is_one_paragraph() -> None:
    assert split("Pays:\n\nFlush\t8\nStraight\t5\n|---|---|\n\n| Pair | 1 |\n") == [
        "Pays:",
        "Flush 8 Straight 5 Pair 1",
    ]


def test_markup_spaces_and_quotation_marks_do_not_change_the_hash() -> None:
    printed = printed_paragraphs("**(1) “Ante”  means \\$5.**")[0]
    assert printed == PrintedParagraph('(1) "Ante" means $5.')
    assert printed.sha256 == PrintedParagraph('(1) "Ante" means $5.').sha256


def test_the_caption_of_a_table_belongs_to_it_and_the_next_caption_begins_another() -> None:
    text = "Table 1. Odds\n| Flush | 8 |\n| Table 2. More odds | |\n| Pair | 1 |\n"

    assert split(text) == ["Table 1. Odds Flush 8", "Table 2. More odds Pair 1"]


def test_a_line_that_breaks_off_before_a_name_or_a_quotation_goes_on() -> None:
    assert split('They pay (pair of\n\nJacks or better).\n(c) Each player who placed ante\n"Across" bet.') == [
        "They pay (pair of Jacks or better).",
        '(c) Each player who placed ante "Across" bet.',
    ]


def test_each_defined_term_is_a_paragraph() -> None:
    assert split('"Stub" means the rest of the deck. "Suit" shall mean a category.') == [
        '"Stub" means the rest of the deck.',
        '"Suit" shall mean a category.',
    ]


def test_the_number_of_a_section_and_its_first_paragraph_are_two() -> None:
    assert split("13:69F-40.8 Dealing from the hand (a) A dealer may deal.") == [
        "13:69F-40.8 Dealing from the hand",
        "(a) A dealer may deal.",
    ]
