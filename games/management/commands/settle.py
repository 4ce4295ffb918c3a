"""manage.py settle: read rounds and write settlements, one JSON object per line."""

import sys
from collections.abc import Iterator
from typing import Any, BinaryIO

import msgspec
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine.loading import RulebookError
from games.engine.problems import Problem, Refused
from games.engine.settle import settle_document
from games.management.pipes import quiet_when_reader_leaves
from games.management.progress import ProgressLine

decode = msgspec.json.Decoder().decode

# Longer than any round; a longer line is refused, not held in memory.
MAX_LINE_BYTES = 1 << 20


class Command(BaseCommand):
    help = (
        "Settle rounds: reads one JSON object per line on standard input, writes one per line on standard output, in "
        "order. A bad line yields its errors and the run continues; the exit status is then 1."
    )
    # The command uses neither the database nor anything that Django's checks cover.
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.epilog = '{"edition": "…", "offer": {…}, "round": {…}}  →  {"settlement": {…}} or {"errors": […]}'

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with quiet_when_reader_leaves():
                failed = settle_lines(sys.stdin.buffer, sys.stdout.buffer, ProgressLine(sys.stderr, "rounds"))
        except RulebookError as error:
            raise CommandError(str(error)) from error
        if failed:
            raise SystemExit(1)


def settle_lines(source: BinaryIO, target: BinaryIO, progress: ProgressLine) -> int:
    """Answer every line of the source with a line on the target; return how many had errors."""
    failed = 0
    for line in lines(source):
        try:
            answer = settle_document(decoded(line)).answer()
        except Refused as refused:
            failed += 1
            answer = refused.answer()
        target.write(answer + b"\n")
        target.flush()  # the sender may wait for this line before it sends the next
        progress.add(1, failed, "with errors")
    progress.end(failed, "with errors")
    return failed


def decoded(line: bytes) -> object:
    """Decode a line of JSON; Refused if it is not an object."""
    try:
        if line:
            return decode(line)
        message = "The line is empty, or too long for a round."
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        message = f"The line is not a JSON object: {error}."
    raise Refused([Problem("malformed", "", message)])


def lines(source: BinaryIO) -> Iterator[bytes]:
    """Yield the stripped lines of a stream one by one; a line that is too long is yielded empty."""
    while line := source.readline(MAX_LINE_BYTES):
        if line.endswith(b"\n") or len(line) < MAX_LINE_BYTES:
            yield line.strip()
            continue
        while (rest := source.readline(MAX_LINE_BYTES)) and not rest.endswith(b"\n"):
            pass
        yield b""
