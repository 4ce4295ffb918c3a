"""Rounds for tests, said briefly."""

from typing import Any

import msgspec

from games.engine.settling import answer

PLACES = ("left", "middle", "right", "top", "bottom")


def settle_document(document: object) -> dict[str, Any]:
    """Return the answer to a document as JSON holds it."""
    answered: dict[str, Any] = msgspec.json.decode(answer(document))
    return answered


def cross(cards: str) -> dict[str, str]:
    """Return a community from "left middle right top bottom"."""
    return dict(zip(PLACES, cards.split(), strict=True))


def criss_cross_wagers(ante: str, *bets: str, **bonuses: str) -> dict[str, str]:
    """Return the wagers of a Criss Cross seat: the ante twice, then across, down and middle as far as they go."""
    wagers = {"ante_across": ante, "ante_down": ante}
    return wagers | dict(zip(("across", "down", "middle"), bets, strict=False)) | bonuses


def seat(number: int, cards: str, wagers: dict[str, str], **more: Any) -> dict[str, Any]:
    return {"seat": number, "cards": cards.split(), "wagers": wagers, **more}


def settled(edition: str, offer: dict[str, Any], round_: dict[str, Any]) -> dict[str, Any]:
    """Return the settlement of a round that must be sound."""
    answer = settle_document({"edition": edition, "offer": offer, "round": round_})
    assert "settlement" in answer, answer
    settlement: dict[str, Any] = answer["settlement"]
    return settlement


def problems(edition: str, offer: Any, round_: Any) -> list[tuple[str, str]]:
    """Return (code, path) of all that is wrong with a round."""
    answer = settle_document({"edition": edition, "offer": offer, "round": round_})
    return [(error["code"], error["path"]) for error in answer.get("errors", [])]
