"""Alerts in the API."""

from dataclasses import dataclass
from typing import Any, ClassVar

from ..alert_serializers import AlertDetailSerializer, AlertSerializer
from ..checks import CHECKS
from ..inbox import RELATED
from ..models import Severity
from ..scope import Scope
from .filters import Flag, OfFacility, Text, Things, refuse
from .readings import Reading, register


@dataclass(frozen=True)
class OfSeverity:
    """Of this severity or a worse one."""

    name: str = "severity"
    says: str = "At least as bad as: notice, warning, due or critical."
    schema: ClassVar[dict[str, Any]] = {"type": "string", "enum": [each.name.lower() for each in Severity]}

    def narrow(self, things: Things, value: str, scope: Scope) -> Things:
        if value not in self.schema["enum"]:
            raise refuse(self.name, f"Give one of: {', '.join(self.schema['enum'])}.")
        return things.filter(severity__gte=Severity[value.upper()])


@dataclass(frozen=True)
class OfCheck:
    """Found by one check, of those that there are when it is asked."""

    name: str = "check"
    says: str = "What was looked for, such as deck_change."

    @property
    def schema(self) -> dict[str, Any]:
        return {"type": "string", "enum": sorted(CHECKS)}

    def narrow(self, things: Things, value: str, scope: Scope) -> Things:
        if value not in CHECKS:
            raise refuse(self.name, "There is no such check.")
        return things.filter(check_name=value)


register(
    Reading(
        "alert",
        AlertSerializer,
        AlertDetailSerializer,
        says="Compliance alerts, the newest first: open ones and those that were.",
        key="The alert's number.",
        name_of_list="alerts",
        order="-id",
        fetch=lambda alerts, at: alerts.select_related(*RELATED),
        filters=(
            OfFacility(),
            Flag("open", "Whether it is still open.", "closed_at__isnull"),
            Flag("acknowledged", "Whether someone has taken it on.", "acknowledged_at__isnull", negated=True),
            OfSeverity(),
            OfCheck(),
            Text("table", "The code of a table.", "place"),
        ),
    )
)
