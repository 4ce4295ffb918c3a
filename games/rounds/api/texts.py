"""Field descriptions and examples for rounds, for the API's description."""

from compliance.api.openapi.field_docs import register_docs

_WAGER = {
    "stake": "5.00",
    "outcome": "win",
    "odds": "1:1",
    "pays": "5.00",
    "returned": "5.00",
    "cite": "MD Ch. 11 §D(2)",
}
_SEAT = {
    "seat": 3,
    "cards": ["Qd", "7c"],
    "wagers": {"ante_across": "5.00", "ante_down": "5.00", "across": "15.00"},
    "fold": "down",
}
_COMMUNITY = {"left": "Qs", "middle": "9d", "right": "4c", "top": "Kh", "bottom": "2s"}

# ── Money

register_docs(
    {
        "stake": ("5.00", "The amount wagered, in dollars."),
        "staked": ("25.00", "The total wagered, in dollars."),
        "pays": ("0.00", "The amount won, without the stakes, in dollars."),
        "returned": ("0.00", "Stakes given back, in dollars."),
        "net": ("-25.00", "The seat's gain, in dollars; negative for a loss."),
        "house_net": ("25.00", "The house's gain, in dollars; negative for a loss."),
        "limit": ("50000.00", "The most the seat can be paid, in dollars; null without a limit."),
        "limit_cut": ("0.00", "The amount that the limit cut from the winnings, in dollars."),
        "outcome": ("fold", "How the wager ended."),
        "odds": ("3:2", "The odds of a win; null otherwise."),
        "ExposedWager.odds": ("3:2", "The odds of a win; empty otherwise."),
        "ExposedWager.name": ("ante_across", "The wager's name."),
        "ExposedWager.net": ("-5.00", "The gain on the wager, in dollars; negative for a loss."),
    }
)

# ── Rounds

register_docs(
    {
        "Round.url": ("/api/v1/rounds/1204/",),
        "Round.shift": (12,),
        "round": (1204, "The round's `id`: its number in this installation."),
        "number": (118, "The round's number at its table."),
        "Round.offer": (5,),
        "deck": (12, "The deck's number."),
        "Round.deck": (None, "The deck it was dealt from."),
        "dealer": (None, "Who dealt."),
        "Round.method": ("manual_shoe",),
        "played_at": (None, "When it was played."),
        "logged_at": (None, "When it was logged."),
        "logged_by": (None, "Who logged it."),
        "void_reason": ("stub_count", "Why it is void by the rules; empty if it is settled."),
        "stub": (40,),
        "deck_removed": (False,),
        "seats": (2,),
        "in_breach": (False, "Whether it was logged with a violation."),
        "replaces": (1203,),
        "voided": (False,),
        "RoundDeck.label": ("A red",),
        "irregularities": (["drawn_in_error"], "The irregularities after which it went on."),
        "breach_reason": (
            "The stub was counted one round late",
            "Why it was logged with a violation; empty otherwise.",
        ),
        "replaced_by": (1205,),
        "input": ({"community": _COMMUNITY, "seats": [_SEAT]},),
        "voided_by": (None, "Who voided it."),
        "signed_by": (None, "Who signed for it."),
        "voided_at": (None, "When it was voided."),
        "Violation.url": ("/api/v1/violations/9/",),
        "Violation.code": ("count_due", "The violated gate."),
        "Violation.message": ("A stub count was due in this round, and none was entered.", "What was violated."),
        "Violation.cite": ("MD Ch. 9 §C", "The paragraph that was violated; empty for a house rule."),
        "finding": (
            "The dealer was reminded, and the stub was counted in the next round.",
            "What happened, who was informed, and what was done; empty until it is closed.",
        ),
        "FindingForm.finding": (None, "What happened, who was informed, and what was done: at least a sentence."),
        "VoidForm.reason": ("Entered at the wrong table", "What was wrong."),
    }
)

# ── The round format

register_docs(
    {
        "Settlement.void_reason": ("stub_count", "Why it is void; null if it is settled."),
        "Settlement.status": ("settled", "Settled, or void by the rules."),
        "order": ([3], "The seats in settlement order."),
        "Settlement.seats": (None, "The seats, as entered."),
        "totals": (None, "The totals of all seats."),
        "seat": (3, "The seat number: 1 is farthest to the dealer's left."),
        "hands": (
            {"across": "pair", "down": "high_card"},
            "Each hand that was compared, and its rank; empty if none was.",
        ),
        "SettledSeat.wagers": ({"ante_across": _WAGER}, "The seat's wagers, by name."),
        "SettledSeat.staked": ("25.00",),
        "community": (_COMMUNITY, "The five community cards."),
        "left": ("Qs", "The card at the left."),
        "middle": ("9d", "The card in the middle."),
        "right": ("4c", "The card at the right."),
        "top": ("Kh", "The card at the top."),
        "bottom": ("2s", "The card at the bottom."),
        "six_card": (["Ah", "Jc", "8s", "3d"],),
        "RoundInput.dealer": (["Ah", "Jc"],),
        "RoundInput.seats": ([_SEAT], "The seats dealt in."),
        "misdeal": (False, "Whether the dealer found, on that count, that cards were misdealt."),
        "void": ("shoe_failure",),
        "dealt_by": ("CHP-2301",),
        "jackpot": ("25000.00",),
        "failed_device": (7,),
        "cards": (["Qd", "7c"],),
        "Seat.wagers": ({"ante_across": "5.00", "ante_down": "5.00", "across": "15.00"},),
        "fold": ("down",),
        "spin": (17,),
        "forfeit": ("conduct",),
        "axis": ("vertical",),
        "exposed": (True,),
        "RoundLine.key": ("8c1c5d8e-5d1b-4c0e-9a44-0d8a2f6f3c11",),
    }
)

