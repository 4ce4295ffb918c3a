"""The PDF of a report is complete, legible and reproducible, whatever its names and figures."""

import time
from collections.abc import Sequence
from datetime import timedelta
from io import BytesIO

import msgspec
import pytest
from pypdf import PdfReader

from casino.reports.charts.drawing import Chart, ChartBox, ChartLine, ChartText
from casino.reports.document import Report, ReportCopy, Row, Sheet, SignatureLine, Value, digest, encoded
from casino.reports.export.pdf import Paper, pdf_of
from casino.reports.export.pdf.fonts import PLAIN, transliterate, width, wrapped

from . import sample as samples
from .figures import in_pdf, said, tight, without_left_out
from .paper import Piece, pieces_of
from .sample import ENDED, empty, sample
from .sheets import money, sheet_of, text

NAMES = (
    "Wilhelmina Featherstonehaugh-Cholmondeley",
    "Đặng Thị Minh Khai",
    "Олександр Шевченко",
    "Donaudampfschifffahrtsgesellschaftskapitänsanwärterin Ng",
    "张伟",
    "Παππάς Γεώργιος",
    "محمد الأمين",
    "Łukasik – Åström · ≥ 3 → 4 ▸ 5",
)

PICTURE = Chart(
    "deck_ages",
    "Ages of decks",
    "Hatched: in play past its limit.",
    "One deck, an hour late.",
    "decks",
    720,
    90,
    (
        ChartText(60, 30, "CHP-01 A", "end", "axis"),
        ChartBox(70, 16, 400, 20, "bar"),
        ChartBox(470, 16, 60, 20, "overdue"),
        ChartLine(470, 10, 470, 40, "limit"),
        ChartText(718, 30, "1:00 late → 张", "end", "value"),
        ChartLine(70, 60, 700, 60, "zero"),
        ChartText(70, 80, "14:00", "middle", "axis"),
        ChartText(700, 80, "22:00", "middle", "axis"),
    ),
)


def _signed(report: Report) -> ReportCopy:
    line = SignatureLine("Shift manager", "Ruth Calder", "CHP-1001", ENDED + timedelta(minutes=5))
    return ReportCopy(report, "signed", digest(encoded(report)), (line,))


def _with(*sheets: Sheet) -> ReportCopy:
    return ReportCopy(msgspec.structs.replace(sample(), sheets=sheets))


def _large(monkeypatch: pytest.MonkeyPatch) -> Report:
    """Return the report of sixty tables and ninety dealers."""
    monkeypatch.setattr(samples, "TABLES", tuple(f"CHP-{number:02d}" for number in range(1, 61)))
    dealers = tuple((NAMES[number % len(NAMES)], f"CHP-{3000 + number}") for number in range(90))
    monkeypatch.setattr(samples, "DEALERS", dealers)
    return sample()


def _wide(columns: int, rows: int) -> Sheet:
    """Return a sheet that fits on no page as it is."""
    heads = (text("table", "Table"), *(money(f"m{place}", f"Measure number {place}") for place in range(columns)))
    values: list[tuple[Value, ...]] = [
        (f"CHP-{row}", *(-9_999_999_99 - place for place in range(columns))) for row in range(rows)
    ]
    return sheet_of("wide", "Wide", heads, [Row(cells) for cells in values], total=Row(("All", *values[0][1:])))


def _overlaps(pieces: list[Piece]) -> list[tuple[str, str]]:
    """Return words of a page that stand on others."""
    ordered, found = sorted(pieces, key=lambda piece: -piece.y), []
    for place, one in enumerate(ordered):
        for other in ordered[place + 1 :]:
            if other.y + other.size * 0.72 <= one.y - one.size * 0.1:
                break
            if other.left < one.right - 0.1 and one.left < other.right - 0.1:
                found.append((one.words, other.words))
    return found


def _outside(pieces: list[Piece], width: float, height: float) -> list[str]:
    """Return words that reach into the margin of a page."""
    return [
        each.words
        for each in pieces
        if each.left < 35.9
        or each.right > width - 35.9
        or each.y + each.size * 0.72 > height - 35.9
        or each.y - each.size * 0.1 < 20
    ]


def _check_layout(issued: ReportCopy, paper: Paper, charts: Sequence[Chart] = ()) -> list[Piece]:
    content = pdf_of(issued, charts, paper)
    pieces = pieces_of(content)
    for number, page in enumerate(PdfReader(BytesIO(content)).pages):
        here = [piece for piece in pieces if piece.page == number]
        assert here
        assert _overlaps(here) == []
        assert _outside(here, float(page.mediabox.width), float(page.mediabox.height)) == []
    return pieces


