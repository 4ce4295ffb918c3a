"""One export in a process of its own: `python -m bench.api.peak NAME UNTIL`. It tells the process's peak of memory in
kilobytes, and how many lines the export had."""

import os
import resource
import sys


def measure(name: str, until: str) -> tuple[int, int]:
    import django

    django.setup()
    from compliance.models import Facility

    from .asked import Program

    program = Program(Facility.objects.get())
    lines = sum(block.count(b"\n") for block in program.blocks(f"exports/{name}?until={until}"))
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, lines


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    print(*measure(*sys.argv[1:]))
