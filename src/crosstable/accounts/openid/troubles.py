"""Why nobody was let in by way of the provider: each a sentence on a page that says what to do. What a provider sent
is in none of them."""

from typing import ClassVar

from django.conf import settings


class Trouble(Exception):
    """Nothing was changed."""

    http_status: ClassVar[int] = 403
    says: ClassVar[str]

    def __str__(self) -> str:
        name = settings.OIDC_NAME
        return self.says.format(name=name, Name=name[:1].upper() + name[1:])


class Unreachable(Trouble):
    http_status = 503
    says = (
        "{Name} cannot be reached from this server at the moment. Try again in a minute, or log in with your password"
        " if you have one."
    )


class TurnedAway(Trouble):
    says = "{Name} did not let you in, or you said no there. Try again, or log in with your password."


class Lost(Trouble):
    http_status = 410
    says = (
        "This log-in was begun in another tab or browser, was used already, or waited too long. Begin once more from"
        " the page to log in, and stay in one tab."
    )


class ClocksDiffer(Trouble):
    http_status = 503
    says = (
        "The clock of this server and that of {name} do not agree, so nobody can be let in this way. Tell whoever runs"
        " this server to set its clock; until then log in with your password."
    )


class NotTrusted(Trouble):
    http_status = 502
    says = (
        "What {name} answered could not be trusted, so nobody was logged in. Try again; if it happens once more, tell"
        " whoever runs this server to look into its log."
    )


class NoAddress(Trouble):
    says = (
        "{Name} does not tell this server your email address, and an account needs one. Sign up here instead, then"
        " connect the two under Account."
    )


class NotConnected(Trouble):
    says = (
        "No account here is connected with you at {name}, and none is made this way. Log in with your password and"
        " connect the two under Account, or sign up first."
    )


class AccountClosed(Trouble):
    says = "The account that is connected with you at {name} is closed. Ask whoever runs this server."


class OfSomebodyElse(Trouble):
    http_status = 409
    says = (
        "You are logged in here with another account than the one that is connected with you at {name}. Log out first"
        " to use that one; to connect this one, disconnect that one first."
    )
