"""Actions on the event itself."""

from crosstable.events.bridge.verbs.model import NotifyRule, Pairing, Recipients, Undo, Verb, VerbKind
from crosstable.events.models import NewsKind, Role
from crosstable.text import Text, tr

INSTEAD_OF_UNDO = tr("Close the call, or call again.")


def _of_call(says: Text, notifies: NotifyRule | None = None, *, by_players: bool = False) -> Verb:
    return Verb(
        says,
        VerbKind.CALLS,
        about=("match",),
        notifies=notifies,
        undo=Undo.PASSED_OVER,
        why_not=INSTEAD_OF_UNDO,
        by_players=by_players,
    )


EVENT: dict[str, Verb] = {
    "call.made": _of_call(
        tr("{subject}: an organiser was called"),
        NotifyRule(Recipients.HELPERS, tr("A player calls an organiser"), NewsKind.CALLED),
        by_players=True,
    ),
    "call.cancelled": _of_call(tr("{subject}: the call was cancelled"), by_players=True),
    "call.taken": _of_call(tr("{subject}: the call was taken")),
    "call.closed": _of_call(tr("{subject}: the call was closed")),
    "tournament.created": Verb(
        tr("Event created"),
        VerbKind.EVENT,
        pairing=Pairing.MOVED,
        undo=Undo.NEVER,
        why_not=tr("Delete the event in its settings instead."),
    ),
    "tournament.imported": Verb(
        tr("Event imported from a file of {installation}"),
        VerbKind.EVENT,
        pairing=Pairing.MOVED,
        undo=Undo.NEVER,
        why_not=tr("Delete the event instead; its file can be imported again."),
    ),
    "tournament.copied": Verb(
        tr("Event copied from a file of {installation}"),
        VerbKind.EVENT,
        pairing=Pairing.MOVED,
        undo=Undo.NEVER,
        why_not=tr("Delete the copy instead; the file can be imported again."),
    ),
    "tournament.example": Verb(
        tr("Example event loaded"),
        VerbKind.EVENT,
        pairing=Pairing.MOVED,
        undo=Undo.NEVER,
        why_not=tr("Remove the example event under “First steps” instead."),
    ),
    "tournament.repeated": Verb(
        tr("Event copied from “{source}” (players: {players})"),
        VerbKind.EVENT,
        pairing=Pairing.MOVED,
        undo=Undo.NEVER,
        why_not=tr("Delete the copy in its settings instead."),
    ),
    "tournament.reported": Verb(
        tr("Event created from a report file (players: {players}, rounds: {rounds})"),
        VerbKind.EVENT,
        pairing=Pairing.MOVED,
        undo=Undo.NEVER,
        why_not=tr("Delete the event instead; the file can be imported again."),
    ),
    "tournament.deleted": Verb(
        tr("Event deleted"),
        VerbKind.EVENT,
        undo=Undo.NEVER,
        why_not=tr("Restore the event from the list of deleted events."),
    ),
    "tournament.restored": Verb(
        tr("Event restored"),
        VerbKind.EVENT,
        pairing=Pairing.MOVED,
        undo=Undo.NEVER,
        why_not=tr("Delete the event in its settings instead."),
    ),
    "tournament.edited": Verb(tr("Settings changed: {fields}"), VerbKind.EVENT, pairing=Pairing.MOVED),
    "tournament.advanced": Verb(
        tr("Status of the event changed to “{status}”"),
        VerbKind.EVENT,
        pairing=Pairing.MOVED,
        varies_by="status_and_also",
        variants={
            "registration": tr("Registration opened"),
            "check-in": tr("Check-in opened"),
            "check-in, checked in": tr("Check-in opened, {here} checked in"),
            "in-progress": tr("Event started"),
            "in-progress, locked": tr("Event started, lists locked"),
            "in-progress, checked in": tr("Event started, {here} checked in"),
            "in-progress, locked, checked in": tr("Event started, lists locked, {here} checked in"),
            "complete": tr("Event finished"),
        },
    ),
    "tournament.finished-early": Verb(
        tr("Event finished after {rounds} of {old_rounds} rounds"),
        VerbKind.EVENT,
        pairing=Pairing.MOVED,
        undo=Undo.ROUNDS_AND_RATINGS,
    ),
    "tournament.stepped-back": Verb(
        tr("Status of the event changed back to “{status}”"), VerbKind.EVENT, pairing=Pairing.MOVED
    ),
    "lists.locked": Verb(tr("Lists locked"), VerbKind.LISTS),
    "lists.unlocked": Verb(tr("Lists unlocked"), VerbKind.LISTS),
    "screen.added": Verb(tr("Display “{subject}” added"), VerbKind.DISPLAYS),
    "screen.changed": Verb(tr("Display “{subject}” changed"), VerbKind.DISPLAYS),
    "screen.removed": Verb(tr("Display “{subject}” removed"), VerbKind.DISPLAYS),
    "director.appointed": Verb(
        tr("{subject} appointed to run the event"),
        VerbKind.ORGANISERS,
        varies_by="role_code",
        variants={
            Role.ORGANISER: tr("{subject} appointed as organiser"),
            Role.JUDGE: tr("{subject} appointed as judge"),
            Role.DESK: tr("{subject} appointed as desk helper"),
        },
    ),
    "director.changed": Verb(tr("Role of {subject} changed: {old_role} → {role}"), VerbKind.ORGANISERS),
    "director.dismissed": Verb(
        tr("{subject} no longer runs the event"),
        VerbKind.ORGANISERS,
        varies_by="old_role_code",
        variants={
            Role.ORGANISER: tr("{subject} is no longer organiser"),
            Role.JUDGE: tr("{subject} is no longer judge"),
            Role.DESK: tr("{subject} is no longer desk helper"),
        },
    ),
    "share.renewed": Verb(tr("New share link"), VerbKind.SHARE_LINK),
    "share.stopped": Verb(tr("Share link switched off"), VerbKind.SHARE_LINK),
    "door.opened": Verb(tr("Self-registration opened"), VerbKind.SHARE_LINK),
    "door.closed": Verb(tr("Self-registration closed"), VerbKind.SHARE_LINK),
    "announcement.made": Verb(
        tr("Announced: {subject}"),
        VerbKind.ANNOUNCEMENTS,
        notifies=NotifyRule(Recipients.PLAYERS, tr("Announcement"), NewsKind.ANNOUNCED),
    ),
    "announcement.withdrawn": Verb(tr("Announcement withdrawn: {subject}"), VerbKind.ANNOUNCEMENTS),
    "undone": Verb(
        tr("Undone: {subject}"),
        VerbKind.UNDONE,
        notifies=NotifyRule(Recipients.PLAYER, tr("An organiser undid what you did"), NewsKind.UNDONE),
        pairing=Pairing.MOVED,
        undo=Undo.NEVER,
        why_not=tr("Repeat the action instead."),
    ),
    "tournament.reopened": Verb(tr("Event reopened"), VerbKind.EVENT, pairing=Pairing.MOVED),
}
