"""Write rounds for tests briefly."""

from typing import Any

import msgspec

from games.engine.settle import answer


def settle_document(document: object) -> dict[str, Any]:
    """Return the answer to a document as JSON holds it."""
    answered: dict[str, Any] = msgspec.json.decode(answer(document))
    return answered


def settled(edition: str, offer: dict[str, Any], round_: dict[str, Any]) -> dict[str, Any]:
    """Return the settlement of a round that must be sound."""
    answer = settle_document({"edition": edition, "offer": offer, "round": round_})
    assert "settlement" in answer, answer
    settlement: dict[str, Any] = answer["settlement"]
    return settlement
