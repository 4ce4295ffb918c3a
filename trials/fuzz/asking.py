"""Send requests that schemathesis generates: fill in real values, choose a caller, check the response."""

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

# A short run sends one in this many requests of the coverage phase.
ONE_OF = 8

Choice = Callable[[Case[Any]], Caller]


class Asker:
    """Send requests as one caller, and count the results."""

    def __init__(self, caller: Caller, ground: Ground, options: Options) -> None:
        self.caller = caller
        self.filling = Filling(caller, ground, options)
        self.tally = Tally(caller.name)

    def prepare(self, case: Case[Any]) -> None:
        """Add the caller's credentials and real values to a request."""
        case.headers.update(self.caller.headers)
        case.cookies = {**(case.cookies or {}), **self.caller.cookies}
        self.filling.fill(case)

    def note(self, case: Case[Any], response: Response) -> None:
        """Record a response. Let the caller in again after a new password or a block."""
        self.tally.count(case, response)
        self.filling.learn(case, response)
        if response.status_code == 401 or (case.path.endswith("/account/change/") and response.status_code == 200):
            self.caller.let_in()


class Asking:
    """Send requests until every operation has had its share; a caller is chosen for each request."""

    def __init__(self, callers: Sequence[Caller], choose: Choice, ground: Ground, options: Options) -> None:
        self.askers = {caller.name: Asker(caller, ground, options) for caller in callers}
        self.choose, self.options = choose, options
        self.port = callers[0].port
        self.asked_by: dict[str, Asker] = {}
        self.made_up = 0

    def ask(self, description: dict[str, Any], seconds: float) -> list[Tally]:
        """Send the requests, and return the tallies."""
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
        """Return whether to send a request. A short run sends only some of the many requests of the coverage phase."""
        if not self.options.short or case.meta is None or not isinstance(case.meta.phase.data, CoveragePhaseData):
            return True
        self.made_up += 1
        return self.made_up % ONE_OF == 0

    def _note(self, event: Any) -> None:
        first = next(iter(self.askers.values()))
        if isinstance(event, events.ScenarioFinished):
            for case, broken in _broken(event):
                # A check may have sent a request itself, without a case.
                self.asked_by.get(case, first).tally.broken.append(broken)
        elif isinstance(event, events.NonFatalError):
            first.tally.broken.append(Broken(event.label, "not sent", str(event.value), "", ""))
        elif isinstance(event, events.FatalError):
            raise event.exception


class LetIn:
    """Tell schemathesis that requests are authenticated; `Asker.prepare` adds the credentials."""

    def get(self, case: Case[Any], ctx: AuthContext) -> bool:
        return True

    def set(self, case: Case[Any], data: bool, ctx: AuthContext) -> None:
        """Do nothing."""


def _broken(event: events.ScenarioFinished) -> Iterator[tuple[str, Broken]]:
    """Yield every response of a scenario that does not match the description."""
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