# ── Responses to logging a round

register_docs(
    {
        "Logged.url": ("/api/v1/rounds/1204/",),
        "Logged.deck": (None, "The deck it was dealt from."),
        "Logged.next": (None, "What comes next at the table."),
        "Next.number": (119,),
        "expected_stub": (40,),
        "line": (1, "The line number, from 1."),
        "answer": (201,),
        "Line.id": (1204, "The round's number in this installation."),
        "Line.status": ("settled", "Settled, or void by the rules."),
        "Line.code": ("count_due", "The code of the refusal."),
        "repeated": (True,),
    }
)

# ── Exposure

register_docs(
    {
        "Whole.key": ("r1187",),
        "round_number": (112,),
        "words": ("Correct count in round 112", "That moment, for display."),
        "decks.since": ("r1187",),
        "found_in": (1204,),
        "ExposedRound.status": ("settled", "Settled, or void by the rules."),
        "ExposedRound.seats": (None, "The seats dealt in."),
        "ExposedSeat.wagers": (None, "The seat's wagers."),
        "Sums.rounds": (17, "How many rounds."),
        "Sums.seats": (58, "How many seats."),
        "Sums.wagers": (204, "How many wagers."),
        "Sums.house_net": ("1204.50", "The house's gain, in dollars; negative for a loss."),
    }
)

# ── Game terms of a table

register_docs(
    {
        "rounds.key": ("CHP-04",),
        "round_read.key": (1204,),
        "round_void.key": (1204,),
        "round_replay.key": (1204,),
        "TermsDeck.label": ("A red",),
        "colour": ("red",),
        "TermsDevice.label": ("Manual shoe MS-04",),
        "TermsStakes.wagers": ({"ante_across": "5.00", "ante_down": "5.00"},),
        "TermsHand.name": ("six_card",),
        "TermsHand.label": ("Six card bonus",),
        "letter": ("v",),
        "TermsHand.letter": ("b",),
        "TermsHand.example": ("b Ah Jc 8s 3d",),
        "TermsHand.cards": (4,),
        "at_least": (1,),
        "at_most": (3,),
        "TermsWager.name": ("ante_down",),
        "TermsWager.label": ("Ante down",),
        "short": ("Ante ↓",),
        "mark": ("a",),
        "TermsWager.kind": ("ante",),
        "equals": ("ante_across",),
        "equals_label": ("Ante across",),
        "requires": ("five_card_bonus",),
        "decision": ("down",),
        "TermsNamed.name": ("across",),
        "TermsNamed.label": ("Across",),
        "TermsAxis.name": ("vertical",),
        "TermsAxis.label": ("Vertical",),
        "TermsPosition.at": (17,),
        "TermsPosition.pays": ("50.00",),
        "TermsPosition.community": ("5.00",),
        "wager": ("bonus_spin",),
        "TermsForfeit.name": ("conduct",),
        "TermsForfeit.label": ("Conduct",),
        "what": ("A card was drawn in error", "What happened."),
        "TermsForfeit.what": ("The player tampered with the cards",),
        "TermsIrregularity.name": ("drawn_in_error",),
        "TermsIrregularity.label": ("Drawn in error",),
        "TermsIrregularity.does": ("The card is burned, and the round goes on.",),
        "TermsOutcome.text": ("The round is void, and the deck leaves the table.",),
        "TermsOutcome.short": ("deck leaves",),
        "TermsCount.since": (3,),
        "Terms.dealer": ("Rosa Delgado",),
        "ranks": ("AKQJT98765432",),
        "places": (["left", "middle", "right", "top", "bottom"],),
        "cards_in_deck": (52,),
        "seat_cards": (2,),
        "exposed_for": ("three_card",),
    }
)

# ── A round, street by street

register_docs(
    {
        "did": (["Antes $5.00 each"],),
        "Place.name": ("left",),
        "Beside.label": ("Six card bonus",),
        "Street.title": ("The deal",),
        "Street.says": ("Each seat is dealt two cards.",),
        "Pay.wager": ("Ante across",),
        "Pay.hand": ("Pair of queens",),
        "Pay.odds": ("3 to 1",),
        "Pass.title": ("Seat 3",),
        "Pass.total": ("15.00",),
        "Difference.path": ("seats[1].wagers.across.pays",),
        "stored": ("15.00",),
        "today": ("10.00",),
        "refused": (["seats[0].cards[0]: The deck has no such card."],),
    }
)
