from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import post_migrate


class ComplianceConfig(AppConfig):
    name = "compliance"
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
        from .acts.registry import register
        from .alerts import heartbeat
        from .alerts.acts import ALERT
        from .api_keys import findings as key_findings
        from .api_keys.acts import KEY
        from .findings import declare, register_finders
        from .journal import integrity_scan
        from .lockout import findings as guessing
        from .staff import findings as access
        from .staff.acts import STAFF

        register(KEY, ALERT, STAFF)
        declare(*heartbeat.CHECKS, *integrity_scan.CHECKS)
        register_finders("facility", key_findings.FINDERS, access.FINDERS, guessing.FINDERS)

        post_migrate.connect(_install_triggers, sender=self)


def _install_triggers(*, using: str, plan: Any = (), **_: Any) -> None:
    from .journal.triggers import install  # the app registry is not ready when this module is imported

    # Flushing a test database also sends this signal; a reversed migration leaves no table to guard.
    if not any(backwards for _, backwards in plan):
        install(connections[using])
