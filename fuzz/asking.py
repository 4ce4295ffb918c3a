"""Asking as one of them: schemathesis makes up requests from the description, sends them and checks the answers."""

import json
from collections.abc import Iterator
from typing import Any

import schemathesis
from schemathesis import AuthContext, Case, HookContext, Response
from schemathesis.core.failures import Failure
from schemathesis.engine import events, from_schema
from schemathesis.generation.meta import CoveragePhaseData
from schemathesis.hooks import unregister_all
from schemathesis.openapi.checks import RejectedPositiveData

from . import checks
from .callers import ROOT, Caller
from .filling import Filling
from .floor import Ground
from .report import Broken, Tally
from .run import Options

# In a short run, of requests that go through what is described one by one.
ONE_OF = 8


@schemathesis.serializer("application/x-ndjson")
def lines(ctx: schemathesis.SerializationContext, value: Any) -> bytes:
    """Lines of JSON are sent as they are."""
    return value if isinstance(value, bytes) else str(value).encode(errors="replace")


def described(caller: Caller) -> dict[str, Any]:
    """Return the API's description as the server gives it."""
    return only_what_is_named(json.loads(caller.get(f"{ROOT}schema/").body))


def only_what_is_named(description: dict[str, Any]) -> dict[str, Any]:
    """Leave out what an operation may answer besides: by that any answer would be one that was described."""
    for operations in description["paths"].values():
        for operation in operations.values():
            operation["responses"].pop("default", None)
    return description


class Asking:
    """One who asks, until every operation was asked as often as it is to be."""

    def __init__(
        self,
        caller: Caller,
        description: dict[str, Any],
        paths: frozenset[str],
        options: Options,
        ground: Ground,
    ) -> None:
        self.caller, self.options = caller, options
        self.filling = Filling(caller, ground, options)
        self.tally = Tally(caller.name)
        asked = {path: operations for path, operations in description["paths"].items() if path in paths}
        self.description = description | {"paths": asked}
        self.made_up = 0
        self.last_asked = ""

    def _config(self, seconds: float) -> schemathesis.Config:
        options = self.options
        phases = {
            "examples": {"enabled": True},
            "coverage": {"enabled": True, "generate-duplicate-query-parameters": True},
            "fuzzing": {"enabled": True},
            "stateful": {"enabled": not options.short},
        }
        found: dict[str, Any] = {
            "seed": options.seed,
            "base-url": f"http://127.0.0.1:{self.caller.port}",
            "continue-on-failure": True,
            "request-timeout": 60.0,
            "suppress-health-check": ["all"],
            # The keys and sessions of a run end with it: what is printed can be asked again while it runs.
            "output": {"sanitization": {"enabled": False}},
            "generation": {
                "max-examples": options.examples,
                "database": "none",
                "no-shrink": True,
                # Who asks is who asks: what is made up for want of a key would be known to nobody.
                "with-security-parameters": False,
            },
            "phases": phases,
            "checks": {
                "missing_required_header": {"expected-statuses": [400, 401, 403, 404, 406, 415, 428]},
                "negative_data_rejection": {
                    "expected-statuses": [400, 401, 403, 404, 405, 406, 409, 411, 412, 413, 415, 428]
                },
            },
        }
        if seconds:
            found["max-time"] = max(1, int(seconds))
        return schemathesis.Config.from_dict(found)

    def _schema(self, seconds: float) -> schemathesis.BaseSchema:
        caller, schema = self.caller, schemathesis.openapi.from_dict(self.description, config=self._config(seconds))

        @schema.auth(refresh_interval=None)
        class Known:
            def get(self, case: Case[Any], ctx: AuthContext) -> Caller:
                return caller

            def set(self, case: Case[Any], data: Caller, ctx: AuthContext) -> None:
                case.headers.update(data.headers)
                case.cookies = {**(case.cookies or {}), **data.cookies}

        return schema

    def ask(self, seconds: float) -> Tally:
        """Ask, and return what came of it."""
        unregister_all()
        self._hook()
        try:
            for event in from_schema(self._schema(seconds)).execute():
                self._note(event)
        finally:
            unregister_all()
        return self.tally

    def _hook(self) -> None:
        @schemathesis.hook
        def filter_case(ctx: HookContext, case: Case[Any]) -> bool:
            return self._is_asked(case)

        @schemathesis.hook
        def before_call(ctx: HookContext, case: Case[Any], kwargs: dict[str, Any]) -> None:
            self._see_that_it_is_let_in(case)
            case.headers.update(self.caller.headers)
            case.cookies = {**(case.cookies or {}), **self.caller.cookies}
            self.filling.fill(case)

        @schemathesis.hook
        def after_call(ctx: HookContext, case: Case[Any], response: Response) -> None:
            self.tally.count(case, response)
            self.filling.learn(case, response)
            if case.path.endswith("/account/change/") and response.status_code == 200:
                self.caller.let_in()

        @schemathesis.hook
        def filter_failure(ctx: HookContext, failure: Failure, case: Case[Any], response: Response) -> bool:
            return checks.counts(failure, case, response)

    def _see_that_it_is_let_in(self, case: Case[Any]) -> None:
        """Let in again whoever was shut out by what was asked before; with each operation it is looked at once."""
        if case.operation.label != self.last_asked and not self.caller.is_let_in():
            self.caller.let_in()
        self.last_asked = case.operation.label

    def _is_asked(self, case: Case[Any]) -> bool:
        """Tell whether a request is made. Of those that go through what the description allows and forbids one by one
        there are so many that a short run takes one of a few."""
        if not self.options.short or case.meta is None or not isinstance(case.meta.phase.data, CoveragePhaseData):
            return True
        self.made_up += 1
        return self.made_up % ONE_OF == 0

    def _note(self, event: Any) -> None:
        if isinstance(event, events.ScenarioFinished):
            self.tally.broken.extend(_broken(event))
        elif isinstance(event, events.NonFatalError):
            self.tally.broken.append(Broken(event.label, "not asked", str(event.value), "", ""))
        elif isinstance(event, events.FatalError):
            raise event.exception


def _broken(event: events.ScenarioFinished) -> Iterator[Broken]:
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
            yield Broken(label, node.name, says, node.failure_info.code_sample, said)
