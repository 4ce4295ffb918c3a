"""Remedies: the act that fixes the cause of a refusal."""

from typing import Any

from compliance.acts.registry import SUBJECTS, act_label
from compliance.errors import RuleViolation
from compliance.staff.scope import Scope

from .reverse import api_url


def remedy_of(violation: RuleViolation, thing: Any, scope: Scope | None) -> dict[str, str] | None:
    """Return the remedy of a refusal, if its subject is known and this person may do it."""
    on: Any = violation.remedy_on or thing
    if not violation.remedy or on is None or scope is None:
        return None
    subject = SUBJECTS[violation.remedy.partition(".")[0]]
    if not isinstance(on, subject.objects().model) or not scope.may(violation.remedy, on.facility):
        return None
    url = api_url(violation.remedy, subject.key(on))
    return {"name": violation.remedy, "label": act_label(violation.remedy), "url": url}
