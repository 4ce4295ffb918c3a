"""Fonts of the PDF: text width, wrapping, and replacements for missing glyphs."""

import re
import unicodedata
from functools import lru_cache

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

PLAIN, BOLD, ITALIC = "Vera", "VeraBd", "VeraIt"

for _name in (PLAIN, BOLD, ITALIC):
    pdfmetrics.registerFont(TTFont(_name, f"{_name}.ttf"))

_GLYPHS = frozenset(pdfmetrics.getFont(PLAIN).face.charToGlyph)


def width(words: str, face: str, size: float) -> float:
    return float(pdfmetrics.stringWidth(words, face, size))


# ── Missing glyphs

_CYRILLIC = (
    "а a б b в v г g д d е e ё yo ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh "
    "щ shch ъ  ы y ь  э e ю yu я ya і i ї yi є ye ґ g ў u ђ dj ј j љ lj њ nj ћ c џ dz ѓ g ќ k ѕ dz"
)
_GREEK = "α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o"
_LATIN = "đ d ħ h ŧ t ŋ ng ə e ɓ b ɗ d ƙ k ɛ e ɔ o ɖ d ƴ y"
_SIGNS = "→ -> ← <- ↑ ^ ▸ > ▶ > ▲ * ▼ * ■ • □ o ◂ < ‑ - ‐ - ⁃ - ▪ • ● • ✓ + ✗ x ′ ' ″ \" ∕ / ― —"


def _table(pairs: str) -> dict[str, str]:
    words = pairs.split(" ")
    small = dict(zip(words[::2], words[1::2], strict=True))
    return small | {each.upper(): said.capitalize() for each, said in small.items() if len(each.upper()) == 1}


_TRANSLITERATIONS = _table(_CYRILLIC) | _table(_GREEK) | _table(_LATIN) | _table(_SIGNS)


def transliterate(words: str) -> str:
    """Return a text in glyphs that the font has: others are transliterated or shown by code point, never dropped."""
    if words.isascii() and words.isprintable():
        return words
    letters = "".join(_letter(each) for each in unicodedata.normalize("NFC", words))
    return re.sub(r"\]\[U", " U", letters)


@lru_cache(maxsize=4096)
def _letter(letter: str) -> str:
    if letter in _TRANSLITERATIONS:
        return _TRANSLITERATIONS[letter]
    kind = unicodedata.category(letter)
    if kind in ("Cc", "Zs", "Zl", "Zp"):
        return " "
    if kind in ("Cf", "Mn", "Me"):
        return ""
    if ord(letter) in _GLYPHS:
        return letter
    parts = unicodedata.normalize("NFKD", letter)
    return "".join(_letter(each) for each in parts) if parts != letter else f"[U+{ord(letter):04X}]"


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
