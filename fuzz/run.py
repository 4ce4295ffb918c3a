"""One run on one database: start the web server, let everyone ask it what schemathesis makes up, and look."""

import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from chaos import databases
from chaos.house import PATIENCE_S, House, NotUpAgainError, settle_in
from chaos.report import say

from .report import Tally, show, show_failures

if TYPE_CHECKING:
    from .callers import Caller
    from .floor import Ground
    from .raw import Wrong


class Options(NamedTuple):
    """What a run is asked for. No seconds: as long as it takes. `roles` and `only` narrow who asks for what."""

    database: str
    seed: int
    examples: int = 40
    seconds: float = 0
    roles: tuple[str, ...] = ()
    only: str = ""
    short: bool = False


def run(options: Options, folder: Path) -> bool:
    """Return whether every answer was as described."""
    with ExitStack() as stack:
        database: databases.Database = databases.Sqlite(folder)
        if options.database == "postgresql":
            database = stack.enter_context(databases.postgresql(careless=True))
        settle_in(folder, database, None)
        say("Laying out two facilities with one of everything, hiring everyone, making keys")

        from .floor import lay_out

        ground = lay_out()

        from casino.house import listen

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
    from .asking import Asking, described
    from .callers import Caller
    from .sharing import shares

    callers = [Caller(who, house.port) for who in ground.everyone if not options.roles or who.name in options.roles]
    strange = _ask_strangely(callers[0])
    description = described(callers[0])
    tallies: list[Tally] = []
    for caller, paths in shares(callers, description, options):
        began = time.monotonic()
        asking = Asking(caller, description, paths, options, ground)
        tallies.append(asking.ask(options.seconds / len(callers)))
        say(f"{caller.name}: {tallies[-1].told(time.monotonic() - began)}")
    show(tallies)
    crashes = house.unbidden()
    for crash in crashes:
        say(f"BREACH: {crash}")
    return show_failures(tallies) and not crashes and not strange


def _ask_strangely(caller: "Caller") -> "list[Wrong]":
    from .raw import ask_strangely

    asked, wrong = ask_strangely(caller)
    say(f"{asked} requests that are no HTTP, or strange: {len(wrong)} not answered as they must be")
    for each in wrong:
        print(f"   {each.why}: {each.sent[:300]!r}\n      {each.answer[:300]!r}")
    return wrong
