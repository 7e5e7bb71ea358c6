"""Django's sessions in the database. Every page of somebody who is signed in asks for one; it is asked for in short."""

from datetime import datetime
from typing import Any

from django.contrib.sessions.backends import db
from django.utils import timezone

from crosstable.accounts.prepared import PreparedRows


class SessionStore(db.SessionStore):
    def load(self) -> dict[str, Any]:
        data = data_of(str(self.session_key))
        if data is None:
            self._session_key = None
            return {}
        return self.decode(data)


def data_of(session_key: str) -> str | None:
    """As it is stored, signed; None for one that is not there or has run out."""
    row = _rows.first(session_key)
    return row[0] if row is not None and row[1] > timezone.now() else None


_rows = PreparedRows[tuple[str, datetime]](
    lambda key: (
        SessionStore.get_model_class()
        .objects.filter(session_key=key)
        .values_list("session_data", "expire_date")
    ),
    str,
)
