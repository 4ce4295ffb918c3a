"""OpenAPI field texts and examples for tables, cards, devices, submissions, and people."""

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
        "shift_templates": (None, "The facility's daily shift templates."),
        "Template.name": ("Swing", "The shift's name."),
        "starts": ("14:00", "Local start time."),
        "ends": ("22:00", "Local end time; if earlier than the start, the shift ends after midnight."),
        "pit": (3, "The pit's number."),
        "Pit.code": ("P1", "The pit's code."),
        "Pit.name": ("Main floor", "The pit's name."),
        "Pit.url": ("/api/v1/pits/3/",),
        "pit_boss": (None, "The pit boss; null if none is assigned."),
        "tables": (["CHP-01", "CHP-04"],),
        "Table.code": ("CHP-04", "The table's code: facility code and table number."),
        "Table.number": (4, "The table's number at its facility."),
        "positions": (6, "Number of seats."),
        "Table.state": ("open", "The table's state."),
        "cause": ("A torn layout",),
        "sign_posted": (True, "Whether the sign is posted at the table."),
        "rounds_since_count": (3,),
        "Table.dealer": (None, "The current dealer; null if there is none."),
        "DealerAtTable.since": (None, "When the dealer's stint at this table began."),
        "floorperson": (None, "The floor supervisor; null if there is none."),
        "decks": (None, "The decks at the table."),
        "devices": (None, "The devices at the table."),
        "method": ("manual_shoe", "The dealing method."),
        "shuffler": ("counting", "The shuffler at the table, if any."),
        "Dealing.reshuffles": (False, "Whether a device reshuffles and counts the cards automatically."),
        "Dealing.bonus_spin": (True, "Whether Bonus Spin hardware is at the table."),
        "Notice.offer": (None, "The offer with the announced limits."),
        "effective_at": (None, "When it takes effect; null until it is approved."),
        "Version.name": ("Weekend limits", "The name shared by all versions."),
    }
)

# ── Cards and devices

register_docs(
    {
        "design": ("Bee 92", "As printed on the box."),
        "back_colour": ("red", "Color of the card backs."),
        "seal": ("S-20771", "Seal number."),
        "Deck.url": ("/api/v1/decks/12/",),
        "Deck.state": ("in_play", "The deck's state."),
        "Deck.pit": (3,),
        "position": ("A",),
        "in_play_at": (None, "When the deck went into play; null if it never did."),
        "change_cite": ("COMAR 36.05.02.16 D",),
        "removed_at": (None, "When the deck was taken out of play; null if it was not."),
        "removed_reason": ("scheduled", "Why the deck was taken out of play; empty if it was not."),
        "Step.id": ("shuffle",),
        "Step.by": ("dealer", "Who performs the step."),
        "does": ("shuffles the cards face down", "What they do."),
        "Device.kind": ("shuffler", "Kind of device."),
        "model": ("Ace", "Manufacturer's model name."),
        "Device.url": ("/api/v1/devices/7/",),
        "approval_reference": ("EQ-SH-114", "Reference of the regulator's letter; empty until approval."),
        "approved_on": (None, "Date of the regulator's approval letter."),
        "fault": ("Jams on the second card", "Description of the fault."),
        "handling": ("covered", "What was done with the device since it failed."),
        "inspected_by": (None, "Who last inspected the device."),
        "retired_at": (None, "When the device was retired; null if it was not."),
    }
)

# ── Layouts, offers and their documents

register_docs(
    {
        "Submission.name": ("Weekend limits", "The name shared by all versions."),
        "Layout.url": ("/api/v1/layouts/5/",),
        "Offer.url": ("/api/v1/offers/5/",),
        "standing": ("in force", "Current approval status."),
        "submitted_by": (None, "Who submitted it."),
        "submitted_at": (None, "When it was submitted."),
        "approved_by": (None, "Who recorded the approval; null until then."),
        "approved_at": (None, "When the approval was recorded; null until then."),
        "superseded_at": (None, "When the next version replaced it; null if none did."),
        "withdrawn_at": (None, "When it was withdrawn; null if it was not."),
        "elements": ({"wagering_areas": "inscribed", "payout_limit": "sign"},),
        "fixtures": ({"drop_box": "as required"},),
        "documents": (None, "Documents filed with it."),
        "Document.kind": ("rendering_to_scale", "Kind of document."),
        "Document.url": ("/api/v1/documents/3/",),
        "sha256": ("9f2c4e1d7b7a0f65c1b0a1f6c2f3f1b8d0e9a7c6b5d4e3f2a1b0c9d8e7f6a5b4", "SHA-256 hash of the file."),
        "filed_by": (None, "Who filed it."),
        "filed_at": (None, "When it was filed."),
        "document": (_OFFER, "The offer in the round format."),
    }
)

# ── Dealers and shifts

register_docs(
    {
        "Dealer.url": ("/api/v1/dealers/31/",),
        "licences": (None, "Licenses recorded at this facility."),
        "Licence.number": ("CHP-D2301", "License number."),
        "valid_from": (None, "First day of validity."),
        "revoked_on": (None, "Day of revocation; null if not revoked."),
        "passed_on": (None, "Day the test was passed."),
        "examiner": (None, "Who examined the dealer."),
        "Duty.pit": ("P1", "The pit's code."),
        "template": (None, "The shift's template."),
        "manager": (None, "The shift manager."),
        "Shift.url": ("/api/v1/shifts/12/",),
    }
)

# ── Details of one object

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

# ── The offer in the round format

