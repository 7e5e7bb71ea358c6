"""The inverses there are. A new verb gets its line here."""

from __future__ import annotations

from crosstable.events.actions.corrections import take_back
from crosstable.events.actions.rerating import rerate_round
from crosstable.events.actions.undo.registry import (
    Undoing,
    cannot_be_undone,
    inverse_of,
    rows_come_back,
    undone_by_rows,
)
from crosstable.events.models import Correction, Round

undone_by_rows("tournament.edited", "tournament.advanced", "tournament.stepped-back", "tournament.reopened")
undone_by_rows("lists.locked", "lists.unlocked", "share.renewed", "share.stopped")
undone_by_rows("entry.registered", "entry.added", "entry.edited", "entry.removed", "entries.uploaded")
undone_by_rows("entry.checked-in", "entry.check-in-undone", "entry.dropped", "entry.rejoined")
undone_by_rows("members.entered", "bye.requested", "bye.withdrawn", "pair.forbidden", "pair.allowed")
undone_by_rows(
    "round.paired", "round.paired-again", "round.discarded", "draft.swapped", "draft.table-changed"
)
undone_by_rows("round.paired-on", "round.published-with-open", "stages.set", "stage.edited")
undone_by_rows("round.published", "round.unpublished", "round.started", "round.unstarted")
undone_by_rows("round.mission-set", "table.mission-set", "game.started", "game.stopped")
undone_by_rows("result.reported", "result.confirmed", "result.disputed", "result.entered", "result.ruled")
undone_by_rows("result.cleared", "result.changed")

cannot_be_undone(
    "tournament.created", "An event that should not be is deleted: in its settings, while it is a draft."
)
cannot_be_undone("entry.forgotten", "A deleted account stays deleted. Add the player anew if they come back.")
cannot_be_undone("undone", "What was undone is done again by hand, like the first time.")


@inverse_of("round.closed", "round.reopened")
def round_and_its_ratings(undoing: Undoing) -> None:
    """The ledger follows the round: nothing of it while it is open, all its games once it is closed again."""
    before = undoing.act.tournament.rounds.get(number=undoing.entry.round_number)
    rows_come_back(undoing)
    after = Round.objects.select_related("tournament__club").get(pk=before.pk)
    after.closed_at = after.closed_at or before.closed_at
    rerate_round(after)


@inverse_of("result.corrected", at_any_time=True, needs_image=False)
def correction(undoing: Undoing) -> None:
    tournament, number = undoing.act.tournament, undoing.entry.number
    rows = Correction.objects.select_related("match__round__tournament__club")
    take_back(undoing.act, rows.get(match__round__tournament=tournament, number=number))


@inverse_of("director.appointed")
def appointment(undoing: Undoing) -> None:
    undoing.act.tournament.organisers.remove(undoing.image["notes"]["user"])


@inverse_of("director.dismissed")
def dismissal(undoing: Undoing) -> None:
    undoing.act.tournament.organisers.add(undoing.image["notes"]["user"])
