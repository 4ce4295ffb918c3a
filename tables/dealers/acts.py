"""Acts on a dealer: a person's posting as a dealer at a facility."""

from compliance.acts.registry import Act, Subject
from compliance.models import Posting
from compliance.staff.roles import Role

from . import forms
from . import services as dealers


def _on_break(dealer: Posting) -> bool:
    return dealer.staff.stints.filter(facility=dealer.facility, ended_at=None, table=None).exists()


def _free(dealer: Posting) -> bool:
    return not dealer.staff.stints.filter(ended_at=None).exists()


DEALER = Subject(
    "dealer",
    lambda: Posting.objects.filter(role=Role.DEALER).select_related("facility", "staff"),
    (
        Act("dealer.start-break", "Start break", dealers.start_break, when=_free),
        Act("dealer.end-break", "End break", dealers.end_break, primary=True, when=_on_break),
        Act(
            "dealer.record-test",
            "Record a table test",
            dealers.record_table_test,
            forms.TableTestForm,
            policy="table_test",
            personal=True,
            explains="Record it only if you were the examiner.",
        ),
        Act(
            "dealer.record-licence",
            "Record a license",
            dealers.record_licence,
            forms.LicenceForm,
            policy="dealer_licensed",
            personal=True,
        ),
        Act(
            "dealer.revoke-licence",
            "Revoke a license",
            dealers.revoke_licence,
            forms.RevokeLicenceForm,
            danger=True,
            personal=True,
            when=lambda dealer: dealer.staff.licences.filter(facility=dealer.facility, revoked_on=None).exists(),
        ),
    ),
)
