"""Contact data: what is kept of a person besides the public name. permissions.may_see_contact says who reads it."""

from dataclasses import asdict, dataclass

from django.db import transaction

from crosstable.accounts import checks
from crosstable.accounts.models import Contact, Player, User


@dataclass(frozen=True, slots=True)
class ContactDetails:
    first_name: str = ""
    last_name: str = ""
    address: str = ""
    mobile: str = ""
    email: str = ""


def change_contact(*, user: User, details: ContactDetails) -> None:
    """The person's own contact data; the email address is the account's and changes by its own link."""
    with transaction.atomic():
        player, _ = Player.objects.get_or_create(user=user, defaults={"name": user.username})
        store_contact(player, details)


def store_contact(player: Player, details: ContactDetails) -> list[str]:
    """Write it, within the caller's action; which fields changed. Raises BadValue."""
    values = checked_contact(details)
    contact = Contact.objects.filter(player=player).first() or Contact(player=player)
    changed = [name for name, value in values.items() if getattr(contact, name) != value]
    if changed:
        for name in changed:
            setattr(contact, name, values[name])
        contact.save()
    return changed


def checked_contact(details: ContactDetails) -> dict[str, str]:
    labels = {"first_name": "The first name", "last_name": "The last name", "mobile": "The mobile number"}
    most = {"first_name": 60, "last_name": 60, "mobile": 40}
    values = asdict(details)
    for name, label in labels.items():
        values[name] = checks.line(values[name], name, label, most[name])
    values["address"] = checks.line(", ".join(values["address"].split("\n")), "address", "The address", 300)
    values["email"] = checks.email(values["email"])
    return values
