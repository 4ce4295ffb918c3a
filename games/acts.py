"""What can be done about rounds and violations, with which form, signed by whom."""

from compliance.acts.registry import Act, Subject, register

from . import forms
from .models import Round, Violation
from .services import violations, voids

register(
    Subject(
        "round",
        lambda: Round.objects.select_related(
            "facility", "table", "deck", "dealer", "logged_by", "offer", "shift", "voiding"
        ),
        (
            Act("round.void", "Void the round", voids.void_round, forms.VoidForm, danger=True, policy="round_voided",
                signing=voids.VOIDING, when=lambda round_: not round_.is_voided,
                told=lambda round_: f"Round {round_.number} is voided. Log the right one in its place.",
                explains="It stays visible, struck through; the totals go back to what they were without it."),
        ),
    )
)  # fmt: skip

register(
    Subject(
        "violation",
        lambda: Violation.objects.select_related("facility", "round__table"),
        (
            Act("violation.close", "Close the violation", violations.close_violation, forms.FindingForm, primary=True,
                personal=True, when=lambda violation: violation.closed_at is None),
        ),
    )
)  # fmt: skip
