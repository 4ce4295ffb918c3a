"""Policies of the floor beyond the game rules, with their paragraphs (policies.toml)."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from games.engine.conversion import converted

HOUSE_POLICY = "house policy"


class PolicyRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One policy in the file."""

    says: str
    cite: dict[str, str]
    after: str | None = None
    value: int | None = None


class Policy(NamedTuple):
    """A policy in one jurisdiction."""

    says: str
    cite: str
    value: int


@cache
def rows() -> dict[str, PolicyRow]:
    content = msgspec.toml.decode(Path(__file__).with_name("policies.toml").read_bytes())
    return converted(content, dict[str, PolicyRow])


@cache
def policy(name: str, jurisdiction: str) -> Policy:
    """Return a policy, with the jurisdiction's paragraph or as house policy."""
    row = rows()[name]
    elsewhere = f"{HOUSE_POLICY}, after {row.after}" if row.after else HOUSE_POLICY
    return Policy(row.says, row.cite.get(jurisdiction, elsewhere), row.value or 0)
