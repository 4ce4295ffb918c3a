"""Change your own password or PIN."""

from datetime import datetime
from typing import Any

from django.db import transaction

from compliance.models import Staff

from .forms import OwnSecretForm
from .lockout import LOCKED_MINUTES, clear_attempts, record_attempt
from .services import set_password, set_pin


def is_proven(form: OwnSecretForm, staff: Staff, *, tablet: str, at: datetime) -> bool:
    """Check the current password and count failures, as a tablet may be left unattended. Adds errors to the form."""
    if staff.facility is None:
        form.add_error(None, "The installation's owner must use manage.py changepassword.")
    elif not record_attempt(staff.badge, "sign_in", tablet, at):
        form.add_error("current", f"Too many wrong passwords. Wait {LOCKED_MINUTES} minutes.")
    elif not staff.check_password(form.cleaned_data["current"]):
        form.add_error("current", "This is not your password.")
    else:
        clear_attempts(staff.badge, "sign_in", tablet)
        return True
    return False


@transaction.atomic
def change_secrets(staff: Staff, given: dict[str, Any], *, at: datetime) -> list[str]:
    """Change the password or PIN, and return the messages to show."""
    messages = []
    if given["password"]:
        set_password(staff, password=given["password"], by=staff, at=at)
        messages.append("Your password was changed.")
    if given["pin"]:
        set_pin(staff, pin=given["pin"], by=staff, at=at)
        messages.append("Your PIN was changed.")
    return messages
