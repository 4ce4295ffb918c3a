"""Acts: what a person can do to something on the floor, declared once for the page, the API and the buttons.

An act is a service, a form for its arguments and, where the rules require it, a second signature. Its page (view.py)
and endpoint (endpoint.py) are built from it. casino/access.py says who may do it.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ClassVar, NamedTuple

from django import forms
from django.db.models import Model, QuerySet
from django.urls import reverse

from compliance.db.locking import locked
from compliance.errors import RuleViolation
from compliance.facilities.policies import policy
from compliance.models import Facility
from compliance.signatures.services import Confirmation, Signing, confirm
from compliance.staff.scope import Scope


class ActForm(forms.Form):
    """The form of an act. It knows the subject and the user, so that it offers only valid choices."""

    # The fields that the API accepts, if some are only for the page.
    over_api: ClassVar[tuple[str, ...] | None] = None

    def __init__(self, *args: Any, subject: Any, scope: Scope, at: datetime, act: "Act", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.subject, self.scope, self.at, self.act = subject, scope, at, act
        # Why the act is impossible now, whatever the input; shown before anyone fills in the form.
        self.obstacle: RuleViolation | None = None
        # What the signers read first, and its heading.
        self.reads: Sequence[Step] = ()
        self.reads_title = ""
        self.prepare()
        if act.signing:
            self._ask_for_signature(act.signing)

    @property
    def facility(self) -> Facility:
        facility: Facility = self.subject.facility
        return facility

    def prepare(self) -> None:
        """Fill choices and initial values from the subject."""

    def choose_from(
        self, name: str, objects: QuerySet[Any], *, first: bool = False, none: RuleViolation | None = None
    ) -> None:
        """Set a field's choices. `first` preselects the first one; `none` is the refusal if there are none."""
        choice = self.fields[name]
        assert isinstance(choice, forms.ModelChoiceField)
        choice.queryset = objects
        if first:
            self.initial.setdefault(name, objects.first())
        if none and not objects.exists():
            self.obstacle = self.obstacle or none

    def _ask_for_signature(self, signing: Signing) -> None:
        expected = signing.expected(self.subject) if signing.expected else None
        required = not (signing.waived and signing.waived(self.subject, self.scope.staff))
        self.fields["second_badge"] = forms.CharField(
            label="Badge",
            max_length=16,
            required=required,
            initial=expected.badge if expected else None,
            help_text=f"Badge of the {signing.who()} who signs" + (f": {expected}." if expected else "."),
        )
        self.fields["second_pin"] = forms.CharField(
            label="PIN",
            max_length=12,
            required=required,
            widget=forms.PasswordInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        )

    def arguments(self) -> dict[str, Any]:
        """Return the arguments of the service."""
        return {name: value for name, value in self.cleaned_data.items() if name not in ("second_badge", "second_pin")}


class Step(NamedTuple):
    """A step that the signers of an act confirm, the paragraph that requires it, and a short name."""

    text: str
    cite: str
    short: str = ""


@dataclass(frozen=True)
class Act:
    """`name` is the subject's kind and the act: "deck.remove". `when` tells whether it is possible now."""

    name: str
    label: str
    run: Callable[..., Any]
    form: type[ActForm] = ActForm
    when: Callable[[Any], bool] = field(default=lambda subject: True)
    explains: str = ""
    policy: str | None = None
    signing: Signing | None = None
    steps: Callable[[Any], Iterable[Step]] | None = None
    danger: bool = False
    primary: bool = False
    # Whether it creates something; the user then goes to its page.
    creates: bool = False
    # The message after success; by default the label and "done".
    success_message: Callable[[Any], str] | None = None
    # The attribute of the created object that is shown once, in this response only.
    reveals: str = ""
    # Whether it may overwrite a concurrent change; the API then requires If-Match.
    overwrites: bool = False
    # Whether only a person may do it, not an API key.
    personal: bool = False
    # Whether its button does it at once, without showing its page first. Only for acts without required arguments.
    one_tap: bool = False

    @property
    def slug(self) -> str:
        return self.name.partition(".")[2]

    def cite(self, facility: Facility) -> str | None:
        return policy(self.policy, facility.jurisdiction).cite if self.policy else None

    def bind(self, subject: Any, scope: Scope, at: datetime, **kwargs: Any) -> ActForm:
        return self.form(subject=subject, scope=scope, at=at, act=self, **kwargs)

    @property
    def for_people(self) -> bool:
        """Whether API keys may not do it. An act with a second signature needs two people."""
        return self.personal or self.signing is not None

    def confirmed(self, form: ActForm, *, tablet: str) -> Confirmation | None:
        """Verify the second signature, if any; raise SignatureError for its field.

        Runs outside the act's transaction, so a wrong PIN stays recorded.
        """
        if self.signing is None:
            return None
        badge, pin = form.cleaned_data["second_badge"], form.cleaned_data["second_pin"]
        if not badge and not pin and not form.fields["second_badge"].required:
            return None
        return confirm(
            self.signing, facility=form.facility, badge=badge, pin=pin, by=form.scope.staff, tablet=tablet, at=form.at
        )

    def done(self, form: ActForm, second: Confirmation | None) -> Any:
        """Run the service, with the second signature if the act has one."""
        signed = {"second": second} if self.signing else {}
        return self.run(form.subject, by=form.scope.staff, at=form.at, **form.arguments(), **signed)


@dataclass(frozen=True)
class Subject:
    """A kind of object with its acts, and how to find one by its key."""

    kind: str
    objects: Callable[[], QuerySet[Any]]
    acts: tuple[Act, ...]
    lookup: str = "pk"
    plural: str = ""
    # The lookup path to its facility.
    owner: str = "facility"
    # What its services lock first, until the end of the transaction.
    lock: Callable[[Any], object] = locked

    @property
    def path(self) -> str:
        """The prefix of its URLs: "tables/<str:key>/"."""
        converter = "int" if self.lookup == "pk" else "str"
        return f"{self.plural or self.kind + 's'}/<{converter}:key>/"

    def key(self, thing: Model) -> Any:
        return getattr(thing, self.lookup)

    def find(self, scope: Scope, key: Any) -> Any:
        return scope.get(self.objects(), owner=self.owner, **{self.lookup: key})


class Button(NamedTuple):
    """An act that is possible now, as a page shows it."""

    label: str
    url: str
    primary: bool
    danger: bool
    one_tap: bool = False


SUBJECTS: dict[str, Subject] = {}
REGISTERED: dict[str, Act] = {}


def register(*subjects: Subject) -> None:
    """Add subjects with their acts. Each app does so in `ready()` of its apps.py, and nowhere else."""
    for subject in subjects:
        SUBJECTS[subject.kind] = subject
        REGISTERED.update({act.name: act for act in subject.acts})


def act_url(name: str, thing: Any) -> str:
    """Return the URL of an act, or of an object's page."""
    subject = SUBJECTS[name.partition(".")[0]]
    return reverse(name, args=[subject.key(thing)])


def act_label(name: str) -> str:
    return REGISTERED[name].label


def possible_acts(kind: str, thing: Any, scope: Scope) -> list[Act]:
    """Return the acts that this person may do now."""
    return [act for act in SUBJECTS[kind].acts if scope.may(act.name, thing.facility) and act.when(thing)]


def buttons(kind: str, thing: Any, scope: Scope) -> list[Button]:
    acts = possible_acts(kind, thing, scope)
    return [Button(act.label, act_url(act.name, thing), act.primary, act.danger, act.one_tap) for act in acts]
