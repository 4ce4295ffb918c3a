"""Read a report's page back: the tables of its sheets, and its links."""

from html.parser import HTMLParser

Table = list[dict[str, str]]


class Page(HTMLParser):
    """Reads tables by the sheet that they stand in, each row by the headings of its columns, and all links."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.sheets: dict[str, Table] = {}
        self.links: list[str] = []
        self._sheet = ""
        self._heads: list[str] = []
        self._row: list[str] | None = None
        self._unseen = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if given.get("id", "").startswith("sheet-"):
            self._sheet = given["id"].removeprefix("sheet-")
        if tag == "a":
            self.links.append(given.get("href", ""))
        if tag == "table":
            self._heads = []
        elif tag == "tr":
            self._row = []
        elif tag in ("td", "th") and self._row is not None:
            self._row.append("")
        if self._unseen or (tag in ("span", "div") and given.get("class") in ("unseen", "shape")) or "popover" in given:
            self._unseen += 1

    def handle_endtag(self, tag: str) -> None:
        if self._unseen:
            self._unseen -= 1
        if tag == "tr" and self._row is not None:
            if not self._heads:
                self._heads = self._row
            elif self._sheet:
                self.sheets.setdefault(self._sheet, []).append(dict(zip(self._heads, self._row, strict=True)))
            self._row = None
        elif tag == "table":
            self._sheet = ""

    def handle_data(self, data: str) -> None:
        if self._row and not self._unseen:
            self._row[-1] += data
