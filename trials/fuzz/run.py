"""Run on one database: start the web server, send generated requests as every caller, and report."""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from trials.chaos import databases
from trials.chaos.house import PATIENCE_S, House, NotUpAgainError, settle_in
from trials.chaos.report import say

from .report import Tally, show, show_failures

if TYPE_CHECKING:
    from .callers import Caller
    from .floor import Ground
    from .raw import Wrong


DATABASES = ("sqlite", "postgresql")


class Options(NamedTuple):
    """Hold the options of a run. `seconds` 0: no limit. `roles` and `only` limit the callers and paths."""

    database: str
    seed: int
    examples: int = 40
    seconds: float = 0
    roles: tuple[str, ...] = ()
    only: str = ""
    short: bool = False


def run(options: Options, folder: Path) -> bool:
    """Return whether every response matched the description."""
    with ExitStack() as stack:
        database: databases.Database = databases.Sqlite(folder)
        if options.database == "postgresql":
            database = stack.enter_context(databases.postgresql(careless=True))
        settle_in(folder, database, None)
        say("Creating two facilities with one of everything, staff in every role, and API keys")

        from .floor import lay_out

        ground = lay_out()

        from casino.ops.processes import listen

        house = House(database, folder, stack.enter_context(listen("127.0.0.1", 0)))
        stack.callback(house.web.stop)
        house.web.start()
        _wait(house)
        return _ask_as_everyone(options, house, ground)


def _wait(house: House) -> None:
    until = time.monotonic() + PATIENCE_S
    while not house.answers():
        if time.monotonic() > until:
            raise NotUpAgainError("the web server does not answer")
        time.sleep(0.05)


def _ask_as_everyone(options: Options, house: House, ground: "Ground") -> bool:
    from .callers import Caller
    from .describing import described

    callers = [Caller(who, house.port) for who in ground.everyone if not options.roles or who.name in options.roles]
    if not callers:
        say(f"No such caller. Choose from: {'; '.join(who.name for who in ground.everyone)}")
        return False
    strange = _ask_strangely(callers[0])
    description = described(callers[0], options)
    ask = _ask_shared_out if options.short else _ask_one_after_the_other
    tallies = list(ask(options, callers, description, ground))
    show(tallies)
    for code, times in ground.hindered.most_common():
        say(f"Creating more of what was used up failed {times} times: {code}")
    crashes = house.unbidden()
    for crash in crashes:
        say(f"FAILED: {crash}")
    if options.short:
        show_failures(tallies)
    return not any(tally.broken for tally in tallies) and not crashes and not strange


def _ask_one_after_the_other(
    options: Options, callers: "list[Caller]", description: dict[str, Any], ground: "Ground"
) -> "Iterator[Tally]":
    from .asking import Asking
    from .sharing import always

    for caller in callers:
        began = time.monotonic()
        (tally,) = Asking([caller], always(caller), ground, options).ask(description, options.seconds / len(callers))
        say(f"{caller.name}: {tally.told(time.monotonic() - began)}")
        show_failures([tally])
        yield tally


def _ask_shared_out(
    options: Options, callers: "list[Caller]", description: dict[str, Any], ground: "Ground"
) -> "Iterator[Tally]":
    from .asking import Asking
    from .sharing import Shared

    shared = Shared(callers, list(description["paths"]), options.seed)
    yield from Asking(callers, shared.choose, ground, options).ask(description, options.seconds)


def _ask_strangely(caller: "Caller") -> "list[Wrong]":
    from .raw import ask_strangely

    asked, wrong = ask_strangely(caller)
    say(f"{asked} requests that are not HTTP, or unusual: {len(wrong)} answered incorrectly")
    for each in wrong:
        print(f"   {each.why}: {each.sent[:300]!r}\n      {each.answer[:300]!r}")
    return wrong
