"""Log-in with OpenID Connect, at the identity provider of a federation or a company. It is off unless
CROSSTABLE_OIDC_ISSUER is set; then `provider.py` sends requests to it, `flow.py` redirects users there and reads who
returns, `people.py` finds their account. A provider confirms who a person is there, never which account here is theirs:
an account created with a password is connected only by a person who knows the password.

This module imports no Django: the settings validate the provider's address with it.
"""

from urllib.parse import urlsplit

LOCAL = ("127.0.0.1", "localhost", "::1")
NO_ADDRESS = "an issuer is an address without a name, a question mark or a # in it"


def why_no_issuer(address: str) -> str:
    """Return what is wrong with the address of an issuer, or ""."""
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname, parts.port
    except ValueError:
        return NO_ADDRESS
    if parts.scheme != "https" and not (parts.scheme == "http" and host in LOCAL):
        return "an issuer begins with https://"
    is_plain = address.isascii() and address.isprintable() and " " not in address
    return "" if host and is_plain and not set("@?#") & set(address) else NO_ADDRESS
