"""manage.py rulebook: print an edition's rules with their citations."""

from argparse import RawDescriptionHelpFormatter
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine.loading import RulebookError, cited_paragraphs, editions, readings, rulebook
from games.engine.rulebook import Rulebook
from games.engine.rulebook.base import Rule, rules_of
from games.management.pipes import quiet_when_reader_leaves


class Command(BaseCommand):
    help = "Print a rulebook: every value with its citation."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.formatter_class = RawDescriptionHelpFormatter
        parser.epilog = f"Editions: {', '.join(editions())}"
        parser.add_argument("edition", help="the id of an edition")
        parser.add_argument("part", nargs="?", default="", help="only this part, such as stub_count or paytables.main")
        parser.add_argument("--text", action="store_true", help="also print what each cited paragraph says")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            book = rulebook(options["edition"])
        except KeyError:
            raise CommandError(
                f"There is no edition {options['edition']!r}. Choose one of: {', '.join(editions())}."
            ) from None
        except RulebookError as error:
            raise CommandError(str(error)) from error
        part = options["part"]
        shown = [(key, rule) for key, rule in rules_of(book) if not part or is_in(part, key)]
        if not shown:
            raise CommandError(f"There is no part {part!r}. Choose one of: {', '.join(parts(book))}.")
        with quiet_when_reader_leaves():
            if not part:
                self.stdout.write(f"{book.title} ({book.id}) · {book.source} · revision {book.revision}\n\n")
            for key, rule in shown:
                self.stdout.write(f"{key}: {values(rule)}  [{book.cite(rule)}]")
                if options["text"]:
                    self.write_text(book, rule)

    def write_text(self, book: Rulebook, rule: Rule) -> None:
        for cite, words, _ in cited_paragraphs(book, rule.cite):
            self.stdout.write(f"    {cite}: {words}")
        for name in rule.readings:
            self.stdout.write(f"    {name}: {readings()[name].reading}")


def is_in(part: str, key: str) -> bool:
    """Tell whether a rule belongs to a part: changes[0] and stub_count.hand to changes and stub_count."""
    return key == part or key.startswith((f"{part}.", f"{part}["))


def parts(book: Rulebook) -> list[str]:
    """Return the names of a rulebook's parts that hold rules."""
    return list(dict.fromkeys(key.split(".")[0].split("[")[0] for key, _ in rules_of(book)))


def values(rule: Rule) -> str:
    """Return a rule's values, without nested rules, which are printed separately."""
    said = []
    for field in msgspec.structs.fields(rule):
        value = getattr(rule, field.name)
        if field.name in ("cite", "reading") or value == field.default or next(rules_of(value), None):
            continue
        said.append(f"{field.name} = {shown(value)}")
    return " · ".join(said) or "—"


def shown(value: object) -> str:
    """Format a value for people."""
    if isinstance(value, tuple):
        return ", ".join(shown(each) for each in value)
    if isinstance(value, msgspec.Struct):
        fields = ((name, getattr(value, name)) for name in value.__struct_fields__)
        return " ".join(f"{name} {shown(each)}" for name, each in fields if each is not None and each is not False)
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
