"""Pages filled from top to bottom, one after another."""

from typing import Literal

from .fonts import BOLD, PLAIN, spelt, width, wrapped
from .marks import BLACK, DIM, Colour, Mark, PdfPage, PdfText

Paper = Literal["a4", "letter"]

# In points (1/72 inch).
_SIZES: dict[Paper, tuple[float, float]] = {"a4": (595.28, 841.89), "letter": (612, 792)}
MARGIN = 36.0
_HEADING = 11.0
_BEFORE = 14.0
# Height of a heading with the gap before it.
HEADED = _BEFORE + _HEADING * 2


class PageStack:
    """`y` is how far the last page is filled; `foot` is the height reserved for the footer."""

    def __init__(self, paper: Paper, foot: float) -> None:
        self.short, self.long = _SIZES[paper]
        self.foot = foot
        self.pages: list[PdfPage] = []
        self.y = 0.0
        self.add_page(is_wide=False)

    @property
    def page(self) -> PdfPage:
        return self.pages[-1]

    @property
    def width(self) -> float:
        """The width of the page between its margins."""
        return self.page.width - 2 * MARGIN

    @property
    def room(self) -> float:
        return self.page.height - self.foot - self.y

    @property
    def is_fresh(self) -> bool:
        return not self.page.marks

    def width_of(self, *, is_wide: bool) -> float:
        return (self.long if is_wide else self.short) - 2 * MARGIN

    def add_page(self, *, is_wide: bool) -> None:
        self.pages.append(PdfPage(self.long, self.short) if is_wide else PdfPage(self.short, self.long))
        self.y = MARGIN

    def turn(self, *, is_wide: bool) -> None:
        """Switch to portrait or landscape, on a new page if the orientation changes."""
        if self.page.is_wide == is_wide:
            return
        if self.is_fresh:
            self.pages.pop()
        self.add_page(is_wide=is_wide)

    def need(self, height: float) -> bool:
        """Start a new page if there is not enough room; tell whether it did."""
        if height <= self.room or self.is_fresh:
            return False
        self.add_page(is_wide=self.page.is_wide)
        return True

    def put(self, *marks: Mark) -> None:
        self.page.marks.extend(marks)

    def gap(self, height: float) -> None:
        if not self.is_fresh:
            self.y += height

    def paragraph(self, words: str, size: float = 8.0, face: str = PLAIN, colour: Colour = BLACK) -> None:
        """Write a text across the full width, in as many lines as it needs."""
        for line in wrapped(spelt(words), face, size, self.width):
            self.need(size * 1.35)
            self.y += size * 1.35
            self.put(PdfText(MARGIN, self.y - size * 0.3, line, face, size, colour))

    def heading(self, title: str, keep: float, aside: str = "") -> None:
        """Begin a section on a page with room for `keep` more points. `aside` is the rule it cites."""
        self.gap(_BEFORE)
        self.need(_HEADING * 2 + keep)
        self.page.headings.append(spelt(title))
        self.title(title, aside)

    def title(self, title: str, aside: str = "") -> None:
        self.paragraph(title, _HEADING, BOLD)
        end, size = MARGIN + width(spelt(title), BOLD, _HEADING), 7.5
        if aside and end + 12 + width(spelt(aside), PLAIN, size) <= MARGIN + self.width:
            self.put(PdfText(end + 8, self.y - _HEADING * 0.3, spelt(aside), PLAIN, size, DIM))
        elif aside:
            self.paragraph(aside, size, colour=DIM)
        self.y += 3
