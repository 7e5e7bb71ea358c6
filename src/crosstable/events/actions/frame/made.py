"""The rows an action makes in one table, counted, so that a row undo would not find again is noticed."""

from functools import cache

from django.db.models import Model

from crosstable.accounts.prepared import PreparedRows
from crosstable.events.actions.frame.statements import UnseenWrite, Write


@cache
def _newest(model: type[Model]) -> PreparedRows[int]:
    return PreparedRows(lambda: model._default_manager.order_by("-pk").values_list("pk", flat=True)[:1])


class Made:
    """Undo finds them by their key: above the newest there was."""

    def __init__(self, model: type[Model]) -> None:
        self.newest: int | None = None
        self._model = model
        self._count = 0
        self._is_exact = True
        self._removed: set[int] = set()
        self._has_keys = False

    def note(self, write: Write) -> None:
        if self.newest is None:
            self.newest = _newest(self._model).first() or 0
        self._count += write.made
        self._is_exact &= not write.may_make_fewer
        self._has_keys |= write.has_keys

    def only_old(self, write: Write, keys: list[int]) -> list[int]:
        """Those that were there before the action."""
        old = [pk for pk in keys if self.newest is None or pk <= self.newest]
        if write.is_delete:
            self._count -= len(keys) - len(old)
            self._removed |= set(old)
        return old

    def check(self, rows: int) -> None:
        """Rows removed and put back under their key are old ones."""
        due = self._count - (self._put_back() if self._has_keys else 0)
        if rows > due or (rows < due and self._is_exact):
            raise UnseenWrite(f"Undo finds {rows} of {due} rows that were made", self._model._meta.label)

    def _put_back(self) -> int:
        old = [pk for pk in self._removed if pk <= (self.newest or 0)]
        return self._model._default_manager.filter(pk__in=old).count()
