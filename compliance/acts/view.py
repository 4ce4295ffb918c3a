"""The page of an act: its form, the steps that its signers confirm, and the refusal if there is one."""

import logging
from typing import Any, NamedTuple, cast

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views import View

from compliance.acts.remedies import Remedy, remedy_of
from compliance.alerts.scan import scan_now
from compliance.errors import RuleViolation, SignatureError
from compliance.facilities.policies import policy
from compliance.lockout.tablets import tablet_of
from compliance.staff.scope import Scope
from compliance.web.requests import FloorRequest

from .registry import SUBJECTS, Act, ActForm, Subject

logger = logging.getLogger(__name__)

CONCURRENT_CHANGE = "Someone else changed this at the same time. Reload the page and try again."


class RefusalPresenter(NamedTuple):
    """A refusal as a page shows it: what was refused, why, with the paragraph, and the remedy."""

    title: str
    message: str
    cite: str | None
    remedy: Remedy | None


def present_refusal(violation: RuleViolation, title: str, thing: Any, scope: Scope) -> RefusalPresenter:
    return RefusalPresenter(title, violation.message, violation.cite, remedy_of(violation, thing, scope))


class SigningPresenter(NamedTuple):
    says: str
    cite: str
    who: str
    required: bool
    alone: str = ""


class ActView(View):
    """GET shows the act's form, as a page or in the panel; POST does the act."""

    act: Act = None  # type: ignore[assignment]  # given by as_view
    subject: Subject = None  # type: ignore[assignment]

    request: FloorRequest

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        # PostgreSQL cannot store NUL, and no browser sends it.
        given = [*request.GET.lists(), *request.POST.lists()]
        if any("\0" in value for _, values in given for value in values):
            raise BadRequest("A text contains a NUL character.")
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
            made = self.act.done(form, self.act.confirmed(form, tablet=tablet_of(request)))
        except SignatureError as refused:
            form.add_error(refused.field, refused.message)
            return self.show(form, status=422)
        except IntegrityError:
            logger.warning("%s of %s met another change", self.act.name, self.thing, exc_info=True)
            refusal = RefusalPresenter(f"{self.act.label}: refused", CONCURRENT_CHANGE, None, None)
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
        """Show a secret once, in this uncached response; no URL shows it again."""
        context = {"made": made, "revealed": getattr(made, self.act.reveals), "way_on": self.way_to(made)}
        response = self._rendered("revealed.html", made, context)
        response["Cache-Control"] = "no-store"
        return response

    def obstacle(self, form: ActForm) -> RefusalPresenter | None:
        """Return why the act is impossible now: nothing to choose from, or the wrong state."""
        title = f"{self.act.label}: not possible now"
        if not self.act.when(self.thing):
            message = f"{self.thing} has changed, or this act does not apply to it now. Reload its page."
            return RefusalPresenter(title, message, None, None)
        return present_refusal(form.obstacle, title, self.thing, self.scope) if form.obstacle else None

    def go_on(self, made: Any) -> HttpResponse:
        """Redirect to what was created; else close the panel and reload the page under it."""
        url = self.way_to(made if self.act.creates else self.thing)
        if not self.request.htmx:
            return HttpResponseRedirect(url)
        return HttpResponse(headers={"HX-Redirect": url} if self.act.creates else {"HX-Refresh": "true"})

    def way_to(self, thing: Any) -> str:
        """Return the URL of an object's page, or of the board if the user may not open that page."""
        may = self.scope.may(subject_kind(thing), thing.facility)
        return page_url(thing) if may else reverse("board", args=[thing.facility.code])

    def show(self, form: ActForm, *, refusal: RefusalPresenter | None = None, status: int = 200) -> HttpResponse:
        steps = self.act.steps(self.thing) if self.act.steps else ()
        context = {
            "form": form,
            "refusal": refusal,
            "cite": self.act.cite(self.thing.facility),
            "steps": list(steps),
            "reads": form.reads,
            "signing": self.signing(form),
            "back_url": self.way_to(self.thing),
        }
        return self._rendered("act.html", self.thing, context, status)

    def _rendered(self, template: str, thing: Any, more: dict[str, Any], status: int = 200) -> HttpResponse:
        """Return a page about a thing, or its panel."""
        context = {
            "act": self.act,
            "facility": self.thing.facility,
            "subject_label": str(thing),
            "base_template": "compliance/acts/panel.html" if self.request.htmx else "base.html",
            **more,
        }
        return render(self.request, f"compliance/acts/{template}", context, status=status)

    def signing(self, form: ActForm) -> SigningPresenter | None:
        if not self.act.signing:
            return None
        signing, jurisdiction = self.act.signing, self.thing.facility.jurisdiction
        rule = policy(signing.policy, jurisdiction)
        required = form.fields["second_badge"].required
        return SigningPresenter(rule.says, rule.cite, signing.who(jurisdiction), required, signing.alone)


def subject_kind(thing: Any) -> str:
    """Return the kind of subject of an object."""
    return getattr(thing, "page_kind", None) or str(thing._meta.model_name)


def page_url(thing: Any) -> str:
    """Return the URL of an object's page."""
    kind = subject_kind(thing)
    return reverse(kind, args=[SUBJECTS[kind].key(thing)])
