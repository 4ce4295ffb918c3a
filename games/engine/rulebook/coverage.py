"""The coverage register of an edition: every printed paragraph, in our own words, and what the product does with it."""

import re
from collections.abc import Iterator
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, Struct

from . import Rulebook
from .base import HOUSE_POLICY, Strict, Text, rules_of

Treatment = Literal["settled", "enforced", "recorded", "shown", "out_of_scope"]
Hash = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Summary = Annotated[str, Meta(min_length=1, max_length=300)]
ReferenceText = Annotated[
    str, Meta(pattern=r"\A(rulebook|finding|refusal|act|entry|round|policy|engine|page):[a-z][\w.-]*\Z")
]

# What may follow a citation in that of a paragraph inside it: "Ch. 8 §F" and "(1)", "40.3(b)" and "1", "§1" and " ¶2".
_INSIDE = re.compile(r"\(|( §| ¶| Table )|(?<=\))\w|(?<=\d)[ivx]")
_NUMBERED = re.compile(r"Ch\. \d|§\d|\d+:\d")


class Reference(NamedTuple):
    """What implements a paragraph: "rulebook:stub_count.hand" is of the kind "rulebook"."""

    kind: str
    name: str


class CoveredParagraph(Strict, frozen=True, kw_only=True):
    """One row. A paragraph of another regulation is `elsewhere`: it is not in the installed text and has no hash."""

    cite: Text
    summary: Summary
    treatment: Treatment
    sha256: Hash | None = None
    elsewhere: bool = False
    reason: Text | None = None
    by: tuple[ReferenceText, ...] = ()
    tests: tuple[Text, ...] = ()

    @property
    def references(self) -> list[Reference]:
        return [Reference(*each.split(":", 1)) for each in self.by]

    @property
    def is_treated(self) -> bool:
        return self.treatment != "out_of_scope"


class Coverage(Strict, frozen=True, kw_only=True, eq=False):
    """The register of one edition. `headings` are the hashes of printed lines that command nothing."""

    edition: Text
    headings: frozenset[Hash] = frozenset()
    paragraphs: tuple[CoveredParagraph, ...]

    def cited(self, cite: str) -> list[CoveredParagraph]:
        """Return the paragraphs that one part of a citation names: itself, and those inside it."""
        return [each for each in self.paragraphs if each.cite == cite or is_inside(each.cite, cite)]

    @property
    def printed(self) -> tuple[CoveredParagraph, ...]:
        """The paragraphs of the edition's own text."""
        return tuple(each for each in self.paragraphs if not each.elsewhere)


def is_inside(cite: str, outer: str) -> bool:
    """Tell whether a citation names a paragraph inside another: Ch. 8 §F(2) is inside Ch. 8 §F, Ch. 81 is not."""
    return cite != outer and cite.startswith(outer) and bool(_INSIDE.match(cite, len(outer)))


# ── Faults


def coverage_faults(found: Coverage, book: Rulebook) -> Iterator[tuple[str, str]]:
    """Yield (row, fault) for every inconsistency of a register."""
    if found.edition != book.id:
        yield "edition", f"is {found.edition!r}, but the rulebook is {book.id!r}"
    rows: dict[str, int] = {}
    for place, each in enumerate(found.paragraphs):
        name = row_name(place, each.cite)
        if each.cite in rows:
            yield name, f"has the citation of row {rows[each.cite]} too; add ¶2, or “, second”"
        rows.setdefault(each.cite, place + 1)
        for fault in _row_faults(each, found, book):
            yield name, fault
    yield from _order_faults(found)
    yield from _citation_faults(found, book)


def row_name(place: int, cite: object) -> str:
    """Return how a fault names a row, counted from 1: "row 17 (Ch. 8 §E)"."""
    return f"row {place + 1} ({cite})"


def _row_faults(row: CoveredParagraph, found: Coverage, book: Rulebook) -> Iterator[str]:
    if (row.sha256 is None) != row.elsewhere:
        yield "needs either sha256, or elsewhere = true for a paragraph that the text does not print"
    if row.sha256 in found.headings:
        yield "has the sha256 of one of the headings"
    if row.treatment == "out_of_scope":
        if not row.reason or row.by or row.tests:
            yield "is out of scope: it needs a reason, and neither `by` nor `tests`"
    elif row.reason or not row.by or not row.tests:
        yield f"is {row.treatment}: it needs `by` and `tests`, and no reason"
    for reference in row.references:
        if reference.kind == "rulebook" and not has_key(book, reference.name):
            yield f"by: the rulebook has no {reference.name}"


def _order_faults(found: Coverage) -> Iterator[tuple[str, str]]:
    """Find rows that are not in printed order, as far as their citations tell."""
    ended: set[str] = set()
    before, elsewhere = "", False
    for place, each in enumerate(found.paragraphs):
        section = section_of(each.cite)
        if elsewhere and not each.elsewhere:
            yield row_name(place, each.cite), "is printed, and belongs before the rows that are elsewhere"
        elif section != before and section in ended:
            yield row_name(place, each.cite), f"belongs to the other rows of {section}"
        elif not each.elsewhere and _numbers(section) < _numbers(before):
            yield row_name(place, each.cite), f"belongs before {before}"
        ended.add(section)
        before, elsewhere = section, each.elsewhere


def section_of(cite: str) -> str:
    """Return the section of a citation: Ch. 8 of Ch. 8 §F(2), §7 of §7(e), the title of a sheet without numbers."""
    return re.split(r"(?<=.) [§¶]|\(| Table ", cite)[0]


def _numbers(section: str) -> list[int]:
    """Return the numbers of a section, to compare its place; none for the title of a sheet."""
    return [int(each) for each in re.findall(r"\d+", section)] if _NUMBERED.match(section) else []


def _citation_faults(found: Coverage, book: Rulebook) -> Iterator[tuple[str, str]]:
    for key, rule in rules_of(book):
        for part in rule.cite.split("; "):
            if part != HOUSE_POLICY and not found.cited(part):
                yield "paragraphs", f"have no row for {part!r}, which {key} of {book.id}.toml cites"


def has_key(book: Rulebook, path: str) -> bool:
    """Tell whether a rulebook has a value at a path: stub_count.hand, layout.elements.name, wagers.across."""
    value: object = book
    for name in path.split("."):
        value = _member(value, name)
        if value is None:
            return False
    return True


def _member(value: object, name: str) -> object:
    """Return the field, the entry, or the row of a list that has this name."""
    if isinstance(value, dict):
        return value.get(name)
    if isinstance(value, tuple):
        return next((each for each in value if name in (_named(each, "id"), _named(each, "hand"))), None)
    return _named(value, name)


def _named(value: object, name: str) -> object:
    return getattr(value, name) if isinstance(value, Struct) and name in value.__struct_fields__ else None
