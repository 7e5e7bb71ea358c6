"""The journal in sentences. One template per verb; an unknown verb is shown as it is rather than lost."""

from __future__ import annotations

from typing import Any

from crosstable.events.errors import named
from crosstable.events.models import ByeCode, JournalEntry, Policy, ResultCode, Status

SENTENCES = {
    "tournament.created": "Event created",
    "tournament.imported": "Event imported from a file of {after[installation]}",
    "tournament.copied": "Event copied from a file of {after[installation]}",
    "tournament.edited": "Settings changed: {changes}",
    "tournament.advanced": "Event moved to “{status}”",
    "tournament.stepped-back": "Event moved back to “{status}”",
    "lists.locked": "Lists locked",
    "lists.unlocked": "Lists unlocked",
    "entry.registered": "{subject} registered",
    "entry.added": "{subject} added by the organiser",
    "entry.edited": "{subject} changed: {changes}",
    "entry.checked-in": "{subject} checked in",
    "entry.check-in-undone": "Check-in of {subject} undone",
    "entries.checked-in": "{subject} checked in",
    "entries.check-in-undone": "Check-in of {subject} undone",
    "entry.dropped": "{subject} dropped",
    "entry.rejoined": "{subject} came back",
    "entry.removed": "{subject} removed",
    "entry.forgotten": "{subject}: the account was deleted",
    "entries.uploaded": "{after[count]} entered from a file: {subject}",
    "stages.set": "Format: {subject}",
    "stage.published": "{subject} published",
    "stage.stepped-back": "{subject} taken a step back",
    "stage.started": "{subject} started",
    "stage.closed": "{subject} closed, {after[rated_games]} games rated",
    "pools.formed": "{after[groups]} pools formed for {subject}",
    "pools.moved": "{subject} moved from pool {before[pool]} to pool {after[pool]}",
    "pools.swapped": "{subject} changed places in the pools",
    "pools.discarded": "Pools of {subject} discarded",
    "schedule.made": "Schedule made for {subject}: {after[matches]} matches in {after[rounds]} rounds",
    "team.registered": "Team {subject} registered",
    "team.added": "Team {subject} added by the organiser",
    "team.edited": "Team {subject} changed",
    "boards.entered": "{subject}: entered {vp}, by board",
    "boards.reported": "{subject}: reported {vp}, by board",
    "entry.withdrawn": "{subject} withdrew ({after[how]})",
    "entry.withdrawal-undone": "Withdrawal of {subject} taken back",
    "stage.edited": "{subject} changed: {changes}",
    "knockout.drawn": "{subject} drawn, {after[count]} seats",
    "knockout.drawn-again": "{subject} drawn again, {after[count]} seats",
    "knockout.discarded": "Draw of {subject} thrown away",
    "knockout.swapped": "Seats swapped: {subject}",
    "knockout.replaced": "{subject} has withdrawn; {after[entry]} goes on instead",
    "knockout.published": "{subject} published",
    "knockout.taken-back": "{subject} taken back: a draft again",
    "knockout.started": "{subject} started",
    "knockout.withdrawn": "{subject} withdrew from the knockout; the opponent goes on",
    "knockout.closed": "{subject} closed: {after[champion]} has won, {after[rated_games]} games rated",
    "series.entered": "{subject}: games {games}",
    "walkover.given": "{subject}: walkover for {after[to]}",
    "round.paired": "{subject} paired as a draft, {after[tables]} pairings",
    "round.paired-on": "{subject} paired as a draft with results open, {after[tables]} pairings",
    "round.paired-again": "{subject} paired again, {after[tables]} pairings",
    "round.discarded": "Draft of {subject} thrown away",
    "round.published": "{subject} published",
    "round.published-with-open": "{subject} published with {open} undecided",
    "round.started": "{subject} started",
    "round.closed": "{subject} closed, {after[rated_games]} games rated",
    "round.mission-set": "Mission of {subject}: {after[mission]}",
    "table.mission-set": "Mission of {subject}: {after[mission]}",
    "clock.length-set": "{subject} lasts {after[minutes]} minutes",
    "clock.paused": "Clock of {subject} paused, {after[left]} left",
    "clock.resumed": "Clock of {subject} goes on, {after[left]} left",
    "clock.added": "{subject}: {after[minutes]} minutes for everybody, {after[left]} left",
    "table.extended": "{subject}: {after[minutes]} minutes more than the others{because}",
    "screen.added": "Screen “{subject}” added",
    "screen.changed": "Screen “{subject}” changed",
    "screen.removed": "Screen “{subject}” removed",
    "draft.swapped": "Swapped {subject}",
    "draft.table-changed": "Moved from table {before[table]}: {subject}",
    "pairing.swapped": "Swapped after publishing: {subject}",
    "pairing.table-changed": "Moved from table {before[table]} after publishing: {subject}",
    "pairing.set": "{subject}, paired by hand",
    "pairing.undone": "{subject}, put aside by hand",
    "pairing.bye-given": "{subject} sits round {after[round]} out, given by hand",
    "round.repaired": "{subject}, repaired",
    "entry.no-show": "{subject} is not here",
    "entry.back": "{subject} is here after all",
    "entry.conceded": "{subject} conceded and dropped",
    "entry.late": "{subject}, late in round {after[round]}",
    "seat.fixed": "{subject} always sits at table {after[table]}",
    "seat.freed": "{subject} may sit anywhere",
    "table.blocked": "Table {subject} blocked",
    "table.unblocked": "Table {subject} unblocked",
    "members.entered": "{subject} entered from the club",
    "director.appointed": "{subject} appointed to run the event",
    "director.dismissed": "{subject} no longer runs the event",
    "bye.requested": "{subject} sits out round {after[round]} ({after[kind]}-point bye)",
    "bye.withdrawn": "{subject} plays round {before[round]} after all",
    "pair.forbidden": "{subject} must not meet",
    "pair.allowed": "{subject} may meet again",
    "points.penalty": "{subject}: penalty, {after[words]}",
    "points.bonus": "{subject}: bonus, {after[words]}",
    "points.taken-back": "{subject}: {before[words]} taken back",
    "game.started": "{subject}: game started",
    "game.stopped": "{subject}: game stopped",
    "share.renewed": "New share link",
    "share.stopped": "Share link switched off",
    "result.reported": "{subject}: reported {vp}",
    "result.confirmed": "{subject}: confirmed {vp}",
    "result.disputed": "{subject}: disputed",
    "result.entered": "{subject}: entered {vp}",
    "result.ruled": "{subject}: ruled {vp}",
    "result.cleared": "{subject}: result taken back",
    "result.changed": "{subject}: changed {vp_before} → {vp}",
    "result.corrected": "{subject}: {correction}",
    "undone": "Undone: {subject}",
    "round.reopened": "{subject} reopened",
    "round.unpublished": "{subject} taken back: a draft again",
    "round.unstarted": "Start of {subject} taken back",
    "tournament.reopened": "Event reopened",
}


