from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import post_migrate


class ComplianceConfig(AppConfig):
    name = "compliance"
    default_auto_field = "django.db.models.BigAutoField"
    # The database refuses to delete a row of these (triggers.py).
    kept = (
        "compliance_stream",
        "compliance_posting",
        "compliance_staff",
        "compliance_facility",
        "compliance_alert",
        "compliance_key",
        "compliance_keygrant",
        "compliance_feedhead",
        "compliance_feedmark",
    )

    def ready(self) -> None:
        from . import alert_acts, key_acts, key_checks, patrols, staff_acts  # noqa: F401 - what can be done and looked at registers itself

        post_migrate.connect(_install_triggers, sender=self)


def _install_triggers(*, using: str, plan: Any = (), **_: Any) -> None:
    from .triggers import install  # the app registry is not ready when this module is read

    # Emptying a test database also ends here; unmigrating leaves no table to guard.
    if not any(backwards for _, backwards in plan):
        install(connections[using])
