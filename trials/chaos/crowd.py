"""Run eight writers and three feed followers as threads: `python -m trials.chaos.crowd FOLDER`.

They read their plan from FOLDER/plan.json. The file FOLDER/ready means that all have signed in.
"""

import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from threading import Barrier, BrokenBarrierError, Event, Thread

from .asking import Knowledge
from .client import UnansweredError
from .floor import PASSWORD, read_plan
from .followers import Follower, NaiveFollower
from .records import Log
from .writers import Writer


def main(folder: Path) -> int:
    plan = read_plan(folder / "plan.json")
    known = [Knowledge(table) for table in plan.tables]
    writers = [
        Writer(number, plan, known, Log(folder / f"writer-{number}.jsonl")) for number in range(len(plan.writers))
    ]
    for writer in writers:
        writer.session.sign_in(writer.badge, PASSWORD)
    kind = NaiveFollower if plan.fault == "naive-cursor" else Follower
    followers = [kind(number, plan, folder / f"follower-{number}.jsonl") for number in range(len(plan.keys))]
    (folder / "ready").touch()
    until, done, over = time.monotonic() + plan.seconds, Barrier(len(writers)), Event()
    failed: list[BaseException] = []
    writing = _start([partial(_write, each, until, done) for each in writers], failed)
    following = _start([partial(each.follow, over) for each in followers], failed)
    for thread in writing:
        thread.join()
    over.set()
    for thread in following:
        thread.join()
    for writer in writers:
        writer.log.close()
    return 1 if failed else 0


def _write(writer: Writer, until: float, done: Barrier) -> None:
    """Write until the time is over; when all writers have finished, send everything again."""
    try:
        writer.work(until)
        done.wait()
        writer.ask_all_again()
    except UnansweredError:
        done.abort()  # it is recorded; nothing is left to send
    except BrokenBarrierError:
        pass
    except BaseException:
        done.abort()
        raise


def _start(works: Sequence[Callable[[], None]], failed: list[BaseException]) -> list[Thread]:
    """Run functions in parallel threads and collect their failures."""

    def run(work: Callable[[], None]) -> None:
        try:
            work()
        except BaseException as error:
            failed.append(error)
            raise

    threads = [Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    return threads


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
