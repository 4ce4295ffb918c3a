"""The log's form."""

import logging


class OneLine(logging.Formatter):
    """One line an event, tracebacks too: what collects logs by line keeps them whole, and nobody can forge a line."""

    def format(self, record: logging.LogRecord) -> str:
        return " ⏎ ".join(super().format(record).splitlines())
