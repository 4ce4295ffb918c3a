"""Read a report back from its PDF by the column headings."""

import re
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from itertools import dropwhile, takewhile
from typing import Any, NamedTuple

from pypdf import PdfReader
from reportlab.pdfbase.pdfmetrics import stringWidth

_FACES = {"Bold": "VeraBd", "Oblique": "VeraIt", "Roman": "Vera", "Sans": "Vera"}
_HEADING = 11.0
_FOOT = 44.0


class Piece(NamedTuple):
    """Words in one line, and from where to where they reach; `y` is from the page's lower edge."""

    words: str
    left: float
    right: float
    y: float
    face: str
    size: float
    page: int


class Section(NamedTuple):
    """What stands under a heading up to the next, in the order it is written."""

    title: str
    pieces: list[Piece]


class Head(NamedTuple):
    """A column to be found: its heading, and whether what is in it begins or ends where the heading does."""

    key: str
    label: str
    is_left: bool


class Column(NamedTuple):
    """A column that was found, and where its heading begins and ends."""

    head: Head
    left: float
    right: float


def pieces_of(content: bytes) -> list[Piece]:
    found: list[Piece] = []
    for number, page in enumerate(PdfReader(BytesIO(content)).pages):

        def take(words: str, moved: list[float], at: list[float], font: Any, size: float, number: int = number) -> None:
            if words.strip():
                face = _FACES[font["/BaseFont"].split("-")[-1] if "-" in font["/BaseFont"] else "Sans"]
                said = words.strip("\n")
                left, y = moved[4] + at[4], moved[5] + at[5]
                found.append(Piece(said, left, left + stringWidth(said, face, size), y, face, size, number))

        page.extract_text(visitor_text=take)
    return found


def sections_of(content: bytes) -> list[Section]:
    """Return the sections of a PDF; what goes on on another page, or in another part, is a section of its own."""
    sections = [Section("", [])]
    for piece in pieces_of(content):
        if piece.size == _HEADING and piece.face == "VeraBd":
            sections.append(Section(piece.words.strip(), []))
        elif piece.y > _FOOT:
            sections[-1].pieces.append(piece)
    return sections


def table_in(sections: Sequence[Section], title: str, heads: Sequence[Head]) -> list[dict[str, str]]:
    """Return the rows of a table by the keys of its columns, from all of its pages and parts, without spaces."""
    parts: dict[str, list[dict[str, str]]] = {}
    for section in sections:
        named = re.fullmatch(rf"{re.escape(title)}(, part \d+ of \d+)?( \(continued\))?", section.title)
        if named:
            parts.setdefault(named[1] or "", []).extend(_rows(section, heads))
    return [{key: words for part in row for key, words in part.items()} for row in zip(*parts.values(), strict=True)]


def _rows(section: Section, heads: Sequence[Head]) -> list[dict[str, str]]:
    pieces = list(dropwhile(lambda piece: piece.face != "VeraBd", section.pieces))
    columns = list(_columns(takewhile(lambda piece: piece.face == "VeraBd", pieces), heads))
    rows: list[dict[str, str]] = []
    last = len(columns)
    for piece in dropwhile(lambda piece: piece.face == "VeraBd", pieces):
        place = next((place for place, column in enumerate(columns) if _is_under(piece, column)), None)
        if place is None or piece.face == "VeraIt":
            break
        if place < last:
            rows.append({column.head.key: "" for column in columns})
        rows[-1][columns[place].head.key] += "".join(piece.words.split())
        last = place
    return rows


def _columns(pieces: Iterable[Piece], heads: Sequence[Head]) -> Iterator[Column]:
    """Yield the columns that stand beside each other. Some of them may have been left out."""
    lines: list[list[Piece]] = []
    for piece in pieces:
        # The lines of one heading share an edge.
        is_same = lines and (abs(lines[-1][0].left - piece.left) < 0.2 or abs(lines[-1][0].right - piece.right) < 0.2)
        if is_same:
            lines[-1].append(piece)
        else:
            lines.append([piece])
    known = iter(heads)
    for several in lines:
        label = "".join("".join(piece.words.split()) for piece in several)
        head = next(each for each in known if "".join(each.label.split()) == label)
        yield Column(head, several[0].left, several[0].right)


def _is_under(piece: Piece, column: Column) -> bool:
    return abs(piece.left - column.left) < 0.2 if column.head.is_left else abs(piece.right - column.right) < 0.2
