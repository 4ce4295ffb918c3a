"""Links between operations, by which schemathesis makes chains of them: what a list shows or an act makes is read, and
what can be done to it is done. The description has none: every answer has the addresses of what it tells of."""

from collections.abc import Iterator
from typing import Any

from .callers import ROOT


def link(description: dict[str, Any]) -> None:
    """Add links to a description: from lists and from what makes something to all that is asked of one such thing."""
    from compliance.acts.registry import SUBJECTS

    for subject in SUBJECTS.values():
        plural, field = subject.path.partition("/")[0], "id" if subject.lookup == "pk" else subject.lookup
        targets = [
            f"#/paths/{path.replace('/', '~1')}/{method}"
            for path, operations in description["paths"].items()
            if path.startswith(f"{ROOT}{plural}/{{key}}/") and path.count("{") == 1
            for method in operations
        ]
        for response, where in _sources(description, subject.kind, plural):
            response["links"] = {
                target: {"operationRef": target, "parameters": {"key": f"$response.body#{where}{field}"}}
                for target in targets
            }


def _sources(description: dict[str, Any], kind: str, plural: str) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield the answers that show a thing of a kind, and where."""
    from compliance.acts.registry import SUBJECTS

    if listed := description["paths"].get(f"{ROOT}{plural}/"):
        yield listed["get"]["responses"]["200"], "/results/0/"
    for subject in SUBJECTS.values():
        for act in subject.acts:
            path = f"{ROOT}{subject.path.replace('<int:key>', '{key}').replace('<str:key>', '{key}')}{act.slug}/"
            makes = act.run.__annotations__["return"].__name__.lower() if act.creates else ""
            if makes == kind and path in description["paths"]:
                yield description["paths"][path]["post"]["responses"]["201"], "/"
