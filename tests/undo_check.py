"""Any story told by actions, with every action undone once on the way and the state compared.

    with every_action_undone() as tried:
        test_a_whole_knockout()
    assert "knockout.closed" in tried

After an action has written its journal entry it is undone inside a savepoint, the state is compared with the one before
the action, and the savepoint is rolled back: the story continues as if nothing had happened. Each verb once.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from django.db import transaction

from crosstable.events.actions.core.action import Action
from crosstable.events.actions.core.row_images import Images
from crosstable.events.actions.core.undo import Undoing, inverse_of
from crosstable.events.models import ActionImage, JournalEntry
from digests import digest
from ready_made import rebuilt


@contextmanager
def every_action_undone(tried: set[str] | None = None) -> Iterator[set[str]]:
    """The verbs tried; those in the set already are not tried again."""
    done = set() if tried is None else tried
    watch, finish = Images.__init__, Action.finish
    before: dict[int, Any] = {}

    def start(images: Images, tournament: Any) -> None:
        before[id(images)] = digest(tournament)
        watch(images, tournament)

    def end(act: Action) -> None:
        finish(act)
        entry = act.tournament.journal.filter(number=act.tournament.revision).first()
        if entry is not None and inverse_of(entry.verb) and entry.verb not in done and entry.undoes is None:
            done.add(entry.verb)
            _check(act, entry, before[id(act.images)])

    watched = mock.patch.object(Images, "__init__", start), mock.patch.object(Action, "finish", end)
    with watched[0], watched[1], rebuilt():
        yield done


def _check(act: Action, entry: JournalEntry, before: dict[str, Any]) -> None:
    state = dict(act.tournament.__dict__)
    point = transaction.savepoint()
    image = ActionImage.objects.filter(entry=entry).first()
    inverse_of(entry.verb).run(Undoing(act, entry, image.data if image else {}))
    after = digest(act.tournament)
    transaction.savepoint_rollback(point)
    act.tournament.__dict__.update(state)
    differing = {name: (before[name], after[name]) for name in before if before[name] != after[name]}
    assert differing == {}, f"{entry.verb}: {differing}"
