#!/usr/bin/env python
"""Django's command line."""

import os
import sys
from importlib import import_module

from django.conf import settings
from django.core.management import execute_from_command_line

# Pure reckoning: these ask the engine alone, so they start without the apps, their settings and a database.
ENGINE_COMMANDS = ("settle", "rulebook")


def main() -> None:
    if len(sys.argv) > 1 and sys.argv[1] in ENGINE_COMMANDS:
        settings.configure()
        import_module(f"games.management.commands.{sys.argv[1]}").Command().run_from_argv(sys.argv)
    else:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
        execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
