"""The context every action runs in: lock the tournament, check permission, write, journal, raise the revision."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any, cast

from django.db import connection, transaction
from django.utils import timezone

from crosstable.accounts.models import User
from crosstable.accounts.permissions import check_may, row_of
from crosstable.database.compiled_sql import CompiledQuery, insert, update
from crosstable.events.actions.core.row_images import Images
from crosstable.events.bridge.verbs import VERBS
from crosstable.events.errors import WrongStatus, named
from crosstable.events.hooks import revision_raised
from crosstable.events.models import ActionImage, Entry, JournalEntry, Match, Stage, Status, Tournament
from crosstable.events.permissions import RUN, Capability, check_can
from crosstable.events.play_errors import MatchNotStarted
from crosstable.events.queries.addressed import match_with_sides
from crosstable.text import Text, stored_value, tr

KEY_OF = {"match": "match_id", "entry": "entry_id", "stage": "stage_id", "round": "round_number"}
Predicate = Callable[[User, Tournament], bool]


@dataclass
class Action:
    """An action in progress. `tournament` is the locked row, fresh from the database."""

    tournament: Tournament
    by: User
    images: Images
    now: datetime = field(default_factory=timezone.now)
    # The name of the actor where there is no account: "by code".
    by_name: str = ""
    # Stored in the journal in addition to what the action records: starting numbers that moved with a late entry.
    also: dict[str, Any] = field(default_factory=dict)
    _entry: JournalEntry | None = None
    _nothing_changed: bool = False

    @property
    def revision(self) -> int:
        """The revision after this action."""
        return self.tournament.revision + 1

    def require(self, action: str, *statuses: Status) -> None:
        if self.tournament.status not in statuses:
            raise WrongStatus(action=action, now=Status(self.tournament.status).label)

    def fresh(self, entry: Entry) -> Entry:
        """Return the entry's current row, under the tournament's lock."""
        row = self.tournament.entries.filter(pk=entry.pk).first()
        return row_of(row, tr("This entry is no longer in the event."))

    def fresh_match(self, match: Match) -> Match:
        """Return the current match with its sides, if its round is in progress. Raises MatchNotStarted."""
        row = match_with_sides(self.tournament, match.pk)
        if row is None or not row.round.is_being_played:
            raise MatchNotStarted(number=match.round.number)
        return row

    def record(
        self,
        verb: str,
        subject: str = "",
        before: dict[str, Any] | None = None,
        after: dict[str, Any] | None = None,
        reason: str = "",
        *,
        match: Match | None = None,
        entry: Entry | None = None,
        stage: Stage | None = None,
        round_number: int | None = None,
        undoes: JournalEntry | None = None,
    ) -> None:
        """Record what happened and to which rows, everything the verb declares. Exactly once per action. `subject` is
        their current name: a person's, or a sentence, which is stored as such. Raises UnknownVerb."""
        assert self._entry is None, "one action, one journal entry"
        if round_number is None:
            round_number = (
                match.round.number if match else (after or {}).get("round", (before or {}).get("round"))
            )
        self._entry = JournalEntry(
            tournament=self.tournament,
            at=self.now,
            by=self.by,
            by_name=self.by_name,
            verb=verb,
            subject=str(subject)[:160],
            subject_text=subject.to_json() if isinstance(subject, Text) else None,
            before=stored_value(before or {}),
            after=stored_value({**(after or {}), **self.also}),
            reason=reason,
            match_id=match.pk if match else None,
            entry_id=entry.pk if entry else None,
            stage_id=stage.pk if stage else None,
            round_number=round_number,
            undoes=undoes,
        )
        if undoes is not None:
            for name in KEY_OF.values():
                setattr(self._entry, name, getattr(undoes, name))
        missing = [about for about in VERBS[verb].about if getattr(self._entry, KEY_OF[about]) is None]
        assert not missing, f"{verb} is about {named(missing)}: the journal needs its key"

    def leave_as_it_is(self) -> None:
        """End without a change: the request is already fulfilled. Repeating it is harmless and leaves no trace."""
        self._nothing_changed = True

    def check_ended(self) -> None:
        assert self._nothing_changed or self._entry is not None, "an action that journals nothing did nothing"

    def finish(self) -> None:
        self.check_ended()
        if self._entry is None:
            return
        self.tournament.revision += 1
        update(self.tournament, "revision")
        self._entry.number = self.tournament.revision
        insert(self._entry)
        if self._entry.undoes is None and (data := self.images.as_json()):
            insert(ActionImage(entry=self._entry, data=data))
        raised = {"tournament_id": self.tournament.pk, "revision": self.tournament.revision}
        transaction.on_commit(partial(revision_raised.send, Tournament, **raised, verb=self._entry.verb))


_for_update = CompiledQuery(lambda pk: Tournament.objects.select_for_update().filter(pk=pk).order_by(), int)


@contextmanager
def action(tournament: Tournament, by: User, may: Predicate = RUN, who_may: str = "") -> Iterator[Action]:
    """Run an action, with times in the event's zone. The row lock serialises actions on one tournament. Within
    `one_action` it is a part of that action."""
    if (whole := _whole.get()) is not None and whole.tournament.pk == tournament.pk:
        _check_may(may, by, whole.tournament, who_may)
        part = Action(whole.tournament, by, whole.images, whole.now, also=whole.also)
        yield part
        part.check_ended()
        return
    with transaction.atomic():
        locked = _for_update.first(tournament.pk)
        if locked is None:
            raise Tournament.DoesNotExist
        _check_may(may, by, locked, who_may)
        act = Action(locked, by, Images(locked))
        with connection.execute_wrapper(act.images.see), timezone.override(locked.zone):
            yield act
        act.finish()


def _check_may(may: Predicate, by: User, tournament: Tournament, who_may: str) -> None:
    if isinstance(may, Capability):
        check_can(by, tournament, may)
    else:
        check_may(may(by, tournament), who_may or RUN.who_may)


_whole: ContextVar[Action | None] = ContextVar("whole", default=None)


@contextmanager
def one_action(tournament: Tournament, by: User) -> Iterator[Action]:
    """Run several actions on one event as one: one revision, one journal entry, one undo. Each part checks and writes
    as it does alone; what it would record is left to the whole."""
    with action(tournament, by) as act:
        token = _whole.set(act)
        try:
            yield act
        finally:
            _whole.reset(token)


@contextmanager
def acting_without_account(
    tournament: Tournament, may: Callable[[Tournament], bool], name: str
) -> Iterator[Action]:
    """Run an action without an account; the journal stores `name` instead."""
    no_account = cast(User, None)
    with action(
        tournament,
        no_account,
        lambda by, row: may(row),
        tr("You cannot do this without an account. Log in first."),
    ) as act:
        act.by_name = name
        yield act
