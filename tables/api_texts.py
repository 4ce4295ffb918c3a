"""Words of the API's description for the floor: its tables, cards, devices, papers and people."""

from compliance.api.openapi.field_docs import register_docs
from games.engine.loading import editions

_OFFER = {
    "limits": {"ante": ["5.00", "100.00"]},
    "wagers": ["bonus_spin"],
    "bonus_spin": {"wheel": "five-dollar", "top_prize": "25000.00"},
}

# ── Facilities, pits and tables

register_docs(
    {
        "tables.key": ("CHP-04",),
        "shift_templates": (None, "The shifts of a day, as they are planned."),
        "Template.name": ("Swing", "The shift's name."),
        "starts": ("14:00", "When it begins, by the facility's clock."),
        "ends": ("22:00", "When it ends, by the facility's clock; past midnight if that is before the beginning."),
        "pit": (3, "The pit's number."),
        "Pit.code": ("P1", "The pit's code."),
        "Pit.name": ("Main floor", "What the pit is called."),
        "Pit.url": ("/api/v1/pits/3/",),
        "pit_boss": (None, "Who has the pit."),
        "tables": (["CHP-01", "CHP-04"],),
        "Table.code": ("CHP-04", "The table's code: the facility's and its number."),
        "Table.number": (4, "The table's number at its facility."),
        "positions": (6, "How many seats it has."),
        "Table.state": ("open", "The state in which the table is."),
        "cause": ("A torn layout",),
        "sign_posted": (True, "Whether the sign with the limits stands at the table."),
        "rounds_since_count": (3,),
        "Table.dealer": (None, "Who deals now; null if nobody does."),
        "DealerAtTable.since": (None, "Since when at this table."),
        "floorperson": (None, "Who supervises the table; null if nobody does."),
        "decks": (None, "The decks at the table."),
        "devices": (None, "The devices at the table."),
        "method": ("manual_shoe", "How cards are dealt."),
        "shuffler": ("counting", "Which shuffler stands there, if any."),
        "Dealing.reshuffles": (False, "Whether the device reshuffles and counts the cards by itself."),
        "Dealing.bonus_spin": (True, "Whether the Bonus Spin hardware stands there."),
        "Notice.offer": (None, "The offer whose limits were announced."),
        "effective_at": (None, "From when on it holds; null until that is known."),
        "Due.status": ("soon", "How urgent it is."),
        "Due.cite": ("MD Ch. 3 §B", "The paragraph behind it; null where it is the house's own."),
        "Due.act": ("/api/v1/decks/12/change/",),
        "Version.name": ("Weekend limits", "The name that all versions share."),
    }
)

# ── Cards and devices

register_docs(
    {
        "design": ("Bee 92", "As printed on the box."),
        "back_colour": ("red", "The colour of the backs."),
        "seal": ("S-20771", "The number of the seal."),
        "Deck.url": ("/api/v1/decks/12/",),
        "Deck.state": ("in_play", "Where the deck is in its life."),
        "Deck.pit": (3,),
        "position": ("A",),
        "in_play_at": (None, "When it came into play; null if it never did."),
        "change_cite": ("COMAR 36.05.02.16 D",),
        "removed_at": (None, "When it was taken out of play; null if it was not."),
        "removed_reason": ("scheduled", "Why it was taken out of play; empty if it was not."),
        "Step.id": ("shuffle",),
        "Step.by": ("dealer", "Who does it."),
        "does": ("shuffles the cards face down", "What is done."),
        "Device.kind": ("shuffler", "What it is."),
        "model": ("Ace", "The maker's name for it."),
        "Device.url": ("/api/v1/devices/7/",),
        "approval_reference": ("EQ-SH-114", "Of the regulator's letter; empty until it is approved."),
        "approved_on": (None, "The day of the approval, as the letter is dated."),
        "fault": ("Jams on the second card", "What is wrong with it."),
        "handling": ("covered", "What was done with it since it failed."),
        "inspected_by": (None, "Who inspected it last."),
        "retired_at": (None, "When it was taken out of use for good; null if it was not."),
    }
)

# ── Layouts, offers and their documents

