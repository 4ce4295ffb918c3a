"""Splitting an official text into its printed paragraphs."""

from games.coverage.printed import PrintedParagraph, printed_paragraphs


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
    assert split("Pays:\n\nFlush\t8\nStraight\t5\n\n| Pair | 1 |\n") == ["Pays:", "Flush 8 Straight 5 | Pair | 1 |"]


def test_markup_spaces_and_quotation_marks_do_not_change_the_hash() -> None:
    printed = printed_paragraphs("**(1) “Ante”  means \\$5.**")[0]
    assert printed == PrintedParagraph('(1) "Ante" means $5.')
    assert printed.sha256 == PrintedParagraph('(1) "Ante" means $5.').sha256
