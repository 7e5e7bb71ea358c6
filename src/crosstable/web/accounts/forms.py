"""Forms about an account. They parse what is typed; the actions decide what is allowed."""

import logging
from collections.abc import Iterator
from itertools import chain
from typing import Any

from django import forms
from django.contrib.auth.forms import (
    AuthenticationForm,
    PasswordChangeForm,
    PasswordResetForm,
    SetPasswordForm,
)
from django.contrib.auth.password_validation import validate_password
from django.core.mail import send_mail
from django.core.validators import MaxLengthValidator
from django.template.loader import render_to_string
from django.urls import reverse

from crosstable.accounts import limits, passwords
from crosstable.accounts.actions import LONGEST_NAME, ContactDetails, sign_up
from crosstable.accounts.backends import account_named
from crosstable.accounts.errors import PasswordRefused, TooManyTries
from crosstable.accounts.models import User
from crosstable.accounts.names import canonical, why_no_username
from crosstable.installation import LONGEST_NAME as LONGEST_PLACE
from crosstable.languages import in_chosen_language
from crosstable.text import tr
from crosstable.web.forms import TimeZoneSelect, offer_name, offer_time_zones
from crosstable.web.shared import absolute

log = logging.getLogger(__name__)
# Password links sent to one address per hour.
MOST_MAILS = 4
# An address has at most 254 characters; hashing a longer password would only cost time.
LONGEST_USERNAME, LONGEST_PASSWORD = 254, 4096


def _password(label: str, autocomplete: str, help_text: str = "") -> forms.CharField:
    widget = forms.PasswordInput(attrs={"autocomplete": autocomplete})
    return forms.CharField(label=label, strip=False, widget=widget, help_text=help_text)


class LogInForm(AuthenticationForm):
    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["username"].label = tr("Username or email")
        for name, most in (("username", LONGEST_USERNAME), ("password", LONGEST_PASSWORD)):
            self.fields[name].validators.append(MaxLengthValidator(most))

    def get_invalid_login_error(self) -> forms.ValidationError:
        return forms.ValidationError(
            tr("Wrong username or password. Passwords are case-sensitive."), code="invalid_login"
        )

    def clean(self) -> dict[str, Any]:
        """Check the number of attempts before the password. Raises TooManyTries."""
        assert self.request is not None
        name = self.cleaned_data.get("username", "")
        account = account_named(name) if name else None
        passwords.check_not_locked(self.request, name, account)
        try:
            cleaned = super().clean()
        except forms.ValidationError:
            passwords.note_failure(self.request, name, account)
            raise
        if account is not None:
            passwords.note_success(self.request, account)
        return cleaned


class ChangePasswordForm(PasswordChangeForm):
    user: User

    def clean_old_password(self) -> str:
        given = str(self.cleaned_data["old_password"])
        try:
            passwords.confirm_password(user=self.user, password=given)
        except PasswordRefused as refused:
            raise forms.ValidationError(str(refused)) from None
        return given

    def save(self, commit: bool = True) -> User:
        passwords.set_password(user=self.user, password=self.cleaned_data["new_password1"])
        return self.user


class NewPasswordForm(SetPasswordForm):  # type: ignore[type-arg]  # generic in the stubs alone
    user: User

    def save(self, commit: bool = True) -> User:
        passwords.set_password(user=self.user, password=self.cleaned_data["new_password1"])
        return self.user


class FirstPasswordForm(NewPasswordForm):
    def save(self, commit: bool = True) -> User:
        passwords.set_password(user=self.user, password=self.cleaned_data["new_password1"], is_first=True)
        return self.user


class ForgottenForm(PasswordResetForm):
    """Request a password link: the same answer for every address, and a limit on the mails sent to each."""

    def get_users(self, email: str) -> Iterator[User]:
        """Add users without a password who log in with a provider.

        A reset link is their way in if the provider is gone.
        """
        others = User.objects.filter(email__iexact=email, is_active=True, openid_accounts__isnull=False)
        without = (user for user in others.distinct() if not user.has_usable_password())
        return chain(super().get_users(email), without)

    def send_mail(
        self,
        subject_template_name: str,
        email_template_name: str,
        context: dict[str, Any],
        from_email: str | None,
        to_email: str,
        html_email_template_name: str | None = None,
    ) -> None:
        link = absolute(reverse("password_reset_confirm", args=[context["uid"], context["token"]]))
        try:
            limits.take("password mail", context["user"].pk, most=MOST_MAILS)
            with in_chosen_language(context["user"].language):
                text = render_to_string(email_template_name, {**context, "link": link})
                subject = render_to_string(subject_template_name, context).strip()
            send_mail(subject, text, None, [to_email])
        except (TooManyTries, OSError) as error:
            log.warning("No password link was sent: %s", error)


