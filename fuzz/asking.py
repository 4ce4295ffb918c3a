"""Asking as one of them: schemathesis makes up requests from the description, sends them and checks the answers."""

import json
from collections.abc import Iterator
from typing import Any

import schemathesis
from schemathesis import AuthContext, Case, HookContext, Response
from schemathesis.core.failures import Failure
from schemathesis.engine import events, from_schema
from schemathesis.hooks import unregister_all

from . import checks
from .callers import ROOT, Caller
from .filling import Filling
from .report import Broken, Tally
from .run import Options


def described(caller: Caller) -> dict[str, Any]:
    """Return the API's description as the server gives it, without what an operation may answer besides: that would
    make any answer one that was described."""
    found: dict[str, Any] = json.loads(caller.get(f"{ROOT}schema/").body)
    for operations in found["paths"].values():
        for operation in operations.values():
            operation["responses"].pop("default", None)
    return found


class Asking:
    """One who asks, until every operation was asked as often as it is to be."""

    def __init__(self, caller: Caller, description: dict[str, Any], options: Options, hidden: frozenset[str]) -> None:
        self.caller, self.options = caller, options
        self.filling = Filling(caller, hidden, options.seed)
        self.tally = Tally(caller.name)
        self.schema = schemathesis.openapi.from_dict(description, config=self._config())
        if options.only:
            self.schema = self.schema.include(path_regex=options.only)
        self._let_in()

    def _config(self) -> schemathesis.Config:
        options = self.options
        phases: dict[str, Any] = {
            name: {"enabled": name in options.phases} for name in ("examples", "coverage", "fuzzing", "stateful")
        }
        phases["coverage"]["generate-duplicate-query-parameters"] = True
        found: dict[str, Any] = {
            "seed": options.seed,
            "base-url": f"http://127.0.0.1:{self.caller.port}",
            "continue-on-failure": True,
            "request-timeout": 60.0,
            "suppress-health-check": ["all"],
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
                    "expected-statuses": [400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 428]
                },
            },
        }
        if options.seconds:
            found["max-time"] = max(1, int(options.seconds))
        return schemathesis.Config.from_dict(found)

    def _let_in(self) -> None:
        caller = self.caller

        @self.schema.auth(refresh_interval=None)
        class Known:
            def get(self, case: Case, ctx: AuthContext) -> Caller:
                return caller

            def set(self, case: Case, data: Caller, ctx: AuthContext) -> None:
                case.headers.update(data.headers)
                case.cookies = {**(case.cookies or {}), **data.cookies}

    def ask(self) -> Tally:
        """Ask, and return what came of it."""
        unregister_all()
        self._hook()
        try:
            for event in from_schema(self.schema).execute():
                self._note(event)
        finally:
            unregister_all()
        return self.tally

    def _hook(self) -> None:
        @schemathesis.hook
        def before_call(ctx: HookContext, case: Case, kwargs: dict[str, Any]) -> None:
            self.filling.fill(case)

        @schemathesis.hook
        def after_call(ctx: HookContext, case: Case, response: Response) -> None:
            self.tally.count(case, response)
            self.filling.learn(case, response)
            if case.path.endswith("/account/change/") and response.status_code == 200:
                self.caller.let_in()

        @schemathesis.hook
        def filter_failure(ctx: HookContext, failure: Failure, case: Case, response: Response) -> bool:
            return checks.is_fair(failure, case, response)

    def _note(self, event: Any) -> None:
        if isinstance(event, events.ScenarioStarted) and not self.caller.is_let_in():
            self.caller.let_in()
        elif isinstance(event, events.ScenarioFinished):
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
            label = recorder.cases[case_id].value.operation.label
            yield Broken(label, node.name, says, node.failure_info.code_sample, said)
