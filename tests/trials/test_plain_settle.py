"""The script that the benchmark compares the engine with settles every kind of round."""

import random
from typing import Any

import pytest

from tests.reference.generate import random_document
from tests.reference.settle import settle
from trials.bench.plain_settle import settle as settle_plainly
from trials.bench.rounds import without_cites

# The script does not search for the richest deal, which sets the payout limit of tables with higher minimums or prizes.
HIGHEST_MINIMUM = 10
HIGHEST_PRIZE = 25_000


def is_low(offer: dict[str, dict[str, Any]]) -> bool:
    prize = offer.get("bonus_spin", {}).get("top_prize") or 0
    minimums = (low for low, _ in offer.get("limits", {}).values())
    return all(float(low) <= HIGHEST_MINIMUM for low in minimums) and float(prize) <= HIGHEST_PRIZE


@pytest.mark.parametrize("edition", ("md", "md-1.0", "house", "ma", "nj"))
def test_the_plain_script_settles_as_the_second_implementation(edition: str) -> None:
    rng = random.Random(f"plain {edition}")
    documents = [each for each in (random_document(rng, edition) for _ in range(100)) if is_low(each["offer"])]

    wrong = [each for each in documents if {"settlement": settle_plainly(each)} != without_cites(settle(each))]

    assert len(documents) > 20
    assert wrong == []
