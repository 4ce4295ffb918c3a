"""Timeline texts for journal entries of rounds."""

from compliance.journal.timeline import Vocabulary

VOCABULARY = Vocabulary(
    labels={
        "breach": "Violation",
        "pays_cents": "Paid",
        "replaces": "Replaces round",
        "revision": "Rulebook revision",
        "staked_cents": "Wagered",
    }
)
