"""Where the figures of a span of gaming days lead: to rounds, tables, and shorter spans."""

from urllib.parse import urlencode

from django.urls import reverse

from casino.reports.document import Row
from casino.reports.page.report import LinkTo


def page_of_range(code: str | None, **asked: str) -> str:
    """Return the address of a span at a facility, or at all of one's facilities."""
    page = reverse("range", args=[code]) if code else reverse("ranges")
    return f"{page}?{urlencode(asked)}" if asked else page


def links_of(code: str | None, first: str, last: str) -> LinkTo:
    """Return the way from a figure to what it is made of. Rounds are listed by the day: of longer spans none are."""
    day = first if first == last else ""

    def link(sheet: str, column: str, row: Row) -> str:
        about = row.about
        match sheet, column:
            case ("summary", "span"):
                return page_of_range(code, **about) if about else ""
            case ("facilities", "facility"):
                return page_of_range(about["facility"], **{"from": first, "until": last})
            case ("days" | "outside", "day"):
                return page_of_range(code, span="day", day=about["day"])
            case ("tables" | "outside", "table"):
                return reverse("table", args=[about["table"]])
            case (_, "rounds" | "staked"):
                return _rounds(about, code, day)
        return ""

    return link


def _rounds(about: dict[str, str], code: str | None, day: str) -> str:
    """Return the list of the rounds of a day, at a table or by a dealer, where a row is of such."""
    where, when = about.get("facility", code), about.get("day", day)
    if not (where and when) or not about.keys() & {"day", "table", "dealer", "facility"}:
        return ""
    asked = {name: about[name] for name in ("table", "dealer") if name in about} | {"day": when}
    return f"{reverse('rounds', args=[where])}?{urlencode(asked)}"
