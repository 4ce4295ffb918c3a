"""Acts on violations."""

from compliance.acts.registry import Act, Subject
from games.models import Violation

from . import forms
from . import services as violations

VIOLATION = Subject(
    "violation",
    lambda: Violation.objects.select_related("facility", "round__table"),
    (
        Act(
            "violation.close",
            "Close the violation",
            violations.close_violation,
            forms.FindingForm,
            primary=True,
            personal=True,
            when=lambda violation: violation.is_open,
        ),
    ),
)
