"""The format of the log, and what is never written to it: URLs that work as passwords, and personal data (client
addresses, search terms, row values in database errors)."""

from __future__ import annotations

import json
import logging
import re
from contextvars import ContextVar
from datetime import UTC, datetime

# URLs whose last part is a secret; tests/test_log.py compares them with every URL pattern.
SECRET = re.compile(
    r"(/(?:setup|password/new/[^/\s\"]+|account/confirm|account/email|invitation|claim|unsubscribe|door|b|s|share|by-code"
    r"|m/\d+)/)[^/\s\"?]+"
)

# PostgreSQL quotes the rejected row.
VALUES = re.compile(r"^(DETAIL|CONTEXT|LINE \d+): .*$", re.MULTILINE)
# The request this thread is serving; the response carries it as X-Request-ID.
request_id: ContextVar[str] = ContextVar("request_id", default="")
FACTS = ("method", "path", "status", "ms")


class JsonLines(logging.Formatter):
    """One JSON object per line, for log collectors."""

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
    """Lines for people: the message, then the request it belongs to."""

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
    """Report an unconfigured host name in one line that says what to do, without a traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name != "django.security.DisallowedHost":
            return True
        host = re.search(r"header: '([^']{1,255})'", record.getMessage())
        name = re.sub(r":\d+$", "", host[1]) if host else "another name"  # hosts have no port
        record.msg, record.args, record.exc_info = HOST, (name, name), None
        return True


HOST = (
    "A visitor asked for %s, which is no name of this server. If it is yours, start the server with"
    " CROSSTABLE_HOSTS=%s (names separated by spaces)."
)
