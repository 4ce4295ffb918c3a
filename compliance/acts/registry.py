"""Acts: what a person can do to something on the floor, declared once for the page, the API and the list of buttons.

An act is a service, a form for its arguments and, where the rules demand it, a second person's signature. The page and
the endpoint are made from it (doors.py, api.py); who may do it stands in casino/access.py under its name.
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
    """The arguments of an act. It knows its subject and who asks, so that one chooses from what may be chosen."""

    # The fields that the API knows, where some are for the page alone.
    over_api: ClassVar[tuple[str, ...] | None] = None

    def __init__(self, *args: Any, subject: Any, scope: Scope, at: datetime, act: "Act", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.subject, self.scope, self.at, self.act = subject, scope, at, act
        # Why the act cannot be done at all now, however the form is filled in; said before anyone fills it in.
        self.obstacle: RuleViolation | None = None
        # What whoever signs reads first, under which heading.
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
        """Let a field choose among these; `first` proposes the first of them, `none` is said if there are none."""
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
            help_text=f"Of the {signing.who()} who signs" + (f": {expected}." if expected else "."),
        )
        self.fields["second_pin"] = forms.CharField(
            label="PIN",
            max_length=12,
            required=required,
            widget=forms.PasswordInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        )

    def arguments(self) -> dict[str, Any]:
        """Return what the service is called with."""
        return {name: value for name, value in self.cleaned_data.items() if name not in ("second_badge", "second_pin")}


class Step(NamedTuple):
    """Something that those who sign an act confirm to have done, the paragraph that demands it, and a word for it."""

    text: str
    cite: str
    short: str = ""


@dataclass(frozen=True)
class Act:
    """`name` is the subject's kind and the act: "deck.remove". `when` tells whether it makes sense now."""

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
    # Whether it makes something new, to whose page one goes then.
    creates: bool = False
    # What is true once it is done, where "done" would not say it.
    success_message: Callable[[Any], str] | None = None
    # The attribute of what was made that is shown in the answer, and never again.
    reveals: str = ""
    # Whether it puts something in the place of what another may have put there just now.
    overwrites: bool = False
    # Whether only a person may do it, and no program.
    personal: bool = False

    @property
    def slug(self) -> str:
        return self.name.partition(".")[2]

    def cite(self, facility: Facility) -> str | None:
        return policy(self.policy, facility.jurisdiction).cite if self.policy else None

    def bind(self, subject: Any, scope: Scope, at: datetime, **kwargs: Any) -> ActForm:
        return self.form(subject=subject, scope=scope, at=at, act=self, **kwargs)

    @property
    def for_people(self) -> bool:
        """Whether a key of the API may not do it: what two people sign is done by one and signed by the other."""
        return self.personal or self.signing is not None

    def perform(self, form: ActForm, *, tablet: str) -> Any:
        """Do the act with a form that is valid. A signature that fails is said at its field, as a form's error."""
        return self.done(form, self.confirmed(form, tablet=tablet))

    def confirmed(self, form: ActForm, *, tablet: str) -> Confirmation | None:
        """Return who signs, if someone does. Outside of the act's transaction: a wrong PIN must be remembered."""
        if self.signing is None:
            return None
        badge, pin = form.cleaned_data["second_badge"], form.cleaned_data["second_pin"]
        if not badge and not pin and not form.fields["second_badge"].required:
            return None
        return confirm(
            self.signing, facility=form.facility, badge=badge, pin=pin, by=form.scope.staff, tablet=tablet, at=form.at
        )

    def done(self, form: ActForm, second: Confirmation | None) -> Any:
        """Do the act, signed if it is one that is signed."""
        signed = {"second": second} if self.signing else {}
        return self.run(form.subject, by=form.scope.staff, at=form.at, **form.arguments(), **signed)


@dataclass(frozen=True)
class Subject:
    """A kind of thing on the floor with the acts that can be done to it, and how it is found and named."""

    kind: str
    objects: Callable[[], QuerySet[Any]]
    acts: tuple[Act, ...]
    lookup: str = "pk"
    plural: str = ""
    # The way to its facility.
    owner: str = "facility"
    # What its services lock first, so that it stays as it is until the transaction ends.
    lock: Callable[[Any], object] = locked

    @property
    def path(self) -> str:
        """The beginning of its addresses: "tables/<str:key>/"."""
        converter = "int" if self.lookup == "pk" else "str"
        return f"{self.plural or self.kind + 's'}/<{converter}:key>/"

    def key(self, thing: Model) -> Any:
        return getattr(thing, self.lookup)

    def find(self, scope: Scope, key: Any) -> Any:
        return scope.get(self.objects(), owner=self.owner, **{self.lookup: key})


class Button(NamedTuple):
    """An act that may be done now, as a page shows it."""

    label: str
    url: str
    primary: bool
    danger: bool


SUBJECTS: dict[str, Subject] = {}
_ACTS: dict[str, tuple[Act, Subject]] = {}


def register(subject: Subject) -> Subject:
    SUBJECTS[subject.kind] = subject
    for act in subject.acts:
        _ACTS[act.name] = (act, subject)
    return subject


def act_url(name: str, thing: Any) -> str:
    """Return the address of an act, or of the page of a thing."""
    subject = SUBJECTS[name.partition(".")[0]]
    return reverse(name, args=[subject.key(thing)])


def has_act(name: str) -> bool:
    return name in _ACTS


def is_for_people(name: str) -> bool:
    return _ACTS[name][0].for_people


def act_label(name: str) -> str:
    return _ACTS[name][0].label


def buttons(kind: str, thing: Any, scope: Scope) -> list[Button]:
    """Return what this person may do to a thing in the state in which it is."""
    return [
        Button(act.label, act_url(act.name, thing), act.primary, act.danger)
        for act in SUBJECTS[kind].acts
        if scope.may(act.name, thing.facility) and act.when(thing)
    ]
