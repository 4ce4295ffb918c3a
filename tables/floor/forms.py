"""Forms of acts on pits and tables."""

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.core.validators import RegexValidator
from django.db.models import Exists, OuterRef, Prefetch, Q

from compliance.acts.registry import ActForm
from compliance.errors import RuleViolation
from compliance.facilities.policies import policy
from compliance.formatting import format_duration
from compliance.models import Staff
from compliance.web.form_fields import in_api
from tables.dealers.roster import dealers_of, floorpersons_of, open_tables_count, stint_at
from tables.decks.form_fields import ask_how_prepared, by_hand_field, verifier_reason_field
from tables.findings.gates import unfit_dealer
from tables.findings.layouts import limit_notice_rule
from tables.form_fields import PositionsField, TextField, allow_positions, allowed_number, reserve_is_empty
from tables.models import CoverCard, Deck, Device, Layout, Offer, Stint, Supervision, Table, in_force_at

RELIEVED_TO = [("break", "Break"), ("off", "Off the floor")]


class CodeField(forms.CharField):
    """A short code, converted to capitals."""

    def to_python(self, value: Any) -> str:
        return str(super().to_python(value)).upper()


class AddPitForm(ActForm):
    code = in_api(
        CodeField(
            max_length=8,
            validators=[RegexValidator(r"\A[A-Z0-9]{1,8}\Z", "Use letters and digits only.")],
            help_text="For example, P1.",
        ),
        "Capital letters and digits.",
        example="P1",
    )
    name = in_api(forms.CharField(max_length=60), "The pit's name.", example="Main floor")


class AddTableForm(ActForm):
    number = in_api(
        forms.IntegerField(min_value=1, max_value=999),
        "The table's number at its facility; part of its code.",
        example=4,
    )
    positions = in_api(PositionsField(), "Number of betting positions, as the facility's rulebooks allow.", example=6)

    def prepare(self) -> None:
        allow_positions(self)

    def clean_positions(self) -> int:
        return allowed_number(self)


class SetPositionsForm(ActForm):
    positions = in_api(PositionsField(), "Number of betting positions, as the facility's rulebooks allow.", example=6)

    def prepare(self) -> None:
        allow_positions(self)

    def clean_positions(self) -> int:
        return allowed_number(self)


class PutCoverCardForm(ActForm):
    """List the cover cards approved for this facility."""

    cover_card = in_api(
        forms.ModelChoiceField(CoverCard.objects.none()), "Number of an approved cover card.", example=2
    )

    def prepare(self) -> None:
        none = RuleViolation(
            "no_cover_cards",
            "No approved cover card is recorded at this facility. Record one.",
            remedy="facility.record-cover-card",
            remedy_on=self.facility,
        )
        self.choose_from("cover_card", CoverCard.objects.filter(facility=self.facility), first=True, none=none)


class PutLayoutForm(ActForm):
    layout = in_api(forms.ModelChoiceField(Layout.objects.none()), "Number of a layout in force.", example=5)

    def prepare(self) -> None:
        layouts = Layout.objects.filter(in_force_at(self.at), facility=self.facility)
        none = RuleViolation(
            "no_layouts",
            "No approved layout is in force at this facility. Submit one.",
            remedy="facility.submit-layout",
            remedy_on=self.facility,
        )
        offer = self.subject.offer_at(self.at)
        self.choose_from("layout", layouts.filter(edition=offer.edition) if offer else layouts, first=True, none=none)


class PutOfferForm(ActForm):
    """List the offers that will be in force when the change takes effect, except the current one."""

    offer = in_api(
        forms.ModelChoiceField(Offer.objects.none()),
        "Number of an offer that is in force when it takes effect.",
        example=5,
    )
    sign = in_api(
        forms.BooleanField(required=False, label="The signs with the new limits are posted"),
        "Whether the signs that the new limits need are posted; for an open table.",
    )
    announced = in_api(
        forms.BooleanField(required=False, label="The new limits were announced at the table"),
        "Whether the new limits were announced at the table; for an open table.",
    )

    notice = in_api(
        TextField(
            required=False,
            label="How notice of a lower payout limit was given",
            help_text="Needed if the payout limit falls and the layout does not show it.",
        ),
        "How notice of a lower payout limit was given; needed if the limit falls and the layout does not show it.",
        example="Sign at the table since noon; announced to the players",
    )

    def prepare(self) -> None:
        table: Table = self.subject
        played = table.state == Table.State.OPEN
        minutes = policy("limit_notice", self.facility.jurisdiction).value if played else 0
        offers = Offer.objects.filter(in_force_at(self.at + timedelta(minutes=minutes)), facility=self.facility)
        current = table.offer_at(self.at)
        if current:
            offers = offers.exclude(pk=current.pk)
        if current and played:  # anything but new limits is refused
            offers = offers.filter(edition=current.edition)
        none = RuleViolation(
            "no_offers",
            "No other approved offer is in force at this facility. Submit one.",
            remedy="facility.submit-offer",
            remedy_on=self.facility,
        )
        self.choose_from("offer", offers, none=none)
        if not played:
            del self.fields["sign"], self.fields["announced"]
        if current is None or limit_notice_rule(table, current.book, self.at) is None:
            del self.fields["notice"]


