"""Sign-up, the account page and changing the email address. Log-in, log-out and passwords are Django's own views with
our templates (see urls.py).
"""

from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import LoginView, PasswordChangeView
from django.core.exceptions import ValidationError
from django.core.mail import send_mail
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse, reverse_lazy
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from crosstable.accounts import actions, limits
from crosstable.accounts.errors import (
    AccountRefused,
    EmailRefused,
    LinkExpired,
    NotSetUp,
    Refused,
    TooManyTries,
)
from crosstable.accounts.mail import send_confirmation
from crosstable.accounts.models import Contact, Player, User
from crosstable.accounts.openid.people import connection_of
from crosstable.accounts.passwords import MOST, count_sign_up, remember_browser
from crosstable.accounts.queries import clubs_run_by, my_memberships
from crosstable.accounts.setup import SetUpRefused, create_system_administrator, is_set_up, may_set_up
from crosstable.web.accounts.forms import (
    MOST_MAILS,
    AdministratorForm,
    ChangeEmailForm,
    ChangePasswordForm,
    FirstPasswordForm,
    NameForm,
    SignUpForm,
)
from crosstable.web.forms import add_refusal, refusals_on
from crosstable.web.shared import absolute, done, safe_next

BACKEND = "crosstable.accounts.backends.UsernameOrEmail"


def locked(request: HttpRequest, refused: Refused) -> HttpResponse:
    return render(request, "accounts/locked.html", {"most": MOST}, status=refused.http_status)


# A first password can be set without an old one only soon after a log-in.
SOON = timedelta(minutes=15)


class LogIn(LoginView):
    """Log-in that counts wrong passwords and recognises a browser that has logged in before."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            response = super().post(request, *args, **kwargs)
        except TooManyTries as refused:
            return locked(request, refused)
        if isinstance(request.user, User) and response.status_code == 302:
            remember_browser(request, response, request.user)
        return response


@sensitive_post_parameters("password")
@never_cache
def signup(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return redirect(safe_next(request, reverse("events")))
    if not is_set_up():
        raise NotSetUp()
    form = SignUpForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            count_sign_up(request)
            user = form.sign_up()
        except (AccountRefused, Refused) as refused:
            add_refusal(form, refused)
        else:
            login(request, user, backend=BACKEND)
            sent = f" We sent a link to {user.email}." if send_confirmation(user) else ""
            messages.success(request, f"Welcome, {user.player.name}.{sent}")
            response = redirect(safe_next(request, reverse("events")))
            remember_browser(request, response, user)
            return response
    return render(request, "accounts/signup.html", {"form": form, "next": safe_next(request, "")})


@login_required
@never_cache
def account(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, User)
    player = Player.objects.filter(user=request.user).first()
    form = NameForm(request.POST or None, initial={"name": player.name if player else request.user.username})
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            actions.rename(user=request.user, name=form.cleaned_data["name"])
            return done(request, "Your display name is changed.", "account")
    return render(request, "accounts/account.html", {"form": form, "player": player} | _mine(request.user))


def _mine(user: User) -> dict[str, object]:
    """Return the clubs of an account: those it is a member of, and those it only administers."""
    memberships = my_memberships(user)
    joined = {membership.club_id for membership in memberships}
    runs = clubs_run_by(user)
    context = {"memberships": memberships, "run_only": [club for club in runs if club.pk not in joined]}
    contact = Contact.objects.filter(player__user=user).first()
    is_connected = bool(settings.OIDC_ISSUER) and connection_of(user) is not None
    return context | {
        "runs": {club.pk for club in runs},
        "contact": contact,
        "is_connected": is_connected,
    }


@sensitive_post_parameters("password")
@login_required
@never_cache
def change_email(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, User)
    form = ChangeEmailForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form, kind=AccountRefused):
            token = actions.email_change_token(user=request.user, **form.cleaned_data)
            limits.take("address mail", request.user.pk, most=MOST_MAILS)
            _send_confirmation(request.user, form.cleaned_data["email"], token)
            return render(request, "accounts/email_sent.html", {"email": form.cleaned_data["email"]})
    return render(request, "accounts/change_email.html", {"form": form})


def _send_confirmation(user: User, email: str, token: str) -> None:
    link = absolute(reverse("confirm_email", args=[token]))
    text = render_to_string("accounts/email_change.txt", {"link": link, "email": email})
    send_mail("Confirm your new email address", text, None, [email])


@never_cache
def confirm_email(request: HttpRequest, token: str) -> HttpResponse:
    """Confirm by the button only, because a mail program may open the link automatically."""
    try:
        if request.method != "POST":
            return render(request, "accounts/confirm_link.html", {"email": actions.email_to_confirm(token)})
        user, old = actions.change_email(token=token)
    except LinkExpired:
        return render(request, "accounts/link_expired.html", status=410)
    except EmailRefused as refused:
        return render(request, "accounts/link_expired.html", {"reason": str(refused)}, status=409)
    text = render_to_string("accounts/email_changed.txt")
    send_mail("Your email address was changed", text, None, [old])
    messages.success(request, f"Your email address is now {user.email}.")
    return redirect("account" if request.user == user else "login")


class ChangePassword(PasswordChangeView):
    """Change the password, or set the first one for a user who logs in with a provider.

    Without an old password to check, the user must have just come from the provider: an unattended phone sets no
    password.
    """

    template_name = "accounts/change_password.html"
    success_url = reverse_lazy("password_changed")

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        if isinstance(request.user, User) and _must_come_again(request.user):
            return _come_again(request, request.user)
        return super().dispatch(request, *args, **kwargs)

    def get_form_class(self) -> type[Any]:
        assert isinstance(self.request.user, User)
        return ChangePasswordForm if self.request.user.has_usable_password() else FirstPasswordForm


def _must_come_again(user: User) -> bool:
    is_fresh = user.last_login is not None and timezone.now() - user.last_login < SOON
    return not user.has_usable_password() and not is_fresh


def _come_again(request: HttpRequest, user: User) -> HttpResponse:
    if settings.OIDC_ISSUER and connection_of(user):
        return redirect(f"{reverse('openid')}?{urlencode({'next': request.path})}")
    messages.info(request, "Your account has no password yet. A link to its email address sets one.")
    return redirect("password_reset")


@login_required
def password_changed(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, User)
    anew = ""
    if settings.OIDC_ISSUER and connection_of(request.user) is None:
        anew = f" If you log in with {settings.OIDC_NAME}, connect it anew."
    return done(request, f"Your password is changed. Tokens made before no longer work.{anew}", "account")


@sensitive_post_parameters("password")
@never_cache
def setup(request: HttpRequest, token: str) -> HttpResponse:
    if not may_set_up(token):
        return render(request, "accounts/setup_closed.html", status=404)
    form = AdministratorForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            user = create_system_administrator(token=token, **form.cleaned_data)
        except ValidationError as error:
            form.add_error(None, error)
        except SetUpRefused:
            return render(request, "accounts/setup_closed.html", status=404)
        else:
            login(request, user, backend=BACKEND)
            messages.success(request, "The installation is yours. Create your first event whenever you like.")
            return redirect("events")
    return render(request, "accounts/setup.html", {"form": form})
