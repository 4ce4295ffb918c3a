"""Tie a process to the one that started it."""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def die_with_parent(parent: int, signum: int = signal.SIGTERM) -> None:
    """Ask the kernel to send this process a signal when its parent dies, even of kill -9.

    Otherwise a server whose supervisor was killed would run on, hold the port and, with its own scheduler, send every
    task twice. Linux only.
    """
    if sys.platform != "linux":
        return
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signum, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_PDEATHSIG)")
    if os.getppid() != parent:  # it died before the call
        os.kill(os.getpid(), signum)
