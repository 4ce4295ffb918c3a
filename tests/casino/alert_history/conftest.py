"""Check alerts raised by these tests as in tests/compliance/alerts."""

from tests.compliance.alerts.conftest import every_alert_cites_its_paragraph

__all__ = ["every_alert_cites_its_paragraph"]
