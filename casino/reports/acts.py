"""Acts on a shift report: sign it, hand over a pit."""

from compliance.acts.registry import Act, Subject

from . import forms, services
from .models import ReportedShift
from .shift.open_items import may_hand_over


def _may_be_signed(shift: ReportedShift) -> bool:
    return not shift.is_on_duty and shift.signed is None


REPORT = Subject(
    "report",
    lambda: ReportedShift.objects.select_related(
        "facility", "template__facility", "manager", "signed_report__signed_by", "signed_report__signature__signer"
    ).defer("signed_report__document"),
    (
        Act(
            "report.sign",
            "Sign the report",
            services.sign_report,
            forms.SignForm,
            primary=True,
            personal=True,
            when=_may_be_signed,
            policy="report_signed",
            signing=services.SIGNING,
            success_message=lambda shift: "The report is signed. Its figures no longer change.",
            explains="The figures no longer change. Rounds logged or voided later are listed below them.",
        ),
        Act(
            "report.hand-over",
            "Hand over a pit",
            services.hand_over,
            forms.HandOverForm,
            personal=True,
            when=may_hand_over,
            policy="pit_handed_over",
            signing=services.HANDING,
            success_message=lambda shift: "The pit is handed over.",
            explains="The person taking over reads the open items and signs for them.",
        ),
    ),
)