register_docs(
    {
        "OfferDocument.limits": ({"ante": ["5.00", "100.00"]},),
        "OfferDocument.wagers": (["bonus_spin"],),
        "OfferDocument.odds": ({"raise": {"two_pair": "2:1"}},),
        "ace_low_straight": (True,),
    }
)

# ── Arguments of acts on facilities and tables

register_docs(
    {
        "AddPitForm.code": ("P1", "Capital letters and digits."),
        "AddPitForm.name": ("Main floor", "The pit's name."),
        "AddTableForm.number": (4, "The table's number at its facility; part of its code."),
        "TemplateForm.name": ("Swing", "The shift's name."),
        "WithTemplateForm.template": (2, "Number of an active shift template."),
        "GivePitForm.pit": ("P1", "The pit's code."),
        "GivePitForm.pit_boss": ("CHP-2201", "Badge of the pit boss."),
        "PutLayoutForm.layout": (5, "Number of a layout in force."),
        "PutOfferForm.offer": (5, "Number of an offer that is in force when it takes effect."),
        "PutOfferForm.sign": (True, "Whether the sign with the new limits is posted; for an open table."),
        "PutOfferForm.announced": (True, "Whether the new limits were announced at the table; for an open table."),
        "SuperviseForm.floorperson": ("CHP-2202", "Badge of the floor supervisor."),
        "CauseForm.cause": ("A torn layout", "Why the table is closed."),
        "ReasonForm.reason": ("Repaired", "The reason."),
        "AssignDealerForm.dealer": ("CHP-2301", "Badge of a free dealer."),
        "AssignDealerForm.relieved_to": (
            "break",
            "Where the relieved dealer goes; a break by default.",
        ),
        "ReleaseDealerForm.relieved_to": ("break", "Where the dealer goes."),
        "PlaceDeviceForm.device": (7, "Number of an approved, working, free device."),
        "BringDeckForm.deck": (12, "Number of a deck in the pit's reserve."),
    }
)

# ── Arguments of acts on cards and devices

register_docs(
    {
        "ReceiveDecksForm.serials": (["CHP-R-017", "CHP-R-018"], "Serial numbers, without duplicates."),
        "DrawDecksForm.pit": ("P1", "Code of the pit that receives them."),
        "DrawDecksForm.decks": ([12, 13], "Numbers of decks in the store."),
        "CollectDecksForm.decks": ([12, 13], "Numbers of decks removed from tables."),
        "form_number": ("F-2026-081", "Number of the form that records the preshuffle."),
        "ChangeDeckForm.replacement": (13, "Number of a deck in the pit's reserve."),
        "ChangeDeckForm.reason": (
            "scheduled",
            "Reason for the change: scheduled, damaged_card, wrong_count, or tampering.",
        ),
        "ChangeDeckForm.note": (None, "What was found; required unless the change is scheduled."),
        "RemoveDeckForm.reason": ("not_needed", "Reason for the removal: as for a change, or not_needed."),
        "RemoveDeckForm.note": (None, "What was found; required unless the reason is scheduled or not_needed."),
        "DeckRejectArguments.note": ("Two queens of hearts", "What was found."),
        "step": ("shuffle", "The completed step: `id` of the deck's `next_step`."),
        "card": ("Qh", "The damaged card."),
        "donor": (13, "Number of the deck that supplies the replacement."),
        "backs_compared": (True, "Whether the backs were compared."),
        "surveillance_told": (True, "Whether surveillance was notified."),
        "work_order": ("W-2026-17", "Number of the work order for the examination."),
        "discrepancy": (
            "A queen of hearts too many",
            "What is wrong; empty if nothing. With a discrepancy, the cards are kept.",
        ),
        "how": ("shredded", "How the deck was destroyed."),
        "RegisterDeviceForm.kind": ("shuffler", "Kind of device."),
        "RegisterDeviceForm.counts": (
            True,
            "Whether it counts the cards after each shuffle and shows if one is missing.",
        ),
        "RegisterDeviceForm.reshuffles": (False, "Whether it reshuffles and counts the cards automatically."),
        "FailDeviceForm.fault": ("Jams on the second card", "Description of the fault."),
        "HandleDeviceForm.handling": ("covered", "What was done with the device."),
        "RepairDeviceForm.report": ("Belt replaced", "Description of the repair."),
    }
)

# ── Arguments of acts on submissions and dealers

register_docs(
    {
        "SubmitLayoutForm.name": ("Weekend felt", "Name; reuse a name to submit its next version."),
        "SubmitLayoutForm.edition": (editions()[0], "The edition of the rules."),
        "inscribed": (["wagering_areas"], "Elements inscribed on the layout."),
        "by_sign": (["payout_limit"], "Elements shown on a sign at the table, where the rules allow it."),
        "SubmitLayoutForm.fixtures": (["drop_box"], "Fixtures attached to the table as the rules require."),
        "elsewhere": (["discard_rack"], "Fixtures attached elsewhere, with approval."),
        "rendering_to_scale": ("%PDF-1.7 …", "A PDF or image, up to 20 MB."),
        "colour_photograph": ("%PDF-1.7 …", "An image, up to 20 MB."),
        "SubmitOfferForm.name": ("Weekend limits", "Name; reuse a name to submit its next version."),
        "SubmitOfferForm.edition": (editions()[0], "The edition of the rules."),
        "ApproveForm.effective_at": (
            None,
            "When it takes effect, with UTC offset; now by default. The previous version ends then.",
        ),
        "LicenceForm.number": ("CHP-D2301", "License number."),
        "licence": (8, "Number of a license that is not revoked."),
        "RevokeLicenceForm.reason": ("Lost", "Reason for the revocation."),
        "TableTestForm.game": ("Criss Cross Poker", "Name of a game that the facility deals."),
    }
)
