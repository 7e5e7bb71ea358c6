"""Mail about accounts: whether the installation can send mail, and the link that confirms an email address.

Until mail is set up it is written to files, and pages promise none. An account works before its address is confirmed;
some events require a confirmed one.
"""

import re

from django.conf import settings
from django.core import signing
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from crosstable.accounts.errors import LinkExpired
from crosstable.accounts.models import User
from crosstable.installation import installation_name
from crosstable.languages import in_chosen_language
from crosstable.text import tr

FILES = "django.core.mail.backends.filebased.EmailBackend"


# What mail programs turn into a link: an address with its scheme, or words joined by a dot as in a host name.
SCHEME = re.compile(r"(?i)\b([a-z][a-z0-9+.-]*):(?=//)|\b(mailto|javascript|data):")
JOINED = re.compile(r"(?<=\w)\.(?=[^\W\d_])")
LIFETIME = 14 * 24 * 3600
_SALT = "crosstable.accounts.confirm-address"


def without_links(text: str) -> str:
    """Break up links in a name a person typed: “evil.example” becomes “evil. example”."""
    return JOINED.sub(". ", SCHEME.sub(r"\1\2 :", text))


def is_sent() -> bool:
    return bool(settings.EMAIL_BACKEND != FILES)


def confirmation_token(user: User) -> str:
    """Return the token of the link in the mail: it is for this account and this address only."""
    return signing.dumps([user.pk, user.email], salt=_SALT)


def send_confirmation(user: User) -> bool:
    """Send the mail, and return whether it went out: signing up must not fail because of it."""
    link = f"{settings.PUBLIC_URL}{reverse('confirm_address', args=[confirmation_token(user)])}"
    context = {"installation": installation_name(), "link": link}
    with in_chosen_language(user.language):
        text = render_to_string("accounts/confirm_address.txt", context)
        subject = str(tr("Confirm your email address"))
    went_out = send_mail(subject, text, None, [user.email], fail_silently=True)
    return bool(went_out) and is_sent()


def account_to_confirm(token: str) -> User:
    """Return the account of the link; nothing is confirmed. Raises LinkExpired."""
    try:
        pk, email = signing.loads(token, salt=_SALT, max_age=LIFETIME)
    except (signing.BadSignature, ValueError):
        raise LinkExpired from None
    user = User.objects.filter(pk=pk, email=email, is_active=True).first()
    if user is None:
        raise LinkExpired
    return user


def confirm_address(*, token: str) -> User:
    """Confirm the address; confirming it twice is harmless. Raises LinkExpired."""
    user = account_to_confirm(token)
    unconfirmed = User.objects.filter(pk=user.pk, email=user.email, email_confirmed_at=None)
    unconfirmed.update(email_confirmed_at=timezone.now())
    return user
