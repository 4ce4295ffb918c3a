"""The form to submit an offer: separate fields on the page, one document in the API."""

from typing import Any

from django import forms

from compliance.acts.registry import ActForm
from compliance.web.form_fields import AmountField, in_api
from games.engine.loading import editions, rulebook
from games.engine.problems import Problem, Refused
from games.engine.rulebook import Rulebook
from games.engine.settle import terms_for
from games.engine.terms import Terms
from tables.form_fields import EditionField, JSONObjectField, humanize

from .paytable_fields import entered_paytables, field_of, fields_of, paytable_fields


class SubmitOfferForm(ActForm):
    """An offer, from the page's fields or from the API's `document` (docs/round-format.md)."""

    name = in_api(
        forms.CharField(max_length=60, help_text="Reuse a name to submit its next version."),
        "Name; reuse a name to submit its next version.",
        example="Weekend limits",
    )
    edition = in_api(EditionField(label="Rulebook"), "The edition of the rules.", example=editions()[0])
    wagers = forms.MultipleChoiceField(widget=forms.CheckboxSelectMultiple, required=False, label="Optional wagers")
    wheel = forms.ChoiceField(required=False, label="Bonus Spin wheel")
    top_prize = AmountField(required=False, label="Fixed top prize", help_text="For example, 25,000.")
    payout_limit = AmountField(required=False, help_text="For example, 60,000; blank = none.")
    odds = forms.CharField(
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        label="Raised odds",
        help_text="One per line: wager, hand, odds. For example: raise two_pair 2:1.",
    )
    no_ace_low = forms.BooleanField(required=False, label="A-2-3-4-5 is not a straight")
    document = JSONObjectField(
        required=False,
        widget=forms.HiddenInput,
        help_text="The offer in the round format.",
        described={"$ref": "#/components/schemas/OfferDocument"},
    )

    over_api = ("name", "edition", "document")

    def prepare(self) -> None:
        books = [rulebook(edition) for edition in self.facility.editions()]
        edition = self.fields["edition"]
        assert isinstance(edition, EditionField)
        edition.offer_those_of(self.facility)
        for name in self.limit_names(books):
            for bound, word in (("least", "minimum"), ("most", "maximum")):
                self.fields[f"{name}_{bound}"] = AmountField(
                    required=False, label=f"{humanize(name)}: {word}", help_text="For example, 5.00."
                )
        optional = {name for book in books for name, wager in book.wagers.items() if wager.optional}
        wheels = dict.fromkeys(wheel for book in books for wheel in book.wheels)
        self._keep("wagers", [(name, humanize(name)) for name in sorted(optional)])
        self._keep("wheel", [("", "None"), *((wheel, wheel) for wheel in wheels)] if wheels else [])
        if not wheels:
            del self.fields["top_prize"]
        if not any(book.payout_limit.offer_may_set for book in books):
            del self.fields["payout_limit"]
        raisable = {name: table for book in books for name, table in book.paytables.items() if table.minimum}
        if raisable:
            hands = "; ".join(
                f"{name}: {', '.join(row.hand for row in table.rows)}" for name, table in raisable.items()
            )
            self.fields["odds"].help_text += f" Hands by wager: {hands}."
        else:
            del self.fields["odds"]
        if not any(book.hands.ace_low_straight.offer_may_set for book in books):
            del self.fields["no_ace_low"]
        paytables = paytable_fields(books)
        self.fields.update(paytables)
        limits = [field for field in self.fields if field.endswith(("_least", "_most"))]
        self.order_fields(["name", "edition", *limits, "wagers", *paytables])

    @staticmethod
    def limit_names(books: list[Rulebook]) -> list[str]:
        return list(dict.fromkeys(wager.limits for book in books for wager in book.wagers.values() if wager.limits))

    def _keep(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        if choices:
            field.choices = choices
        else:
            del self.fields[name]

    def clean(self) -> dict[str, Any]:
        super().clean()
        if "edition" in self.cleaned_data:
            whole = bool(self.cleaned_data.get("document"))
            if not whole:
                self.cleaned_data["document"] = self._document()
                self._check_fields(rulebook(self.cleaned_data["edition"]))
            try:
                terms = terms_for(self.cleaned_data["edition"], self.cleaned_data["document"])
            except Refused as refused:
                for problem in refused.problems:
                    self.add_error("document" if whole else self._field_of(problem), _error(problem))
            else:
                self._check_limits(terms, whole=whole)
        return self.cleaned_data

    def _check_limits(self, terms: Terms, *, whole: bool) -> None:
        """Require limits for every offered wager, from the offer or the edition."""
        lacking = {
            wager.limits: name
            for name, wager in terms.book.wagers.items()
            if wager.limits and name in terms.offered and name not in terms.limits
        }
        for limits, name in lacking.items():
            cite = terms.book.cite(terms.book.wagers[name])
            field = "document" if whole else f"{limits}_least"
            self.add_error(field, f"Enter the minimum and maximum for {humanize(limits).lower()}. ({cite})")

    def _check_fields(self, book: Rulebook) -> None:
        """Reject values on the page that the offer would silently ignore."""
        data = self.cleaned_data
        offered = set(data.get("wagers", ()))
        if data.get("top_prize") and not data.get("wheel"):
            self.add_error("wheel", "Choose the wheel for this top prize.")
        if data.get("wheel") and "bonus_spin" not in offered:
            self.add_error("wagers", "Offer Bonus Spin with this wheel, or choose no wheel.")
        wheel = book.wheels.get(data.get("wheel", ""))
        if wheel and data.get("top_prize") and wheel.top_prize == "jackpot":
            self.add_error("top_prize", "This wheel's top prize is a jackpot, not a fixed amount. Leave this blank.")
        for name in book.paytables:
            entered = [field for field in fields_of(name, self.fields) if data.get(field)]
            if entered and name in book.wagers and name not in offered:
                self.add_error(entered[0], f"{humanize(name)} is not offered. Offer it, or leave this blank.")
        for name, wager in book.wagers.items():
            typed = any(data.get(f"{wager.limits}_{bound}") for bound in ("least", "most"))
            sharing = [each for each, other in book.wagers.items() if other.limits == wager.limits]
            if wager.optional and typed and wager.limits and not offered & set(sharing):
                self.add_error(
                    f"{wager.limits}_least", f"{humanize(name)} is not offered. Offer it, or leave this blank."
                )

    def _document(self) -> dict[str, Any]:
        """Build the offer document from the page's fields."""
        data = self.cleaned_data
        document: dict[str, Any] = {}
        books = [rulebook(edition) for edition in self.facility.editions()]
        names = self.limit_names(books)
        limits = {name: [data.get(f"{name}_least"), data.get(f"{name}_most")] for name in names}
        document["limits"] = {name: bounds for name, bounds in limits.items() if any(bounds)}
        if "wagers" in self.fields:
            document["wagers"] = list(data.get("wagers", ()))
        document["paytables"] = entered_paytables(books, data)
        if data.get("wheel"):
            prize = {"top_prize": data["top_prize"]} if data.get("top_prize") else {}
            document["bonus_spin"] = {"wheel": data["wheel"], **prize}
        if data.get("payout_limit"):
            document["payout_limit"] = data["payout_limit"]
        if data.get("odds"):
            document["odds"] = self._odds(data["odds"])
        if data.get("no_ace_low"):
            document["ace_low_straight"] = False
        return {name: value for name, value in document.items() if value not in ({}, None)}

    def _odds(self, text: str) -> dict[str, dict[str, str]]:
        odds: dict[str, dict[str, str]] = {}
        for line in filter(str.strip, text.splitlines()):
            words = line.split()
            if len(words) != 3:
                self.add_error("odds", f"Enter “{line}” as wager, hand, odds. For example: raise two_pair 2:1.")
                continue
            wager, hand, paid = words
            if hand in odds.setdefault(wager, {}):
                self.add_error("odds", f"{wager} {hand} is listed twice. Keep one.")
            odds[wager][hand] = paid
        return odds

    def _field_of(self, problem: Problem) -> str | None:
        """Return the form field for an engine problem."""
        parts = problem.path.removeprefix("offer.").replace("[", ".").split(".")
        names = {
            "limits": f"{parts[1]}_{'most' if parts[-1] == '1]' else 'least'}" if len(parts) > 1 else "",
            "bonus_spin": "top_prize" if parts[-1] == "top_prize" else "wheel",
            "ace_low_straight": "no_ace_low",
        }
        if parts[0] == "paytables":
            return self._paytable_field(*parts[1:3])
        name = names.get(parts[0], parts[0])
        return name if name in self.fields else None

    def _paytable_field(self, table: str = "", hand: str = "") -> str | None:
        """Return the field for a hand of a paytable; for the whole paytable, its first field."""
        names = [field_of(table, hand)] if hand else fields_of(table, self.fields)
        return next((name for name in names if name in self.fields), None)

    def arguments(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in ("name", "edition", "document")}


def _error(problem: Problem) -> forms.ValidationError:
    """Convert an engine problem to a form error; `path` is its location in the document."""
    message = f"{problem.message} ({problem.cite})" if problem.cite else problem.message
    path = f"document{problem.path.removeprefix('offer')}"
    return forms.ValidationError(message.replace("%", "%%"), code=problem.code, params={"path": path})
