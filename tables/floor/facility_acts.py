"""Acts on a facility: add to its floor, deck store, staff, and shifts."""

from compliance.acts.registry import Act, Subject
from compliance.api_keys import services as keys
from compliance.api_keys.acts import BlockKeyForm, CreateKeyForm
from compliance.models import Facility, Key
from compliance.signatures.access import HIRING, KEY_CREATION
from compliance.staff import services as staff
from compliance.staff.forms import HireForm
from tables.decks import services as decks
from tables.decks.forms import CollectDecksForm, DrawDecksForm, ReceiveDecksForm, RecordCoverCardForm
from tables.devices import services as devices
from tables.devices.forms import RegisterDeviceForm
from tables.models import Deck, ShiftTemplate
from tables.shifts import services as shifts
from tables.shifts.forms import BeginShiftForm, TemplateForm, WithTemplateForm
from tables.submissions import services as submissions
from tables.submissions.layout_forms import SubmitLayoutForm
from tables.submissions.offer_forms import SubmitOfferForm

from . import services as floor
from .forms import AddPitForm

FACILITY = Subject(
    "facility",
    lambda: Facility.objects.all(),
    (
        Act("facility.add-pit", "Add a pit", floor.add_pit, AddPitForm, creates=True),
        Act(
            "facility.receive-decks",
            "Receive decks",
            decks.receive_decks,
            ReceiveDecksForm,
            policy="deck_received",
            signing=decks.RECEIPT,
        ),
        Act(
            "facility.draw-decks",
            "Draw decks to a pit",
            decks.draw_decks,
            DrawDecksForm,
            policy="deck_drawn",
            signing=decks.DRAW,
            when=lambda facility: Deck.objects.filter(facility=facility, state=Deck.State.STORE).exists(),
        ),
        Act(
            "facility.collect-decks",
            "Collect removed decks",
            decks.collect_decks,
            CollectDecksForm,
            policy="deck_collected",
            signing=decks.COLLECTION,
            when=lambda facility: Deck.objects.filter(facility=facility, state=Deck.State.REMOVED).exists(),
        ),
        Act(
            "facility.record-cover-card",
            "Record a cover card",
            decks.record_cover_card,
            RecordCoverCardForm,
            personal=True,
            explains="A kind of cover card that the regulator approved. Tables then use it.",
        ),
        Act("facility.register-device", "Register a device", devices.register_device, RegisterDeviceForm, creates=True),
        Act(
            "facility.submit-layout",
            "Submit a layout",
            submissions.submit_layout,
            SubmitLayoutForm,
            policy="layout_approved",
            personal=True,
            creates=True,
        ),
        Act(
            "facility.submit-offer",
            "Submit an offer",
            submissions.submit_offer,
            SubmitOfferForm,
            policy="offer_approved",
            personal=True,
            creates=True,
        ),
        Act(
            "facility.begin-shift",
            "Begin a shift",
            shifts.begin_shift,
            BeginShiftForm,
            creates=True,
            explains="The shift on duty ends.",
        ),
        Act("facility.add-shift-template", "Add a shift template", shifts.add_template, TemplateForm),
        Act(
            "facility.retire-shift-template",
            "Retire a shift template",
            shifts.retire_template,
            WithTemplateForm,
            danger=True,
            when=lambda facility: ShiftTemplate.objects.filter(facility=facility, retired_at=None).exists(),
        ),
        Act("facility.hire", "Add a staff member", staff.hire, HireForm, signing=HIRING, creates=True),
        Act(
            "facility.create-key",
            "Create an API key",
            keys.create_key,
            CreateKeyForm,
            signing=KEY_CREATION,
            creates=True,
            reveals="token",
            explains="For a program that uses the API. The key is shown once.",
        ),
        Act(
            "facility.shut-out-key",
            "Block an API key",
            keys.block_key,
            BlockKeyForm,
            danger=True,
            when=lambda facility: Key.objects.filter(keys.opening(facility)).exists(),
            explains="The key no longer works at this facility. Other facilities are not affected.",
        ),
    ),
    lookup="code",
    plural="facilities",
    owner="pk",
)
