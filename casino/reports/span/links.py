"""Links from the figures of a range report to rounds, tables and shorter ranges."""

from urllib.parse import urlencode

from django.urls import reverse

from casino.reports.document import Row
from casino.reports.page.sheets import LinkTo


def page_of_range(code: str | None, **asked: str) -> str:
    """Return the URL of a range report of one facility, or of all of the person's facilities."""
    page = reverse("range", args=[code]) if code else reverse("ranges")
    return f"{page}?{urlencode(asked)}" if asked else page


def links_of(code: str | None, first: str, last: str) -> LinkTo:
    """Return the function that links figures to their source. Only single days link to rounds."""
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
    """Return the list of a day's rounds, filtered by the row's table or dealer."""
    where, when = about.get("facility", code), about.get("day", day)
    if not (where and when) or not about.keys() & {"day", "table", "dealer", "facility"}:
        return ""
    asked = {name: about[name] for name in ("table", "dealer") if name in about} | {"day": when}
    return f"{reverse('rounds', args=[where])}?{urlencode(asked)}"