class AdministratorForm(forms.Form):
    username = forms.CharField(
        label=tr("Username"),
        max_length=40,
        help_text=tr("Letters, digits and . _ + -"),
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    email = forms.EmailField(
        label=tr("Email address"),
        help_text=tr("To set a new password if you forget yours. Only administrators see it."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    password = _password(
        tr("Password"),
        "new-password",
        tr("At least 8 characters, not only digits, and not easy to guess."),
    )

    def clean(self) -> dict[str, Any]:
        """Check username and password even if another field is wrong: all errors appear together."""
        cleaned = super().clean() or {}
        username = canonical(cleaned.get("username", ""))
        if username and (problem := why_no_username(username)):
            self.add_error("username", problem)
        if password := cleaned.get("password"):
            try:
                validate_password(password, User(username=username, email=cleaned.get("email", "")))
            except forms.ValidationError as refused:
                self.add_error("password", refused.messages)
        return cleaned


class SetUpForm(AdministratorForm):
    """The first administrator, and the name and time zone of the installation."""

    place = forms.CharField(
        label=tr("Name of the place or club"),
        max_length=LONGEST_PLACE,
        required=False,
        help_text=tr(
            "In titles, emails and on paper, for example “Riverside club”. You can change it later."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "organization"}),
    )
    time_zone = forms.ChoiceField(widget=TimeZoneSelect, label=tr("Time zone"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer_time_zones(self.fields["time_zone"])
        offer_name(self.fields["place"])


def _line(
    label: str, autocomplete: str, most: int, *, required: bool = False, **more: str
) -> forms.CharField:
    widget = forms.TextInput(attrs={"autocomplete": autocomplete} | more)
    return forms.CharField(label=label, max_length=most, required=required, widget=widget)


class SignUpForm(AdministratorForm):
    """Sign-up with five required fields; the rest is folded away under "More about you"."""

    email = forms.EmailField(
        label=tr("Email address"),
        help_text=tr("Only you and the administrators of your clubs see it."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    first_name = _line(tr("First name"), "given-name", 60, required=True, autofocus="autofocus")
    last_name = _line(tr("Last name"), "family-name", 60, required=True)
    name = forms.CharField(
        label=tr("Display name"),
        max_length=LONGEST_NAME,
        required=False,
        help_text=tr("Shown in pairings and standings. Leave empty to use your first and last name."),
        widget=forms.TextInput(
            attrs={"autocomplete": "nickname", "data-suggest": "#id_first_name, #id_last_name"}
        ),
    )
    mobile = _line(tr("Mobile number"), "tel", 40, type="tel")
    address = _line(tr("Address"), "street-address", 300)
    field_order = ["first_name", "last_name", "email", "username", "password", "name", "mobile", "address"]
    FOLDED = ("name", "mobile", "address")

    def asked(self) -> list[forms.BoundField]:
        return [field for field in self.visible_fields() if field.name not in self.FOLDED]

    def folded(self) -> list[forms.BoundField]:
        return [self[name] for name in self.FOLDED]

    def must_unfold(self) -> bool:
        """Unfold "More about you" if it holds a value or an error."""
        return any(self.data.get(name) or name in self.errors for name in self.FOLDED)

    def sign_up(self) -> User:
        """Raises AccountRefused, Refused."""
        values = dict(self.cleaned_data)
        contact = ContactDetails(**{key: values.pop(key) for key in ContactForm.NAMES})
        return sign_up(contact=contact, **values)


class ContactForm(forms.Form):
    NAMES = ("first_name", "last_name", "address", "mobile")
    first_name = _line(tr("First name"), "given-name", 60, required=True)
    last_name = _line(tr("Last name"), "family-name", 60, required=True)
    mobile = _line(tr("Mobile number"), "tel", 40, type="tel")
    address = _line(tr("Address"), "street-address", 300)


class DeleteForm(forms.Form):
    password = _password(tr("Your password"), "current-password")


class ChangeEmailForm(forms.Form):
    email = forms.EmailField(
        label=tr("New email address"),
        help_text=tr("Your address changes when you open the link in the email."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    password = _password(tr("Your password"), "current-password")


class NameForm(forms.Form):
    name = forms.CharField(
        label=tr("Display name"),
        max_length=LONGEST_NAME,
        help_text=tr(
            "Shown on your profile and the leaderboard. Your entries in events keep the name you gave there."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
