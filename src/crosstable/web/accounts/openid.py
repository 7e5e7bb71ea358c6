"""Log-in with an identity provider: the redirect there, the return, and connecting an existing account.

The state of a log-in is in a signed cookie, limited to these addresses; the database records that an answer was used.
The redirect starts from a link, not a form: the content security policy lets forms lead to this site only, and a
provider may redirect to other sites.
"""

from dataclasses import asdict, astuple
from functools import wraps
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET

from crosstable.accounts import limits
from crosstable.accounts.errors import AccountRefused, LogInFailed, Lost, OtherAccount, Refused, TooManyTries
from crosstable.accounts.mail import send_confirmation
from crosstable.accounts.models import User
from crosstable.accounts.openid import flow as flows
from crosstable.accounts.openid.flow import Flow, Person
from crosstable.accounts.openid.people import (
    account_of,
    connect,
    connection_of,
    disconnect,
    has_account_here,
    sign_up_from_there,
)
from crosstable.accounts.passwords import confirm_password, count_sign_up, remember_browser
from crosstable.text import tr
from crosstable.web.accounts.forms import DeleteForm, LogInForm
from crosstable.web.accounts.views import BACKEND, landing_page, locked
from crosstable.web.forms import add_refusal
from crosstable.web.shared import Request, View, absolute, done, safe_next

PATH = "/login/openid"
AWAY, WAITING = "openid-away", "openid-waiting"
# Seconds for logging in at the provider, and for typing a password here.
PATIENCE = 15 * 60
# Keep the cookie well below the browsers' limit of 4 KB.
LONGEST_NEXT = 1000
_SALT = "crosstable.web.openid."


