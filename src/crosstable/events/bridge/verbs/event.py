"""Actions on the event itself."""

from crosstable.events.bridge.verbs.model import Kind, Pairing, Tells, Undo, Verb, Whom
from crosstable.events.models import NewsKind

EVENT: dict[str, Verb] = {
    "tournament.created": Verb(
        "Event created",
        Kind.EVENT,
        pairing=Pairing.MOVED,
        undo=Undo.NEVER,
        why_not="An event that should not be is deleted, in its settings.",
    ),
    "tournament.imported": Verb(
        "Event imported from a file of {after[installation]}",
        Kind.EVENT,
        pairing=Pairing.MOVED,
        undo=Undo.NEVER,
        why_not="An event that should not be here is deleted; its file brings it again.",
    ),
    "tournament.copied": Verb(
        "Event copied from a file of {after[installation]}",
        Kind.EVENT,
        pairing=Pairing.MOVED,
        undo=Undo.NEVER,
        why_not="A copy that should not be is deleted; the file makes another.",
    ),
    "tournament.reported": Verb(
        "Event made from a report file: {after[players]} players, {after[rounds]} rounds",
        Kind.EVENT,
        pairing=Pairing.MOVED,
        undo=Undo.NEVER,
        why_not="An event that should not be here is not played on; the file makes another.",
    ),
    "tournament.deleted": Verb(
        "Event deleted",
        Kind.EVENT,
        undo=Undo.NEVER,
        why_not="A deleted event is restored from the list of deleted events.",
    ),
    "tournament.restored": Verb(
        "Event restored",
        Kind.EVENT,
        pairing=Pairing.MOVED,
        undo=Undo.NEVER,
        why_not="An event that should not be here is deleted, in its settings.",
    ),
    "tournament.edited": Verb("Settings changed: {changes}", Kind.EVENT, pairing=Pairing.MOVED),
    "tournament.advanced": Verb(
        "Event moved to “{status}”{locked}{checked_in}", Kind.EVENT, pairing=Pairing.MOVED
    ),
    "tournament.finished-early": Verb(
        "Finished after {after[rounds]} of {before[rounds]} rounds", Kind.EVENT, pairing=Pairing.MOVED
    ),
    "tournament.stepped-back": Verb("Event moved back to “{status}”", Kind.EVENT, pairing=Pairing.MOVED),
    "lists.locked": Verb("Lists locked", Kind.LISTS),
    "lists.unlocked": Verb("Lists unlocked", Kind.LISTS),
    "screen.added": Verb("Screen “{subject}” added", Kind.SCREENS),
    "screen.changed": Verb("Screen “{subject}” changed", Kind.SCREENS),
    "screen.removed": Verb("Screen “{subject}” removed", Kind.SCREENS),
    "director.appointed": Verb("{subject} appointed {appointed}", Kind.WHO_RUNS_IT),
    "director.changed": Verb(
        "Role of {subject} changed from {before[role]} to {after[role]}", Kind.WHO_RUNS_IT
    ),
    "director.dismissed": Verb("{subject} no longer runs the event{dismissed}", Kind.WHO_RUNS_IT),
    "share.renewed": Verb("New share link", Kind.SHARE_LINK),
    "share.stopped": Verb("Share link switched off", Kind.SHARE_LINK),
    "door.opened": Verb("The door is open: whoever has its code enters themselves", Kind.SHARE_LINK),
    "door.closed": Verb("The door is closed", Kind.SHARE_LINK),
    "undone": Verb(
        "Undone: {subject}",
        Kind.UNDONE,
        tells=Tells(Whom.PLAYER, "An organiser undid what you did", NewsKind.UNDONE),
        pairing=Pairing.MOVED,
        undo=Undo.NEVER,
        why_not="What was undone is done again by hand, like the first time.",
    ),
    "tournament.reopened": Verb("Event reopened", Kind.EVENT, pairing=Pairing.MOVED),
}
