"""The benchmark of logging rounds runs; its figures are not asserted."""

import pytest

from trials.bench.logged.comparison import QUICK, compared, on_sqlite

pytestmark = pytest.mark.slow


def test_rounds_are_logged_by_the_product_and_by_its_peer() -> None:
    with on_sqlite() as house:
        rows = compared(house, QUICK)

    assert [row.what for row in rows][:4] == [
        "SQLite: rounds logged, naive peer",
        "SQLite: rounds logged, without table_cache",
        "SQLite: rounds logged, without prepared_statements",
        "SQLite: rounds logged, raw inserts",
    ]
    assert all(row.ratio > 0 for row in rows)
