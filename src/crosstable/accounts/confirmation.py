"""Confirming the email address of an account. The account works before; some events may ask for it."""

from django.conf import settings
from django.core import signing
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from crosstable.accounts import mail
from crosstable.accounts.errors import LinkExpired
from crosstable.accounts.models import User

LIFETIME = 14 * 24 * 3600
_SALT = "crosstable.accounts.confirm-address"


def confirmation_token(user: User) -> str:
    """What the link in the mail carries: it is for this account and this address only."""
    return signing.dumps([user.pk, user.email], salt=_SALT)


def send_confirmation(user: User) -> bool:
    """Whether the mail went out; signing up must not fail because it did not."""
    link = f"{settings.PUBLIC_URL}{reverse('confirm_address', args=[confirmation_token(user)])}"
    text = render_to_string(
        "accounts/confirm_address.txt", {"installation": settings.INSTALLATION_NAME, "link": link}
    )
    went_out = send_mail("Confirm your email address", text, None, [user.email], fail_silently=True)
    return bool(went_out) and mail.is_sent()


def account_to_confirm(token: str) -> User:
    """Whose address the link is about; looking confirms nothing. Raises LinkExpired."""
    try:
        pk, email = signing.loads(token, salt=_SALT, max_age=LIFETIME)
    except (signing.BadSignature, ValueError):
        raise LinkExpired from None
    user = User.objects.filter(pk=pk, email=email, is_active=True).first()
    if user is None:
        raise LinkExpired
    return user


def confirm_address(*, token: str) -> User:
    """The address is the person's. Confirming it twice is harmless. Raises LinkExpired."""
    user = account_to_confirm(token)
    unconfirmed = User.objects.filter(pk=user.pk, email=user.email, email_confirmed_at=None)
    unconfirmed.update(email_confirmed_at=timezone.now())
    return user