def _words(issued: ReportCopy, paper: Paper = "a4", charts: Sequence[Chart] = ()) -> list[str]:
    """Return the words of each page, without spaces."""
    reader = PdfReader(BytesIO(pdf_of(issued, charts, paper)))
    return ["".join(page.extract_text().split()) for page in reader.pages]


# ── The document


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_no_text_is_cut_or_overlaps(paper: Paper) -> None:
    for issued in (_signed(sample()), ReportCopy(sample()), ReportCopy(empty())):
        _check_layout(issued, paper, [PICTURE])


def test_pages_are_of_the_paper() -> None:
    for paper, short, long in (("a4", 595.28, 841.89), ("letter", 612, 792)):
        reader = PdfReader(BytesIO(pdf_of(ReportCopy(sample()), [], paper)))  # type: ignore[arg-type]
        sizes = {(float(page.mediabox.width), float(page.mediabox.height)) for page in reader.pages}
        assert sizes == {(short, long), (long, short)}


def test_the_same_report_gives_the_same_bytes() -> None:
    assert pdf_of(_signed(sample()), [PICTURE], "a4") == pdf_of(_signed(sample()), [PICTURE], "a4")


def test_the_pdf_has_metadata() -> None:
    reader = PdfReader(BytesIO(pdf_of(_signed(sample()), [], "a4")))
    assert reader.metadata is not None
    assert reader.metadata.title == "Swing, Saturday, March 7, 2026"
    assert reader.metadata.author == "Chesapeake Palace"
    assert reader.metadata.creation_date == ENDED
    assert [str(entry["/Title"]) for entry in reader.outline if isinstance(entry, dict)][:2] == [
        "Swing, Saturday, March 7, 2026",
        "Summary",
    ]


def test_all_fonts_are_embedded() -> None:
    reader = PdfReader(BytesIO(pdf_of(_signed(sample()), [PICTURE], "a4")))
    fonts = {font["/BaseFont"] for page in reader.pages for font in page["/Resources"]["/Font"].values()}  # type: ignore[index]
    assert all("BitstreamVera" in font for font in fonts), fonts


def test_every_page_has_its_number_and_the_hash() -> None:
    issued = _signed(sample())
    pages = _words(issued)
    for number, words in enumerate(pages, start=1):
        assert f"Page{number}of{len(pages)}" in words
        assert f"Hash{issued.digest[:16]}" in words
        assert tight(issued.report.title) in words
    assert issued.digest in pages[-1]
    assert "ManagerRuthCalder" in pages[0]
    assert "RuthCalderCHP-1001SatMar7,2026,22:05EST" in pages[-1]


@pytest.mark.parametrize("state, said_so", [("live", "live figures"), ("ended", "figures")])
def test_an_unsigned_report_says_so_and_has_signature_lines(state: str, said_so: str) -> None:
    pages = _words(ReportCopy(sample(), state))
    sentence = tight(f"Not signed: {said_so} as of Sat Mar 7, 2026, 22:00 EST.")
    assert sentence in pages[0]
    assert sentence in pages[-1]
    assert "NameBadgeSignatureDateandtime" in pages[-1]
    assert all("Notsigned" in words for words in pages)


def test_later_adjustments_are_marked() -> None:
    later = sheet_of("adjustments", "Adjustments", (money("win", "Win"),), [Row((-150_00,))])
    pages = _words(msgspec.structs.replace(_signed(sample()), after=(later,)))
    assert "Addedlater" in pages[-1]
    assert "−$150.00" in pages[-1]


# ── Tables


def test_headings_stand_on_every_page_of_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    issued = ReportCopy(_large(monkeypatch))
    pages = [words for words in _words(issued) if "Wagersbytype,indetail" in words]
    assert len(pages) > 3
    assert all("ByNameWagerWagersWageredPaidReturnedWinHold" in words for words in pages)
    assert all("(continued)" in words for words in pages[1:])


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_large_report_is_made_at_once_and_is_whole(monkeypatch: pytest.MonkeyPatch, paper: Paper) -> None:
    issued = _signed(_large(monkeypatch))
    began = time.process_time()
    content = pdf_of(issued, [PICTURE], paper)
    assert time.process_time() - began < 3
    _check_layout(issued, paper, [PICTURE])
    found = in_pdf(issued, content)
    assert found == without_left_out(issued, said(issued), found)


