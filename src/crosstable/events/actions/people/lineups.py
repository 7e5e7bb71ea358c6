"""Line-ups of team matches: who plays on which board, the deadline, and the rules (I7)."""

from collections.abc import Sequence
from datetime import datetime

from django.utils import timezone

from crosstable.accounts.models import User
from crosstable.engine.scoring import (
    AtTwoBoards,
    BoardOrder,
    NotInTheTeam,
    OutOfOrder,
    WrongNumberOfBoards,
    check_line_up,
)
from crosstable.engine.tie_breaks.extended import AFTER_SCORES, OFFERED, find_schedule
from crosstable.events.actions.core.action import Action, action
from crosstable.events.bridge.team_boards import line_ups_of
from crosstable.events.errors import (
    BadLineUp,
    BadValue,
    LineUpPlayed,
    LineUpsClosed,
    NoTeams,
    NotNow,
    WrongStatus,
)
from crosstable.events.models import (
    BoardOrderCode,
    Entry,
    Match,
    MatchPart,
    MatchState,
    Round,
    RoundStatus,
    Status,
    TeamMember,
    Tournament,
)
from crosstable.events.permissions import EntrantOr, is_organiser
from crosstable.text import alternatives, tr

# A team sets its line-up once it knows its opponent.
OPEN = (RoundStatus.PUBLISHED, RoundStatus.STARTED)


def set_line_up(*, match: Match, entry: Entry, players: Sequence[int], by: User) -> Match:
    """Set the players of this side on boards 1, 2 and so on: its members until the deadline, organisers until the round
    is closed. Raises BadLineUp, LineUpsClosed, LineUpPlayed."""
    who_may = tr(
        "Only the members of {team} and the organisers of this event can change its line-up.", team=entry
    )
    with action(match.round.tournament, by, EntrantOr(entry=entry, who_may=who_may)) as act:
        fresh = _match(act, match)
        side = _side(fresh, entry)
        seats = _seats(act.tournament, side, players)
        if not is_organiser(by, act.tournament):
            _check_in_time(act, fresh)
        before = next(one for one in line_ups_of(fresh) if one.entry == side)
        if before.is_given and list(before.seats) == seats:
            act.leave_as_it_is()
            return fresh
        _store(fresh, side, seats)
        names = [seat.player.name for seat in seats]
        was = [before.name_at(n) for n in range(1, len(seats) + 1)] if before.is_given else []
        act.record(
            "lineup.given", side.display_name, {"players": was}, {"players": names}, match=fresh, entry=side
        )
    return fresh


def set_line_ups_due(*, round_: Round, until: datetime | None, by: User) -> Round:
    """Set the deadline for the line-ups of a round; None: until the first board is reported."""
    with action(round_.tournament, by) as act:
        _require_boards(act.tournament)
        fresh = act.tournament.rounds.get(pk=round_.pk)
        if fresh.status == RoundStatus.CLOSED:
            raise NotNow(why=tr("{round} is closed. Its line-ups stay.", round=fresh))
        if fresh.lineups_until == until:
            act.leave_as_it_is()
            return fresh
        before, fresh.lineups_until = fresh.lineups_until, until
        fresh.save(update_fields=["lineups_until"])
        act.record(
            "lineups.due",
            str(fresh),
            {"until": _moment(before)},
            {"until": _moment(until)},
            round_number=fresh.number,
        )
    return fresh


def set_team_rules(
    *, tournament: Tournament, board_order: str, tie_breaks: Sequence[str], by: User
) -> Tournament:
    """Set how teams line up, and the tie-breaks after match points and board points, in this order."""
    with action(tournament, by) as act:
        _require_boards(act.tournament)
        if act.tournament.status == Status.COMPLETE:
            raise WrongStatus(action=tr("Save the rules"), now=Status.COMPLETE.label)
        _check_rules(board_order, tie_breaks)
        before = _rules(act.tournament)
        act.tournament.board_order = board_order
        act.tournament.team_tie_breaks = list(tie_breaks)
        if _rules(act.tournament) == before:
            act.leave_as_it_is()
            return act.tournament
        act.tournament.save(update_fields=["board_order", "team_tie_breaks"])
        act.record("teams.ruled", "", before, _rules(act.tournament))
    return act.tournament


def _rules(tournament: Tournament) -> dict[str, object]:
    return {"board_order": str(tournament.board_order), "tie_breaks": list(tournament.team_tie_breaks)}


