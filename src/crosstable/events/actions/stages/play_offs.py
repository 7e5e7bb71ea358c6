"""A play-off: tied entries play each other once. Its matches are called and reported like any other, do not count in
the standings, and separate the tied entries when it is closed."""

from collections.abc import Sequence

from django.db.models import Max

from crosstable.accounts.models import User
from crosstable.engine.model import EntryId
from crosstable.engine.pairing.round_robin import (
    Group,
    Rounds,
    ScheduledRound,
    ScheduleOptions,
    schedule_group,
)
from crosstable.events.actions.core.action import Action, action
from crosstable.events.actions.hall.evenings import give_times_to
from crosstable.events.actions.ratings.ratings import rate_round
from crosstable.events.actions.stages.advancing import fill_next_stage, tie_between
from crosstable.events.actions.stages.schedules import store_boards
from crosstable.events.actions.stages.stages import fresh_stage
from crosstable.events.bridge.play_offs import PlayOff, name_of, open_play_offs, play_offs_of
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.settings.hall_settings import open_boards
from crosstable.events.errors import BadValue
from crosstable.events.models import Entry, Match, Round, RoundStatus, Stage, Status
from crosstable.events.models.stock_names import english
from crosstable.events.play_errors import MatchesOpen, PlayOffReported
from crosstable.events.queries.stages.advancing import tie_words
from crosstable.games import Use
from crosstable.text import Text, names_text, tr

# Eight entries play 28 matches; more are separated by a tie-break or a draw of lots.
MOST = 8
LONGEST_NAME = 60
OVER = tr("This play-off is finished or was cancelled. Reload the page and try again.")


def make_play_off(*, stage: Stage, entries: Sequence[Entry], by: User) -> PlayOff:
    """Create the matches of a play-off. Raises NoSuchTie, TiedEntryLeft, PlayOffOn, BadValue."""
    with action(stage.tournament, by) as act:
        act.require(tr("Create the play-off"), Status.IN_PROGRESS)
        fresh = fresh_stage(act, stage)
        tie = tie_between(fresh, entries)
        if len(tie.entries) > MOST:
            raise BadValue(
                tr("At most {most} meet in a play-off. Choose a tie-break, or draw lots.", most=MOST), "entry"
            )
        matches = _store(act, fresh, tie.entries, english(tie_words(tie)))
        made = {"matches": len(matches), "next_matches": [match.pk for match in matches]}
        act.record("playoff.made", _names(entries), after=made, stage=fresh)
    return next(one for one in open_play_offs(fresh) if one.ids == set(tie.entries))


def close_play_off(*, stage: Stage, number: int, by: User) -> PlayOff:
    """Close a play-off with all matches decided: ratings move, its result breaks the tie, and waiting seats are filled.
    Entries tied in it stay tied. Raises BadValue, MatchesOpen."""
    with action(stage.tournament, by) as act:
        fresh, play_off = _open(act, stage, number)
        rated = _close(act, play_off)
        fill_next_stage(act, fresh)
        after = {"order": order_words(play_off), "note": play_off.decision.note, "rated_games": rated}
        act.record("playoff.closed", _names(play_off.entries), after=after, stage=fresh)
    return play_off


def close_play_offs(*, stage: Stage, by: User) -> PlayOff:
    """Close all play-offs in progress in one step; return the first. Raises BadValue, MatchesOpen."""
    there = open_play_offs(stage)
    if len(there) == 1:
        return close_play_off(stage=stage, number=there[0].number, by=by)
    with action(stage.tournament, by) as act:
        fresh = fresh_stage(act, stage)
        there = open_play_offs(fresh)
        if not there:
            raise BadValue(OVER, "number")
        rated = sum(_close(act, play_off) for play_off in there)
        fill_next_stage(act, fresh)
        order = "; ".join(f"{order_words(one)} ({one.decision.note})" for one in there)
        act.record("playoffs.closed", fresh.name, after={"order": order, "rated_games": rated}, stage=fresh)
    return there[0]


