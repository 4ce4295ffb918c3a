"""Acts on a facility: what is added to its floor, its store, its staff and its shifts."""

from compliance.acts import Act, Subject, register
from compliance.forms import HireForm
from compliance.models import Facility
from compliance.services import staff

from .. import forms
from ..models import Deck, ShiftTemplate
from ..services import decks, devices, floor, shifts, submissions

register(
    Subject(
        "facility",
        lambda: Facility.objects.all(),
        (
            Act("facility.add-pit", "Add a pit", floor.add_pit, forms.AddPitForm, creates=True),
            Act("facility.receive-decks", "Receive decks", decks.receive_decks, forms.ReceiveDecksForm,
                policy="deck_received", signing=decks.RECEIPT),
            Act("facility.draw-decks", "Draw decks to a pit", decks.draw_decks, forms.DrawDecksForm,
                policy="deck_drawn", signing=decks.DRAW,
                when=lambda facility: Deck.objects.filter(facility=facility, state=Deck.State.STORE).exists()),
            Act("facility.collect-decks", "Collect removed decks", decks.collect_decks, forms.CollectDecksForm,
                policy="deck_collected", signing=decks.COLLECTION,
                when=lambda facility: Deck.objects.filter(facility=facility, state=Deck.State.REMOVED).exists()),
            Act("facility.register-device", "Register a device", devices.register_device, forms.RegisterDeviceForm,
                creates=True),
            Act("facility.submit-layout", "Submit a layout", submissions.submit_layout, forms.SubmitLayoutForm,
                policy="layout_approved", creates=True),
            Act("facility.submit-offer", "Submit an offer", submissions.submit_offer, forms.SubmitOfferForm,
                policy="offer_approved", creates=True),
            Act("facility.begin-shift", "Begin a shift", shifts.begin_shift, forms.WithTemplateForm, creates=True,
                explains="The shift on duty ends."),
            Act("facility.add-shift-template", "Add a shift template", shifts.add_template, forms.TemplateForm),
            Act("facility.retire-shift-template", "Retire a shift template", shifts.retire_template,
                forms.WithTemplateForm, danger=True,
                when=lambda facility: ShiftTemplate.objects.filter(facility=facility, retired_at=None).exists()),
            Act("facility.hire", "Add a member of staff", staff.hire, HireForm, creates=True),
        ),
        lookup="code",
        plural="facilities",
        owner="pk",
    )
)  # fmt: skip
