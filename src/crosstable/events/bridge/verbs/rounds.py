"""Actions on a round: its draft, its tables, its clock."""

from crosstable.events.bridge.verbs.model import Kind, Pairing, Paper, Tells, Undo, Verb, Whom
from crosstable.events.models import NewsKind

ROUNDS: dict[str, Verb] = {
    "round.paired": Verb(
        "{subject} paired as a draft, {after[tables]} pairings",
        Kind.ROUNDS,
        about=("round",),
        pairing=Pairing.MOVED,
    ),
    "round.paired-on": Verb(
        "{subject} paired as a draft with results open, {after[tables]} pairings",
        Kind.ROUNDS,
        about=("round",),
        pairing=Pairing.MOVED,
    ),
    "round.paired-again": Verb(
        "{subject} paired again, {after[tables]} pairings",
        Kind.ROUNDS,
        about=("round",),
        pairing=Pairing.MOVED,
    ),
    "round.paired-with-rematches": Verb(
        "{subject} paired as a draft with as few rematches as possible: {after[tables]} pairings, "
        "{after[rematches]} of them met before",
        Kind.ROUNDS,
        about=("round",),
        pairing=Pairing.MOVED,
    ),
    "round.begun-by-hand": Verb(
        "Empty draft of {subject}, to be paired by hand", Kind.ROUNDS, about=("round",), pairing=Pairing.MOVED
    ),
    "round.discarded": Verb(
        "Draft of {subject} thrown away", Kind.ROUNDS, about=("round",), pairing=Pairing.MOVED
    ),
    "round.published": Verb(
        "{subject} published",
        Kind.ROUNDS,
        about=("round",),
        tells=Tells(Whom.ROUND),
        publishes=True,
        paper=Paper.CHANGED,
        pairing=Pairing.MOVED,
    ),
    "round.published-with-open": Verb(
        "{subject} published with {open} undecided",
        Kind.ROUNDS,
        about=("round",),
        tells=Tells(Whom.ROUND),
        publishes=True,
        paper=Paper.CHANGED,
        pairing=Pairing.MOVED,
    ),
    "round.started": Verb(
        "{subject} started", Kind.ROUNDS, about=("round",), paper=Paper.MAY_BE_NEEDED, pairing=Pairing.MOVED
    ),
    "round.closed": Verb(
        "{subject} closed, {after[rated_games]} games rated",
        Kind.ROUNDS,
        about=("round",),
        pairing=Pairing.MOVED,
        undo=Undo.ROUNDS_AND_RATINGS,
    ),
    "round.mission-set": Verb("Mission of {subject}: {after[mission]}", Kind.ROUNDS, about=("round",)),
    "table.mission-set": Verb("Mission of {subject}: {after[mission]}", Kind.TABLES, about=("match",)),
    "clock.length-set": Verb("{subject} lasts {after[minutes]} minutes", Kind.CLOCK, about=("round",)),
    "clock.paused": Verb("Clock of {subject} paused, {after[left]} left", Kind.CLOCK, about=("round",)),
    "clock.resumed": Verb("Clock of {subject} goes on, {after[left]} left", Kind.CLOCK, about=("round",)),
    "clock.added": Verb(
        "{subject}: {after[minutes]} minutes for everybody, {after[left]} left", Kind.CLOCK, about=("round",)
    ),
    "table.extended": Verb(
        "{subject}: {after[minutes]} minutes more than the others{because}", Kind.TABLES, about=("match",)
    ),
    "draft.swapped": Verb("Swapped {subject}", Kind.DRAFTS, about=("round",)),
    "draft.table-changed": Verb(
        "Moved from {table} {before[table]}: {subject}", Kind.DRAFTS, about=("match",)
    ),
    "pairing.swapped": Verb(
        "Swapped after publishing: {subject}", Kind.PAIRINGS_BY_HAND, about=("round",), paper=Paper.CHANGED
    ),
    "pairing.table-changed": Verb(
        "Moved from {table} {before[table]} after publishing: {subject}",
        Kind.PAIRINGS_BY_HAND,
        about=("match",),
        paper=Paper.CHANGED,
    ),
    "pairing.set": Verb(
        "{subject}, paired by hand", Kind.PAIRINGS_BY_HAND, about=("match",), paper=Paper.CHANGED
    ),
    "pairing.undone": Verb(
        "{subject}, put aside by hand", Kind.PAIRINGS_BY_HAND, about=("round",), paper=Paper.CHANGED
    ),
    "pairing.bye-given": Verb(
        "{subject} sits round {after[round]} out, given by hand",
        Kind.PAIRINGS_BY_HAND,
        about=("entry", "round"),
        paper=Paper.CHANGED,
    ),
    "round.repaired": Verb(
        "{subject}, repaired", Kind.ROUNDS, about=("round",), paper=Paper.CHANGED, pairing=Pairing.MOVED
    ),
    "match.called": Verb(
        "{subject}: called",
        Kind.GAMES,
        about=("match",),
        tells=Tells(Whom.CALLED, kind=NewsKind.PAIRING),
    ),
    "match.called-back": Verb("{subject}: call taken back", Kind.GAMES, about=("match",)),
    "game.started": Verb("{subject}: game started", Kind.GAMES, about=("match",)),
    "game.stopped": Verb("{subject}: game stopped", Kind.GAMES, about=("match",)),
    "round.reopened": Verb(
        "{subject} reopened",
        Kind.ROUNDS,
        about=("round",),
        pairing=Pairing.MOVED,
        undo=Undo.ROUNDS_AND_RATINGS,
    ),
    "round.unpublished": Verb(
        "{subject} taken back: a draft again",
        Kind.ROUNDS,
        about=("round",),
        pairing=Pairing.MOVED,
    ),
    "round.unstarted": Verb(
        "Start of {subject} taken back", Kind.ROUNDS, about=("round",), pairing=Pairing.MOVED
    ),
}
