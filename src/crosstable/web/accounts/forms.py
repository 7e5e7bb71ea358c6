"""The shape of what people type about their account. What is allowed is decided by the actions."""

from __future__ import annotations

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.password_validation import password_validators_help_text_html

from crosstable.accounts.errors import AccountRefused


def add_refusal(form: forms.Form, refused: AccountRefused) -> None:
    """Shows what an action refused at the field it is about."""
    for message in refused.messages:
        form.add_error(refused.field if refused.field in form.fields else None, message)


def _password(label: str, autocomplete: str, help_text: str = "") -> forms.CharField:
    widget = forms.PasswordInput(attrs={"autocomplete": autocomplete})
    return forms.CharField(label=label, strip=False, widget=widget, help_text=help_text)


class LogInForm(AuthenticationForm):
    error_messages = {
        **AuthenticationForm.error_messages,
        "invalid_login": "Username (or email) and password do not belong together. Capital letters count.",
    }

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["username"].label = "Username or email"


class AdministratorForm(forms.Form):
    username = forms.CharField(
        max_length=40,
        help_text="Letters, digits and . _ + -",
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    email = forms.EmailField(
        label="Email address",
        help_text="To set a new password when you forget it. Nobody else sees it.",
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    password = _password("Password", "new-password", password_validators_help_text_html())


class SignUpForm(AdministratorForm):
    name = forms.CharField(
        label="Display name",
        max_length=60,
        help_text="What others see on pairings and standings.",
        widget=forms.TextInput(attrs={"autocomplete": "name", "autofocus": True}),
    )
    field_order = ["name", "username", "email", "password"]


class ChangeEmailForm(forms.Form):
    email = forms.EmailField(
        label="New email address",
        help_text="We send a link there. The address changes when you open it.",
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    password = _password("Your password", "current-password")


class NameForm(forms.Form):
    name = forms.CharField(
        label="Display name",
        max_length=60,
        help_text="On your profile and the leaderboard. Events you are registered for keep the name you gave there.",
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
