"""python -m chaos.crowd FOLDER: eight writers in a process of their own, each in a thread.

What they are told to do is read from FOLDER/plan.json; FOLDER/ready says that all have signed in.
"""

import sys
import time
from pathlib import Path
from threading import Barrier, BrokenBarrierError, Thread

from .asking import Knowledge
from .client import UnansweredError
from .floor import PASSWORD, read_plan
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
    (folder / "ready").touch()
    until, done, failed = time.monotonic() + plan.seconds, Barrier(len(writers)), []

    def work(writer: Writer) -> None:
        try:
            writer.work(until)
            done.wait()
            writer.ask_all_again()
        except UnansweredError:
            done.abort()  # it is recorded, and there is nothing more to ask
        except BrokenBarrierError:
            pass
        except BaseException:
            failed.append(writer)
            done.abort()
            raise

    threads = [Thread(target=work, args=(writer,)) for writer in writers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for writer in writers:
        writer.log.close()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
