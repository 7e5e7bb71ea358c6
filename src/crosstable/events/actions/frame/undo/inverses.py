"""The inverses there are. A new verb gets its line here."""

from __future__ import annotations

from crosstable.events.actions.frame.undo.registry import (
    Undoing,
    cannot_be_undone,
    inverse_of,
    rows_come_back,
    undone_by_rows,
)
from crosstable.events.actions.ratings.rerating import rerate_round
from crosstable.events.actions.results.corrections import take_back
from crosstable.events.models import Correction, Round

undone_by_rows("tournament.edited", "tournament.advanced", "tournament.stepped-back", "tournament.reopened")
undone_by_rows("lists.locked", "lists.unlocked", "share.renewed", "share.stopped")
undone_by_rows("entry.registered", "entry.added", "entry.edited", "entry.removed", "entries.uploaded")
undone_by_rows("entry.checked-in", "entry.check-in-undone", "entry.dropped", "entry.rejoined")
undone_by_rows("entries.checked-in", "entries.check-in-undone")
undone_by_rows("members.entered", "bye.requested", "bye.withdrawn", "pair.forbidden", "pair.allowed")
undone_by_rows(
    "round.paired", "round.paired-again", "round.discarded", "draft.swapped", "draft.table-changed"
)
undone_by_rows("round.paired-on", "round.published-with-open", "stages.set", "stage.edited")
undone_by_rows("round.published", "round.unpublished", "round.started", "round.unstarted")
undone_by_rows("round.mission-set", "table.mission-set", "game.started", "game.stopped")
undone_by_rows("result.reported", "result.confirmed", "result.disputed", "result.entered", "result.ruled")
undone_by_rows("result.cleared", "result.changed", "director.appointed", "director.dismissed")
undone_by_rows("stage.published", "stage.stepped-back", "stage.started", "schedule.made")
undone_by_rows("pools.formed", "pools.moved", "pools.swapped", "pools.discarded")
undone_by_rows("team.registered", "team.added", "team.edited", "boards.entered", "boards.reported")
undone_by_rows("entry.withdrawn", "entry.withdrawal-undone", "entry.no-show", "entry.back")
undone_by_rows("entry.conceded", "entry.late", "seat.fixed", "seat.freed", "table.blocked", "table.unblocked")
undone_by_rows("knockout.drawn", "knockout.drawn-again", "knockout.discarded", "knockout.swapped")
undone_by_rows("knockout.replaced", "knockout.published", "knockout.taken-back", "knockout.started")
undone_by_rows("knockout.withdrawn", "series.entered", "walkover.given", "round.repaired")
undone_by_rows(
    "pairing.swapped", "pairing.table-changed", "pairing.set", "pairing.undone", "pairing.bye-given"
)
undone_by_rows("clock.length-set", "clock.paused", "clock.resumed", "clock.added", "table.extended")
undone_by_rows("screen.added", "screen.changed", "screen.removed")
undone_by_rows("points.penalty", "points.bonus", "points.taken-back")

cannot_be_undone(
    "tournament.created", "An event that should not be is deleted: in its settings, while it is a draft."
)
cannot_be_undone(
    "tournament.imported", "An event that should not be here is deleted; its file brings it again."
)
cannot_be_undone("tournament.copied", "A copy that should not be is deleted; the file makes another.")
cannot_be_undone("entry.forgotten", "A deleted account stays deleted. Add the player anew if they come back.")
cannot_be_undone("undone", "What was undone is done again by hand, like the first time.")


@inverse_of("round.closed", "round.reopened", "stage.closed", "knockout.closed")
def rounds_and_their_ratings(undoing: Undoing) -> None:
    """The ledger follows the rounds: nothing of one while it is open, all its games once it is closed again."""
    keys = [values["id"] for label, values in undoing.image.get("kept", []) if label == "events.round"]
    closed_at = dict(Round.objects.filter(pk__in=keys).values_list("pk", "closed_at"))
    rows_come_back(undoing)
    for round_ in Round.objects.filter(pk__in=keys).select_related("tournament__club").order_by("number"):
        round_.closed_at = round_.closed_at or closed_at.get(round_.pk)
        if round_.closed_at is not None:
            rerate_round(round_)


@inverse_of("result.corrected", at_any_time=True, needs_image=False)
def correction(undoing: Undoing) -> None:
    tournament, number = undoing.act.tournament, undoing.entry.number
    rows = Correction.objects.select_related("match__round__tournament__club")
    take_back(undoing.act, rows.get(match__round__tournament=tournament, number=number))
