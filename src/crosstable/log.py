"""How the log speaks, and what is never written to it: addresses that open something to whoever knows them."""

from __future__ import annotations

import logging
import re

SECRET = re.compile(
    r"(/(?:setup|password/new/[^/\s\"]+|account/confirm|account/email|invitation|directors/invitation|s)/)[^/\s\"?]+"
)


class NoSecrets(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        hidden = SECRET.sub(r"\1…", message)
        if hidden != message:
            record.msg, record.args = hidden, ()
        return True


class UnknownHosts(logging.Filter):
    """A name in front of a proxy that nobody told us about: one line that says what to do, and no traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name != "django.security.DisallowedHost":
            return True
        found = re.search(r"header: '([^']{1,255})'", record.getMessage())
        name = found[1] if found else "another name"
        record.msg, record.args, record.exc_info = HOST, (name, name), None
        return True


HOST = (
    "Somebody asked for %s, which is no name of this server. If it is yours, start the server with"
    " CROSSTABLE_HOSTS=%s (names separated by spaces)."
)
