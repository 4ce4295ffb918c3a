"""The remedy of an alert: the one act or page that ends it."""

from typing import NamedTuple

from django.urls import NoReverseMatch, reverse

from compliance.acts.registry import act_label, has_act
from compliance.api.reverse import api_url
from compliance.findings import closing_roles
from compliance.models import Alert
from compliance.staff.scope import Scope

# Remedies that are pages, not acts.
PAGES = {"round-entry": "Log round", "table": "Table", "round": "Round", "journal": "Journal", "key": "Key"}
CLOSE = "alert.resolve"


class Remedy(NamedTuple):
    """What ends an alert: an act in the panel, or a page."""

    name: str
    label: str
    key: str
    is_act: bool

    @property
    def url(self) -> str:
        return reverse(self.name, args=[self.key])

    def over_api(self) -> dict[str, str] | None:
        """Return the remedy for the API; None if it is only a page."""
        try:
            return {"name": self.name, "label": self.label, "url": api_url(self.name, self.key)}
        except NoReverseMatch:
            return None


def may_close(alert: Alert, scope: Scope) -> bool:
    """Tell whether this person may resolve an alert. Each check declares the roles that may."""
    mine = scope.staff.roles_at(alert.facility)
    return scope.may(CLOSE, alert.facility) and bool(mine & closing_roles(alert.check_name))


def remedy_of(alert: Alert, scope: Scope) -> Remedy | None:
    """Return the remedy of an alert if this person may do it. Without an act of its own, it is resolving the alert."""
    name, key = (alert.act, alert.act_on) if alert.act else (CLOSE, str(alert.pk))
    if not scope.may(name, alert.facility) or (name == CLOSE and not may_close(alert, scope)):
        return None
    if has_act(name):
        return Remedy(name, act_label(name), key, is_act=True)
    return Remedy(name, PAGES.get(name, "Open"), key, is_act=False)
