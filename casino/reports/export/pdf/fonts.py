"""Fonts of the PDF: text width, wrapping, and replacements for missing glyphs."""

import re
import unicodedata
from functools import lru_cache

from anyascii import anyascii
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

PLAIN, BOLD, ITALIC = "Vera", "VeraBd", "VeraIt"

for _name in (PLAIN, BOLD, ITALIC):
    pdfmetrics.registerFont(TTFont(_name, f"{_name}.ttf"))

_GLYPHS = frozenset(pdfmetrics.getFont(PLAIN).face.charToGlyph)


def width(words: str, face: str, size: float) -> float:
    return float(pdfmetrics.stringWidth(words, face, size))


# ── Missing glyphs

# Signs of ours that would be spelled otherwise.
_SIGNS = str.maketrans({"→": "->", "←": "<-", "▶": ">", "▲": "*", "▼": "*", "■": "•", "□": "o", "●": "•", "✓": "+"})


def transliterate(text: str) -> str:
    """Return a text in glyphs that the font has: other words are spelled in Latin letters, or shown by code point."""
    if text.isascii() and text.isprintable():
        return text
    spaced = re.sub(r"[\s\x00-\x1f\x7f-\x9f]", " ", unicodedata.normalize("NFC", text).translate(_SIGNS))
    return " ".join(_word(word) for word in spaced.split(" "))


@lru_cache(maxsize=4096)
def _word(word: str) -> str:
    if _GLYPHS.issuperset(map(ord, word)):
        return word
    drawn = [letter for letter in word if unicodedata.category(letter) not in ("Cf", "Mn", "Me")]
    return "".join(anyascii(letter) or f"[U+{ord(letter):04X}]" for letter in drawn)


# ── Lines

# Tolerance for rounding errors in summed widths.
_SLACK = 0.01


def wrapped(words: str, face: str, size: float, room: float) -> list[str]:
    """Wrap a text into lines that fit; break a word that is too long for one line."""
    room += _SLACK
    if width(words, face, size) <= room:
        return [words]
    lines, line = [], ""
    for word in words.split():
        longer = f"{line} {word}" if line else word
        if width(longer, face, size) <= room:
            line = longer
            continue
        *full, line = [*([line] if line else []), *_broken(word, face, size, room)]
        lines += full
    return [*lines, line]


def _broken(word: str, face: str, size: float, room: float) -> list[str]:
    pieces, piece = [], ""
    for letter in word:
        if piece and width(piece + letter, face, size) > room:
            pieces.append(piece)
            piece = ""
        piece += letter
    return [*pieces, piece]