def describe(entry: JournalEntry) -> str:
    if entry.undoes is not None and entry.undoes.undoes_id is None:
        return f"Undone: {describe(entry.undoes)}"
    # An unknown verb may have come in a file: it is text, never a template.
    known = SENTENCES.get(entry.verb)
    template = known or entry.verb.replace("{", "{{").replace("}", "}}") + " {subject}"
    return template.format(
        subject=entry.subject,
        before=entry.before,
        after=entry.after,
        vp=_vp(entry.after),
        vp_before=_vp(entry.before),
        correction=_correction(entry),
        games=", ".join(map(str, entry.after.get("games", ()))) or "taken back",
        status=_status(entry.after.get("status", "")),
        because=f": {entry.reason}" if entry.reason else "",
        open=named([str(place) for place in entry.after.get("open", [])]),
        changes=", ".join(key.replace("_", " ") for key in entry.after) or "nothing",
    )


def _vp(values: dict[str, Any]) -> str:
    if isinstance(values.get("score"), str):
        return str(values["score"])
    if "result" in values and "first_vp" not in values:
        return ResultCode(values["result"]).label
    return f"{values.get('first_vp', '?')}–{values.get('second_vp', '?')}"


def _correction(entry: JournalEntry) -> str:
    if entry.verb != "result.corrected":
        return ""
    policy = entry.after.get("policy", "")
    if policy == Policy.NOTE_ONLY:
        return "note"
    if "bye" in entry.after:
        before, after = (ByeCode(values["bye"]).label for values in (entry.before, entry.after))
    else:
        before, after = _vp(entry.before), _vp(entry.after)
    reach = f" ({Policy(policy).label.lower()})" if policy in Policy.values else ""
    return f"corrected {before} → {after}{reach}"


def _status(value: str) -> str:
    return Status(value).label if value in Status.values else value
