"""The person behind an account: confirmed address, contact data, API tokens, data export, deletion."""

from datetime import timedelta

from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from crosstable.accounts import limits
from crosstable.accounts.actions import ContactDetails, change_contact
from crosstable.accounts.errors import AccountRefused, LinkExpired
from crosstable.accounts.mail import account_to_confirm, send_confirmation
from crosstable.accounts.mail import confirm_address as confirm
from crosstable.accounts.models import Contact, Scope
from crosstable.accounts.personal_data import delete_account, everything_about, why_not_delete
from crosstable.accounts.tokens import LONGEST_NAME, create_token, revoke_token, tokens_of
from crosstable.text import tr
from crosstable.web.accounts.forms import MOST_MAILS, ContactForm, DeleteForm
from crosstable.web.forms import refusals_on
from crosstable.web.shared import Request, done, safe_next

A_MINUTE = timedelta(minutes=1)


@never_cache
def confirm_address(request: HttpRequest, token: str) -> HttpResponse:
    """Confirm by the button only, because a mail program may open the link automatically."""
    try:
        user = confirm(token=token) if request.method == "POST" else account_to_confirm(token)
    except LinkExpired:
        return render(request, "accounts/link_expired.html", status=410)
    if request.method != "POST":
        return render(request, "accounts/confirm_link.html", {"email": user.email})
    messages.success(request, tr("Thank you: {email} is confirmed.", email=user.email))
    return redirect("account" if request.user == user else "events")


@require_POST
@login_required
def send_again(request: Request) -> HttpResponse:
    # Rate-limited: an unconfirmed address may belong to someone else.
    if limits.times("confirmation mail", request.user.email.lower(), within=A_MINUTE):
        messages.info(request, tr("We sent a link less than a minute ago. Also look in the spam folder."))
        return redirect(safe_next(request, reverse("account")))
    limits.take("confirmation mails", request.user.email.lower(), most=MOST_MAILS)
    limits.note("confirmation mail", request.user.email.lower(), within=A_MINUTE)
    if send_confirmation(request.user):
        messages.success(request, tr("We sent a new link to {email}.", email=request.user.email))
    else:
        messages.error(request, tr("The email could not be sent. Try again later."))
    return redirect(safe_next(request, reverse("account")))


@login_required
@never_cache
def contact(request: Request) -> HttpResponse:
    stored = Contact.objects.filter(player__user=request.user).first()
    form = ContactForm(
        request.POST or None, initial={name: getattr(stored, name, "") for name in ContactForm.NAMES}
    )
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            change_contact(user=request.user, details=ContactDetails(**form.cleaned_data))
            return done(request, tr("Contact details saved."), "account")
    return render(request, "accounts/contact.html", {"form": form}, status=422 if form.errors else 200)


@require_safe
@login_required
@never_cache
def data(request: Request) -> HttpResponse:
    """Download everything stored about the person."""
    response = JsonResponse(
        everything_about(request.user), json_dumps_params={"indent": 2, "ensure_ascii": False}
    )
    name = f"crosstable-{request.user.username}-{timezone.localdate().isoformat()}.json"
    response["Content-Disposition"] = f'attachment; filename="{name.encode("ascii", "replace").decode()}"'
    return response


@sensitive_post_parameters("password")
@login_required
@never_cache
def delete(request: Request) -> HttpResponse:
    """Show what will happen and what prevents it; delete after the password is entered."""
    form = DeleteForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form, kind=AccountRefused):
            delete_account(user=request.user, password=form.cleaned_data["password"])
            logout(request)
            return done(
                request,
                tr("Your account is deleted. The games you played stay, as those of a deleted player."),
                "events",
            )
    context = {"form": form, "reasons": why_not_delete(request.user)}
    return render(request, "accounts/delete.html", context, status=422 if form.errors else 200)


class TokenForm(forms.Form):
    name = forms.CharField(
        label=tr("Name"),
        max_length=LONGEST_NAME,
        help_text=tr("What the token is for. It helps you find the one to revoke."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "placeholder": tr("Club website")}),
    )
    scope = forms.ChoiceField(
        choices=Scope.choices, initial=Scope.READ, label=tr("What it may do"), widget=forms.Select
    )


@login_required
@never_cache
def tokens(request: Request) -> HttpResponse:
    form = TokenForm(request.POST or None)
    token, secret = None, ""
    if request.method == "POST" and form.is_valid():
        with refusals_on(form, kind=AccountRefused):
            token, secret = create_token(user=request.user, **form.cleaned_data)
            form = TokenForm()
    context = {"form": form, "tokens": tokens_of(request.user), "token": token, "secret": secret}
    return render(request, "accounts/tokens.html", context, status=422 if form.errors else 200)


@require_POST
@login_required
def revoke(request: Request, token_id: int) -> HttpResponse:
    token = revoke_token(user=request.user, token_id=token_id)
    if token is None:
        raise Http404
    return done(request, tr("The token “{name}” is revoked.", name=token), "tokens")
