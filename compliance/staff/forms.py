"""Forms of the acts on staff, and the sign-in form."""

from datetime import datetime
from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.validators import RegexValidator

from compliance.acts.registry import ActForm
from compliance.lockout.attempts import Failure, journal_failure
from compliance.lockout.limits import clear_attempts, record_attempt
from compliance.lockout.throttle import OF_SIGNED_IN
from compliance.models import Facility, Posting, Staff
from compliance.signatures.access import has_had_officer
from compliance.web.form_fields import in_api

from .roles import ADMINISTRATORS, Role

PIN = RegexValidator(r"\A[0-9]{4,8}\Z", "Four to eight digits.")


class PinField(forms.CharField):
    def __init__(self, **kwargs: Any) -> None:
        widget = forms.PasswordInput(attrs={"inputmode": "numeric", "autocomplete": "new-password"})
        super().__init__(
            max_length=8,
            validators=[PIN],
            widget=widget,
            help_text="Four to eight digits, but not the same ones, a run or those of the badge.",
            **kwargs,
        )


class PasswordField(forms.CharField):
    def __init__(self, **kwargs: Any) -> None:
        widget = forms.PasswordInput(attrs={"autocomplete": "new-password"})
        super().__init__(max_length=128, strip=False, widget=widget, **kwargs)

    def validate(self, value: str) -> None:
        super().validate(value)
        if value:
            validate_password(value)


class CurrentPasswordField(forms.CharField):
    def __init__(self, **kwargs: Any) -> None:
        widget = forms.PasswordInput(attrs={"autocomplete": "current-password"})
        super().__init__(max_length=128, strip=False, widget=widget, **kwargs)


class SignInForm(forms.Form):
    badge = forms.CharField(
        max_length=64, widget=forms.TextInput(attrs={"autocomplete": "username", "autofocus": True})
    )
    password = CurrentPasswordField()

    def clean_badge(self) -> str:
        return str(self.cleaned_data["badge"]).strip().upper()


class HireForm(ActForm):
    number = in_api(
        forms.CharField(
            max_length=7,
            label="Badge number",
            validators=[RegexValidator(r"\A[A-Z0-9]+\Z", "Capital letters and digits.")],
            help_text="The badge is the facility's code and this number.",
        ),
        "The badge number. The badge is the facility's code and this number.",
        example="2317",
    )
    name = in_api(forms.CharField(max_length=80), "The name.", example="Rosa Delgado")
    role = in_api(forms.ChoiceField(choices=Role.choices), "The first role, at this facility.", example="dealer")
    password = in_api(
        PasswordField(help_text="At least ten characters. For signing in."), example="correct-horse-battery"
    )
    pin = in_api(PinField(label="PIN"), example="4711")

    def prepare(self) -> None:
        role = self.fields["role"]
        assert isinstance(role, forms.ChoiceField)
        if not has_had_officer(self.facility):
            role.choices = [(Role.COMPLIANCE_OFFICER, Role.COMPLIANCE_OFFICER.label)]


class AppointForm(ActForm):
    facility_code = in_api(forms.ChoiceField(label="Facility", choices=[]), example="CHP")
    role = in_api(forms.ChoiceField(choices=Role.choices), "The role to give.", example="pit_boss")

    @property
    def facility(self) -> Facility:
        """The facility of the role: its compliance officer signs."""
        code = getattr(self, "cleaned_data", {}).get("facility_code")
        mine = self.scope.facilities(ADMINISTRATORS)
        return next((each for each in mine if each.code == code), super().facility)

    def prepare(self) -> None:
        field = self.fields["facility_code"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(each.code, each.name) for each in self.scope.facilities(ADMINISTRATORS)]
        self.initial.setdefault("facility_code", self.facility.code)

    def arguments(self) -> dict[str, Any]:
        return {"facility": self.facility, "role": self.cleaned_data["role"]}


class EndPostingForm(ActForm):
    posting = in_api(forms.ModelChoiceField(Posting.objects.none()), "The ID of a current posting.", example=31)

    def prepare(self) -> None:
        mine = self.scope.facilities(ADMINISTRATORS)
        current = self.subject.postings.filter(ended_at=None, facility__in=mine).select_related("facility", "staff")
        self.choose_from("posting", current, first=True)


class StaffReasonForm(ActForm):
    reason = in_api(forms.CharField(max_length=200), "The reason.", example="Left the company")


class PinForm(ActForm):
    pin = in_api(PinField(label="New PIN"), example="4711")


class PasswordForm(ActForm):
    password = in_api(
        PasswordField(label="New password", help_text="At least ten characters."), example="correct-horse-battery"
    )


class OwnSecretForm(forms.Form):
    """Change your own password or PIN, confirmed with the current password."""

    over_api = None

    current = in_api(
        CurrentPasswordField(label="Current password"), "Your current password.", example="correct-horse-battery"
    )
    password = in_api(
        PasswordField(label="New password", required=False, help_text="At least ten characters. Blank keeps it."),
        "A new password. Leave it empty to keep the current one.",
        example="battery-staple-correct",
    )
    pin = in_api(
        PinField(label="New PIN", required=False), "A new PIN. Leave it empty to keep the current one.", example="4711"
    )

    def is_proven(self, staff: Staff, *, tablet: str, at: datetime) -> bool:
        """Check the current password and count failures, as a tablet may be left unattended. Adds errors."""
        if staff.facility is None:
            self.add_error(None, "The installation's owner must use manage.py changepassword.")
        elif lockout := record_attempt(staff.badge, "sign_in", tablet, at):
            self.add_error("current", f"Too many wrong passwords. Wait {lockout.duration}.")
        elif not self._is_current(staff):
            journal_failure(Failure(staff.badge, "sign_in", tablet, by=staff), staff, staff.facility, at=at)
            self.add_error("current", "This is not your password.")
        else:
            clear_attempts(staff.badge, "sign_in", tablet)
            self._check_is_own(staff)
        return self.is_valid()

    def _is_current(self, staff: Staff) -> bool:
        with OF_SIGNED_IN:
            return staff.check_password(self.cleaned_data["current"])

    def _check_is_own(self, staff: Staff) -> None:
        """Let nobody keep a secret that someone else set. Adds errors."""
        password, pin = self.cleaned_data["password"], self.cleaned_data["pin"]
        if staff.must_change_password and not password:
            self.add_error("password", "Someone else set your password. Choose a new one.")
        elif staff.must_change_password and staff.check_password(password):
            self.add_error("password", "Choose another password than the one that was set for you.")
        if staff.must_change_pin and pin and staff.check_pin(pin):
            self.add_error("pin", "Choose another PIN than the one that was set for you.")
