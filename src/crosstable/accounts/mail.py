"""Whether mail leaves this installation. Until it is set up it is written to files, and nobody is promised any."""

import re

from django.conf import settings

FILES = "django.core.mail.backends.filebased.EmailBackend"


# What a mail program turns into a link: an address with its scheme, or words joined by a dot as in a host name.
SCHEME = re.compile(r"(?i)\b([a-z][a-z0-9+.-]*):(?=//)|\b(mailto|javascript|data):")
JOINED = re.compile(r"(?<=\w)\.(?=[^\W\d_])")


def without_links(text: str) -> str:
    """A name a person typed, so that no mail program makes a link of it: “evil.example” becomes “evil. example”."""
    return JOINED.sub(". ", SCHEME.sub(r"\1\2 :", text))


def is_sent() -> bool:
    return bool(settings.EMAIL_BACKEND != FILES)