register_docs(
    {
        "Submission.name": ("Weekend limits", "The name that all versions share."),
        "Layout.url": ("/api/v1/layouts/5/",),
        "Offer.url": ("/api/v1/offers/5/",),
        "standing": ("in force", "What it is by its papers now."),
        "submitted_by": (None, "Who submitted it."),
        "submitted_at": (None, "When it was submitted."),
        "approved_by": (None, "Who recorded the approval; null until then."),
        "approved_at": (None, "When the approval was recorded; null until then."),
        "superseded_at": (None, "When the next version took its place; null if none did."),
        "withdrawn_at": (None, "When it was withdrawn; null if it was not."),
        "elements": ({"wagering_areas": "inscribed", "payout_limit": "sign"},),
        "fixtures": ({"drop_box": "as required"},),
        "documents": (None, "What was filed with it."),
        "Document.kind": ("rendering_to_scale", "What it shows."),
        "Document.url": ("/api/v1/documents/3/",),
        "sha256": ("9f2c4e1d7b7a0f65c1b0a1f6c2f3f1b8d0e9a7c6b5d4e3f2a1b0c9d8e7f6a5b4", "SHA-256 of the file."),
        "filed_by": (None, "Who filed it."),
        "filed_at": (None, "When it was filed."),
        "document": (_OFFER, "The offer, in the round format."),
    }
)

# ── Dealers and shifts

register_docs(
    {
        "Dealer.url": ("/api/v1/dealers/31/",),
        "licences": (None, "Licences recorded at this facility."),
        "Licence.number": ("CHP-D2301", "The licence's number."),
        "valid_from": (None, "The first day on which it holds."),
        "revoked_on": (None, "The day on which it was revoked; null if it was not."),
        "passed_on": (None, "The day on which it was passed."),
        "examiner": (None, "Who examined."),
        "Duty.pit": ("P1", "The pit's code."),
        "template": (None, "Which of the day's shifts it is."),
        "manager": (None, "The shift manager."),
        "Shift.url": ("/api/v1/shifts/12/",),
    }
)

# ── What a page shows of one thing besides

register_docs(
    {
        "reserve": (24,),
        "Wheel.wheel": ("five-dollar",),
        "OpeningStep.by": ("dealer",),
        "rounds": (3,),
        "every": (5,),
        "Required.id": ("wagering_areas",),
        "says": ("A betting area for each wager at each seat",),
        "Required.how": ("inscribed",),
        "Limit.wager": ("ante_across",),
        "least": ("5.00",),
        "most": ("100.00",),
        "Odds.table": ("raise",),
        "hand": ("two_pair",),
        "optional": (["bonus_spin"],),
        "payout_limit": ("50000.00",),
        "payout_limit_cite": ("MD Ch. 11 §K",),
        "wheel": ("five-dollar",),
        "top_prize": ("25000.00",),
    }
)

# ── The offer, in the round format

register_docs(
    {
        "OfferDocument.limits": ({"ante": ["5.00", "100.00"]},),
        "OfferDocument.wagers": (["bonus_spin"],),
        "OfferDocument.odds": ({"raise": {"two_pair": "2:1"}},),
        "ace_low_straight": (True,),
    }
)

# ── What acts on facilities and tables take

register_docs(
    {
        "AddPitForm.code": ("P1", "Capital letters and digits."),
        "AddPitForm.name": ("Main floor", "What the pit is called."),
        "AddTableForm.number": (4, "The table's number at its facility, part of its code."),
        "TemplateForm.name": ("Swing", "The shift's name."),
        "WithTemplateForm.template": (2, "The number of a shift template that is not retired."),
        "GivePitForm.pit": ("P1", "The pit's code."),
        "GivePitForm.pit_boss": ("CHP-2201", "The badge of who gets it."),
        "PutLayoutForm.layout": (5, "The number of a layout in force."),
        "PutOfferForm.offer": (5, "The number of an offer in force when it takes effect."),
        "PutOfferForm.sign": (True, "Whether the sign with the new limits is posted; for a table that is open."),
        "PutOfferForm.announced": (True, "Whether the new limits were announced at the table; for one that is open."),
        "SuperviseForm.floorperson": ("CHP-2202", "The badge of who shall supervise the table."),
        "CauseForm.cause": ("A torn layout", "Why the table is closed."),
        "ReasonForm.reason": ("Mended", "Why."),
        "AssignDealerForm.dealer": ("CHP-2301", "The badge of a dealer who is free."),
        "AssignDealerForm.relieved_to": (
            "break",
            "Where the dealer goes who was there before; on a break if left out.",
        ),
        "ReleaseDealerForm.relieved_to": ("break", "Where the dealer goes."),
        "PlaceDeviceForm.device": (7, "The number of a device that is free, in order and approved."),
        "BringDeckForm.deck": (12, "The number of a deck in the pit's reserve."),
    }
)

