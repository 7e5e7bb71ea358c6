"""Why an action was refused: types with data, a stable code, and words a person can act on. The base is here,
in the lowest room with actions; events has its own refusals on top of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, dataclass_transform


@dataclass_transform(eq_default=False)
class Refused(Exception):
    """Base of all refusals. Nothing was changed. `field` names the form field at fault, if there is one.

    The names annotated in a class are what it is raised with; `says` is its sentence, filled in with them.
    """

    code: ClassVar[str] = "refused"
    http_status: ClassVar[int] = 409
    says: ClassVar[str] = ""
    field: str | None = None

    def __init_subclass__(cls) -> None:
        dataclass(eq=False)(cls)

    def __str__(self) -> str:
        return self.sentence()

    def sentence(self) -> str:
        assert self.says, f"{type(self).__name__} has no words"
        return self.says.format(self=self)


class NotAllowed(Refused):
    code = "not-allowed"
    http_status = 403
    what: str = "do this"
    says = "You may not {self.what}."


class BadValue(Refused):
    """A value that cannot be taken; `field` says which."""

    code = "bad-value"
    http_status = 422
    words: str
    field: str | None = None

    def sentence(self) -> str:
        return self.words


class NotSetUp(Refused):
    """Whoever comes first must not be whoever happens to be in the hall."""

    code = "not-set-up"
    http_status = 403
    says = (
        "Nobody can sign up yet: this installation has no administrator. Whoever runs it opens the set-up link that"
        " the server prints when it starts."
    )


class TooManyTries(Refused):
    code = "too-many-tries"
    http_status = 429
    says = "That was tried too often. Wait a quarter of an hour and try again."


class TooMuchWork(Refused):
    code = "too-much-work"
    http_status = 429
    most: int
    says = (
        "You have created events, uploaded lists or made schedules {self.most} times within an hour."
        " Wait an hour and try again."
    )


@dataclass(eq=False)
class AccountRefused(Exception):
    """Nothing was changed. `field` names the input at fault."""

    field: str
    messages: Sequence[str]

    def __str__(self) -> str:
        return " ".join(self.messages)


class UsernameRefused(AccountRefused):
    def __init__(self, message: str) -> None:
        super().__init__("username", [message])


class EmailRefused(AccountRefused):
    def __init__(self, message: str) -> None:
        super().__init__("email", [message])


class PasswordRefused(AccountRefused):
    def __init__(self, messages: Sequence[str]) -> None:
        super().__init__("password", messages)


class LinkExpired(Exception):
    """A confirmation link that is too old, was used, or is not ours."""


class ClubNameTaken(Refused):
    code = "club-name-taken"
    name: str
    field: str | None = "name"
    says = "There is a club called “{self.name}” already. Choose another name."


class NotMember(Refused):
    code = "not-a-member"
    club: str
    says = "You are not a member of {self.club}."


class AlreadyMember(Refused):
    code = "already-member"
    club: str
    is_pending: bool = False

    def sentence(self) -> str:
        if self.is_pending:
            return f"You have asked to join {self.club} already. An administrator will answer."
        return f"You belong to {self.club} already."


class NoSuchMember(Refused):
    code = "no-such-member"
    http_status = 404
    club: str
    says = "This person is no longer a member of {self.club}."


class NoRequest(Refused):
    code = "no-request"
    name: str
    says = "The request of {self.name} has been answered already."


class LastAdministrator(Refused):
    code = "last-administrator"
    club: str
    says = "{self.club} needs at least one administrator. Appoint another one first."


class NoSuchAccount(Refused):
    code = "no-such-account"
    http_status = 422
    name: str
    field: str | None = "username"
    says = (
        "“{self.name}” is not the username of an account with a confirmed email address."
        " Ask the person to confirm the address under Account, then appoint them."
    )


class AlreadyAppointed(Refused):
    code = "already-appointed"
    name: str
    field: str | None = "username"
    says = "{self.name} is an administrator already."


class NotAppointed(Refused):
    code = "not-appointed"
    name: str
    says = "{self.name} is not an administrator."


class CannotBeDismissed(Refused):
    """E2: the first system administrator stays, and nobody removes itself."""

    code = "cannot-be-dismissed"
    http_status = 403
    name: str
    is_oneself: bool

    def sentence(self) -> str:
        if self.is_oneself:
            return "Nobody dismisses themselves. Ask another system administrator to do it."
        return f"{self.name} set this installation up and stays its system administrator."


class HasAccount(Refused):
    code = "has-account"
    name: str
    says = "{self.name} has an account already and needs no invitation."


class CannotMerge(Refused):
    """Both records have played: putting two rated histories together would be a guess."""

    code = "cannot-merge"
    name: str
    reason: str = ""

    def sentence(self) -> str:
        return self.reason or (
            f"There are games under your account and under “{self.name}”, and two histories are never mixed. "
            "Use an account that has not played yet, or ask the club to add your account instead."
        )


class ConnectedAlready(Refused):
    """One account here, one account at the provider."""

    code = "connected-already"
    provider: str
    is_other: bool

    def sentence(self) -> str:
        if self.is_other:
            return (
                f"You at {self.provider} are connected with another account here. Disconnect that one first."
            )
        return f"This account is connected with somebody else at {self.provider}. Disconnect them under Account first."


class OnlyWayIn(Refused):
    code = "only-way-in"
    provider: str
    says = "You log in with {self.provider} and in no other way. Set a password first, so that you can still come in."


class DeletionBlocked(Refused):
    """Somebody has to take over first; each reason says what."""

    code = "deletion-blocked"
    reasons: Sequence[str]

    def sentence(self) -> str:
        return " ".join(self.reasons)


class ChangedMeanwhile(Refused):
    """The form was made from an older state of the member."""

    code = "stale"
    name: str
    by: str
    now: str

    def sentence(self) -> str:
        who = f" by {self.by}" if self.by else ""
        return f"{self.name} was changed meanwhile{who}: {self.now}. Nothing was saved; look again."
