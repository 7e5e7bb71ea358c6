"""Your own account and what is stored about you (E1), and the administrators of the installation (E2)."""

from typing import Annotated, Self

from django.shortcuts import get_object_or_404
from ninja import Status
from pydantic import Field

from crosstable.accounts import actions, queries, roles
from crosstable.accounts.actions import ContactDetails, change_contact
from crosstable.accounts.mail import send_confirmation
from crosstable.accounts.models import Contact, Membership, Player, Scope, User
from crosstable.accounts.passwords import count_sign_up
from crosstable.accounts.permissions import check_may, is_system_administrator
from crosstable.accounts.tokens import create_token
from crosstable.api.identity import PUBLIC, Request, VisitorRequest
from crosstable.api.router import new_router
from crosstable.api.schemas import In, Name, Out, Text
from crosstable.text import tr

router = new_router("accounts")


class ContactIn(In):
    first_name: Annotated[Text, Field(min_length=1, max_length=60)]
    last_name: Annotated[Text, Field(min_length=1, max_length=60)]
    address: Annotated[Text, Field(max_length=300)] = ""
    mobile: Annotated[Text, Field(max_length=40)] = ""

    def contact(self) -> ContactDetails:
        return ContactDetails(self.first_name, self.last_name, self.address, self.mobile)


class AccountIn(ContactIn):
    email: Annotated[Text, Field(max_length=254, pattern=r"^[^@\s]+@[^@\s]+$")]
    username: Annotated[Text, Field(max_length=150)]
    password: Annotated[Text, Field(max_length=200)]
    display_name: Name = Field(
        "", description="The name that others see. Default: the first name and the last name."
    )


class ContactOut(Out):
    first_name: str
    last_name: str
    address: str
    mobile: str
    email: str

    @classmethod
    def of(cls, player: Player | None) -> Self:
        """Return the contact: an account has its own address; without one it is what the club entered."""
        known = Contact.objects.filter(player=player).first() or Contact()
        account = player.user if player else None
        return cls.of_row(known, email=account.email if account else known.email)


class MyMembershipOut(Out):
    member_id: int
    club_id: int
    club_name: str
    elo: int
    games: int
    status: str = Field(description="active, lapsed, guest, or pending (your request is not answered yet).")

    @classmethod
    def of(cls, member: Membership) -> Self:
        return cls.of_row(member, member_id=member.pk, club_name=member.club.name, elo=member.rating)


class MeOut(Out):
    user_id: int
    username: str
    display_name: str
    email_confirmed: bool
    contact: ContactOut = Field(description="Visible to you and the administrators of your clubs.")
    memberships: list[MyMembershipOut]
    is_system_administrator: bool

    @classmethod
    def of(cls, user: User) -> Self:
        player = Player.objects.select_related("user").filter(user=user).first()
        return cls(
            user_id=user.pk,
            username=user.username,
            display_name=player.name if player else user.username,
            email_confirmed=user.email_confirmed_at is not None,
            contact=ContactOut.of(player),
            memberships=[MyMembershipOut.of(row) for row in queries.my_memberships(user)],
            is_system_administrator=is_system_administrator(user),
        )


class NewAccountOut(Out):
    account: MeOut
    token: str = Field(description="For the header “Authorization: Bearer …”. It is returned only once.")


class UsernameIn(In):
    username: Annotated[Text, Field(max_length=150)]


class AdministratorOut(Out):
    user_id: int
    username: str
    name: str
    is_first: bool = Field(description="Whether this account set up the installation. It cannot be removed.")

    @classmethod
    def of(cls, user: User) -> Self:
        player = getattr(user, "player", None)
        name = player.name if player else user.username
        return cls.of_row(user, user_id=user.pk, name=name, is_first=user.is_first_administrator)


@router.post("/accounts", response={201: NewAccountOut}, **PUBLIC)
def create_account(request: VisitorRequest, body: AccountIn) -> Status[NewAccountOut]:
    """Sign up: create an account with its contact data. Returns a token; an email asks to confirm the
    address.
    """
    count_sign_up(request)
    user = actions.sign_up(
        username=body.username,
        email=body.email,
        password=body.password,
        name=body.display_name,
        contact=body.contact(),
    )
    send_confirmation(user)
    _, secret = create_token(user=user, name="Made with the account", scope=Scope.WRITE)
    return Status(201, NewAccountOut(account=MeOut.of(user), token=secret))


@router.get("/me", response=MeOut)
def get_account(request: Request) -> MeOut:
    """Get your account, your contact data and your clubs."""
    return MeOut.of(request.user)


@router.put("/me/contact", response=MeOut)
def change_my_contact(request: Request, body: ContactIn) -> MeOut:
    """Change your contact data. The email address is changed in the browser, by a link."""
    change_contact(user=request.user, details=body.contact())
    return MeOut.of(request.user)


@router.get("/administrators", response=list[AdministratorOut])
def list_system_administrators(request: Request) -> list[AdministratorOut]:
    """List the system administrators, the first account first."""
    check_may(is_system_administrator(request.user), tr("Only system administrators can do this."))
    return [AdministratorOut.of(user) for user in queries.system_administrators()]


@router.post("/administrators", response={201: AdministratorOut})
def appoint_system_administrator(request: Request, body: UsernameIn) -> Status[AdministratorOut]:
    """Appoint a system administrator by username."""
    check_may(is_system_administrator(request.user), tr("Only system administrators can do this."))
    user = roles.account_called(body.username, by=request.user)
    roles.appoint_system_administrator(user=user, by=request.user)
    return Status(201, AdministratorOut.of(user))


@router.delete("/administrators/{id:user_id}", response={204: None})
def dismiss_system_administrator(request: Request, user_id: int) -> Status[None]:
    """Remove a system administrator: not the first account, and not yourself."""
    check_may(is_system_administrator(request.user), tr("Only system administrators can do this."))
    roles.dismiss_system_administrator(user=get_object_or_404(User, pk=user_id), by=request.user)
    return Status(204, None)
