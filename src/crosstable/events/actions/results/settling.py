"""The one place where a result is confirmed, whatever its source: two reports, the desk, a decision, a walkover, a
withdrawal, a repair, a correction. Parts of actions; the caller writes the journal.

In all cases: the reports stay unchanged, a dispute ends, and a match forfeited to one side forfeits each of its boards.
"""

from collections.abc import Sequence
from datetime import datetime

from crosstable.accounts.models import User
from crosstable.database.compiled_sql import insert, update
from crosstable.engine.results import CODES, Score, by_code, from_boards
from crosstable.engine.scoring import team_result
from crosstable.events.actions.core.action import Action
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.team_boards import parts_of
from crosstable.events.errors import BadValue
from crosstable.events.models import RESULT_COLUMNS, Entry, Match, MatchPart, MatchState, Settled, Tournament
from crosstable.events.permissions import ENTER_RESULTS, RULE, check_can
from crosstable.text import tr


def settle(act: Action, match: Match, score: Score, how: Settled) -> None:
    """Confirm the result of the match. The only writer of a confirmed result; event files and undo copy rows."""
    columns = {**agreed_columns(score, how, act.by, act.now), "version": match.version + 1}
    if how is not Settled.WITHDRAWAL:  # a withdrawal can be undone, and then the dispute is open again
        columns |= {"disputed_at": None, "dispute_reason": ""}
    for name, value in columns.items():
        setattr(match, name, value)
    update(match, *columns)
    if act.tournament.has_boards and score.is_forfeit:
        take_boards(match, [by_code(score.code)] * act.tournament.team_boards)


def check_may_say(act: Action, match: Match, *scores: Score, replaces: bool = False) -> None:
    """Check permission: a forfeit, 0–0, ½–0 and an unrated game are also an arbiter's decision. `replaces`: an existing
    result is overwritten (H4)."""
    rules = takes_ruling(match, act.by, replaces=replaces) or any(not one.is_usual for one in scores)
    check_can(act.by, act.tournament, RULE if rules else ENTER_RESULTS)


def check_may_report(*scores: Score) -> None:
    """Refuse reports that an arbiter must decide: 0–0 and ½–0 over the board, and unrated games."""
    for one in scores:
        if not one.is_usual and not one.is_forfeit:
            problem = tr(
                "An arbiter decides {words}. Call the arbiter; players report 1-0, 0-1 or 1/2-1/2.",
                words=one.words,
            )
            raise BadValue(problem, "result")


def takes_ruling(match: Match, by: User, *, replaces: bool = False) -> bool:
    """Whether it needs a decision. The desk enters played results and corrects its own mistakes; deciding between the
    sides and replacing another person's result needs more."""
    is_slip = match.settled == Settled.ENTERED and match.decided_by_id == by.pk
    return match.state == MatchState.DISPUTED or ((match.is_agreed or replaces) and not is_slip)


def agreed_columns(score: Score, how: Settled, by: User | None, now: datetime) -> dict[str, object]:
    """Return the columns of a confirmed result; also for rows created in bulk from a report file."""
    agreed = {"state": MatchState.AGREED, "settled": how, "decided_by": by, "decided_at": now}
    return {**score.stored(), **agreed}


def lost_by(entry: Entry, match: Match) -> Score:
    """Return the score of a forfeit to the other side."""
    return by_code("0-1F" if match.first_id == entry.pk else "1-0F")


def settle_boards(act: Action, match: Match, boards: Sequence[Score], how: Settled) -> None:
    """Confirm the boards of a team match, and the match result that follows from them."""
    take_boards(match, boards)
    settle(act, match, overall(act.tournament, boards), how)


def correct(match: Match, score: Score) -> None:
    """Replace a confirmed result. Who confirmed it and how stay; the correction has the rest."""
    match.set_score(score)
    match.version += 1
    match.save(update_fields=[*RESULT_COLUMNS, "version"])


def correct_boards(match: Match, boards: Sequence[Score | None]) -> None:
    """Replace the board results; keep the line-up."""
    known = {part.number: part for part in match.parts.all()}
    for number, score in enumerate(boards, start=1):
        part = known.get(number) or MatchPart(match=match, number=number)
        part.set_score(score)
        part.save()
    match.parts.filter(number__gt=len(boards)).delete()


def reopen(match: Match, state: MatchState = MatchState.OPEN, act: Action | None = None) -> None:
    """Reset a confirmed result. `act`: who reset it, for a later request that saw the result."""
    match.set_score(None)
    match.state, match.settled = state, ""
    match.decided_by, match.decided_at = (act.by, act.now) if act else (None, None)
    match.version += 1
    match.save()


def take_boards(match: Match, boards: Sequence[Score]) -> None:
    """Store the results of the boards and who played there: the members in order, unless the row has a line-up. Does
    nothing for a match of one game."""
    assert match.second is not None
    known = {part.number: part for part in parts_of(match)}
    first, second = (dict(entry.members.values_list("number", "pk")) for entry in (match.first, match.second))
    for number, score in enumerate(boards, start=1):
        part = known.get(number) or MatchPart(match=match, number=number)
        part.set_score(score)
        part.first_member_id = part.first_member_id or first.get(number)
        part.second_member_id = part.second_member_id or second.get(number)
        if part.pk is None:
            insert(part)
        else:
            update(part, *RESULT_COLUMNS, "first_member", "second_member")


def clear_boards(match: Match) -> None:
    MatchPart.objects.filter(match=match).update(result="", score=None, tallies=[])


def overall(tournament: Tournament, boards: Sequence[Score]) -> Score:
    """Return the result of a team match: the boards decide it, and their scores are added up."""
    result = team_result([score.to_result() for score in boards], rules_of(tournament).scoring).result
    return from_boards(CODES[result.first, result.second], boards)
