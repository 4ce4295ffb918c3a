"""Define the turns: requests to the API, and the same work by its peers. Each returns the number of items."""

from collections.abc import Callable

import msgspec
from django.test.utils import override_settings

from compliance.models import Facility
from trials.bench.report import DifferenceError

from . import peers
from .asked import Program

PAGE, PAGES = 100, 10
FEED_PAGE, FEED_PAGES = 200, 25

Work = Callable[[], int]

_LIST = f"rounds/?page_size={PAGE}&fields={','.join(peers.FIELDS)}"


class _Followed(msgspec.Struct):
    after: str


def works(program: Program, facility: Facility) -> dict[str, Work]:
    """Return the turns by name."""

    def listed() -> int:
        return PAGE * sum(bool(program.get(_LIST)) for _ in range(PAGES))

    def listed_plainly() -> int:
        return PAGE * sum(bool(peers.listed(facility, PAGE)) for _ in range(PAGES))

    def followed() -> int:
        after = "start"
        for _ in range(FEED_PAGES):
            answer = program.get(f"journal/?after={after}&page_size={FEED_PAGE}")
            after = msgspec.json.decode(answer, type=_Followed).after
        return FEED_PAGE * FEED_PAGES

    def followed_plainly() -> int:
        pages = (peers.entries(facility, page * FEED_PAGE, FEED_PAGE) for page in range(FEED_PAGES))
        return FEED_PAGE * sum(map(bool, pages))

    def exported(name: str) -> int:
        # Skip the line with the totals, and in CSV the header.
        return sum(block.count(b"\n") for block in program.blocks(f"exports/{name}")) - 1 - name.endswith("csv")

    def without(switch: str, work: Work) -> Work:
        def switched_off() -> int:
            with override_settings(SWITCHED_OFF={switch}):
                return work()

        return switched_off

    def rounds() -> int:
        return exported("rounds.ndjson")

    return {
        "list": listed,
        "list, plainly": listed_plainly,
        "feed": followed,
        "feed, plainly": followed_plainly,
        "feed, without prepared_statements": without("prepared_statements", followed),
        "rounds.ndjson": rounds,
        "rounds.ndjson, without streamed_rows": without("streamed_rows", rounds),
        "rounds.ndjson, plainly": lambda: peers.copied(objects=True),
        "rounds.csv": lambda: exported("rounds.csv"),
        "rounds.csv, plainly": lambda: peers.copied(objects=False),
        "wagers.ndjson": lambda: exported("wagers.ndjson"),
        "journal.ndjson": lambda: exported("journal.ndjson"),
    }


def check_the_same(program: Program, facility: Facility) -> None:
    """Check that a list and a page of the feed say the same as their peers."""
    feed = f"journal/?after=start&page_size={FEED_PAGE}"
    for address, theirs in ((_LIST, peers.listed(facility, PAGE)), (feed, peers.entries(facility, 0, FEED_PAGE))):
        ours = msgspec.json.decode(program.get(address))["results"]
        if ours != msgspec.json.decode(theirs):
            raise DifferenceError(f"{address} gave {str(ours)[:300]}…, but its peer {theirs[:300]!r}…")
