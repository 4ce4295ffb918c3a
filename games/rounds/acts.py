"""Acts on rounds."""

from compliance.acts.registry import Act, Subject
from games.models import Round

from . import forms, void

ROUND = Subject(
    "round",
    lambda: Round.objects.select_related(
        "facility", "table", "deck", "dealer", "logged_by", "offer", "shift", "voiding"
    ),
    (
        Act(
            "round.void",
            "Void the round",
            void.void_round,
            forms.VoidForm,
            danger=True,
            policy="round_voided",
            signing=void.VOIDING,
            when=lambda round_: not round_.is_voided,
            success_message=lambda round_: f"Round {round_.number} is voided. Log the corrected round.",
            explains="The round stays visible, crossed out. The totals no longer include it.",
        ),
    ),
)
