"""Acts on a member of staff."""

from django.utils import timezone

from compliance.acts.registry import Act, Subject
from compliance.lockout.limits import locked_until
from compliance.models import Staff
from compliance.signatures.access import ACCESS

from . import forms
from . import services as staff

STAFF = Subject(
    "staff",
    # The account of an API key is not a member of staff.
    lambda: Staff.objects.filter(key=None).select_related("facility"),
    (
        Act(
            "staff.appoint",
            "Give a role",
            staff.appoint,
            forms.AppointForm,
            signing=ACCESS,
            when=lambda person: person.is_active,
        ),
        Act(
            "staff.end-posting",
            "Remove a role",
            staff.end_posting,
            forms.EndPostingForm,
            when=lambda person: bool(person.current_postings()),
        ),
        Act(
            "staff.set-pin",
            "Set a PIN",
            staff.set_pin,
            forms.PinForm,
            signing=ACCESS,
            overwrites=True,
            explains="It signs nothing until its owner changes it.",
        ),
        Act(
            "staff.set-password",
            "Set a password",
            staff.set_password,
            forms.PasswordForm,
            signing=ACCESS,
            overwrites=True,
            explains="Sessions with the old password end. Its owner must change it at the next sign-in.",
        ),
        Act(
            "staff.unlock",
            "Unlock the account",
            staff.unlock_account,
            when=lambda person: locked_until(person.badge, timezone.now()) is not None,
            explains="After too many wrong passwords or PINs: the person can try again at once, on every device.",
        ),
        Act(
            "staff.disable",
            "Disable the account",
            staff.disable,
            forms.StaffReasonForm,
            danger=True,
            when=lambda person: person.is_active,
        ),
        Act(
            "staff.enable", "Enable the account", staff.enable, signing=ACCESS, when=lambda person: not person.is_active
        ),
    ),
    lookup="badge",
    plural="staff",
)