# ── What acts on cards and devices take

register_docs(
    {
        "ReceiveDecksForm.serials": (["CHP-R-017", "CHP-R-018"], "Their serial numbers, each once."),
        "DrawDecksForm.pit": ("P1", "The code of the pit that gets them."),
        "DrawDecksForm.decks": ([12, 13], "The numbers of decks in the store."),
        "CollectDecksForm.decks": ([12, 13], "The numbers of decks that were removed from tables."),
        "form_number": ("F-2026-081", "Of the form on which the preshuffle is recorded."),
        "ChangeDeckForm.replacement": (13, "The number of a deck in the pit's reserve."),
        "ChangeDeckForm.reason": ("scheduled", "Why it is changed: scheduled, damaged_card, wrong_count or tampering."),
        "ChangeDeckForm.note": (None, "What was found; required unless the change is scheduled."),
        "RemoveDeckForm.reason": ("not_needed", "Why it is removed: as for a change, or not_needed."),
        "RemoveDeckForm.note": (None, "What was found; required unless it is scheduled or not needed."),
        "DeckRejectArguments.note": ("Two queens of hearts", "What was found."),
        "step": ("shuffle", "The step that was done: `id` of the deck's `next_step`."),
        "card": ("Qh", "The damaged card."),
        "donor": (13, "The number of the deck from which the replacement is taken."),
        "backs_compared": (True, "Whether the backs were compared."),
        "surveillance_told": (True, "Whether surveillance was told."),
        "work_order": ("W-2026-17", "The number of the work order under which it was examined."),
        "discrepancy": (
            "A queen of hearts too many",
            "What is wrong with it; empty if nothing: else the cards are kept.",
        ),
        "how": ("shredded", "How it was destroyed."),
        "RegisterDeviceForm.kind": ("shuffler", "What it is."),
        "RegisterDeviceForm.counts": (
            True,
            "Whether it counts the cards after each shuffle, and shows if one is missing.",
        ),
        "RegisterDeviceForm.reshuffles": (False, "Whether it reshuffles and counts the cards by itself."),
        "FailDeviceForm.fault": ("Jams on the second card", "What is wrong with it."),
        "HandleDeviceForm.handling": ("covered", "What was done with it."),
        "RepairDeviceForm.report": ("Belt replaced", "What was done."),
    }
)

# ── What acts on papers and dealers take

register_docs(
    {
        "SubmitLayoutForm.name": ("Weekend felt", "What it is called; a name used before makes its next version."),
        "SubmitLayoutForm.edition": (editions()[0], "For the rules of which edition."),
        "inscribed": (["wagering_areas"], "The elements that are inscribed on the layout."),
        "by_sign": (["payout_limit"], "The elements that a sign at the table shows instead, where the rules allow it."),
        "SubmitLayoutForm.fixtures": (["drop_box"], "What is attached to the table where the rules say."),
        "elsewhere": (["discard_rack"], "What is attached elsewhere, with approval."),
        "rendering_to_scale": ("%PDF-1.7 …", "A PDF or picture, up to 20 MB."),
        "colour_photograph": ("%PDF-1.7 …", "A picture, up to 20 MB."),
        "SubmitOfferForm.name": ("Weekend limits", "What it is called; a name used before makes its next version."),
        "SubmitOfferForm.edition": (editions()[0], "Under the rules of which edition."),
        "ApproveForm.effective_at": (
            None,
            "From when on it holds, with its offset from UTC; at once if left out. The version before it ends then.",
        ),
        "LicenceForm.number": ("CHP-D2301", "The licence's number."),
        "licence": (8, "The number of a licence that was not revoked."),
        "RevokeLicenceForm.reason": ("Lost", "Why it is revoked."),
        "TableTestForm.game": ("Criss Cross Poker", "The game's name, one of those that the facility deals."),
    }
)
