"""The page of an act: a form, what its signers confirm, and why it was refused if it was."""

import logging
from collections.abc import Iterable
from typing import Any, NamedTuple, cast

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views import View

from compliance.alerts.scan import scan_now
from compliance.errors import RuleViolation, SignatureError
from compliance.facilities.policies import policy
from compliance.staff.scope import Scope
from compliance.staff.tablets import tablet_of
from compliance.web.citations import citation_texts
from compliance.web.requests import FloorRequest

from .registry import SUBJECTS, Act, ActForm, Step, Subject, act_label, act_url

logger = logging.getLogger(__name__)

CONCURRENT_CHANGE = "Someone else changed this at the same moment. Look at the page as it is now, then try again."


class Remedy(NamedTuple):
    label: str
    url: str


class RefusalPresenter(NamedTuple):
    """A refusal as a page shows it: what was refused, why, with the paragraph's words, and what puts it right."""

    title: str
    message: str
    cite: str | None
    words: tuple[tuple[str, str], ...]
    remedy: Remedy | None


def present_refusal(violation: RuleViolation, title: str, thing: Any, scope: Scope) -> RefusalPresenter:
    remedy = None
    on: Any = violation.remedy_on or thing
    if (
        violation.remedy
        and violation.remedy.startswith(f"{subject_kind(on)}.")
        and scope.may(violation.remedy, on.facility)
    ):
        remedy = Remedy(act_label(violation.remedy), act_url(violation.remedy, on))
    words = citation_texts(violation.cite) if violation.cite else ()
    return RefusalPresenter(title, violation.message, violation.cite, words, remedy)


class SigningPresenter(NamedTuple):
    says: str
    cite: str
    words: tuple[tuple[str, str], ...]
    who: str
    required: bool


class StepPresenter(NamedTuple):
    text: str
    cite: str
    words: tuple[tuple[str, str], ...]
    short: str


def present_steps(steps: Iterable[Step]) -> list[StepPresenter]:
    return [StepPresenter(step.text, step.cite, citation_texts(step.cite), step.short) for step in steps]


class ActView(View):
    """GET shows the act's form, as a page or inside the panel; POST does the act."""

    act: Act = None  # type: ignore[assignment]  # given by as_view
    subject: Subject = None  # type: ignore[assignment]

    request: FloorRequest

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        # PostgreSQL knows no such text, and no browser sends it.
        given = [*request.GET.lists(), *request.POST.lists()]
        if any("\0" in value for _, values in given for value in values):
            raise BadRequest("A text has a character in it that is none.")
        self.scope = cast(FloorRequest, request).scope
        self.thing = self.subject.find(self.scope, kwargs["key"])
        return cast(HttpResponse, super().dispatch(request, *args, **kwargs))

    def get(self, request: HttpRequest, key: Any) -> HttpResponse:
        form = self.act.bind(self.thing, self.scope, timezone.now(), initial=request.GET.dict())
        return self.show(form, refusal=self.obstacle(form))

    def post(self, request: HttpRequest, key: Any) -> HttpResponse:
        form = self.act.bind(self.thing, self.scope, timezone.now(), data=request.POST, files=request.FILES)
        if not form.is_valid():
            obstacle = self.obstacle(form)
            return self.show(form, refusal=obstacle, status=409 if obstacle else 422)
        try:
            made = self.act.perform(form, tablet=tablet_of(request))
        except SignatureError as refused:
            form.add_error(refused.field, refused.message)
            return self.show(form, status=422)
        except IntegrityError:
            logger.warning("%s of %s met another change", self.act.name, self.thing, exc_info=True)
            refusal = RefusalPresenter(f"{self.act.label}: refused", CONCURRENT_CHANGE, None, (), None)
            return self.show(form, refusal=refusal, status=409)
        except RuleViolation as violation:
            refusal = present_refusal(violation, f"{self.act.label}: refused", self.thing, self.scope)
            return self.show(form, refusal=refusal, status=409)
        scan_now(self.thing.facility, form.at)
        if self.act.reveals:
            return self.reveal(made)
        messages.success(
            request, self.act.success_message(made) if self.act.success_message else f"{self.act.label}: done."
        )
        return self.go_on(made)

    def reveal(self, made: Any) -> HttpResponse:
        """Show what is shown once: in this answer, which nobody keeps, and not by way of another address."""
        context = {
            "act": self.act,
            "made": made,
            "revealed": getattr(made, self.act.reveals),
            "way_on": self.way_to(made),
            "facility": self.thing.facility,
            "subject_label": str(made),
            "base_template": "compliance/acts/panel.html" if self.request.htmx else "base.html",
        }
        response = render(self.request, "compliance/acts/revealed.html", context)
        response["Cache-Control"] = "no-store"
        return response

    def obstacle(self, form: ActForm) -> RefusalPresenter | None:
        """Return why the act cannot be done at all now: nothing to choose from, or no longer the time for it."""
        title = f"{self.act.label}: not possible now"
        if not self.act.when(self.thing):
            message = f"{self.thing} has changed meanwhile, or this was never the time for it. Look at its page."
            return RefusalPresenter(title, message, None, (), None)
        return present_refusal(form.obstacle, title, self.thing, self.scope) if form.obstacle else None

    def go_on(self, made: Any) -> HttpResponse:
        """Lead to what was made; else the panel closes over the page on which it was opened, fresh."""
        url = self.way_to(made if self.act.creates else self.thing)
        if not self.request.htmx:
            return HttpResponseRedirect(url)
        return HttpResponse(headers={"HX-Redirect": url} if self.act.creates else {"HX-Refresh": "true"})

    def way_to(self, thing: Any) -> str:
        """Return the address of a thing's page; the board's for whoever may do the act but not open that page."""
        may = self.scope.may(subject_kind(thing), thing.facility)
        return page_url(thing) if may else reverse("board", args=[thing.facility.code])

    def show(self, form: ActForm, *, refusal: RefusalPresenter | None = None, status: int = 200) -> HttpResponse:
        facility = self.thing.facility
        steps = self.act.steps(self.thing) if self.act.steps else ()
        context = {
            "act": self.act,
            "form": form,
            "refusal": refusal,
            "facility": facility,
            "cite": self.act.cite(facility),
            "words": citation_texts(self.act.cite(facility) or ""),
            "steps": present_steps(steps),
            "reads": present_steps(form.reads),
            "signing": self.signing(form),
            "subject_label": str(self.thing),
            "back_url": self.way_to(self.thing),
            "base_template": "compliance/acts/panel.html" if self.request.htmx else "base.html",
        }
        return render(self.request, "compliance/acts/act.html", context, status=status)

    def signing(self, form: ActForm) -> SigningPresenter | None:
        if not self.act.signing:
            return None
        rule = policy(self.act.signing.policy, self.thing.facility.jurisdiction)
        required = form.fields["second_badge"].required
        return SigningPresenter(rule.says, rule.cite, citation_texts(rule.cite), self.act.signing.who(), required)


def subject_kind(thing: Any) -> str:
    """Return as which kind of subject a thing is known."""
    return getattr(thing, "page_kind", None) or str(thing._meta.model_name)


def page_url(thing: Any) -> str:
    """Return the address of a thing's own page."""
    kind = subject_kind(thing)
    return reverse(kind, args=[SUBJECTS[kind].key(thing)])
