"""Who asks for what: everyone for everything, or, where it must be short, everything shared out among them."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from .callers import Caller
from .filling import name_of
from .run import Options

EVERY = 3


def shares(
    callers: Sequence[Caller], description: dict[str, Any], options: Options
) -> Iterator[tuple[Caller, frozenset[str]]]:
    """Yield everyone with the paths that they ask for. If it is short, a path is asked for by one who may, another one
    each time, and every third by one who may or may not."""
    paths = [path for path in description["paths"] if re.search(options.only, path)]
    if not options.short:
        yield from ((caller, frozenset(paths)) for caller in callers)
        return
    shared: dict[str, set[str]] = {caller.name: set() for caller in callers}
    for number, path in enumerate(paths):
        may = [caller for caller in callers if may_ask(caller, path)] or callers
        shared[may[number % len(may)].name].add(path)
        if number % EVERY == 0:
            shared[callers[number // EVERY % len(callers)].name].add(path)
    for caller in callers:
        if shared[caller.name]:
            yield caller, frozenset(shared[caller.name])


def may_ask(caller: Caller, path: str) -> bool:
    """Tell whether someone may open an address somewhere."""
    from casino.access import SIGNED_IN

    name = name_of(path)
    if name in SIGNED_IN:
        return True
    scope = caller.scope(name)
    return any(scope.may(name, facility) for facility in scope.facilities())
