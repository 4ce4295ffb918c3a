"""Pages for sign-in and sign-out, your own account, and staff."""

from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth.hashers import make_password
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render, resolve_url
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from compliance.acts.registry import SUBJECTS
from compliance.errors import RuleViolation
from compliance.formatting import format_date, format_full_moment, format_recent
from compliance.lockout.attempts import Failure, journal_failure, journal_sign_in
from compliance.lockout.limits import Lockout, clear_attempts, locked_until, record_attempt
from compliance.lockout.tablets import has_signed_in, maker_of, remember, tablet_of
from compliance.lockout.throttle import OF_STRANGERS, OF_TABLETS, RETRY_AFTER_S, SIGN_INS, TooManySignIns
from compliance.models import Facility, Posting, Staff
from compliance.web.generic_views import DetailPage, FactGroup, ListPage, ListRow, PageLink, Section, StatusWord
from compliance.web.requests import FloorRequest, client_address

from .filters import StaffFilters
from .forms import OwnSecretForm, SignInForm
from .roles import Role, job_title
from .services import change_secrets

# Of a password or PIN.
OTHERS = "set by someone else: its owner must change it"


def _next(request: FloorRequest, given: str | None) -> str:
    """Return the URL to continue at, if it is on this site."""
    here = url_has_allowed_host_and_scheme(given, allowed_hosts={request.get_host()}, require_https=request.is_secure())
    return given if given and here else resolve_url("home")


@never_cache
@require_http_methods(["GET", "POST"])
def sign_in(request: FloorRequest) -> HttpResponse:
    target = _next(request, request.POST.get("next") or request.GET.get("next"))
    if request.method == "GET" and request.user.is_authenticated:
        return HttpResponseRedirect(target)
    form = SignInForm(request.POST or None)
    status = 422 if request.method == "POST" else 200
    if form.is_valid():
        try:
            staff = _authenticate(request, form)
        except TooManySignIns:
            form.add_error(None, f"Too many sign-ins at once. Try again in {RETRY_AFTER_S} seconds.")
            staff, status = None, 429
        if staff:
            login(request, staff, backend="compliance.staff.backends.StaffBackend")
            redirected = HttpResponseRedirect(target)
            remember(request, redirected, staff.badge)
            return redirected
    response = render(request, "compliance/staff/sign_in.html", {"form": form, "next": target}, status=status)
    if status == 429:
        response["Retry-After"] = RETRY_AFTER_S
    return response


def _authenticate(request: FloorRequest, form: SignInForm) -> Staff | None:
    """Return the person who signs in, or add an error to the form; raise TooManySignIns if it must wait."""
    tablet = tablet_of(request)
    SIGN_INS.take(tablet or client_address(request))
    with (OF_TABLETS if tablet else OF_STRANGERS).take():
        return _check_password(request, form)


def _check_password(request: FloorRequest, form: SignInForm) -> Staff | None:
    """Return the person who signs in, or add an error to the form. Unknown badges get the same error."""
    badge, password, tablet = form.cleaned_data["badge"], form.cleaned_data["password"], tablet_of(request)
    address, at = client_address(request), timezone.now()
    # A new sign-in can create a new tablet, so guesses at those who never signed in here count for the tablet's maker.
    guesser = "" if has_signed_in(request, badge) else maker_of(tablet) or address
    lockout = record_attempt(badge, "sign_in", tablet, at, guesser=guesser)
    if lockout:
        form.add_error(None, _locked_out(lockout, badge, maker_of(tablet)))
        return None
    staff = Staff.objects.filter(badge=badge).first()
    if staff is None:
        make_password(password)  # takes as long as a check
    if staff is None or not staff.check_password(password) or not staff.is_active:
        failure = Failure(badge, "sign_in", tablet, guesser, address)
        journal_failure(failure, staff, staff.facility if staff else None, at=at)
        form.add_error(None, "Badge and password do not match. Try again.")
        return None
    clear_attempts(badge, "sign_in", tablet, guesser=guesser)
    journal_sign_in(staff, tablet=tablet, address=address, at=at)
    return staff


def _locked_out(lockout: Lockout, badge: str, maker: str) -> str:
    if not lockout.of_guesser:
        return (
            f"Too many wrong passwords for {badge} on this device. Wait {lockout.duration}, or ask a shift manager to "
            "unlock the account."
        )
    elsewhere = f"Wait {lockout.duration}, or sign in on a tablet that you have used before."
    if maker:
        return (
            f"Too many wrong passwords on tablets that {maker} set up. {elsewhere} A shift manager can unlock {maker}."
        )
    return f"Too many wrong passwords from this address. {elsewhere}"