def where_set_up(view: View) -> View:
    """Answer 404 without a provider, and render a page for every error."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not settings.OIDC_ISSUER:
            raise Http404
        try:
            return view(request, *args, **kwargs)
        except LogInFailed as trouble:
            return _trouble_page(request, trouble)

    return guarded


def _trouble_page(request: HttpRequest, trouble: LogInFailed) -> HttpResponse:
    return render(request, "accounts/openid_trouble.html", {"reason": trouble}, status=trouble.http_status)


@require_GET
@never_cache
@where_set_up
def go(request: HttpRequest) -> HttpResponse:
    if elsewhere := _at_our_address(request):
        return redirect(elsewhere)
    flow = flows.begin()
    response = redirect(flows.address(flow, _back()))
    then = safe_next(request, "")
    _keep(request, response, AWAY, [*astuple(flow), then if len(then) <= LONGEST_NEXT else ""])
    return response


@require_GET
@never_cache
@where_set_up
def come_back(request: HttpRequest) -> HttpResponse:
    flow, then = _begun(request)
    try:
        person = flows.person_of(flow, request.GET.dict(), _back())
        response = _let_in(request, person, then)
    except LogInFailed as trouble:
        response = _trouble_page(request, trouble)
    response.delete_cookie(AWAY, path=PATH)
    return response


def _begun(request: HttpRequest) -> tuple[Flow, str]:
    """Return the log-in this browser started; it can be used once. Raises Lost."""
    *values, then = _signed_values(request, AWAY)
    flow = Flow(*values)
    flows.check_is_ours(flow, request.GET.dict())
    try:
        limits.take("openid", flow.state, most=1)
    except TooManyTries:
        raise Lost from None
    return flow, then


def _let_in(request: HttpRequest, person: Person, then: str) -> HttpResponse:
    """Raises LogInFailed, Refused."""
    user = account_of(person)
    if isinstance(request.user, User):
        if user is not None and user != request.user:
            raise OtherAccount
        return _log_in(request, user, then) if user else _ask_to_connect(request, person, then)
    if user is not None:
        return _log_in(request, user, then)
    if has_account_here(person):
        return _ask_to_connect(request, person, then)
    return _sign_up(request, person, then)


def _sign_up(request: HttpRequest, person: Person, then: str) -> HttpResponse:
    try:
        count_sign_up(request)
        user = sign_up_from_there(person=person)
    except (AccountRefused, IntegrityError):  # two tabs at the same time
        raise Lost from None
    response = _log_in(request, user, then or reverse("events"))
    welcome = tr("Welcome, {name}. Your username here is {username}.")
    if not person.is_confirmed and send_confirmation(user):
        welcome = tr("Welcome, {name}. Your username here is {username}. We sent a link to {email}.")
    values = {"name": user.player.name, "username": user.username, "email": user.email}
    messages.success(request, welcome.filled(**values))
    return response


def _log_in(request: HttpRequest, user: User, then: str) -> HttpResponse:
    login(request, user, backend=BACKEND)
    response = redirect(then or landing_page(user))
    remember_browser(request, response, user)
    return response


def _ask_to_connect(request: HttpRequest, person: Person, then: str) -> HttpResponse:
    response = redirect("openid_connect")
    _keep(request, response, WAITING, [asdict(person), then])
    return response


@sensitive_post_parameters("password")
@never_cache
@where_set_up
def connecting(request: HttpRequest) -> HttpResponse:
    """Connect a provider log-in to an existing account, after its password was entered once."""
    values, then = _signed_values(request, WAITING)
    person = Person(**values)
    form = _proof(request, person)
    try:
        if request.method == "POST" and form.is_valid():
            response = _connect(request, form, person, then)
            response.delete_cookie(WAITING, path=PATH)
            return response
    except TooManyTries as refused:
        return locked(request, refused)
    except (AccountRefused, Refused) as refused:
        add_refusal(form, refused)
    context = {"form": form, "person": person}
    return render(request, "accounts/openid_connect.html", context, status=422 if form.errors else 200)


def _proof(request: HttpRequest, person: Person) -> LogInForm | DeleteForm:
    if isinstance(request.user, User):
        return DeleteForm(request.POST or None)
    return LogInForm(request, request.POST or None, initial={"username": person.email})


def _connect(request: HttpRequest, form: LogInForm | DeleteForm, person: Person, then: str) -> HttpResponse:
    """Raises PasswordRefused, TooManyTries, ConnectedAlready."""
    if isinstance(form, LogInForm):
        user = form.get_user()
        assert isinstance(user, User)
        connect(user=user, person=person)
        response = _log_in(request, user, then)
    else:
        assert isinstance(request.user, User)
        confirm_password(user=request.user, password=form.cleaned_data["password"])
        connect(user=request.user, person=person)
        response = redirect(then or "openid_account")
    messages.success(request, tr("From now on you can log in with {provider}.", provider=settings.OIDC_NAME))
    return response


@login_required
@never_cache
@where_set_up
def mine(request: Request) -> HttpResponse:
    if request.method == "POST":
        disconnect(user=request.user)
        disconnected = tr("Your account is no longer connected to {provider}.", provider=settings.OIDC_NAME)
        return done(request, disconnected, "openid_account")
    return render(request, "accounts/openid_account.html", {"connection": connection_of(request.user)})


def _at_our_address(request: HttpRequest) -> str:
    """Return the configured address if this request came to another host, else "".

    The provider redirects to the configured address, and the cookie has to be set there. It redirects once only,
    because a proxy may use another host name.
    """
    ours = urlsplit(settings.PUBLIC_URL).hostname
    if "moved" in request.GET or urlsplit(f"//{request.get_host()}").hostname == ours:
        return ""
    return absolute(f"{request.path}?{urlencode({'next': safe_next(request, ''), 'moved': '1'})}")


def _back() -> str:
    return absolute(reverse("openid_return"))


def _keep(request: HttpRequest, response: HttpResponse, name: str, values: list[Any]) -> None:
    response.set_cookie(
        name,
        signing.dumps(values, salt=_SALT + name, compress=True),
        max_age=PATIENCE,
        path=PATH,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )


def _signed_values(request: HttpRequest, name: str) -> list[Any]:
    """Raises Lost."""
    try:
        values: list[Any] = signing.loads(request.COOKIES.get(name, ""), salt=_SALT + name, max_age=PATIENCE)
    except signing.BadSignature:
        raise Lost from None
    return values