def test_columns_that_are_left_out_are_named() -> None:
    issued = ReportCopy(sample())
    found = in_pdf(issued, pdf_of(issued, [], "letter"))
    gone = [
        column.label
        for column in issued.report["tables"].columns
        if not any(row[column.key] for row in found["tables"])
    ]
    assert gone == ["Jackpots", "Jackpots paid"]
    assert any("Noactivity:Jackpots,Jackpotspaid." in words for words in _words(issued, "letter"))


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_sheet_that_is_too_wide_is_given_in_parts(paper: Paper) -> None:
    issued = _with(_wide(40, 30))
    _check_layout(issued, paper)
    assert any("Wide,part3of" in words for words in _words(issued, paper))
    assert in_pdf(issued, pdf_of(issued, [], paper)) == said(issued)


def test_a_row_that_is_longer_than_a_page_goes_on() -> None:
    words = " ".join(f"word{number}" for number in range(6000))
    issued = _with(sheet_of("some", "Some", (text("a", "A"), text("b", "B")), [Row(("x", words)), Row(("y", "end"))]))
    whole = "".join(piece.words for piece in _check_layout(issued, "a4"))
    assert all(f"word{number}" in whole for number in (0, 3000, 5999))


def test_a_word_that_is_too_long_is_broken() -> None:
    sheet = sheet_of("some", "Some" * 60, (text("a", "A" * 300), text("b", "B")), [Row(("x" * 3000, "y" * 300))])
    report = msgspec.structs.replace(sample(), sheets=(sheet,), title="T" * 400, subtitle="S " * 400)
    line = SignatureLine("Shift manager", "N" * 200, "B" * 60, ENDED)
    _check_layout(ReportCopy(report, "signed", "ab" * 32, (line,)), "letter")


def test_figures_are_right_aligned_and_never_wrapped() -> None:
    issued = _with(_wide(3, 5))
    found = [piece for piece in pieces_of(pdf_of(issued, [], "a4")) if piece.words.startswith("−$9,999,999.99")]
    assert len(found) == 6
    assert len({round(piece.right) for piece in found}) == 1


# ── Pictures and letters


def test_pictures_are_drawn_and_what_is_overdue_is_hatched() -> None:
    reader = PdfReader(BytesIO(pdf_of(ReportCopy(sample()), [PICTURE], "a4")))
    drawn = [page for page in reader.pages if "Ages of decks" in page.extract_text()]
    # Hatching is clipped to its box.
    assert [page.get_contents().get_data().count(b" W* n") for page in drawn] == [1]  # type: ignore[union-attr]
    [words] = [words for words in _words(ReportCopy(sample()), charts=[PICTURE]) if "Agesofdecks" in words]
    assert "1:00late->Zhang" in words
    assert "Hatched:inplaypastitslimit." in words


def test_a_picture_that_is_higher_than_a_page_is_made_smaller() -> None:
    high = PICTURE._replace(
        height=3000, shapes=(ChartBox(0, 0, 720, 3000, "bar"), ChartText(0, 2999, "end", "start", "axis"))
    )
    _check_layout(ReportCopy(sample()), "letter", [high])


@pytest.mark.parametrize(
    "words, printed",
    [
        ("Łukasik Åström", "Łukasik Åström"),
        ("−5 – 7 · 8 ≥ 3 § …", "−5 – 7 · 8 ≥ 3 § …"),
        ("a → b ▸ c", "a -> b > c"),
        ("Erdős Đặng Thị", "Erdos Dang Thi"),
        ("e\u0301", "é"),
        ("Шевченко Юрий", "Shevchenko Yuriy"),
        ("Παππάς", "Pappas"),
        ("张伟", "ZhangWei"),
        ("\ue000", "[U+E000]"),
        ("two\r\nlines\ttab\x00", "two  lines tab "),
        ("zero\u200bwidth\u202e", "zerowidth"),
        ("Ⅷ №", "VIII No"),
    ],
)
def test_letters_that_the_font_lacks_are_spelt(words: str, printed: str) -> None:
    assert " ".join(transliterate(words).split()) == " ".join(printed.split())


def test_any_character_can_be_printed() -> None:
    every = "".join(chr(code) for code in range(0x3000) if not 0xD800 <= code < 0xE000)
    columns = (text("name", "Name"), text("other", "Other"))
    rows = [Row((every[start : start + 64], "x")) for start in range(0, len(every), 64)]
    assert pdf_of(_with(sheet_of("names", "Names", columns, rows)), [], "a4")
    assert all(transliterate(transliterate(name)) == transliterate(name) for name in NAMES)


def test_wrapped_lines_fit_the_width() -> None:
    lines = wrapped("one two threeandmore " + "x" * 40, PLAIN, 8, 50)
    assert all(width(line, PLAIN, 8) <= 50.1 for line in lines)
    assert "".join("".join(lines).split()) == "onetwothreeandmore" + "x" * 40