def _check_rules(board_order: str, tie_breaks: Sequence[str]) -> None:
    if board_order not in BoardOrderCode.values:
        raise BadValue(
            tr("The order of boards is {known}.", known=alternatives(BoardOrderCode.values)), "board_order"
        )
    for code in tie_breaks:
        if code not in AFTER_SCORES and find_schedule(code) is None:
            known = ", ".join(one.code for one in OFFERED)
            raise BadValue(
                tr("There is no tie-break “{code}” of teams; known are {known}.", code=code, known=known),
                "tie_breaks",
            )
    if len(set(tie_breaks)) < len(tie_breaks):
        raise BadValue(tr("Each tie-break can be chosen only once."), "tie_breaks")


def _require_boards(tournament: Tournament) -> None:
    if not tournament.has_boards:
        raise (
            NoTeams()
            if not tournament.has_teams
            else BadValue(tr("A team plays together here: there is nothing to line up."), "players")
        )


def _match(act: Action, match: Match) -> Match:
    _require_boards(act.tournament)
    rows = Match.objects.select_related("round__tournament", "first__player", "second__player")
    fresh = rows.filter(pk=match.pk, round__tournament=act.tournament).first()
    if fresh is None or fresh.is_bye or fresh.is_void:
        raise NotNow(why=tr("This match has no opponent."))
    if fresh.round.status not in OPEN:
        closed = fresh.round.status == RoundStatus.CLOSED
        why = tr("{round} is closed. Its line-ups stay.") if closed else tr("{round} is not published yet.")
        raise NotNow(why=why.filled(round=fresh.round))
    return fresh


def _side(match: Match, entry: Entry) -> Entry:
    side = next((one for one in (match.first, match.second) if one is not None and one.pk == entry.pk), None)
    if side is None:
        raise BadValue(tr("{entry} does not play this match.", entry=entry), "team")
    return side


def _check_in_time(act: Action, match: Match) -> None:
    until = match.round.lineups_until
    if until is not None and act.now >= until:
        raise LineUpsClosed(until=f"{timezone.localtime(until):%H:%M}")
    if match.state != MatchState.OPEN or any(part.result for part in match.parts.all()):
        raise LineUpPlayed(match=str(match))


def _seats(tournament: Tournament, side: Entry, players: Sequence[int]) -> list[TeamMember]:
    members = {member.player_id: member for member in side.members.select_related("player")}
    if stranger := next((pk for pk in players if pk not in members), None):
        raise BadLineUp(problem=_not_theirs(tournament, side, stranger))
    seats = [members[pk] for pk in players]
    by_number = {member.number: member for member in members.values()}
    try:
        check_line_up(
            [seat.number for seat in seats],
            by_number,
            tournament.team_boards,
            BoardOrder(tournament.board_order),
        )
    except WrongNumberOfBoards as wrong:
        raise BadLineUp(
            problem=tr(
                "Name one for each of the {boards} boards; {named} are named.",
                boards=wrong.boards,
                named=wrong.named,
            )
        ) from wrong
    except AtTwoBoards as wrong:
        raise BadLineUp(
            problem=tr("{by_number} cannot sit at two boards.", by_number=by_number[wrong.number])
        ) from wrong
    except OutOfOrder as wrong:
        raise BadLineUp(problem=_out_of_order(by_number, wrong)) from wrong
    except NotInTheTeam as wrong:  # unreachable: they were found among the members
        raise BadLineUp(
            problem=tr("The player named for board {board} is not in {side}.", board=wrong.board, side=side)
        ) from wrong
    return seats


def _out_of_order(members: dict[int, TeamMember], wrong: OutOfOrder) -> str:
    lower, higher = members[wrong.above], members[wrong.number]
    return tr(
        "{higher} stands above {lower} in the team’s list and cannot sit below at board "
        "{board}. The order of boards is fixed in this event: change it under Line-ups, or "
        "line up in that order.",
        higher=higher,
        lower=lower,
        board=wrong.board,
    )


def _not_theirs(tournament: Tournament, side: Entry, player: int) -> str:
    other = tournament.team_members.select_related("player", "entry").filter(player=player).first()
    if other is None:
        return tr(
            "One of the named players is not in {side}. Choose from its members and reserves.", side=side
        )
    return tr("{other} plays for {entry}, not for {side}.", other=other, entry=other.entry, side=side)


def _store(match: Match, side: Entry, seats: Sequence[TeamMember]) -> None:
    column = "first_member" if match.first_id == side.pk else "second_member"
    known = {part.number: part for part in match.parts.all()}
    for number, seat in enumerate(seats, start=1):
        part = known.get(number) or MatchPart(match=match, number=number)
        setattr(part, column, seat)
        part.save()


def _moment(moment: datetime | None) -> str | None:
    return timezone.localtime(moment).isoformat() if moment else None
