"""Which addresses a provider may have. Without Django: the settings ask, too."""

from urllib.parse import urlsplit

LOCAL = ("127.0.0.1", "localhost", "::1")


def why_no_issuer(address: str) -> str:
    """What is wrong with the address of an issuer; empty when nothing is."""
    try:
        parts = urlsplit(address)
        is_right = bool(parts.hostname) and "@" not in parts.netloc and not parts.query and not parts.fragment
    except ValueError:
        return "it is no address"
    if not is_right or not address.isascii() or " " in address:
        return "it is no address"
    if parts.scheme != "https" and not (parts.scheme == "http" and parts.hostname in LOCAL):
        return "it begins with https://"
    return ""
