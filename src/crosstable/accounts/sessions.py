"""Django's sessions in the database. Every page of somebody who is signed in asks for one; it is asked for in short."""

from __future__ import annotations

from typing import Any

from django.contrib.sessions.backends import db
from django.db import connection
from django.utils import timezone

from crosstable.accounts.prepared import Prepared


class SessionStore(db.SessionStore):
    def load(self) -> dict[str, Any]:
        now = connection.ops.adapt_datetimefield_value(timezone.now())
        data = _data(self.session_key, now)
        if not data:
            self._session_key = None
            return {}
        return self.decode(data[0][0])


def _rows() -> Any:
    """The data of one that has not run out."""
    rows = (
        SessionStore.get_model_class().objects.filter(session_key="").filter(expire_date__gt=timezone.now())
    )
    return rows.values_list("session_data")


_data = Prepared(_rows)
