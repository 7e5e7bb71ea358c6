"""How the log speaks, and what is never written to it: addresses that open something to whoever knows them, and what
tells of a person (where a request came from, what was searched for, values in a database's own words).
"""

from __future__ import annotations

import json
import logging
import re
from contextvars import ContextVar
from datetime import UTC, datetime

# Addresses whose last part is a secret; tests/test_log.py compares them with every address there is.
SECRET = re.compile(
    r"(/(?:setup|password/new/[^/\s\"]+|account/confirm|account/email|invitation|claim|unsubscribe|door|b|s|share|by-code"
    r"|m/\d+)/)[^/\s\"?]+"
)

# PostgreSQL repeats the row it did not take.
VALUES = re.compile(r"^(DETAIL|CONTEXT|LINE \d+): .*$", re.MULTILINE)
# The request this thread works on; the answer carries it as X-Request-ID.
request_id: ContextVar[str] = ContextVar("request_id", default="")
FACTS = ("method", "path", "status", "ms")


class JsonLines(logging.Formatter):
    """One object to a line, for programs that collect logs."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if number := getattr(record, "request_id", "") or request_id.get():
            line["request"] = number
        line |= {fact: getattr(record, fact) for fact in FACTS if hasattr(record, fact)}
        if record.exc_info:
            line["error"] = VALUES.sub(r"\1: …", self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)


class Lines(logging.Formatter):
    """For people: the message, and after it the request it belongs to."""

    def format(self, record: logging.LogRecord) -> str:
        number = getattr(record, "request_id", "") or request_id.get()
        text = VALUES.sub(r"\1: …", super().format(record))
        return (
            f"{text} [{number}]" if number and "\n" not in text else f"[{number}] {text}" if number else text
        )


class NoSecrets(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        hidden = without_secrets(message)
        if hidden != message:
            record.msg, record.args = hidden, ()
        return True


def without_secrets(text: str) -> str:
    return SECRET.sub(r"\1…", text)


class UnknownHosts(logging.Filter):
    """A name in front of a proxy that nobody told us about: one line that says what to do, and no traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name != "django.security.DisallowedHost":
            return True
        host = re.search(r"header: '([^']{1,255})'", record.getMessage())
        name = re.sub(r":\d+$", "", host[1]) if host else "another name"  # hosts are named without a port
        record.msg, record.args, record.exc_info = HOST, (name, name), None
        return True


HOST = (
    "Somebody asked for %s, which is no name of this server. If it is yours, start the server with"
    " CROSSTABLE_HOSTS=%s (names separated by spaces)."
)
