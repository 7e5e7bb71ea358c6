"""Refusals: why an action on an event was not done. A person can fix each of these, and the sentence says how; our own
bugs stay ordinary exceptions and are logged. `accounts/errors.py` explains `refusal`. Refusals about rounds, results
and stages are in `play_errors.py`."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime

from django.utils import timezone

from crosstable.accounts.errors import BadValue as BadValue
from crosstable.accounts.errors import NotAllowed as NotAllowed
from crosstable.accounts.errors import Refused as Refused
from crosstable.accounts.errors import named as named
from crosstable.accounts.errors import refusal
from crosstable.text import listed, tr, trn


@contextmanager
def prefix_field(place: str) -> Iterator[None]:
    """Prefix the field of a BadValue with its parent: choices.name is not the name of the event."""
    try:
        yield
    except BadValue as refused:
        raise BadValue(refused.words, f"{place}.{refused.field}") from refused


class NeedsConfirmation(Refused):
    """A warning: the request is carried out if it is sent again with this code among those confirmed."""

    def label(self) -> str:
        """The label of the checkbox: what the organiser agrees to."""
        raise NotImplementedError


def check_confirmed(warning: NeedsConfirmation, confirmed: Collection[str]) -> None:
    if warning.code not in confirmed:
        raise warning


# The event and its next step

WrongStatus = refusal("wrong-status", "“{action}” is not possible now. Status of the event: {now}.")
# Something prevents the action: `why` is a sentence.
NotNow = refusal("wrong-status", "{why}")
TooManyPresets = refusal(
    "too-many-presets", "You have {most} presets already. Delete one that you no longer need.", status=409
)
StepPassed = refusal(
    "step-passed",
    "The next step is “{now}”, not “{seen_step:.40}”. Nothing was done. Reload the page and try again.",
    field="seen",
)
# Another person has to act first, or something else prevents the step: `why` is a sentence.
StepWaits = refusal("step-waits", "{why}")
IsARehearsal = refusal(
    "is-a-rehearsal", "“{action}” is not possible in a rehearsal. End the rehearsal and use the event itself."
)
NotARehearsal = refusal("not-a-rehearsal", "There is no rehearsal of {name}. Start one first.")
RehearsalRuns = refusal(
    "rehearsal-runs", "{name} already has a rehearsal. Open it, or end it to start another.", status=409
)
FixedByPlay = refusal("fixed-by-play", "{what} can be changed only before the first round is published.")


class Stale(Refused):
    """The form was rendered from an older state. Shows both values, who changed it and when."""

    code = "stale"
    what: str
    current: str
    by: str = ""
    at: datetime | None = None
    yours: str = ""
    # The version to send to replace the current value.
    version: int | None = None

    def sentence(self) -> str:
        changed = {
            (True, True): tr("{what}: {by} changed this at {at:%H:%M}. It is now: {current}."),
            (True, False): tr("{what}: {by} changed this. It is now: {current}."),
            (False, True): tr("{what}: this was changed at {at:%H:%M}. It is now: {current}."),
            (False, False): tr("{what}: this was changed. It is now: {current}."),
        }[bool(self.by), self.at is not None].filled(
            what=self.what, by=self.by, at=self.at and timezone.localtime(self.at), current=self.current
        )
        if self.yours:
            return tr(
                "{changed} Your {yours} was not saved. Check the result and enter it again if needed.",
                changed=changed,
                yours=self.yours,
            )
        return tr("{changed} Nothing was saved. Reload the page and try again.", changed=changed)


# Taking part

NameTaken = refusal(
    "name-taken",
    "“{name}” is registered already. Choose another display name.",
    field="display_name",
)
AlreadyRegistered = refusal("already-registered", "You are registered for this event already, as “{name}”.")
AlreadyEntered = refusal("already-entered", "{name} is in this event already.")
NumbersStay = refusal("starting-numbers-stay", "Starting numbers stay unchanged. {why}")
NumbersChanged = refusal(
    "starting-numbers-changed",
    "Ratings, titles or names changed since this list was made. Read the new list and renumber again.",
)
EventFull = refusal(
    "event-full",
    "The event is full. Places: {most}. Ask the organiser whether one is free.",
)
ClaimLinkWrong = refusal(
    "claim-link-wrong",
    "This link does not work: the entry has an account already, or was removed. Ask at the desk.",
    status=410,
)
ClaimGone = refusal("claim-gone", "This request has been decided already. Reload the list.")
EntryClaimed = refusal(
    "entry-claimed", "{name} has an account already. If that is a mistake, ask the organiser."
)
EntryRated = refusal(
    "entry-claimed",
    "{name} has rated games, and so may the account: the two cannot be joined. "
    "Claim an entry before its first round is closed.",
)
NoPersonToClaim = refusal(
    "no-person-to-claim", "{name} is a team: its organiser or a member names you in it as @username."
)
ListTooLong = refusal(
    "list-too-long",
    "The army list has {length:,} characters; {limit:,} are allowed. "
    "Paste the plain text export, without pictures or rules text.",
    status=422,
    field="list_text",
)
ListsLocked = refusal(
    "lists-locked", "Lists are locked for this event. Ask an organiser if yours must change."
)
CheckInOver = refusal(
    "check-in-over",
    "Check-in is over. Go to the desk: an organiser can still enter you from the next round on.",
)
AlreadyHere = refusal("already-checked-in", "{name} is checked in already.")
EntryHasPlayed = refusal(
    "entry-has-played",
    "{name} has been paired, so the entry stays. Withdraw {name} instead: earlier games keep counting.",
)
EntryIsDropped = refusal("entry-dropped", "{name} has withdrawn from this event.")


class NotEnoughRoom(NeedsConfirmation):
    """Shown to organisers, who may exceed the limit."""

    code = "not-enough-room"
    most: int
    free: int
    wanted: int
    has_teams: bool

    def sentence(self) -> str:
        return tr(
            "Places in the event: {most}, free: {free}, to add: {wanted}. "
            "Nothing was saved. Confirm to exceed the limit, or raise it in the settings.",
            most=self.most,
            free=self.free,
            wanted=self.wanted,
        )

    def label(self) -> str:
        if self.has_teams:
            return trn("Exceed the limit of {count} team", "Exceed the limit of {count} teams", self.most)
        return trn("Exceed the limit of {count} player", "Exceed the limit of {count} players", self.most)


class OtherName(NeedsConfirmation):
    """Each person has only one FIDE ID."""

    code = "other-name"
    # FIDE ID, stored name, submitted name.
    people: Sequence[tuple[str, str, str]]
    field: str | None = "fide_id"

    def sentence(self) -> str:
        shown = (
            tr("FIDE ID {fide_id} belongs to {name}", fide_id=fide_id, name=known)
            for fide_id, known, _ in self.people
        )
        return tr(
            "{people}. Nothing was saved. Confirm that it is the same person, or correct the FIDE ID.",
            people=listed(shown, most=5),
        )

    def label(self) -> str:
        return listed(
            (tr("{name} is {known}", name=name, known=known) for _, known, name in self.people), most=5
        )


# Teams

TeamsOnly = refusal("teams-only", "This event is for teams of {size}. Enter a team with its members.")
NoTeams = refusal(
    "no-teams",
    "This event is for single players, not teams. An organiser can change that before the first entry.",
)
InAnotherTeam = refusal(
    "in-another-team",
    "{name} is in “{team}” already, and a person plays in one team only. "
    "If this is another person of that name, add an initial.",
    status=422,
    field="members",
)
FixedByEntries = refusal(
    "fixed-by-entries",
    "Whether teams or single players take part is fixed once the event has an entry.",
    field="team_size",
)
TeamLocked = refusal(
    "team-locked", "Teams can no longer be changed by players. Ask an organiser if yours must change."
)
BoardsNeeded = refusal(
    "boards-needed",
    "This match is played on {boards} boards: give the result of each.",
    status=422,
    field="boards",
)
BadLineUp = refusal("bad-line-up", "{problem}", status=422, field="players")
LineUpsClosed = refusal(
    "line-ups-closed", "Line-ups of this round were due at {until}. An organiser can still change yours."
)
LineUpPlayed = refusal(
    "line-up-played",
    "{match}: a board has been reported, so who sits where is fixed. An organiser can change it.",
)
NotYourBoard = refusal(
    "not-your-board",
    "You do not report board {board}: {sits} sits at board {board}. "
    "Report your own board, or all of them for the team.",
    status=403,
)
EmptyBoard = refusal(
    "not-your-board",
    "You do not report board {board}: no player sits at board {board}. "
    "Report your own board, or all of them for the team.",
    status=403,
)


class WrongTeamSize(Refused):
    """Too few members, or too many including the reserves."""

    code = "wrong-team-size"
    http_status = 422
    size: int
    named: int
    most: int
    field: str | None = "members"

    def sentence(self) -> str:
        if self.named > self.most:
            reserves = self.most - self.size
            return tr(
                "A team here has {size} members and at most {reserves} reserves; {named} are named.",
                size=self.size,
                reserves=reserves,
                named=self.named,
            )
        if self.named == 1:
            return tr("A team here has {size} members; one is named.", size=self.size)
        return tr(
            "A team here has {size} members; {value} are named.", size=self.size, value=self.named or "none"
        )


# Event files, report files and printing

NotAnEventFile = refusal(
    "not-an-event-file",
    "This is not an event file. Choose a .zip file from “The event as a file” or “crosstable event "
    "export”. Upload a list of players on the Players page.",
    status=422,
    field="file",
)
# `problem` is a sentence; it names the row and the field.
EventFileDamaged = refusal(
    "event-file-damaged",
    "The event file is damaged or was changed. {problem} Export the event again.",
    status=422,
    field="file",
)
EventFileNewer = refusal(
    "event-file-newer",
    "The event file was written by a newer version ({software}). {problem} Upgrade Crosstable and import it again.",
    status=422,
    field="file",
)
EventFileTooBig = refusal(
    "event-file-too-big", "The event file is too large. {limit}", status=413, field="file"
)
EventIsHere = refusal(
    "event-is-here",
    "{name} is in this installation already, at /t/{slug}. "
    "Import it as a copy if you want it a second time; a copy is not rated again.",
    field="file",
)
DeletionNotConfirmed = refusal(
    "confirm-deletion",
    "Nothing was deleted. Deleting takes this event away from everyone who sees it. To delete it anyway, "
    "confirm with its name: {name}",
    field="confirm",
)
DeletedFileGone = refusal(
    "deleted-file-gone",
    "The file of {name} is no longer here: it was restored already, or deleted more than 30 days ago. "
    "A backup of the installation may still have it.",
)
ReportFileRefused = refusal(
    "report-file-refused",
    "The report file was not imported. Line {line}: {problem}.",
    status=422,
    field="file",
)
CannotPrint = refusal(
    "cannot-print",
    "The PDF could not be made. Try again, or print the page itself from the browser.",
    status=503,
)
SheetTooLarge = refusal(
    "sheet-too-large",
    "This sheet is too large to be printed here. Download the list as a spreadsheet and print that.",
    status=413,
)
EventNotFinished = refusal(
    "event-not-finished", "{event} is not finished yet. Its result can be downloaded when it is."
)
# `when` is a sentence.
NothingToPrint = refusal("nothing-to-print", "Nothing to print yet: {what}. {when}")


class ReportNotFinal(Refused):
    """`games` are open; `missing` rounds have not been played."""

    code = "report-not-final"
    games: Sequence[str]
    missing: int

    def sentence(self) -> str:
        what = (
            tr("Games without a result: {games}.", games=listed(self.games, most=3))
            if self.games
            else tr("Rounds still to be played and closed: {count}.", count=self.missing)
        )
        return tr(
            "There is no final report file yet. {what} Enter the results and close the rounds, "
            "or download the file after the last closed round.",
            what=what,
        )


# Uploaded and pasted lists. Problems of a single row are shown in the preview instead.

FileTooBig = refusal(
    "file-too-big",
    "The file is too large. The limit is {most} MB. Leave out pictures.",
    status=413,
    field="file",
)
TooManyRows = refusal(
    "too-many-rows",
    "The sheet has more than {most:,} rows. Split it into several files.",
    status=422,
    field="file",
)
TooMuchText = refusal(
    "too-much-text",
    "The sheet has more than {most:,} characters. Leave out columns that are not about the players.",
    status=413,
    field="file",
)
# `what` the file is instead: “a PDF”.
NotASheet = refusal(
    "not-a-sheet",
    "“{file_name}” is {what}, not a spreadsheet, whatever its name says. "
    "Save the list as .xlsx, .xls, .ods or .csv and choose that file.",
    status=422,
    field="file",
)
FileEncrypted = refusal(
    "file-encrypted",
    "“{file_name}” is protected by a password. Save it without one and choose it again.",
    status=422,
    field="file",
)
FileDamaged = refusal(
    "file-damaged",
    "“{file_name}” cannot be read: it is damaged or not a spreadsheet. "
    "Save the list as .xlsx, .xls, .ods or .csv and choose that file.",
    status=422,
    field="file",
)
SheetEmpty = refusal(
    "sheet-empty",
    "There are no players in “{file_name}”. Put the headings in the first row and the players below.",
    status=422,
    field="file",
)
NameColumnMissing = refusal(
    "name-column-missing",
    "There is no column “Name” (or “First name” and “Last name”). Columns found: {headings}. Put the "
    "headings above the list.",
    status=422,
    field="file",
)
TeamColumnMissing = refusal(
    "team-column-missing",
    "A list of teams has the columns “Team”, “Member 1”, “Member 2” …, or “Team” and “Name” with a row for "
    "each member; found: {headings}. Put the headings above the list.",
    status=422,
    field="file",
)
NothingPasted = refusal(
    "nothing-pasted",
    "The list is empty. Enter one name per line, for example “Anna Berg 1650”.",
    status=422,
    field="lines",
)
UploadGone = refusal(
    "upload-gone",
    "This upload has been entered or discarded already, or it is older than a day. Choose the file again.",
)


class BadRows(Refused):
    """Rows that cannot be entered, if the caller has not agreed to skip them: number, name, reason."""

    code = "bad-rows"
    http_status = 422
    rows: Sequence[tuple[int, str, str]]
    field: str | None = "file"

    def sentence(self) -> str:
        shown = " ".join(
            str(
                tr("Row {number}, {name}: {reason}", number=number, name=name, reason=reason)
                if name
                else tr("Row {number}: {reason}", number=number, reason=reason)
            )
            for number, name, reason in self.rows[:3]
        )
        more = (
            tr(" {value} more cannot be taken, either.", value=len(self.rows) - 3)
            if len(self.rows) > 3
            else ""
        )
        return tr(
            "{shown}{more} No row was entered: correct the file and send it again, or leave the "
            "bad rows out.",
            shown=shown,
            more=more,
        )
