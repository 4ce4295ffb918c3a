"""Test findings by the alerts that the scan opens for them."""

from tests.compliance.alerts.conftest import every_alert_cites_its_paragraph, floor, table

__all__ = ["every_alert_cites_its_paragraph", "floor", "table"]
