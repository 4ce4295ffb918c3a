"""Read an Excel file back, cell by cell."""

from collections.abc import Iterator
from io import BytesIO
from typing import NamedTuple
from xml.etree import ElementTree
from zipfile import ZipFile

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


class Cell(NamedTuple):
    """`is_words` tells words from a number; `has_formula` is never to be true."""

    value: str
    is_words: bool
    has_formula: bool
    format: str
    is_bold: bool


# Of each worksheet its cells, by row and column.
Grid = dict[tuple[int, int], Cell]


class Formats:
    """How the styles of a workbook show numbers, and which are bold."""

    def __init__(self, root: ElementTree.Element) -> None:
        self.codes = {each.get("numFmtId"): each.get("formatCode", "") for each in root.iter(f"{_MAIN}numFmt")}
        fonts = root.find(f"{_MAIN}fonts")
        styles = root.find(f"{_MAIN}cellXfs")
        assert fonts is not None
        assert styles is not None
        self.bold = [font.find(f"{_MAIN}b") is not None for font in fonts]
        self.styles = [(each.get("numFmtId"), int(each.get("fontId", 0))) for each in styles]

    def of(self, style: int) -> tuple[str, bool]:
        code, font = self.styles[style]
        return self.codes.get(code, code or ""), self.bold[font]


def worksheets(content: bytes) -> dict[str, Grid]:
    """Return the worksheets of a workbook by name, in order."""
    with ZipFile(BytesIO(content)) as archive:
        names = [each.get("name", "") for each in _root(archive, "xl/workbook.xml").iter(f"{_MAIN}sheet")]
        strings = [
            "".join(part.text or "" for part in each.iter(f"{_MAIN}t"))
            for each in _root(archive, "xl/sharedStrings.xml").iter(f"{_MAIN}si")
        ]
        formats = Formats(_root(archive, "xl/styles.xml"))
        return {
            name: dict(_cells(_root(archive, f"xl/worksheets/sheet{place}.xml"), strings, formats))
            for place, name in enumerate(names, start=1)
        }


def _root(archive: ZipFile, name: str) -> ElementTree.Element:
    return ElementTree.fromstring(archive.read(name))


def _cells(root: ElementTree.Element, strings: list[str], formats: Formats) -> Iterator[tuple[tuple[int, int], Cell]]:
    for cell in root.iter(f"{_MAIN}c"):
        value = cell.find(f"{_MAIN}v")
        if value is None or value.text is None:
            continue
        is_words = cell.get("t") == "s"
        words = strings[int(value.text)] if is_words else value.text
        has_formula = cell.find(f"{_MAIN}f") is not None
        yield _place(cell.get("r", "")), Cell(words, is_words, has_formula, *formats.of(int(cell.get("s", 0))))


def _place(name: str) -> tuple[int, int]:
    """Return the row and column of a cell, from 0: B3 is (2, 1)."""
    letters = name.rstrip("0123456789")
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - ord("A") + 1
    return int(name[len(letters) :]) - 1, column - 1
