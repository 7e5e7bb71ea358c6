"""What users do with their own account: sign up, change their display name, contact data and email address.

One function is one transaction. Usernames contain no "@", so no username can be another person's email address.
permissions.py decides who may read contact data; setup.py creates the first administrator.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial

from django.contrib.auth.password_validation import validate_password
from django.core import signing
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from crosstable.accounts import checks
from crosstable.accounts.errors import (
    AccountRefused,
    EmailRefused,
    LinkExpired,
    NotSetUp,
    PasswordRefused,
    UsernameRefused,
)
from crosstable.accounts.models import Contact, Player, User
from crosstable.accounts.names import canonical, whole_name, why_no_username
from crosstable.accounts.passwords import confirm_password
from crosstable.accounts.setup import is_set_up
from crosstable.languages import chosen_language
from crosstable.text import tr

LONGEST_NAME = 60
EMAIL_TAKEN = tr("An account with this email address exists already.")
LINK_LIFETIME = 2 * 24 * 3600
_SALT = "crosstable.accounts.change-email"


@dataclass(frozen=True, slots=True)
class ContactDetails:
    first_name: str = ""
    last_name: str = ""
    address: str = ""
    mobile: str = ""
    email: str = ""


def change_contact(*, user: User, details: ContactDetails) -> None:
    """Change the user's own contact data.

    The email address belongs to the account and is changed by a link.
    """
    with transaction.atomic():
        player, _ = Player.objects.get_or_create(user=user, defaults={"name": user.username})
        store_contact(player, details)


def store_contact(player: Player, details: ContactDetails) -> list[str]:
    """Store the contact data within the caller's action and return the changed fields. Raises BadValue."""
    values = checked_contact(details)
    contact = Contact.objects.filter(player=player).first() or Contact(player=player)
    changed = [name for name, value in values.items() if getattr(contact, name) != value]
    if changed:
        for name in changed:
            setattr(contact, name, values[name])
        contact.save()
    return changed


def checked_contact(details: ContactDetails) -> dict[str, str]:
    labels = {"first_name": tr("First name"), "last_name": tr("Last name"), "mobile": tr("Mobile number")}
    most = {"first_name": 60, "last_name": 60, "mobile": 40}
    values = asdict(details)
    for name, label in labels.items():
        values[name] = checks.line(values[name], name, label, most[name])
    values["address"] = checks.line(", ".join(values["address"].split("\n")), "address", tr("Address"), 300)
    values["email"] = checks.email(values["email"])
    return values


def sign_up(
    *, username: str, email: str, password: str, name: str = "", contact: ContactDetails | None = None
) -> User:
    """Create an account with its player. The display name defaults to first and last name.

    Raises NotSetUp, UsernameRefused, EmailRefused, PasswordRefused, BadValue.
    """
    if not is_set_up():
        raise NotSetUp()
    contact, username = contact or ContactDetails(), canonical(username)
    shown = display_name(name, contact)
    user = User(username=username, email=email)
    _check_all(
        partial(_check_username, username),
        partial(_check_email, email),
        partial(_check_password, password, user),
    )
    user.set_password(password)
    return create_account(user, shown, contact)


def _check_all(*checks: Callable[[], None]) -> None:
    """Run all checks; raise the first refusal, with the others."""
    refused: list[AccountRefused] = []
    for check in checks:
        try:
            check()
        except AccountRefused as refusal:
            refused.append(refusal)
    if refused:
        refused[0].also = refused[1:]
        raise refused[0]


def create_account(user: User, shown: str, contact: ContactDetails) -> User:
    """Create the account and its player, both checked by the caller, in the language of the request.

    Raises UsernameRefused, EmailRefused, BadValue.
    """
    try:
        with transaction.atomic():
            user.language = chosen_language()
            user.save()
            given, family = _public_parts(shown, contact)
            player = Player.objects.create(user=user, name=shown, given_name=given, family_name=family)
            store_contact(player, contact)
    except IntegrityError:  # another account took the name or the address between the check and the save
        _check_username(user.username)
        raise EmailRefused(EMAIL_TAKEN) from None
    return user


def display_name(name: str, contact: ContactDetails) -> str:
    """Return the public name: the one chosen, or first and last name, truncated to the limit."""
    suggested = whole_name(contact.first_name, contact.last_name)
    return checks.line(name or suggested, "name", tr("Display name"), LONGEST_NAME, required=True)


def rename(*, user: User, name: str) -> Player:
    """Rename the account's player; past events keep the old name."""
    shown = display_name(name, ContactDetails())
    known = Contact.objects.filter(player__user=user).first() or Contact()
    given, family = _public_parts(shown, ContactDetails(known.first_name, known.last_name))
    parts = {"name": shown, "given_name": given, "family_name": family}
    player, _ = Player.objects.update_or_create(user=user, defaults=parts)
    return player


def _public_parts(name: str, contact: ContactDetails) -> tuple[str, str]:
    """Return the parts of the public name; none if it differs from the real name, which stays private."""
    is_own = name == whole_name(contact.first_name, contact.last_name)
    return (contact.first_name, contact.last_name) if is_own else ("", "")


def email_change_token(*, user: User, email: str, password: str) -> str:
    """Return the token of the link to the new address. Raises PasswordRefused, TooManyTries, EmailRefused."""
    confirm_password(user=user, password=password)
    if email.lower() == user.email.lower():
        raise EmailRefused(tr("This is already your email address."))
    _check_email(email)
    return signing.dumps([user.pk, email, _fingerprint(user)], salt=_SALT)


def email_to_confirm(token: str) -> str:
    """Return the new address of a link; nothing changes. Raises LinkExpired."""
    return _change_of(token, User.objects.all())[1]


def _change_of(token: str, users: QuerySet[User]) -> tuple[User, str]:
    try:
        pk, email, fingerprint = signing.loads(token, salt=_SALT, max_age=LINK_LIFETIME)
    except signing.BadSignature:
        raise LinkExpired from None
    user = users.filter(pk=pk, is_active=True).first()
    if user is None or fingerprint != _fingerprint(user):
        raise LinkExpired
    return user, email


def change_email(*, token: str) -> tuple[User, str]:
    """Change the account's address; return the account and its old address.

    Raises LinkExpired, EmailRefused.
    """
    with transaction.atomic():
        user, email = _change_of(token, User.objects.select_for_update())
        _check_email(email)
        old, user.email = user.email, email
        user.email_confirmed_at = timezone.now()
        user.save(update_fields=["email", "email_confirmed_at"])
    return user, old


def _fingerprint(user: User) -> str:
    """Return a value that changes with password and address, so a link works only once."""
    return signing.Signer(salt=_SALT).signature(f"{user.password} {user.email}")[:16]


def _check_username(username: str) -> None:
    if problem := why_no_username(username):
        raise UsernameRefused(problem)
    if User.objects.filter(username__iexact=username).exists():
        raise UsernameRefused(tr("This username is taken."))


def _check_email(email: str) -> None:
    if User.objects.filter(email__iexact=email).exists():
        raise EmailRefused(EMAIL_TAKEN)


def _check_password(password: str, user: User) -> None:
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise PasswordRefused(error.messages) from None
