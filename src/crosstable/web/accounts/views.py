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
from django.core.mail import send_mail
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse, reverse_lazy
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

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
from crosstable.accounts.setup import is_from_this_machine, is_set_up
from crosstable.events.queries.people.my_event import playing_in
from crosstable.languages import in_chosen_language
from crosstable.text import tr
from crosstable.web.accounts.forms import (
    MOST_MAILS,
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


def landing_page(user: User) -> str:
    """Return the page after a log-in: a player's table during a round, else the user's events."""
    event = playing_in(user)
    return reverse(settings.LOGIN_REDIRECT_URL) if event is None else reverse("me", args=[event.slug])


class LogIn(LoginView):
    """Log-in that counts wrong passwords and recognises a browser that has logged in before."""

    def get_default_redirect_url(self) -> str:
        assert isinstance(self.request.user, User)
        return landing_page(self.request.user)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            response = super().post(request, *args, **kwargs)
        except TooManyTries as refused:
            return locked(request, refused)
        if isinstance(request.user, User) and response.status_code == 302:
            remember_browser(request, response, request.user)
        return response


@require_POST
@csrf_exempt  # the front page is cached for all visitors and has no token
def log_in_to_demo(request: HttpRequest) -> HttpResponse:
    """Log in as one of the invented people of a demo, whose passwords are on its front page."""
    name = request.POST.get("username", "")
    if not settings.IS_DEMO or name not in [username for username, *_ in settings.DEMO_ACCOUNTS]:
        raise Http404
    user = get_object_or_404(User, username=name, is_active=True)
    login(request, user, backend=BACKEND)
    return redirect(landing_page(user))


@sensitive_post_parameters("password")
@never_cache
def signup(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return redirect(safe_next(request, reverse("events")))
    if not is_set_up():
        if is_from_this_machine(request):
            return redirect("setup-here")
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
            name = user.player.name
            if send_confirmation(user):
                welcome = tr("Welcome, {name}. We sent a link to {email}.", name=name, email=user.email)
            else:
                welcome = tr("Welcome, {name}.", name=name)
            messages.success(request, welcome)
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
            return done(request, tr("Display name saved."), "account")
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
    with in_chosen_language(user.language):
        text = render_to_string("accounts/email_change.txt", {"link": link, "email": email})
        subject = str(tr("Confirm your new email address"))
    send_mail(subject, text, None, [email])


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
    with in_chosen_language(user.language):
        text = render_to_string("accounts/email_changed.txt")
        subject = str(tr("Your email address was changed"))
    send_mail(subject, text, None, [old])
    messages.success(request, tr("Your email address is now {email}.", email=user.email))
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
    messages.info(request, tr("Your account has no password yet. Request a link by email to set one."))
    return redirect("password_reset")


@login_required
def password_changed(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, User)
    changed = tr("Password changed. Earlier tokens no longer work.")
    if settings.OIDC_ISSUER and connection_of(request.user) is None:
        changed = tr(
            "Password changed. Earlier tokens no longer work. To log in with {provider}, connect it again.",
            provider=settings.OIDC_NAME,
        )
    return done(request, changed, "account")
