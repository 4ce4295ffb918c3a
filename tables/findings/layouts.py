"""Gates of layouts and signs: what a table's layout and its signs must show."""

from collections.abc import Iterator
from datetime import datetime

from compliance.errors import RuleViolation
from compliance.findings import Finding
from compliance.models import Facility
from games.engine import questions
from games.engine.loading import rulebook
from games.engine.rulebook import Rulebook
from games.engine.rulebook.floor import LayoutElement
from games.engine.rulebook.play import LimitNotice
from tables.formatting import format_edition
from tables.models import Layout, Offer, Sign, Table

from .obstacle import obstacle

Element = questions.Answer[LayoutElement]


def of_layout(table: Table, offer: Offer, at: datetime) -> Iterator[Finding]:
    """Yield what is wrong with a table's layout and what its signs do not show."""
    layout = table.layout_at(at)
    approval = questions.layout_approval(offer.book)
    if layout is None:
        yield obstacle(
            table,
            "no_layout",
            "This table has no layout.",
            "Choose an approved layout.",
            approval.cite,
            remedy="table.put-layout",
        )
        return
    if not layout.in_force(at):
        yield obstacle(
            table,
            "layout_not_in_force",
            f"{layout} is {layout.standing(at)}.",
            "Choose an approved layout.",
            approval.cite,
            remedy="table.put-layout",
        )
    if layout.edition != offer.edition:
        yield other_edition(table, layout, offer)
    if not fits_positions(layout, table):
        yield other_positions(table, layout)
    for element in lacking_elements(layout, offer):
        yield obstacle(
            table,
            "layout_does_not_match",
            f"{layout} does not show what {offer} needs: {element.value.shows}.",
            "Choose another layout.",
            element.cite,
            remedy="table.put-layout",
        )
    for element in missing_signs(table, layout, offer):
        yield sign_missing(table, layout, offer, element)


def other_edition(table: Table, layout: Layout, offer: Offer) -> Finding:
    return obstacle(
        table,
        "layout_of_another_edition",
        f"{layout} was approved for {format_edition(layout.edition)}; {offer} uses {format_edition(offer.edition)}.",
        "Choose a layout approved for that rulebook.",
        questions.layout_approval(offer.book).cite,
        remedy="table.put-layout",
    )


def allowed_positions(facility: Facility) -> list[questions.Answer[range]]:
    """Return how many positions a table of the facility may have, by each of its editions that says so differently."""
    found: dict[range, questions.Answer[range]] = {}
    for edition in facility.editions():
        rule = questions.positions(rulebook(edition))
        found.setdefault(rule.value, rule)
    return list(found.values())


def positions_text(allowed: range) -> str:
    return f"exactly {allowed[0]}" if len(allowed) == 1 else f"at most {allowed[-1]}"


def wrong_positions(facility: Facility, positions: int) -> RuleViolation | None:
    """Return the refusal of a number of positions that no edition of the facility allows."""
    rules = allowed_positions(facility)
    if not rules or any(positions in rule.value for rule in rules):
        return None
    allowed = " or ".join(positions_text(rule.value) for rule in rules)
    return RuleViolation("wrong_positions", f"A table here has {allowed} betting positions.", rules[0].cite)


def fits_positions(layout: Layout, table: Table) -> bool:
    """Return whether the layout has the table's positions. A layout filed without a number fits every table."""
    return layout.positions in (None, table.positions)


def other_positions(table: Table, layout: Layout) -> Finding:
    return obstacle(
        table,
        "layout_positions",
        f"{layout} has {layout.positions} betting positions; {table} has {table.positions}.",
        "Choose another layout, or correct the table's positions.",
        questions.positions(layout.book).cite,
        remedy="table.put-layout",
    )


def lacking_elements(layout: Layout, offer: Offer) -> list[Element]:
    """Return the elements that an offer requires and the layout does not show."""
    return [
        element
        for element in questions.layout_elements(offer.terms)
        if not element.value.optional
        and layout.elements.get(element.value.id)
        not in (("inscribed", "sign") if element.value.or_sign else ("inscribed",))
    ]


# ── Signs


def sign_elements(layout: Layout, offer: Offer) -> list[Element]:
    """Return what the layout leaves to signs at the table under this offer."""
    return [
        element for element in questions.layout_elements(offer.terms) if layout.elements.get(element.value.id) == "sign"
    ]


def signs_up(table: Table) -> list[Sign]:
    """Return the signs at a table, also those that show an earlier or an announced offer."""
    return [sign for sign in table.known("signs", taken_down_at=None) if sign.taken_down_at is None]


def missing_signs(table: Table, layout: Layout, offer: Offer) -> list[Element]:
    """Return what the layout leaves to signs and no sign shows. Each offer needs its own signs."""
    up = {sign.element for sign in signs_up(table) if sign.offer_id == offer.pk}
    return [element for element in sign_elements(layout, offer) if element.value.id not in up]


def sign_missing(table: Table, layout: Layout, offer: Offer, element: Element) -> Finding:
    of_limit = is_payout_limit(offer.book, element.value)
    shown = "payout limit" if of_limit else element.value.id.replace("_", " ")
    return obstacle(
        table,
        "limit_sign_missing" if of_limit else "sign_missing",
        f"{layout} does not show the {shown}, and no sign shows the {shown} of {offer}.",
        "Post the sign at the table.",
        element.cite,
        remedy="table.post-sign",
    )


def is_payout_limit(book: Rulebook, element: LayoutElement) -> bool:
    """Return whether an element of the layout is the one that shows the payout limit."""
    notice = questions.payout_limit_notice(book)
    return notice is not None and element.id == notice.value.unless_on_layout


def limit_notice_rule(table: Table, book: Rulebook, at: datetime) -> questions.Answer[LimitNotice] | None:
    """Return the rule that asks for notice of a lower payout limit, unless the table's layout shows the limit."""
    rule, layout = questions.payout_limit_notice(book), table.layout_at(at)
    shown = rule and layout and layout.elements.get(rule.value.unless_on_layout) == "inscribed"
    return None if shown else rule


def notice_of_lower_limit(table: Table, offer: Offer, at: datetime) -> questions.Answer[LimitNotice] | None:
    """Return the rule that asks for notice, if this offer lowers the payout limit of the one in force."""
    current, rule = table.offer_at(at), limit_notice_rule(table, offer.book, at)
    if rule is None or current is None or current.edition != offer.edition:
        return None
    return rule if questions.is_lower_limit(current.terms, offer.terms) else None
