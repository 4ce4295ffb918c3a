"""Form fields about how a deck was prepared: shuffled by hand or not, and verified by whom."""

from django import forms

from compliance.acts.registry import ActForm
from compliance.web.form_fields import in_api
from tables.dealers.roster import floorperson_at
from tables.devices.dealing_method import dealing_method_at
from tables.models import Table

from .preparation import is_for_another


def by_hand_field() -> forms.BooleanField:
    field = forms.BooleanField(
        required=False, label="Shuffled by hand", help_text="Then the cards are cut, although a shuffler is here."
    )
    return in_api(field, "Whether the cards were shuffled by hand; for a table with a shuffler. A cut then follows.")


def verifier_reason_field() -> forms.CharField:
    field = forms.CharField(max_length=200, required=False, label="Why you verify the cards")
    return in_api(
        field,
        "Why someone else than the floorperson assigned to the table verifies the cards; for that person only.",
        example="The assigned floorperson is at a dispute at the next table",
    )


def ask_how_prepared(form: ActForm, table: Table | None) -> None:
    """Keep of these fields those that apply at a table to the person who fills in the form."""
    offer = table.offer_at(form.at) if table else None
    if "by_hand" in form.fields and (table is None or dealing_method_at(table).shuffler == "none"):
        del form.fields["by_hand"]
    if "verifier_reason" not in form.fields:
        return
    if table is None or offer is None or not is_for_another(table, offer.book, form.scope.staff):
        del form.fields["verifier_reason"]
        return
    assigned = floorperson_at(table)
    who = f"{assigned} supervises {table}." if assigned else f"Nobody supervises {table}."
    form.fields["verifier_reason"].help_text = f"{who} The rules ask for the floorperson assigned to the table."
