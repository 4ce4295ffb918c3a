"""Choose the caller: every caller for every operation, or, in a short run, one caller per path."""

import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from schemathesis import Case

from .callers import Caller
from .filling import name_of

if TYPE_CHECKING:
    from compliance.staff.scope import Scope

# How often the caller is one with permission, not a random one.
BY_WHO_MAY = 0.85


def always(caller: Caller) -> Callable[[Case[Any]], Caller]:
    return lambda case: caller


class Shared:
    """Choose a permitted caller for each path, in rotation; sometimes a random one."""

    def __init__(self, callers: Sequence[Caller], paths: Sequence[str], seed: int) -> None:
        self.callers, self.rng = callers, random.Random(seed)
        self.who: dict[str, Caller] = {}
        # Read once: permissions do not change during a run.
        scopes = [(caller, caller.scope("root")) for caller in callers]
        for number, path in enumerate(paths):
            may = [caller for caller, scope in scopes if may_ask(scope, path)] or callers
            self.who[path] = may[number % len(may)]

    def choose(self, case: Case[Any]) -> Caller:
        if self.rng.random() < BY_WHO_MAY:
            return self.who[case.path]
        return self.rng.choice(self.callers)


def may_ask(scope: "Scope", path: str) -> bool:
    """Return whether someone may open a path at any of their facilities."""
    from casino.access import SIGNED_IN

    name = name_of(path)
    return name in SIGNED_IN or any(scope.may(name, facility) for facility in scope.facilities())
