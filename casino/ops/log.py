"""The log format."""

import logging


class OneLine(logging.Formatter):
    """Write one line per event, even for tracebacks: log collectors keep it together, and nobody can forge a line."""

    def format(self, record: logging.LogRecord) -> str:
        return " ⏎ ".join(super().format(record).splitlines())
