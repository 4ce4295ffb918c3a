"""Links from the figures of a shift report to the rounds, equipment and people behind them."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from urllib.parse import urlencode

from django.urls import reverse

from casino.reports.document import Report, Row
from casino.reports.models import ReportedShift
from casino.reports.span.links import page_of_range
from compliance.models import Facility, Posting
from compliance.staff.roles import Role

# The round filter ("mark") behind each column.
_MARKS = {
    "voids": "void",
    "struck": "voided",
    "limit_cuts": "limit_cut",
    "limit_cut": "limit_cut",
    "jackpots": "jackpot",
    "jackpot": "jackpot",
    "spins": "spun",
    "missed": "missed_count",
    "wrong": "wrong_count",
}
# The parts of `Row.about` that are filters of the round list.
_OF_ROUNDS = ("table", "pit", "dealer", "edition")
_ROUNDS_OF = {"pits", "tables", "games", "dealers", "hours", "wagers", "wagers_by", "counts"}
_UNLISTED = {"open", "pace", "dealt", "expected_low", "expected_high", "hold"}

# Columns whose values have a page of their own.
_THINGS = frozenset({"table", "deck", "device", "round", "pit"})


class Links:
    """Find the URL behind a figure. The facility's dealers are read once, on first use."""

    def __init__(self, shift: ReportedShift, report: Report) -> None:
        self.facility: Facility = shift.facility
        self.shift, self.report = shift, report
        self._rounds_page = reverse("rounds", args=[self.facility.code])
        self._dealers: dict[str, int] | None = None

    def __call__(self, sheet: str, column: str, row: Row) -> str:
        if sheet in ("summary", "alerts", "breaches", "open_items", "irregularities", "deck_changes"):
            return getattr(self, f"_of_{sheet}")(column, row)  # type: ignore[no-any-return]
        return self._thing(column, row) or self._rounds(sheet, column, row)

    def _thing(self, column: str, row: Row) -> str:
        about = row.about
        if column in ("dealer", "badge") and "dealer" in about:
            return self._dealer(about["dealer"])
        key = about.get(column) if column in _THINGS else None
        return reverse(column, args=[key]) if key else ""

    def _dealer(self, badge: str) -> str:
        if self._dealers is None:
            posted = Posting.objects.filter(facility=self.facility, role=Role.DEALER).order_by("pk")
            self._dealers = dict(posted.values_list("staff__badge", "pk"))
        posting = self._dealers.get(badge)
        return reverse("dealer", args=[posting]) if posting else ""

    def _rounds(self, sheet: str, column: str, row: Row) -> str:
        """Return the list of a row's rounds, filtered by the column's mark if it has one."""
        if sheet not in _ROUNDS_OF or column in _UNLISTED:
            return ""
        of = {name: row.about[name] for name in _OF_ROUNDS if name in row.about}
        if hour := row.about.get("hour"):
            ends = datetime.fromisoformat(hour) + timedelta(hours=1)
            of |= {"played_since": hour, "played_until": ends.isoformat()}
        mark = {"mark": _MARKS[column]} if column in _MARKS else {}
        return self.listed(of | mark)

    def listed(self, narrowed: Mapping[str, str]) -> str:
        """Return the filtered list of the shift's rounds."""
        # Voided rounds are counted only in their own column.
        standing = {} if narrowed.get("mark") == "voided" else {"voided": "false"}
        asked = {"shift": str(self.shift.pk), **narrowed, **standing}
        return f"{self._rounds_page}?{urlencode(asked)}"

    def _of_summary(self, column: str, row: Row) -> str:
        about = row.about
        if "report" in about:
            return reverse("report", args=[about["report"]])
        if "from" in about:
            return page_of_range(self.facility.code, **about)
        if row is not self.report["summary"].rows[0] or column in ("span", *_UNLISTED):
            return ""
        return self.listed({"mark": _MARKS[column]} if column in _MARKS else {})

    def _of_alerts(self, column: str, row: Row) -> str:
        asked = {"check": row.about.get("check", ""), "shift": str(self.shift.pk)}
        return f"{reverse('alert-history', args=[self.facility.code])}?{urlencode(asked)}" if row.about else ""

    def _of_breaches(self, column: str, row: Row) -> str:
        if column in ("what", "state", "finding"):
            return reverse("violation", args=[row.about["violation"]])
        return self._thing(column, row)

    def _of_open_items(self, column: str, row: Row) -> str:
        if column != "item":
            return self._thing(column, row)
        for kind in ("alert", "deck", "device", "table"):
            if kind in row.about:
                return reverse(kind, args=[row.about[kind]])
        return ""

    def _of_irregularities(self, column: str, row: Row) -> str:
        return self.listed({"mark": row.about["mark"]}) if row.about else ""

    def _of_deck_changes(self, column: str, row: Row) -> str:
        return self._thing(column, row) or "#sheet-decks"
