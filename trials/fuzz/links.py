"""Add links between operations, from which schemathesis builds chains: read what a list shows or an act creates, and
act on it. The description itself has none, because responses contain URLs."""

from collections.abc import Iterator
from typing import Any

from .callers import ROOT


def link(description: dict[str, Any]) -> None:
    """Add links from lists, and from acts that create something, to the operations on one such thing."""
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
    """Yield the responses that contain a thing of a kind, and where."""
    from compliance.acts.registry import SUBJECTS

    if listed := description["paths"].get(f"{ROOT}{plural}/"):
        yield listed["get"]["responses"]["200"], "/results/0/"
    for subject in SUBJECTS.values():
        for act in subject.acts:
            path = f"{ROOT}{subject.path.replace('<int:key>', '{key}').replace('<str:key>', '{key}')}{act.slug}/"
            makes = act.run.__annotations__["return"].__name__.lower() if act.creates else ""
            if makes == kind and path in description["paths"]:
                yield description["paths"][path]["post"]["responses"]["201"], "/"
