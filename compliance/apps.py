from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import post_migrate


class ComplianceConfig(AppConfig):
    name = "compliance"
    default_auto_field = "django.db.models.BigAutoField"
    # The database refuses to delete rows of these tables (journal/triggers.py).
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
        # Acts register on import.
        from .alerts import acts as alert_acts  # noqa: F401
        from .alerts import heartbeat
        from .api_keys import acts as key_acts  # noqa: F401
        from .api_keys import findings as key_findings
        from .findings import declare, register
        from .journal import integrity_scan
        from .staff import acts as staff_acts  # noqa: F401

        declare(*heartbeat.CHECKS, *integrity_scan.CHECKS)
        register("facility", key_findings.FINDERS)

        post_migrate.connect(_install_triggers, sender=self)


def _install_triggers(*, using: str, plan: Any = (), **_: Any) -> None:
    from .journal.triggers import install  # the app registry is not ready when this module is imported

    # Flushing a test database also sends this signal; a reversed migration leaves no table to guard.
    if not any(backwards for _, backwards in plan):
        install(connections[using])
