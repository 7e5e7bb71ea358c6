"""Actions on a round: its draft, its tables, its clock."""

from crosstable.events.bridge.verbs.model import NotifyRule, Pairing, Paper, Recipients, Undo, Verb, VerbKind
from crosstable.events.models import NewsKind
from crosstable.text import tr

ROUNDS: dict[str, Verb] = {
    "round.paired": Verb(
        tr("{subject} paired as a draft (pairings: {pairings})"),
        VerbKind.ROUNDS,
        about=("round",),
        pairing=Pairing.MOVED,
    ),
    "round.paired-on": Verb(
        tr("{subject} paired as a draft with missing results (pairings: {pairings})"),
        VerbKind.ROUNDS,
        about=("round",),
        pairing=Pairing.MOVED,
    ),
    "round.paired-again": Verb(
        tr("{subject} paired again (pairings: {pairings})"),
        VerbKind.ROUNDS,
        about=("round",),
        pairing=Pairing.MOVED,
    ),
    "round.paired-with-rematches": Verb(
        tr(
            "{subject} paired as a draft with as few rematches as possible "
            "(pairings: {pairings}, rematches: {rematches})"
        ),
        VerbKind.ROUNDS,
        about=("round",),
        pairing=Pairing.MOVED,
    ),
    "round.begun-by-hand": Verb(
        tr("Empty draft of {subject} created for manual pairing"),
        VerbKind.ROUNDS,
        about=("round",),
        pairing=Pairing.MOVED,
    ),
    "round.discarded": Verb(
        tr("Draft of {subject} discarded"), VerbKind.ROUNDS, about=("round",), pairing=Pairing.MOVED
    ),
    "round.published": Verb(
        tr("{subject} published"),
        VerbKind.ROUNDS,
        about=("round",),
        notifies=NotifyRule(Recipients.ROUND),
        publishes=True,
        paper=Paper.CHANGED,
        pairing=Pairing.MOVED,
    ),
    "round.published-with-open": Verb(
        tr("{subject} published with missing results: {open}"),
        VerbKind.ROUNDS,
        about=("round",),
        notifies=NotifyRule(Recipients.ROUND),
        publishes=True,
        paper=Paper.CHANGED,
        pairing=Pairing.MOVED,
    ),
    "round.started": Verb(
        tr("{subject} started"),
        VerbKind.ROUNDS,
        about=("round",),
        paper=Paper.MAY_BE_NEEDED,
        pairing=Pairing.MOVED,
    ),
    "round.started-with-event": Verb(
        tr("{subject} paired and started, event started"),
        VerbKind.ROUNDS,
        varies_by="also",
        variants={
            "locked": tr("{subject} paired and started, event started, lists locked"),
            "checked in": tr("{subject} paired and started, event started, {here} checked in"),
            "locked, checked in": tr(
                "{subject} paired and started, event started, lists locked, {here} checked in"
            ),
        },
        about=("round",),
        notifies=NotifyRule(Recipients.ROUND),
        publishes=True,
        paper=Paper.CHANGED,
        pairing=Pairing.MOVED,
    ),
    "round.closed": Verb(
        tr("{subject} closed (games rated: {rated_games})"),
        VerbKind.ROUNDS,
        about=("round",),
        pairing=Pairing.MOVED,
        undo=Undo.ROUNDS_AND_RATINGS,
    ),
    "round.closed-and-paired": Verb(
        tr("Round {closes} closed; {subject} paired as a draft (pairings: {pairings})"),
        VerbKind.ROUNDS,
        about=("round",),
        pairing=Pairing.MOVED,
        undo=Undo.ROUNDS_AND_RATINGS,
    ),
    "round.begun": Verb(
        tr("{subject} published and started (pairings: {pairings})"),
        VerbKind.ROUNDS,
        about=("round",),
        notifies=NotifyRule(Recipients.ROUND),
        publishes=True,
        paper=Paper.CHANGED,
        pairing=Pairing.MOVED,
        undo=Undo.ROUNDS_AND_RATINGS,
    ),
    "round.closed-and-begun": Verb(
        tr("Round {closes} closed; {subject} paired, published and started (pairings: {pairings})"),
        VerbKind.ROUNDS,
        about=("round",),
        notifies=NotifyRule(Recipients.ROUND),
        publishes=True,
        paper=Paper.CHANGED,
        pairing=Pairing.MOVED,
        undo=Undo.ROUNDS_AND_RATINGS,
    ),
    "round.mission-set": Verb(tr("Mission of {subject}: {mission}"), VerbKind.ROUNDS, about=("round",)),
    "table.mission-set": Verb(tr("Mission of {subject}: {mission}"), VerbKind.TABLES, about=("match",)),
    "clock.length-set": Verb(tr("Length of {subject}: {minutes} min"), VerbKind.CLOCK, about=("round",)),
    "clock.paused": Verb(tr("Clock of {subject} paused, {left} left"), VerbKind.CLOCK, about=("round",)),
    "clock.resumed": Verb(tr("Clock of {subject} resumed, {left} left"), VerbKind.CLOCK, about=("round",)),
    "clock.added": Verb(
        tr("{subject}: {minutes} min for all, {left} left"),
        VerbKind.CLOCK,
        about=("round",),
    ),
    "table.extended": Verb(
        tr("{subject}: {minutes} min extra time"),
        VerbKind.TABLES,
        varies_by="has_reason",
        variants={"yes": tr("{subject}: {minutes} min extra time: {reason}")},
        about=("match",),
    ),
    "draft.swapped": Verb(tr("Swapped: {subject}"), VerbKind.DRAFTS, about=("round",)),
    "draft.table-changed": Verb(
        tr("Moved from {table} {old_number}: {subject}"), VerbKind.DRAFTS, about=("match",)
    ),
    "pairing.swapped": Verb(
        tr("Swapped after publication: {subject}"),
        VerbKind.MANUAL_PAIRINGS,
        about=("round",),
        paper=Paper.CHANGED,
    ),
    "pairing.table-changed": Verb(
        tr("Moved from {table} {old_number} after publication: {subject}"),
        VerbKind.MANUAL_PAIRINGS,
        about=("match",),
        paper=Paper.CHANGED,
    ),
    "pairing.set": Verb(
        tr("{subject}, paired manually"), VerbKind.MANUAL_PAIRINGS, about=("match",), paper=Paper.CHANGED
    ),
    "pairing.undone": Verb(
        tr("{subject}, unpaired manually"), VerbKind.MANUAL_PAIRINGS, about=("round",), paper=Paper.CHANGED
    ),
    "pairing.bye-given": Verb(
        tr("{subject} was given a bye in round {round} manually"),
        VerbKind.MANUAL_PAIRINGS,
        about=("entry", "round"),
        paper=Paper.CHANGED,
    ),
    "round.repaired": Verb(
        tr("{subject}, repaired"),
        VerbKind.ROUNDS,
        about=("round",),
        paper=Paper.CHANGED,
        pairing=Pairing.MOVED,
    ),
    "match.called": Verb(
        tr("{subject}: called"),
        VerbKind.GAMES,
        about=("match",),
        notifies=NotifyRule(Recipients.CALLED, kind=NewsKind.PAIRING),
    ),
    "match.called-back": Verb(tr("{subject}: call undone"), VerbKind.GAMES, about=("match",)),
    "game.started": Verb(tr("{subject}: game started"), VerbKind.GAMES, about=("match",)),
    "game.stopped": Verb(tr("{subject}: game stopped"), VerbKind.GAMES, about=("match",)),
    "round.reopened": Verb(
        tr("{subject} reopened"),
        VerbKind.ROUNDS,
        about=("round",),
        pairing=Pairing.MOVED,
        undo=Undo.ROUNDS_AND_RATINGS,
    ),
    "round.unpublished": Verb(
        tr("{subject} unpublished: a draft again"),
        VerbKind.ROUNDS,
        about=("round",),
        pairing=Pairing.MOVED,
    ),
    "round.unstarted": Verb(
        tr("Start of {subject} undone"), VerbKind.ROUNDS, about=("round",), pairing=Pairing.MOVED
    ),
}
