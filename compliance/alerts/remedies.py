"""The remedy of an alert: that of its finding, or resolving the alert."""

from compliance.acts.remedies import Remedy, remedy_by_key
from compliance.findings import closing_roles
from compliance.models import Alert
from compliance.staff.scope import Scope

CLOSE = "alert.resolve"


def may_close(alert: Alert, scope: Scope) -> bool:
    """Tell whether this person may resolve an alert. Each check declares the roles that may."""
    mine = scope.staff.roles_at(alert.facility)
    return scope.may(CLOSE, alert.facility) and bool(mine & closing_roles(alert.check_name))


def alert_remedy(alert: Alert, scope: Scope) -> Remedy | None:
    """Return the remedy of an alert if this person may do it. Without an act of its own, it is resolving the alert."""
    if alert.act:
        return remedy_by_key(alert.act, alert.act_on, alert.facility, scope)
    return remedy_by_key(CLOSE, str(alert.pk), alert.facility, scope) if may_close(alert, scope) else None
