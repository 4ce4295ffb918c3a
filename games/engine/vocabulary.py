"""The words of the round format: its fields, and the values that some of them take."""

# A null in a field that an edition has no use for is the same as its absence.
ROUND_FIELDS = frozenset({"community", "six_card", "dealer", "seats", "stub", "misdeal", "void"})
SEAT_FIELDS = frozenset({"seat", "cards", "wagers", "fold", "spin", "forfeit", "axis", "exposed"})

PLACES = ("left", "middle", "right", "top", "bottom")
AXES = ("vertical", "horizontal")
FORFEITS = ("conduct", "abandoned")

# Irregularities for which a round may be void, and all reasons: its stub count, and whatever else.
VOIDING = ("face_up_card", "wrong_card_count", "shoe_failure", "shuffler_failure", "backed_up_cards")
VOID_REASONS = (*VOIDING, "stub_count", "other")
