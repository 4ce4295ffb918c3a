"""manage.py coverage: print the coverage register, and prove that it has every paragraph of an official text."""

from argparse import RawDescriptionHelpFormatter
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.coverage.figures import LABELS, coverage_figures
from games.coverage.outline import outline
from games.coverage.proof import SourceMissingError, gaps, read_source, source_of
from games.coverage.skeleton import skeleton
from games.engine.loading import RulebookError, coverage, editions, rulebook
from games.engine.rulebook.coverage import Coverage
from games.management.pipes import quiet_when_reader_leaves


class Command(BaseCommand):
    help = "Print the coverage register: every paragraph of a text and what the product does with it."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.formatter_class = RawDescriptionHelpFormatter
        parser.epilog = f"Editions: {', '.join(editions())}"
        parser.add_argument("edition", nargs="?", default="", help="the id of an edition; by default all")
        parser.add_argument(
            "--sources",
            type=Path,
            help="a folder with official texts, or one text: prove that every paragraph has a row",
        )
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--skeleton", action="store_true", help="write a register to fill in, from --sources")
        what.add_argument("--printed", action="store_true", help="print the paragraphs of --sources with citations")

    def handle(self, *args: Any, **options: Any) -> None:
        chosen = [options["edition"]] if options["edition"] else list(editions())
        if chosen[0] not in editions():
            raise CommandError(f"There is no edition {chosen[0]!r}. Choose one of: {', '.join(editions())}.")
        self.sources: Path | None = options["sources"]
        wants_text = options["skeleton"] or options["printed"]
        if wants_text and (self.sources is None or len(chosen) > 1):
            raise CommandError("Name the edition and --sources.")
        try:
            registers = {edition: coverage(edition) for edition in chosen}
            with quiet_when_reader_leaves():
                if wants_text:
                    self.write_text(chosen[0], registers[chosen[0]], is_skeleton=options["skeleton"])
                elif self.sources:
                    self.prove(registers, self.sources)
                else:
                    self.write_registers(registers)
        except (RulebookError, SourceMissingError) as error:
            raise CommandError(str(error)) from error

    def write_text(self, edition: str, found: Coverage | None, *, is_skeleton: bool) -> None:
        assert self.sources is not None
        printed = read_source(source_of(edition, found, self.sources))
        if is_skeleton:
            self.stdout.write("".join(skeleton(edition, printed, found)), ending="")
            return
        for each, cite in outline(printed):
            self.stdout.write(f"{cite or '(title)'}\n    {each.sha256}\n    {each.text}")

    def write_registers(self, registers: dict[str, Coverage | None]) -> None:
        for edition, found in registers.items():
            if found is None:
                self.stdout.write(f"{edition}: no register")
                continue
            self.stdout.write(f"{edition}: {coverage_figures(found)}")
            if len(registers) == 1:
                book = rulebook(edition)
                self.stdout.write(f"{book.title}, {book.source}. It binds {book.binds}.")
                self.write_rows(found)

    def write_rows(self, found: Coverage) -> None:
        for row in found.paragraphs:
            self.stdout.write(f"\n{row.cite} · {LABELS[row.treatment]}\n    {row.summary}")
            for label, values in (
                ("by", row.by),
                ("tests", row.tests),
                ("because", (row.reason,) if row.reason else ()),
            ):
                if values:
                    self.stdout.write(f"    {label}: {', '.join(values)}")

    def prove(self, registers: dict[str, Coverage | None], sources: Path) -> None:
        """Print what is missing in each edition, and fail if anything is, or if no text is there.

        A folder may lack the texts of some editions; their lines say so.
        """
        is_proven, lacking = True, []
        for edition, found in registers.items():
            if found is None:
                self.stdout.write(f"{edition}: no register")
                is_proven = False
                continue
            try:
                path = source_of(edition, found, sources)
            except SourceMissingError as missing:
                self.stdout.write(f"{edition}: {coverage_figures(found)} · NOT PROVEN, its text is not there")
                lacking.append(missing)
                continue
            wrong = list(gaps(found, read_source(path)))
            self.stdout.write(f"{edition}: {coverage_figures(found)} · {path.name}: {len(wrong) or 'no'} gaps")
            for gap in wrong:
                self.stdout.write(f"    {gap.cite}: {gap.fault}")
            is_proven = is_proven and not wrong
        if len(lacking) == len(registers):
            raise lacking[0]
        if not is_proven:
            raise CommandError("The registers do not have every printed paragraph.")
