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
        # What can be done and what is looked at registers when it is imported.
        from .alerts import acts as alert_acts  # noqa: F401
        from .api_keys import acts as key_acts  # noqa: F401
        from .api_keys import findings as key_findings  # noqa: F401
        from .journal import integrity_scan  # noqa: F401
        from .staff import acts as staff_acts  # noqa: F401

        post_migrate.connect(_install_triggers, sender=self)


def _install_triggers(*, using: str, plan: Any = (), **_: Any) -> None:
    from .journal.triggers import install  # the app registry is not ready when this module is read

    # Emptying a test database also ends here; unmigrating leaves no table to guard.
    if not any(backwards for _, backwards in plan):
        install(connections[using])
