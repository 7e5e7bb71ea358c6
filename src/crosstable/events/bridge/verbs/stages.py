"""Actions on a stage: pools, a schedule, a bracket."""

from crosstable.events.bridge.verbs.model import NotifyRule, Paper, Recipients, Undo, Verb, VerbKind
from crosstable.text import tr

STAGES: dict[str, Verb] = {
    "stages.set": Verb(tr("Format: {subject}"), VerbKind.STAGES),
    "stage.published": Verb(
        tr("{subject} published"),
        VerbKind.STAGES,
        about=("stage",),
        notifies=NotifyRule(Recipients.STAGE),
        publishes=True,
        paper=Paper.CHANGED,
    ),
    "stage.published-with-event": Verb(
        tr("{subject} published, registration opened"),
        VerbKind.STAGES,
        about=("stage",),
        notifies=NotifyRule(Recipients.STAGE),
        publishes=True,
        paper=Paper.CHANGED,
    ),
    "stage.stepped-back": Verb(tr("{subject} moved one step back"), VerbKind.STAGES, about=("stage",)),
    "stage.started": Verb(
        tr("{subject} started"), VerbKind.STAGES, about=("stage",), paper=Paper.MAY_BE_NEEDED
    ),
    "stage.started-with-event": Verb(
        tr("{subject} started, event started"),
        VerbKind.STAGES,
        varies_by="also",
        variants={
            "locked": tr("{subject} started, event started, lists locked"),
            "checked in": tr("{subject} started, event started, {here} checked in"),
            "locked, checked in": tr("{subject} started, event started, lists locked, {here} checked in"),
        },
        about=("stage",),
        paper=Paper.MAY_BE_NEEDED,
    ),
    "stage.drawn-and-started-with-event": Verb(
        tr("{subject} drawn and started, event started"),
        VerbKind.STAGES,
        varies_by="also",
        variants={
            "locked": tr("{subject} drawn and started, event started, lists locked"),
            "checked in": tr("{subject} drawn and started, event started, {here} checked in"),
            "locked, checked in": tr(
                "{subject} drawn and started, event started, lists locked, {here} checked in"
            ),
        },
        about=("stage",),
        notifies=NotifyRule(Recipients.STAGE),
        publishes=True,
        paper=Paper.CHANGED,
    ),
    "stage.closed": Verb(
        tr("{subject} closed (games rated: {rated_games})"),
        VerbKind.STAGES,
        about=("stage",),
        undo=Undo.ROUNDS_AND_RATINGS,
    ),
    "pools.formed": Verb(tr("Pools of {subject} formed: {groups}"), VerbKind.STAGES, about=("stage",)),
    "pools.moved": Verb(
        tr("{subject} moved from pool {old_pool} to pool {pool}"),
        VerbKind.STAGES,
        about=("entry", "stage"),
    ),
    "pools.joined": Verb(
        tr("{subject} joined pool {pool} (more matches: {matches})"),
        VerbKind.STAGES,
        about=("entry", "stage"),
        paper=Paper.CHANGED,
    ),
    "pools.seat-given": Verb(
        tr("{subject} takes the seat of {old_entry} in pool {pool}"),
        VerbKind.STAGES,
        about=("entry", "stage"),
        notifies=NotifyRule(Recipients.NEXT),
        paper=Paper.CHANGED,
    ),
    "pools.swapped": Verb(tr("Swapped in the pools: {subject}"), VerbKind.STAGES, about=("stage",)),
    "pools.discarded": Verb(tr("Pools of {subject} discarded"), VerbKind.STAGES, about=("stage",)),
    "schedule.made": Verb(
        tr("Schedule of {subject} created (matches: {matches}, rounds: {rounds})"),
        VerbKind.STAGES,
        about=("stage",),
    ),
    "tie.decided": Verb(
        tr("Tie of {subject} decided by the next tie-break ({note}): {order}"),
        VerbKind.STAGES,
        varies_by="way",
        variants={
            "play-off": tr("Tie of {subject} decided by a play-off ({note}): {order}"),
            "lots": tr("Tie of {subject} decided by a draw of lots ({note}): {order}"),
        },
        about=("stage",),
    ),
    "playoff.made": Verb(
        tr("Play-off between {subject} created (matches: {matches})"),
        VerbKind.STAGES,
        about=("stage",),
        notifies=NotifyRule(Recipients.NEXT),
        paper=Paper.MAY_BE_NEEDED,
    ),
    "playoff.closed": Verb(
        tr("Play-off between {subject} closed ({note}): {order} (games rated: {rated_games})"),
        VerbKind.STAGES,
        about=("stage",),
        undo=Undo.ROUNDS_AND_RATINGS,
    ),
    "playoffs.closed": Verb(
        tr("Play-offs of {subject} closed: {order} (games rated: {rated_games})"),
        VerbKind.STAGES,
        about=("stage",),
        undo=Undo.ROUNDS_AND_RATINGS,
    ),
    "playoff.taken-back": Verb(tr("Play-off between {subject} discarded"), VerbKind.STAGES, about=("stage",)),
    "board.closed": Verb(
        tr("{subject}: {table} {number} closed (matches moved: {matches})"),
        VerbKind.STAGES,
        about=("stage",),
    ),
    "board.added": Verb(tr("{subject}: {table} {number} added"), VerbKind.STAGES, about=("stage",)),
    "board.opened": Verb(tr("{subject}: {table} {number} opened again"), VerbKind.STAGES, about=("stage",)),
    "evening.set": Verb(
        tr("{Tables} and times of {subject}: {words}"),
        VerbKind.STAGES,
        about=("stage",),
        paper=Paper.CHANGED,
    ),
    "evening.replanned": Verb(
        tr("{subject} rescheduled from {from} (matches with another time or {table}: {changes})"),
        VerbKind.STAGES,
        about=("stage",),
        paper=Paper.CHANGED,
    ),
    "stage.edited": Verb(tr("{subject} changed: {fields}"), VerbKind.STAGES, about=("stage",)),
    "knockout.drawn": Verb(tr("{subject} drawn (seats: {count})"), VerbKind.STAGES, about=("stage",)),
    "knockout.drawn-again": Verb(
        tr("{subject} drawn again (seats: {count})"), VerbKind.STAGES, about=("stage",)
    ),
    "knockout.discarded": Verb(tr("Draw of {subject} discarded"), VerbKind.STAGES, about=("stage",)),
    "knockout.swapped": Verb(tr("Seats swapped: {subject}"), VerbKind.STAGES, about=("stage",)),
    "knockout.replaced": Verb(
        tr("{subject} withdrew; {entry} advances instead"),
        VerbKind.STAGES,
        about=("entry", "stage"),
        paper=Paper.CHANGED,
    ),
    "knockout.published": Verb(
        tr("{subject} published"),
        VerbKind.STAGES,
        about=("stage",),
        notifies=NotifyRule(Recipients.STAGE),
        publishes=True,
        paper=Paper.CHANGED,
    ),
    "knockout.taken-back": Verb(
        tr("{subject} unpublished: a draft again"), VerbKind.STAGES, about=("stage",)
    ),
    "knockout.started": Verb(tr("{subject} started"), VerbKind.STAGES, about=("stage",)),
    "knockout.withdrawn": Verb(
        tr("{subject} withdrew from the knockout; the opponent advances"),
        VerbKind.STAGES,
        about=("entry", "stage"),
        notifies=NotifyRule(Recipients.NEXT),
    ),
    "knockout.closed": Verb(
        tr("{subject} closed: {champion} has won (games rated: {rated_games})"),
        VerbKind.STAGES,
        about=("stage",),
        undo=Undo.ROUNDS_AND_RATINGS,
    ),
}
