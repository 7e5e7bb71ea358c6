"""Refusals: a stable code, an HTTP status, and one sentence that says what to do.

A refusal is a line: `SeatIsHeld = refusal("seat-is-held", "{name} keeps the seat: …")`, raised with the values of its
sentence as keywords. It is a class if the sentence needs code. This module has what every layer needs and the refusals
about accounts and clubs; `events/errors.py` has those about events.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from string import Formatter
from typing import TYPE_CHECKING, Any, ClassVar, dataclass_transform

from django.conf import settings
from django.utils import timezone

from crosstable.games import Vocabulary
from crosstable.text import Text, listed, tr, trn

# The game's words for where a match is played. A sentence with one of them is raised with `words`.
PLACES = {"Table", "Tables", "table", "tables"}


@dataclass_transform(eq_default=False)
class Refused(Exception):
    """Base of all refusals.

    Nothing was changed. `field` names the wrong form field, if there is one. The names annotated in a subclass are its
    arguments.
    """

    code: ClassVar[str] = "refused"
    http_status: ClassVar[int] = 409
    field: str | None = None
    # What else is wrong with the same request, for a form that shows all errors together.
    also: Sequence["Refused"] = ()

    def __init_subclass__(cls) -> None:
        dataclass(eq=False)(cls)

    def __str__(self) -> str:
        return self.sentence()

    def sentence(self) -> str:
        raise NotImplementedError


class Declared(Refused):
    """A refusal declared by `refusal`: one sentence, with its values as attributes."""

    says: ClassVar[str] = ""
    plural: ClassVar[str] = ""
    keywords: ClassVar[frozenset[str]] = frozenset()

    def __init_subclass__(cls) -> None:
        """Keep the __init__ below: its keywords are those of the sentence."""

    def __init__(self, *, field: str | None = None, **values: object) -> None:
        if values.keys() != self.keywords:
            raise TypeError(f"“{self.code}” takes {sorted(self.keywords)}, not {sorted(values)}")
        if field is not None:
            self.field = field
        self.values = values
        vars(self).update(values)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

    def sentence(self) -> str:
        values: dict[str, Any] = {name: _shown(value) for name, value in self.values.items()}
        if isinstance(vocabulary := values.pop("vocabulary", None), Vocabulary):
            values = vocabulary.in_sentences | values
        if not self.plural:
            return tr(self.says, **values)
        count = values.pop("count", None)
        return trn(self.says, self.plural, len(self.values["names"]) if count is None else count, **values)  # type: ignore[arg-type]


def refusal(
    code: str, says: str, *, plural: str = "", status: int = 409, field: str | None = None
) -> type[Declared]:
    """Declare a refusal. `plural` is its sentence if `count`, or the number of `names`, is not one."""
    keywords = {name for _, name, _, _ in Formatter().parse(says + plural) if name}
    if keywords & PLACES:
        keywords = keywords - PLACES | {"vocabulary"}
    if plural and "names" not in keywords:
        keywords.add("count")
    members = {
        "code": code,
        "http_status": status,
        "field": field,
        "says": says,
        "plural": plural,
        "keywords": frozenset(keywords),
    }
    return type("".join(word.capitalize() for word in code.split("-")), (Declared,), members)


def named(names: Sequence[str], limit: int = 6) -> str:
    """Return 'Ann, Bo and 3 more': a list short enough for one sentence."""
    return listed(names, most=limit)


def _shown(value: object) -> object:
    """Format a list as a phrase, and a time in the server's time zone."""
    if isinstance(value, datetime):
        return timezone.localtime(value)
    return named(value) if isinstance(value, list | tuple) else value


class BadValue(Refused):
    """An invalid value; `field` names it."""

    code = "bad-value"
    http_status = 422
    words: str
    field: str | None = None

    def sentence(self) -> str:
        return self.words


NotAllowed = refusal("not-allowed", "{who_may}", status=403)
# The first visitor must not get the first account.
NotSetUp = refusal(
    "not-set-up",
    "You cannot sign up yet: this installation has no administrator. The person who installed it opens this "
    "page on the computer that runs the server, or the set-up link that the server prints when it starts.",
    status=403,
)
TooManyTries = refusal("too-many-tries", "Too many attempts. Try again in {minutes} minutes.", status=429)
TooMuchWork = refusal(
    "too-much-work",
    "You have created events, uploaded lists, made schedules or downloaded web pages {most} times within an hour."
    " Wait an hour and try again.",
    status=429,
)