class FloorpersonField(forms.ModelChoiceField):
    """A floorperson, labeled with the number of open tables they supervise."""

    def label_from_instance(self, person: Any) -> str:
        return f"{person} · {person.open_tables} open tables"


class SuperviseForm(ActForm):
    floorperson = in_api(
        FloorpersonField(Staff.objects.none(), to_field_name="badge"),
        "Badge of the floor supervisor.",
        example="CHP-2202",
    )

    def prepare(self) -> None:
        people = floorpersons_of(self.facility).annotate(open_tables=open_tables_count("pk"))
        self.choose_from("floorperson", people)
        if people.filter(pk=self.scope.staff.pk).exists():
            self.initial.setdefault("floorperson", self.scope.staff.badge)


class CauseForm(ActForm):
    cause = in_api(TextField(), "Why the table is closed.", example="A torn layout")


class ReasonForm(ActForm):
    reason = in_api(TextField(), "The reason.", example="Repaired")


LACKING = {
    "dealer_not_licensed": "no license",
    "dealer_not_tested": "no table test",
    "dealer_is_floorperson": "supervises this table",
}


class DealerField(forms.ModelChoiceField):
    """A dealer, labeled with their break and whatever disqualifies them at this table."""

    table: Table
    offer: Offer | None
    at: datetime

    def deal_at(self, table: Table, at: datetime) -> None:
        """Load the table once, not once for each dealer."""
        charges = Supervision.objects.filter(ended_at=None).select_related("staff")
        known = Table.objects.select_related("facility").prefetch_related(Prefetch("supervisions", charges))
        self.table, self.offer, self.at = known.get(pk=table.pk), table.offer_at(at), at

    def label_from_instance(self, dealer: Staff) -> str:
        unfit = unfit_dealer(dealer, self.table, self.offer, self.at) if self.offer else ()
        lacking = [LACKING[each.code] for each in unfit]
        on_break = next((stint for stint in dealer.stints.all() if stint.ended_at is None), None)
        resting = [f"on a break for {format_duration(self.at - on_break.started_at)}"] if on_break else []
        return " · ".join([dealer.name, *resting, *lacking])


class AssignDealerForm(ActForm):
    """List dealers who are free or on a break, and not at another facility."""

    dealer = in_api(
        DealerField(Staff.objects.none(), to_field_name="badge"), "Badge of a free dealer.", example="CHP-2301"
    )
    relieved_to = in_api(
        forms.ChoiceField(
            choices=RELIEVED_TO,
            initial="break",
            required=False,
            label="Send relieved dealer to",
            widget=forms.RadioSelect,
        ),
        "Where the relieved dealer goes; a break by default.",
        example="break",
    )

    def prepare(self) -> None:
        field = self.fields["dealer"]
        assert isinstance(field, DealerField)
        field.deal_at(self.subject, self.at)
        elsewhere = ~Q(facility=self.facility) | Q(table__isnull=False)
        dealing = Stint.objects.filter(elsewhere, staff=OuterRef("pk"), ended_at=None)
        none = RuleViolation("nobody_free", "Every dealer is at a table or at another facility. Relieve one first.")
        free = dealers_of(self.facility).filter(~Exists(dealing))
        current = Prefetch("stints", Stint.objects.filter(ended_at=None))
        self.choose_from("dealer", free.prefetch_related("licences", "table_tests", current), none=none)
        if stint_at(self.subject) is None:
            del self.fields["relieved_to"]

    def clean_relieved_to(self) -> str:
        return self.cleaned_data["relieved_to"] or "break"


class ReleaseDealerForm(ActForm):
    relieved_to = in_api(
        forms.ChoiceField(choices=RELIEVED_TO, initial="break", label="Send to", widget=forms.RadioSelect),
        "Where the dealer goes.",
        example="break",
    )


class PlaceDeviceForm(ActForm):
    """List devices that are approved, working, and not at a table."""

    device = in_api(
        forms.ModelChoiceField(Device.objects.none()), "Number of an approved, working, free device.", example=7
    )

    def prepare(self) -> None:
        free = Device.objects.filter(facility=self.facility, table=None, retired_at=None, failed_at=None)
        none = RuleViolation(
            "no_devices",
            "No approved, working device is free. Register one, or remove one from another table.",
            remedy="facility.register-device",
            remedy_on=self.facility,
        )
        self.choose_from("device", free.filter(approved_on__isnull=False), none=none)


class BringDeckForm(ActForm):
    """List the pit's reserve, and propose a deck that may be used with the one at the table."""

    deck = in_api(forms.ModelChoiceField(Deck.objects.none()), "Number of a deck in the pit's reserve.", example=12)

    def prepare(self) -> None:
        table: Table = self.subject
        reserve = Deck.objects.filter(pit=table.pit, state=Deck.State.PIT).order_by("serial")
        self.choose_from("deck", reserve, none=reserve_is_empty(table.pit))
        other = table.decks.filter(state__in=Deck.AT_TABLE).first()
        fitting = reserve.exclude(back_colour=other.back_colour) if other else reserve
        self.initial.setdefault("deck", fitting.first())


class AddDeckForm(BringDeckForm):
    """A deck that is brought, inspected, verified and shuffled at once."""

    by_hand = by_hand_field()
    verifier_reason = verifier_reason_field()

    def prepare(self) -> None:
        super().prepare()
        ask_how_prepared(self, self.subject)
