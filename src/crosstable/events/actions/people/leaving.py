"""Leaving in the middle of a round: concede and drop. (To finish and then drop is `entries.drop`.)

A round being played: the opponent wins at once. A round only published: the chair is empty, and the repairs find the
opponent something better than a win without a game. Coming back takes the concession back as long as nobody has
touched the table since.
"""

from copy import copy
from typing import Any

from django.db.models import Q

from crosstable.accounts.models import User
from crosstable.engine.results import by_code
from crosstable.events.actions.frame.acting import Act, acting
from crosstable.events.actions.results.settling import reopen, settle
from crosstable.events.actions.results.walkovers import check_not_in_bracket
from crosstable.events.actions.rounds.rewriting import Rewrite, as_json, rewrite, tell
from crosstable.events.errors import BadValue, EntryIsDropped
from crosstable.events.models import (
    Entry,
    JournalEntry,
    Match,
    MatchState,
    ResultCode,
    RoundStatus,
    Settled,
    StageStatus,
    Status,
)
from crosstable.events.permissions import EntrantOr
from crosstable.events.play_errors import NothingToConcede
from crosstable.events.queries.rounds.live_rounds import live_round_of, situation_of
from crosstable.events.records.rules import rules_of
from crosstable.games import Use


def concede_and_drop(*, entry: Entry, by: User) -> None:
    """Lose the game being played and leave the later pairings. Raises EntryIsDropped, NothingToConcede, BadValue."""
    with acting(entry.tournament, by, EntrantOr(entry=entry), "drop this player") as act:
        act.require("Conceding", Status.IN_PROGRESS)
        fresh = act.fresh(entry)
        if fresh.is_dropped:
            raise EntryIsDropped(name=fresh.display_name)
        check_not_in_bracket(act.tournament, fresh)
        _check_not_in_pools(fresh)
        was = _as_json(fresh)
        lost, changes = _leave_the_table(act, fresh)
        fresh.dropped_at = act.now
        fresh.save(update_fields=["dropped_at", "absent_since"])
        before, after = was | changes.before, _as_json(fresh) | changes.after
        act.record("entry.conceded", fresh.display_name, before, after, entry=fresh, match=lost)


def _check_not_in_pools(entry: Entry) -> None:
    seat = entry.pool_seats.filter(stage__status=StageStatus.STARTED).select_related("stage").first()
    if seat is not None:
        raise NothingToConcede(name=entry.display_name, stage=seat.stage.name)


def take_back_concession(act: Act, entry: Entry) -> tuple[dict[str, Any], dict[str, Any]]:
    """The conceded game is open again, if its round is being played and nobody has touched it since."""
    last = act.tournament.journal.filter(verb="entry.conceded", entry=entry).first()
    match = _still_conceded(last, entry) if last else None
    if match is None or match.round.status != RoundStatus.STARTED or not match.is_agreed:
        return {}, {}
    opened = copy(match)
    reopen(opened, act=act)
    other = match.second_id if match.first_id == entry.pk else match.first_id
    done = rewrite(act, match.round, [match], [opened], recipients=[pk for pk in (other,) if pk])
    return done.before, done.after


def _still_conceded(last: JournalEntry, entry: Entry) -> Match | None:
    """The row the journal names, if it is this player's and as it was left."""
    version = last.after.get("conceded", {}).get("version")
    rows = Match.objects.filter(pk=last.match_id or 0, version=version, round__tournament=last.tournament_id)
    return rows.filter(Q(first=entry) | Q(second=entry)).first()


def _leave_the_table(act: Act, entry: Entry) -> tuple[Match | None, Rewrite]:
    """The match lost by it, where there is one, and what the journal keeps."""
    rules = rules_of(act.tournament)
    round_ = live_round_of(act.tournament)
    match = situation_of(round_).row_of(entry) if round_ else None
    if round_ is None or match is None or match.is_bye or match.is_agreed:
        return None, Rewrite({}, {})
    if match.state != MatchState.OPEN:
        said = "A score is reported at {table} {number}. Settle it, then drop: the game counts as it ended."
        raise BadValue(rules.say(said, number=match.table))
    if round_.status == RoundStatus.PUBLISHED:
        entry.absent_since = act.now
        return None, Rewrite({}, {})
    lost = copy(match)
    code = _lost_by(entry, match, played=Use.RESIGNATION in rules.uses)
    settle(act, lost, by_code(code), Settled.CONCEDED)
    other = match.second_id if match.first_id == entry.pk else match.first_id
    tell(act, round_, [other] if other is not None else [])
    after = {"matches": [as_json(lost)], "round": round_.number, "conceded": {"version": lost.version}}
    return lost, Rewrite({"matches": [as_json(match)]}, after)


def _lost_by(entry: Entry, match: Match, *, played: bool) -> ResultCode:
    """To resign is to lose a game that was played; where it needs numbers there are none, so it is a forfeit."""
    if match.first_id == entry.pk:
        return ResultCode.SECOND_WINS if played else ResultCode.SECOND_WINS_BY_FORFEIT
    return ResultCode.FIRST_WINS if played else ResultCode.FIRST_WINS_BY_FORFEIT


def _as_json(entry: Entry) -> dict[str, Any]:
    return {"dropped": entry.is_dropped, "absent": entry.is_absent}
