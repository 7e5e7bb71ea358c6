"""The address people's phones can reach this installation at: what stands in the codes that are printed."""

from urllib.parse import urlsplit

from django.conf import settings

ONLY_HERE = ("localhost", "127.0.0.1", "::1")


def public_address(address: str = "") -> str:
    """Scheme and host, without a slash at the end. `address` is the address somebody uses now, if anybody does.

    An organiser who works on the server itself sees 127.0.0.1, which no phone can open: there, and where nobody
    asks, the address of the installation counts.
    """
    if address and not is_only_here(address):
        return address.rstrip("/")
    return (settings.PUBLIC_ADDRESS or address).rstrip("/")


def is_only_here(address: str) -> bool:
    """No other device can open it."""
    return urlsplit(address).hostname in ONLY_HERE
