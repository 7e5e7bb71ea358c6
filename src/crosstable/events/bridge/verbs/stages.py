"""Actions on a stage: pools, a schedule, a bracket."""

from crosstable.events.bridge.verbs.model import Kind, Paper, Tells, Undo, Verb, Whom

STAGES: dict[str, Verb] = {
    "stages.set": Verb("Format: {subject}", Kind.STAGES),
    "stage.published": Verb(
        "{subject} published",
        Kind.STAGES,
        about=("stage",),
        tells=Tells(Whom.STAGE),
        publishes=True,
        paper=Paper.CHANGED,
    ),
    "stage.published-with-event": Verb(
        "{subject} published, event moved to “{status}”",
        Kind.STAGES,
        about=("stage",),
        tells=Tells(Whom.STAGE),
        publishes=True,
        paper=Paper.CHANGED,
    ),
    "stage.stepped-back": Verb("{subject} taken a step back", Kind.STAGES, about=("stage",)),
    "stage.started": Verb("{subject} started", Kind.STAGES, about=("stage",), paper=Paper.MAY_BE_NEEDED),
    "stage.started-with-event": Verb(
        "{subject} started, event moved to “{status}”{locked}{checked_in}",
        Kind.STAGES,
        about=("stage",),
        paper=Paper.MAY_BE_NEEDED,
    ),
    "stage.closed": Verb(
        "{subject} closed, {after[rated_games]} games rated",
        Kind.STAGES,
        about=("stage",),
        undo=Undo.ROUNDS_AND_RATINGS,
    ),
    "pools.formed": Verb("{after[groups]} pools formed for {subject}", Kind.STAGES, about=("stage",)),
    "pools.moved": Verb(
        "{subject} moved from pool {before[pool]} to pool {after[pool]}",
        Kind.STAGES,
        about=("entry", "stage"),
    ),
    "pools.joined": Verb(
        "{subject} joins pool {after[pool]}, {after[matches]} matches more",
        Kind.STAGES,
        about=("entry", "stage"),
        paper=Paper.CHANGED,
    ),
    "pools.seat-given": Verb(
        "{subject} takes the seat of {before[entry]} in pool {after[pool]}",
        Kind.STAGES,
        about=("entry", "stage"),
        tells=Tells(Whom.NEXT),
        paper=Paper.CHANGED,
    ),
    "pools.swapped": Verb("{subject} changed places in the pools", Kind.STAGES, about=("stage",)),
    "pools.discarded": Verb("Pools of {subject} discarded", Kind.STAGES, about=("stage",)),
    "schedule.made": Verb(
        "Schedule made for {subject}: {after[matches]} matches in {after[rounds]} rounds",
        Kind.STAGES,
        about=("stage",),
    ),
    "tie.decided": Verb(
        "Tie of {subject} decided by {after[way]} ({after[note]}): {after[order]}",
        Kind.STAGES,
        about=("stage",),
    ),
    "playoff.made": Verb(
        "Play-off between {subject}: {after[matches]} to play",
        Kind.STAGES,
        about=("stage",),
        tells=Tells(Whom.NEXT),
        paper=Paper.MAY_BE_NEEDED,
    ),
    "playoff.closed": Verb(
        "Play-off between {subject} closed ({after[note]}): {after[order]}; {after[rated_games]} games rated",
        Kind.STAGES,
        about=("stage",),
        undo=Undo.ROUNDS_AND_RATINGS,
    ),
    "playoffs.closed": Verb(
        "Play-offs of {subject} closed: {after[order]}; {after[rated_games]} games rated",
        Kind.STAGES,
        about=("stage",),
        undo=Undo.ROUNDS_AND_RATINGS,
    ),
    "playoff.taken-back": Verb("Play-off between {subject} taken back", Kind.STAGES, about=("stage",)),
    "board.closed": Verb(
        "{subject}: {table} {after[board]} closed, {after[matches]} matches moved",
        Kind.STAGES,
        about=("stage",),
    ),
    "board.added": Verb("{subject}: {table} {after[board]} added", Kind.STAGES, about=("stage",)),
    "board.opened": Verb("{subject}: {table} {after[board]} open again", Kind.STAGES, about=("stage",)),
    "evening.set": Verb(
        "{Tables} and times of {subject}: {after[words]}", Kind.STAGES, about=("stage",), paper=Paper.CHANGED
    ),
    "evening.replanned": Verb(
        "{subject} planned anew from {after[from]} on: {after[changes]} matches have another time or {table}",
        Kind.STAGES,
        about=("stage",),
        paper=Paper.CHANGED,
    ),
    "stage.edited": Verb("{subject} changed: {changes}", Kind.STAGES, about=("stage",)),
    "knockout.drawn": Verb("{subject} drawn, {after[count]} seats", Kind.STAGES, about=("stage",)),
    "knockout.drawn-again": Verb(
        "{subject} drawn again, {after[count]} seats", Kind.STAGES, about=("stage",)
    ),
    "knockout.discarded": Verb("Draw of {subject} thrown away", Kind.STAGES, about=("stage",)),
    "knockout.swapped": Verb("Seats swapped: {subject}", Kind.STAGES, about=("stage",)),
    "knockout.replaced": Verb(
        "{subject} has withdrawn; {after[entry]} goes on instead",
        Kind.STAGES,
        about=("entry", "stage"),
        paper=Paper.CHANGED,
    ),
    "knockout.published": Verb(
        "{subject} published",
        Kind.STAGES,
        about=("stage",),
        tells=Tells(Whom.STAGE),
        publishes=True,
        paper=Paper.CHANGED,
    ),
    "knockout.taken-back": Verb("{subject} taken back: a draft again", Kind.STAGES, about=("stage",)),
    "knockout.started": Verb("{subject} started", Kind.STAGES, about=("stage",)),
    "knockout.withdrawn": Verb(
        "{subject} withdrew from the knockout; the opponent goes on",
        Kind.STAGES,
        about=("entry", "stage"),
        tells=Tells(Whom.NEXT),
    ),
    "knockout.closed": Verb(
        "{subject} closed: {after[champion]} has won, {after[rated_games]} games rated",
        Kind.STAGES,
        about=("stage",),
        undo=Undo.ROUNDS_AND_RATINGS,
    ),
}
