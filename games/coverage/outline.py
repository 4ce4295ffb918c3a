"""Derive the citation of each printed paragraph from the structure of a text: chapters, sections and labels.

It is a proposal for the person who writes a register. Titles are proposed as headings, which command nothing.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.engine.rulebook.printed import CODE_SECTION, LABEL, TABLE, PrintedParagraph

_CHAPTER = re.compile(r"Chapter (\d+)\b")
_NUMBERED_SECTION = re.compile(r"(\d+)\. [A-Z]")
_TITLE_WORD = re.compile(r"[A-Z0-9(&]|(?:of|the|and|to|in|a)$")
# A title has at most this many words; a line printed more often is at the head of every page.
_MOST_WORDS, _MOST_TIMES = 8, 2
_ORDINALS = ("second", "third", "fourth", "fifth")


class OutlinedParagraph(NamedTuple):
    """A printed paragraph and its citation, which is empty for a heading."""

    printed: PrintedParagraph
    cite: str


def outline(paragraphs: Sequence[PrintedParagraph]) -> list[OutlinedParagraph]:
    """Return each paragraph with its citation, in printed order."""
    found = Outline(paragraphs)
    cites = [found.cite_of(each.text) for each in paragraphs]
    return [OutlinedParagraph(*each) for each in zip(paragraphs, _distinct(cites), strict=True)]


def _distinct(cites: list[str]) -> Iterator[str]:
    """Number paragraphs without a label: "Equipment ¶2"; call repeated labels second, as a reader would."""
    times: Counter[str] = Counter()
    for place, cite in enumerate(cites):
        plain = cite.removesuffix(" ¶")
        times[plain] += bool(cite)
        number = times[plain]
        if cite.endswith(" ¶"):
            others = number > 1 or any(each in (plain, f"{plain} ¶") for each in cites[place + 1 :])
            yield f"{plain} ¶{number}" if others else plain
        else:
            yield f"{cite}, {_ORDINALS[number - 2]}" if cite and number > 1 else cite


class Outline:
    """Where a reader of a text is: its section, and the labels down to the paragraph."""

    def __init__(self, paragraphs: Sequence[PrintedParagraph]) -> None:
        texts = [each.text for each in paragraphs]
        self.times = Counter(texts)
        self.has_chapters = any(_CHAPTER.match(text) for text in texts)
        self.has_code = any(CODE_SECTION.match(text) for text in texts)
        self.has_numbers = any(_NUMBERED_SECTION.match(text) for text in texts)
        self.section = ""
        # The label of each level, by its form.
        self.labels: dict[str, str] = {}

    def cite_of(self, text: str) -> str:
        """Return the citation of the next paragraph; " ¶" at its end if it has no label of its own."""
        if section := self.section_of(text):
            if section != self.section:  # not the head of a page in the same section
                self.section, self.labels = section, {}
            return ""
        if table := TABLE.match(text):
            return f"{self.here} {table[0].removesuffix('.')}"
        if label := LABEL.match(text):
            self.enter(label[1])
            return "" if _is_caption(text[label.end() :]) else self.here
        return "" if self._is_title(text) or not self.section else f"{self.here} ¶"

    def section_of(self, text: str) -> str:
        """Return the section that a heading begins, or nothing if it is none."""
        if found := CODE_SECTION.match(text):
            return found[0]
        if found := _CHAPTER.match(text):
            return f"Ch. {found[1]}"
        if self.has_chapters or self.has_code:
            return ""
        if found := _NUMBERED_SECTION.match(text):
            return f"§{found[1]}"
        is_title = not self.has_numbers and self._is_title(text) and self.times[text] <= _MOST_TIMES
        return text.rstrip(": ") if is_title else ""

    @property
    def here(self) -> str:
        """The citation of the current paragraph: "Ch. 8 §F(2)", "§7(e)(1)", "13:69F-40.3(b)1"."""
        return self.section + "".join(self.labels.values())

    def enter(self, label: str) -> None:
        """Go to a label: the next of its form, or one level down if its form is new."""
        form, shown = self._form_of(label), label.rstrip(".")
        forms = list(self.labels)
        kept = forms[: forms.index(form)] if form in forms else forms
        self.labels = {each: self.labels[each] for each in kept}
        self.labels[form] = f" §{shown}" if form == "A." else shown

    def _form_of(self, label: str) -> str:
        """Return the form of a label: "(1)", "(a)", "(i)", "1.", "i." or "A."."""
        inner = label.strip("().")
        if inner.isdigit():
            return label.replace(inner, "1")
        if inner.isupper():
            return label.replace(inner, "A")
        is_roman = set(inner) <= set("ivx") and not self._follows(inner)
        return label.replace(inner, "i" if is_roman else "a")

    def _follows(self, letter: str) -> bool:
        """Tell whether a label such as (i) is the letter after (h)."""
        before = self.labels.get("(a)", "").strip("()")
        return len(letter) == 1 and len(before) == 1 and ord(letter) == ord(before) + 1

    def _is_title(self, text: str) -> bool:
        words = text.split()
        return len(words) <= _MOST_WORDS and "$" not in text and text[-1] not in ".;,"


def _is_caption(text: str) -> bool:
    """Tell whether a labeled line is only a title, such as "F. Determining the Number of Cards."."""
    words = text.rstrip(".").split()
    return text.endswith(".") and 1 < len(words) <= _MOST_WORDS and all(_TITLE_WORD.match(word) for word in words)
