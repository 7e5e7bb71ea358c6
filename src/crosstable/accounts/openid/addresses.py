"""Which addresses a provider may have. Without Django: the settings ask, too."""

from urllib.parse import urlsplit

LOCAL = ("127.0.0.1", "localhost", "::1")
NO_ADDRESS = "an issuer is an address without a name, a question mark or a # in it"


def why_no_issuer(address: str) -> str:
    """What is wrong with the address of an issuer; empty when nothing is."""
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname, parts.port
    except ValueError:
        return NO_ADDRESS
    if parts.scheme != "https" and not (parts.scheme == "http" and host in LOCAL):
        return "an issuer begins with https://"
    is_plain = address.isascii() and address.isprintable() and " " not in address
    return "" if host and is_plain and not set("@?#") & set(address) else NO_ADDRESS