# Clubs and their members.
ClubNameTaken = refusal(
    "club-name-taken", "There is a club called “{name}” already. Choose another name.", field="name"
)
NotMember = refusal("not-a-member", "You are not a member of {club}.")
AlreadyMember = refusal("already-member", "You belong to {club} already.")
AlreadyAsked = refusal(
    "already-member", "You have asked to join {club} already. An administrator will answer."
)
NoSuchMember = refusal("no-such-member", "This person is no longer a member of {club}.", status=404)
NoRequest = refusal("no-request", "The request of {name} has been answered already.")
HasAccount = refusal("has-account", "{name} has an account already and needs no invitation.")
# Both records have games: merging two rated histories would be a guess.
BothHavePlayed = refusal(
    "cannot-merge",
    "There are games under your account and under “{name}”, and two histories are never mixed. "
    "Use an account that has not played yet, or ask the club to add your account instead.",
)
CannotMerge = refusal("cannot-merge", "{reason}")
ChangedMeanwhile = refusal(
    "stale", "{by} has changed {name}: {now}. Nothing was saved. Reload the page and try again."
)

# Administrators. E2: the first administrator stays, and no one dismisses themselves.
LastAdministrator = refusal(
    "last-administrator", "{club} needs at least one administrator. Appoint another one first."
)
NoSuchAccount = refusal(
    "no-such-account",
    "“{name}” is not the username of an account with a confirmed email address."
    " Ask the person to confirm the address under Account, then appoint them.",
    status=422,
    field="username",
)
AlreadyAppointed = refusal("already-appointed", "{name} is an administrator already.", field="username")
NotAppointed = refusal("not-appointed", "{name} is not an administrator.")
CannotDismissYourself = refusal(
    "cannot-be-dismissed",
    "You cannot dismiss yourself. Ask another system administrator to do it.",
    status=403,
)
CannotBeDismissed = refusal(
    "cannot-be-dismissed",
    "{name} set this installation up and stays its system administrator.",
    status=403,
)

# Your own account. It has at most one account at the OpenID provider.
ConnectedAlready = refusal(
    "connected-already",
    "This account is connected with another one at {provider}. Disconnect that one under Account first.",
)
ConnectedElsewhere = refusal(
    "connected-already",
    "Your account at {provider} is connected with another account here. Disconnect that one first.",
)
OnlyWayIn = refusal(
    "only-way-in",
    "{provider} is your only way to log in. Set a password before you disconnect it.",
)
DeletionBlocked = refusal("deletion-blocked", "{reasons}")


@dataclass(eq=False)
class AccountRefused(Exception):
    """A refusal about an account. Nothing was changed. `field` names the wrong input."""

    field: str
    messages: Sequence[str]
    # What else is wrong with the same request, for a form that shows all errors together.
    also: Sequence["AccountRefused"] = ()

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
    """A confirmation link that has expired, was used, or is not ours."""


class LogInFailed(Exception):
    """Why a log-in at the OpenID provider failed, as a sentence. It quotes nothing the provider sent."""

    http_status: ClassVar[int] = 403
    says: ClassVar[Text]

    def __str__(self) -> str:
        return str(self.says.filled(provider=settings.OIDC_NAME))


def log_in_failed(says: Text, status: int = 403) -> type[LogInFailed]:
    return type("DeclaredLogInFailed", (LogInFailed,), {"says": says, "http_status": status})


Unreachable = log_in_failed(
    tr(
        "This server cannot reach {provider} at the moment. Try again in a minute, or log in with your "
        "password if you have one."
    ),
    503,
)
LogInDenied = log_in_failed(
    tr("The log-in at {provider} was refused or cancelled. Try again, or log in with your password.")
)
Lost = log_in_failed(
    tr(
        "This log-in was started in another tab or browser, was used already, or took too "
        "long. Start again from the log-in page, and stay in one tab."
    ),
    410,
)
ClocksDiffer = log_in_failed(
    tr(
        "The clocks of this server and of {provider} differ, so you cannot log in this way. Ask the "
        "administrator to set the clock of this server; until then log in with your password."
    ),
    503,
)
NotTrusted = log_in_failed(
    tr(
        "The answer of {provider} could not be verified, so you were not logged in. Try again; if it "
        "happens again, ask the administrator to read the log of this server."
    ),
    502,
)
NoAddress = log_in_failed(
    tr(
        "No email address came from {provider}, and an account needs one. Sign up here instead, then"
        " connect the two accounts under Account."
    )
)
NotConnected = log_in_failed(
    tr(
        "No account here is connected with yours at {provider}, and none is created this way. Log in with "
        "your password and connect the two under Account, or sign up first."
    )
)
AccountClosed = log_in_failed(
    tr(
        "The account that is connected with yours at {provider} is closed. Ask the administrator of "
        "this server."
    )
)
OtherAccount = log_in_failed(
    tr(
        "You are logged in here with another account than the one that is connected with yours at "
        "{provider}. Log out first to use that one; to connect this one, disconnect that one first."
    ),
    409,
)
