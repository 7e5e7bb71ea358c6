"""Whom a request counts for when there is not enough for everybody: the address it comes from.

A whole hall may stand behind one address, so an address is never a reason to refuse anybody while there is room. Where
an installation names its hall as a trusted network, every browser in it counts for itself.
"""

from django.conf import settings

from crosstable.accounts.networks import counted_as, is_trusted
from crosstable.live.asgi import Scope

LONGEST = 64


def address_of(scope: Scope) -> str:
    """Where the request comes from; behind a proxy that is believed, what the proxy says."""
    client = scope.get("client")
    return str(client[0])[:LONGEST] if client else ""


def asker(scope: Scope) -> str:
    """Whom the request counts for."""
    address = address_of(scope)
    return f"{address} {session_of(scope)}" if is_trusted(address) else counted_as(address)


def connected(address: str) -> str:
    """The same, of a connection that has not said anything yet."""
    return f"{address} " if is_trusted(address) else counted_as(address)


def is_at_home(who: str) -> bool:
    """It is of a trusted network, and never has to make room."""
    return " " in who


def session_of(scope: Scope) -> str:
    """The session cookie as it was sent. Nobody has looked whether it is one."""
    wanted = f"{settings.SESSION_COOKIE_NAME}=".encode()
    for name, value in scope["headers"]:
        if name == b"cookie" and wanted in value:
            return str(value.partition(wanted)[2].partition(b";")[0][:LONGEST], "latin1")
    return ""
