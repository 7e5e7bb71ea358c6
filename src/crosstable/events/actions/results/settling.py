"""The one place where a result is agreed, whoever says it: two claims, the desk, a ruling, a walkover, a withdrawal, a
repair, a correction. Parts of actions; whoever calls says why in the journal.

In all of these ways alike: the claims stay as they were made, a dispute is over, and a match that is given to one side
gives every board of it.
"""

from collections.abc import Sequence
from datetime import datetime

from crosstable.accounts.models import User
from crosstable.database.compiled_sql import update
from crosstable.engine.results import CODES, Score, by_code, from_boards
from crosstable.engine.scoring import team_result
from crosstable.events.actions.core.action import Action
from crosstable.events.bridge.rules import rules_of
from crosstable.events.errors import BadValue
from crosstable.events.models import RESULT_COLUMNS, Entry, Match, MatchPart, MatchState, Settled, Tournament
from crosstable.events.permissions import ENTER_RESULTS, RULE, check_can


def settle(act: Action, match: Match, said: Score, how: Settled) -> None:
    """The match ended so. The only writer of an agreed result; event files and undo copy rows."""
    columns = {**agreed_columns(said, how, act.by, act.now), "version": match.version + 1}
    if how is not Settled.WITHDRAWAL:  # which can be taken back, and then the dispute is open again
        columns |= {"disputed_at": None, "dispute_reason": ""}
    for name, value in columns.items():
        setattr(match, name, value)
    update(match, *columns)
    if act.tournament.has_boards and said.is_forfeit:
        take_boards(match, [by_code(said.code)] * act.tournament.team_boards)


def check_may_say(act: Action, match: Match, *said: Score, replaces: bool = False) -> None:
    """A forfeit, 0–0, ½–0 and an unrated game are an arbiter's decision, too. `replaces`: whatever was said of it goes
    (H4)."""
    rules = takes_ruling(match, act.by, replaces=replaces) or any(not one.is_usual for one in said)
    check_can(act.by, act.tournament, RULE if rules else ENTER_RESULTS, "rule on this match")


def check_may_report(*said: Score) -> None:
    """0–0 and ½–0 over the board, and that a game is not rated, are decided by an arbiter."""
    for one in said:
        if not one.is_usual and not one.is_forfeit:
            problem = f"An arbiter decides {one.words}. Call the arbiter; players report 1-0, 0-1 or 1/2-1/2."
            raise BadValue(problem, "result")


def takes_ruling(match: Match, by: User, *, replaces: bool = False) -> bool:
    """The desk enters what was played and puts its own slip right. To decide between the sides and to replace what
    somebody else said is more."""
    is_slip = match.settled == Settled.ENTERED and match.decided_by_id == by.pk
    return match.state == MatchState.DISPUTED or ((match.is_agreed or replaces) and not is_slip)


def agreed_columns(said: Score, how: Settled, by: User | None, now: datetime) -> dict[str, object]:
    """What a row with an agreed result says; also for rows made all at once from a report file."""
    agreed = {"state": MatchState.AGREED, "settled": how, "decided_by": by, "decided_at": now}
    return {**said.stored(), **agreed}


def lost_by(entry: Entry, match: Match) -> Score:
    """Given to the other side."""
    return by_code("0-1F" if match.first_id == entry.pk else "1-0F")


def settle_boards(act: Action, match: Match, boards: Sequence[Score], how: Settled) -> None:
    """The boards of a team match ended so, and the match as follows from them."""
    take_boards(match, boards)
    settle(act, match, overall(act.tournament, boards), how)


def correct(match: Match, said: Score) -> None:
    """Another result for what was settled. Who settled it stays, and so does how; the correction says the rest."""
    match.say(said)
    match.version += 1
    match.save(update_fields=[*RESULT_COLUMNS, "version"])


def correct_boards(match: Match, boards: Sequence[Score | None]) -> None:
    """So many rows, and what each says. Who sat there stays."""
    known = {part.number: part for part in match.parts.all()}
    for number, said in enumerate(boards, start=1):
        part = known.get(number) or MatchPart(match=match, number=number)
        part.say(said)
        part.save()
    match.parts.filter(number__gt=len(boards)).delete()


def reopen(match: Match, state: MatchState = MatchState.OPEN, act: Action | None = None) -> None:
    """As if it had not been settled. `act`: who took it back, for somebody who comes with what was there before."""
    match.say(None)
    match.state, match.settled = state, ""
    match.decided_by, match.decided_at = (act.by, act.now) if act else (None, None)
    match.version += 1
    match.save()


def take_boards(match: Match, boards: Sequence[Score]) -> None:
    """These are the results of the boards, and who sat there: the members in their order, unless the row knows it.
    Nothing to do for a match that is one game."""
    assert match.second is not None
    known = {part.number: part for part in match.parts.all()}
    first, second = (dict(entry.members.values_list("number", "pk")) for entry in (match.first, match.second))
    for number, said in enumerate(boards, start=1):
        part = known.get(number) or MatchPart(match=match, number=number)
        part.say(said)
        part.first_member_id = part.first_member_id or first.get(number)
        part.second_member_id = part.second_member_id or second.get(number)
        part.save()


def clear_boards(match: Match) -> None:
    MatchPart.objects.filter(match=match).update(result="", score=None, tallies=[])


def overall(tournament: Tournament, boards: Sequence[Score]) -> Score:
    """What a team match ended like: the boards decide it, and what was scored on them is added up."""
    result = team_result([said.to_result() for said in boards], rules_of(tournament).scoring).result
    return from_boards(CODES[result.first, result.second], boards)
