"""What is never written to a log: addresses that open something to whoever knows them."""

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
