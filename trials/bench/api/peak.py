"""Print an export's peak memory (kB) and lines: `python -m trials.bench.api.peak NAME UNTIL`."""

import os
import resource
import sys
from pathlib import Path


def measure(name: str, until: str) -> tuple[int, int]:
    import django

    django.setup()
    from compliance.models import Facility

    from .asked import Program

    program = Program(Facility.objects.get())
    lines = sum(block.count(b"\n") for block in program.blocks(f"exports/{name}?until={until}"))
    return _peak_kilobytes(), lines


def _peak_kilobytes() -> int:
    """Return this program's own peak memory; getrusage would include the parent process."""
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    told = dict(line.split(":", 1) for line in status.read_text().splitlines())
    return int(told["VmHWM"].split()[0])


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    print(*measure(*sys.argv[1:]))