@require_POST
def sign_out(request: FloorRequest) -> HttpResponse:
    logout(request)
    return redirect("sign-in")


@require_POST
def theme(request: FloorRequest) -> HttpResponse:
    """Set the dark or light theme on this device."""
    response = HttpResponseRedirect(_next(request, request.POST.get("next")))
    chosen = "light" if request.POST.get("theme") == "light" else "dark"
    response.set_cookie("theme", chosen, max_age=10 * 365 * 24 * 3600, samesite="Lax", httponly=True)
    return response


@never_cache
@require_http_methods(["GET", "POST"])
def account(request: FloorRequest) -> HttpResponse:
    """Change your own password or PIN."""
    scope = request.scope
    form = OwnSecretForm(request.POST or None)
    at, own = timezone.now(), not scope.staff.must_change_password
    if form.is_valid() and form.is_proven(scope.staff, tablet=tablet_of(request), at=at):
        given = form.cleaned_data
        try:
            done = change_secrets(scope.staff, password=given["password"], pin=given["pin"], at=at)
        except RuleViolation as violation:
            form.add_error("pin", violation.message)
        else:
            for each in done:
                messages.success(request, each)
            if given["password"]:
                update_session_auth_hash(request, scope.staff)
            return redirect("account" if own else "home")
    context = {"form": form, "postings": scope.staff.current_postings(), "staff": scope.staff}
    return render(request, "compliance/staff/account.html", context, status=422 if request.method == "POST" else 200)


@require_safe
def staff_list(request: FloorRequest, code: str) -> HttpResponse:
    """List everyone who works at a facility."""
    facility = request.scope.facility(code)
    people = Staff.objects.filter(postings__facility=facility, postings__ended_at=None).distinct()
    people = people.prefetch_related("postings__facility").order_by("name", "badge")
    listing = ListPage(
        "Staff",
        ("Name", "Badge", "Roles here", "Account"),
        StaffFilters.for_page(request, facility, people),
        lambda person: _staff_row(person, facility),
        acts=("facility.hire",),
        empty_text="Hire the first member of staff.",
    )
    return listing.render(request, facility)


def _staff_row(person: Staff, facility: Facility) -> ListRow:
    roles = [
        job_title(posting.role, facility.jurisdiction)
        for posting in person.postings.all()
        if posting.facility_id == facility.pk and posting.ended_at is None
    ]
    url = reverse("staff", args=[person.badge]) if person.facility_id == facility.pk else ""
    return ListRow(url, (person.name, person.badge, ", ".join(roles), _account(person)))


def _account(person: Staff) -> StatusWord:
    return StatusWord("fine", "active") if person.is_active else StatusWord("blocked", "disabled")


@require_safe
def staff(request: FloorRequest, key: str) -> HttpResponse:
    scope = request.scope
    person: Staff = SUBJECTS["staff"].find(scope, key)
    mine = [facility.pk for facility in scope.facilities()]
    postings = person.postings.filter(facility__in=mine).select_related("facility").order_by("-started_at")
    dealer = next((each for each in postings if each.role == Role.DEALER and each.ended_at is None), None)
    signed_in = format_full_moment(person.last_login) if person.last_login else "never"
    now = timezone.now()
    until = locked_until(person.badge, now)
    detail = DetailPage(
        heading=person.name,
        status=_account(person),
        groups=[
            FactGroup(
                "Account",
                [
                    ("Badge", person.badge),
                    ("Password", StatusWord("soon", OTHERS) if person.must_change_password else "own"),
                    ("PIN", _pin(person)),
                    ("Last signed in", signed_in),
                    (
                        "Lockout",
                        StatusWord("due", f"on a device, until {format_recent(until, now)}") if until else "none",
                    ),
                    (
                        "As a dealer",
                        PageLink("licenses and tests", reverse("dealer", args=[dealer.pk])) if dealer else "–",
                    ),
                ],
            )
        ],
        sections=[Section("Roles", ("Role", "Facility", "Since", "Until"), [_posting_row(each) for each in postings])],
        back=PageLink("Staff", reverse("staff-list", args=[person.facility.code if person.facility else ""])),
    )
    return detail.render(request, "staff", person)


def _pin(person: Staff) -> str | StatusWord:
    if not person.has_pin:
        return StatusWord("soon", "none: cannot sign")
    return StatusWord("soon", OTHERS) if person.must_change_pin else "set"


def _posting_row(posting: Posting) -> ListRow:
    until = format_date(posting.ended_at) if posting.ended_at else StatusWord("fine", "now")
    return ListRow("", (posting.title, posting.facility.name, format_date(posting.started_at), until))