def _close(act: Action, play_off: PlayOff) -> int:
    """Close one play-off. Return how many games were rated. Raises MatchesOpen."""
    if play_off.waiting:
        raise MatchesOpen(stage=tr("the play-off for {about}", about=play_off.about), count=play_off.waiting)
    rated = 0
    for round_ in play_off.rounds:
        round_.status, round_.closed_at = RoundStatus.CLOSED, act.now
        round_.save(update_fields=["status", "closed_at"])
        rated += rate_round(round_, act.now)
    return rated


def take_play_off_back(*, stage: Stage, number: int, by: User) -> None:
    """Delete a play-off, as long as nothing was reported. Raises BadValue, PlayOffReported."""
    with action(stage.tournament, by) as act:
        fresh, play_off = _open(act, stage, number)
        if not play_off.is_untouched:
            raise PlayOffReported(what=play_off.about)
        Round.objects.filter(pk__in=[round_.pk for round_ in play_off.rounds]).delete()
        act.record("playoff.taken-back", _names(play_off.entries), stage=fresh)


def order_words(play_off: PlayOff) -> str:
    names = {EntryId(entry.pk): entry.display_name for entry in play_off.entries}
    return ", ".join(" = ".join(names[id] for id in group) for group in play_off.decision.groups)


def _names(entries: Sequence[Entry]) -> Text:
    return names_text(entry.display_name for entry in entries)


def _open(act: Action, stage: Stage, number: int) -> tuple[Stage, PlayOff]:
    fresh = fresh_stage(act, stage)
    play_off = next((one for one in open_play_offs(fresh) if one.number == number), None)
    if play_off is None:
        raise BadValue(OVER, "number")
    return fresh, play_off


def _store(act: Action, stage: Stage, ids: Sequence[EntryId], about: str) -> list[Match]:
    rules = rules_of(act.tournament)
    earlier = play_offs_of(stage)
    on = [match for one in earlier if not one.is_closed for match in one.matches]
    boards = _boards(stage, len(ids) // 2, on)
    by_berger = Rounds.BERGER if Use.COLORS in rules.uses else Rounds.CIRCLE
    options = ScheduleOptions(len(boards), by_berger, share_sides=rules.has_named_sides)
    rounds = schedule_group(Group("", tuple(ids)), options).rounds
    number = max((one.number for one in earlier), default=0) + 1
    rows = Round.objects.bulk_create(_rounds(act, stage, number, about, len(rounds)))
    matches = _matches(rows, rounds, boards)
    Match.objects.bulk_create(matches)
    give_times_to(stage, matches, act.now)
    if act.tournament.has_boards:
        store_boards(matches, act.tournament.team_boards)
    return matches


def _rounds(act: Action, stage: Stage, number: int, about: str, count: int) -> list[Round]:
    last = act.tournament.rounds.aggregate(last=Max("number"))["last"] or 0
    rows = [
        Round(
            tournament=act.tournament,
            stage=stage,
            number=last + n,
            play_off=number,
            play_off_about=about,
            status=RoundStatus.STARTED,
            published_at=act.now,
            started_at=act.now,
        )
        for n in range(1, count + 1)
    ]
    for n, row in enumerate(rows, start=1):
        of = f", round {n}" if count > 1 else ""
        row.name = name_of(row)[: LONGEST_NAME - len(of)] + of
    return rows


def _matches(rows: Sequence[Round], rounds: Sequence[ScheduledRound], boards: Sequence[int]) -> list[Match]:
    """Return the matches. Slots continue from round to round: they are the order of play."""
    matches: list[Match] = []
    for row, round_ in zip(rows, rounds, strict=True):
        before = max((match.slot for match in matches), default=0)
        matches += [
            Match(
                round=row,
                table=boards[match.board - 1],
                slot=before + match.slot,
                first_id=match.first,
                second_id=match.second,
            )
            for match in round_.matches
        ]
    return matches


def _boards(stage: Stage, count: int, matches: Sequence[Match]) -> list[int]:
    """Return the boards, those without another play-off first; without boards, separate tables."""
    taken = {match.table or 0 for match in matches}
    if boards := open_boards(stage):
        return sorted(boards, key=lambda board: (board in taken, board))
    last = max(taken, default=0)
    return list(range(last + 1, last + max(count, 1) + 1))
