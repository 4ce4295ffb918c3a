"""The engine and a plain implementation written from the texts alone agree on random rounds."""

import pytest

from games.engine.loading import editions
from tests.compare import differences


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("edition", editions())
def test_random_rounds_settle_alike(edition: str, seed: int) -> None:
    for document, ours, theirs in differences(edition, rounds=500, seed=seed):
        assert ours == theirs, document
