"""Walkovers: of a single match, or all matches of an entry that withdraws from a knockout in progress."""

from crosstable.accounts.models import User
from crosstable.engine.results import by_code
from crosstable.events.actions.core.action import action
from crosstable.events.actions.results.series import Accepted, fresh_bracket_match, games_as_json, play_on
from crosstable.events.actions.stages.bracket_rows import follow_bracket, for_journal
from crosstable.events.actions.stages.knockout import fresh_knockout
from crosstable.events.bridge.rules import match_in_round
from crosstable.events.bridge.stages import bracket_state
from crosstable.events.errors import BadValue
from crosstable.events.models import (
    Entry,
    Match,
    ResultCode,
    Settled,
    Stage,
    StageKind,
    StageStatus,
    Tournament,
)
from crosstable.events.permissions import RULE
from crosstable.events.play_errors import NotInBracket, StillInBracket
from crosstable.text import tr

UNDER_WAY = (StageStatus.PUBLISHED, StageStatus.STARTED)


def give_match(
    *,
    match: Match,
    to: Entry,
    by: User,
    seen_version: int | None = None,
    accept: Accepted = (),
    reason: str = "",
) -> Match:
    """Give a walkover: one side advances without playing, or without finishing. Not rated. Raises
    TouchesLaterMatches."""
    with action(match.round.tournament, by, RULE) as act:
        fresh = fresh_bracket_match(act, match, seen_version)
        if to.pk not in (fresh.first_id, fresh.second_id):
            raise BadValue(tr("{to} does not play this match.", to=to), "to")
        first = to.pk == fresh.first_id
        score = by_code(ResultCode.FIRST_WINS_BY_FORFEIT if first else ResultCode.SECOND_WINS_BY_FORFEIT)
        before = {"games": games_as_json(fresh)}
        moves = play_on(act, fresh, [score], Settled.WALKOVER, accept)
        subject = match_in_round(fresh)
        act.record(
            "walkover.given", subject, before, {"to": to.display_name, **moves}, reason[:300], match=fresh
        )
    return fresh


def withdraw_from_knockout(*, stage: Stage, entry: Entry, by: User) -> Entry:
    """Withdraw a drawn entry: the opponent advances, in this match and any later one."""
    with action(stage.tournament, by) as act:
        fresh = fresh_knockout(act, stage, tr("Withdraw"), *UNDER_WAY)
        leaving = act.tournament.entries.filter(pk=entry.pk).first()
        if leaving is None or not has_match_to_come(fresh, leaving):
            raise NotInBracket(name=entry.display_name, stage=fresh.name)
        leaving.dropped_at = leaving.dropped_at or act.now
        leaving.save(update_fields=["dropped_at"])
        made = follow_bracket(act, fresh)
        after = for_journal(made) if made else {"next": []}
        act.record("knockout.withdrawn", leaving.display_name, after=after, entry=leaving, stage=fresh)
    return leaving


def has_match_to_come(stage: Stage, entry: Entry) -> bool:
    """Whether the bracket still has a match for the entry."""
    bracket, state = bracket_state(stage)
    return entry.pk in bracket.entrants and all(place.entry != entry.pk for place in state.places)


def check_not_in_bracket(tournament: Tournament, entry: Entry) -> None:
    """Refuse to withdraw an entry that still has a match in the bracket. Raises StillInBracket."""
    seated = tournament.stages.filter(
        kind=StageKind.KNOCKOUT, status__in=UNDER_WAY, bracket_seats__entry=entry
    )
    for stage in seated:
        if has_match_to_come(stage, entry):
            raise StillInBracket(name=entry.display_name, stage=stage.name)
