"""Django's sessions in the database. Every page of somebody who is signed in asks for one; it is asked for in short."""

from typing import Any

from django.contrib.sessions.backends import db
from django.db import connection
from django.utils import timezone

from crosstable.accounts.prepared import Prepared


class SessionStore(db.SessionStore):
    def load(self) -> dict[str, Any]:
        data = data_of(str(self.session_key))
        if data is None:
            self._session_key = None
            return {}
        return self.decode(data)


def data_of(session_key: str) -> str | None:
    """As it is stored, signed; None for one that is not there or has run out."""
    rows = _data(session_key, connection.ops.adapt_datetimefield_value(timezone.now()))
    return str(rows[0][0]) if rows else None


def _rows() -> Any:
    """The data of one that has not run out."""
    rows = (
        SessionStore.get_model_class().objects.filter(session_key="").filter(expire_date__gt=timezone.now())
    )
    return rows.values_list("session_data")


_data = Prepared(_rows)
