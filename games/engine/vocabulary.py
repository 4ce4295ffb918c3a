"""Names in the round format: its fields, and the values of some of them."""

# A null in a field that an edition does not use is the same as its absence.
COUNT_FIELDS = frozenset({"stub", "misdeal", "dealt", "set_aside"})
ROUND_FIELDS = frozenset({"community", "six_card", "dealer", "seats", "void"}) | COUNT_FIELDS
SEAT_FIELDS = frozenset({"seat", "cards", "wagers", "fold", "spin", "forfeit", "axis", "exposed"})

PLACES = ("left", "middle", "right", "top", "bottom")
AXES = ("vertical", "horizontal")
FORFEITS = ("conduct", "abandoned")

# The kind of device that fails in each irregularity of a device.
FAILING_DEVICES = {"shoe_failure": "automated_shoe", "shuffler_failure": "shuffler"}
# The irregularity after which the round goes on without the card, which is set aside.
SETTING_ASIDE = "one_face_up_card"

# Irregularities that may void a round, and all void reasons: those, the stub count, and other.
VOIDING = ("face_up_card", "wrong_card_count", "shoe_failure", "shuffler_failure", "backed_up_cards")
VOID_REASONS = (*VOIDING, "stub_count", "other")
