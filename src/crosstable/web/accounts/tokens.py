"""Tokens for programs: make one (its secret is shown once, in the answer, and stored nowhere), see them, revoke."""

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from crosstable.accounts.errors import AccountRefused
from crosstable.accounts.models import Scope
from crosstable.accounts.tokens import LONGEST_NAME, create_token, revoke_token, tokens_of
from crosstable.web.refusals import refusals_on
from crosstable.web.shared import Request, done


class TokenForm(forms.Form):
    name = forms.CharField(
        max_length=LONGEST_NAME,
        help_text="What it is for, so that you know later which one to revoke.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "placeholder": "Club website"}),
    )
    scope = forms.ChoiceField(
        choices=Scope.choices, initial=Scope.READ, label="What it may do", widget=forms.Select
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
    return done(request, f"“{token}” is revoked: it opens nothing from now on.", "tokens")
