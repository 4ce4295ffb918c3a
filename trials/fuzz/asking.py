"""Asking: schemathesis makes up requests from the description, which are filled, sent as someone, and checked."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import schemathesis
from schemathesis import AuthContext, Case, HookContext, Response
from schemathesis.core.failures import Failure
from schemathesis.engine import events, from_schema
from schemathesis.generation.meta import CoveragePhaseData
from schemathesis.hooks import unregister_all
from schemathesis.openapi.checks import RejectedPositiveData

from . import checks
from .callers import Caller
from .describing import configured
from .filling import Filling
from .floor import Ground
from .report import Broken, Tally
from .run import Options

# In a short run, of requests that go through what is described one by one.
ONE_OF = 8

Choice = Callable[[Case[Any]], Caller]


class Asker:
    """One who asks, and what came of it."""

    def __init__(self, caller: Caller, ground: Ground, options: Options) -> None:
        self.caller = caller
        self.filling = Filling(caller, ground, options)
        self.tally = Tally(caller.name)

    def prepare(self, case: Case[Any]) -> None:
        """Make a request one of theirs."""
        case.headers.update(self.caller.headers)
        case.cookies = {**(case.cookies or {}), **self.caller.cookies}
        self.filling.fill(case)

    def note(self, case: Case[Any], response: Response) -> None:
        """Take note of an answer. Who has a new password, or was shut out by what was asked before, is let in again."""
        self.tally.count(case, response)
        self.filling.learn(case, response)
        if response.status_code == 401 or (case.path.endswith("/account/change/") and response.status_code == 200):
            self.caller.let_in()


class Asking:
    """Asks until every operation was asked as often as it is to be; who asks is chosen for each request."""

    def __init__(self, callers: Sequence[Caller], choose: Choice, ground: Ground, options: Options) -> None:
        self.askers = {caller.name: Asker(caller, ground, options) for caller in callers}
        self.choose, self.options = choose, options
        self.port = callers[0].port
        self.asked_by: dict[str, Asker] = {}
        self.made_up = 0

    def ask(self, description: dict[str, Any], seconds: float) -> list[Tally]:
        """Ask, and return what came of it."""
        schema = schemathesis.openapi.from_dict(description, config=configured(self.options, self.port, seconds))
        schema.auth(refresh_interval=None)(LetIn)
        unregister_all()
        self._hook()
        try:
            for event in from_schema(schema).execute():
                self._note(event)
        finally:
            unregister_all()
        return [asker.tally for asker in self.askers.values()]

    def _hook(self) -> None:
        @schemathesis.hook
        def filter_case(ctx: HookContext, case: Case[Any]) -> bool:
            return self._is_asked(case)

        @schemathesis.hook
        def before_call(ctx: HookContext, case: Case[Any], kwargs: dict[str, Any]) -> None:
            asker = self.asked_by[case.id] = self.askers[self.choose(case).name]
            asker.prepare(case)

        @schemathesis.hook
        def after_call(ctx: HookContext, case: Case[Any], response: Response) -> None:
            self.asked_by[case.id].note(case, response)

        @schemathesis.hook
        def filter_failure(ctx: HookContext, failure: Failure, case: Case[Any], response: Response) -> bool:
            return checks.counts(failure, case, response)

    def _is_asked(self, case: Case[Any]) -> bool:
        """Tell whether a request is made. Of those that go through what the description allows and forbids one by one
        there are so many that a short run takes one of a few."""
        if not self.options.short or case.meta is None or not isinstance(case.meta.phase.data, CoveragePhaseData):
            return True
        self.made_up += 1
        return self.made_up % ONE_OF == 0

    def _note(self, event: Any) -> None:
        first = next(iter(self.askers.values()))
        if isinstance(event, events.ScenarioFinished):
            for case, broken in _broken(event):
                # A check may have asked by itself, without a key.
                self.asked_by.get(case, first).tally.broken.append(broken)
        elif isinstance(event, events.NonFatalError):
            first.tally.broken.append(Broken(event.label, "not asked", str(event.value), "", ""))
        elif isinstance(event, events.FatalError):
            raise event.exception


class LetIn:
    """Tells that every request is let in: as whom, is put into it just before it is sent (`Asker.prepare`)."""

    def get(self, case: Case[Any], ctx: AuthContext) -> bool:
        return True

    def set(self, case: Case[Any], data: bool, ctx: AuthContext) -> None:
        """Leave it as it is."""


def _broken(event: events.ScenarioFinished) -> Iterator[tuple[str, Broken]]:
    """Yield every answer of a scenario that is not as described."""
    recorder = event.recorder
    for case_id, nodes in recorder.checks.items():
        for node in nodes:
            if node.failure_info is None:
                continue
            failure, answer = node.failure_info.failure, recorder.interactions[case_id].response
            said = f"{answer.status_code} {answer.content[:600]!r}" if answer and answer.content is not None else ""
            says = f"{failure.title}: {failure.message}".strip()
            if isinstance(failure, RejectedPositiveData):
                says = f"valid, but refused: {said}"
            label = recorder.cases[case_id].value.operation.label
            yield case_id, Broken(label, node.name, says, node.failure_info.code_sample, said)
