"""The steps of an event: the next step, the same loop for any event, and the operations of document B.

Those of document B are start, pairings, results, complete-round and finish; they work for every event.
"""

import datetime
from typing import Annotated, Any, Literal, Self

from django.conf import settings
from django.shortcuts import get_object_or_404
from django.utils import timezone
from pydantic import Field

from crosstable.accounts.models import Club, Membership
from crosstable.api import scores
from crosstable.api.identity import PUBLIC, Request, VisitorRequest
from crosstable.api.loading import match_in, tournament_after, tournament_to_change, tournament_to_run
from crosstable.api.matches import MatchOut, OverrideIn, shown_as
from crosstable.api.router import new_router
from crosstable.api.schemas import IdIn, In, Out, Text, Whole, event_text
from crosstable.api.tournament_answers import WholeTournamentOut, shown, shown_to_club
from crosstable.engine.pairing.registry import SYSTEMS
from crosstable.events.actions.event import flow, tournaments
from crosstable.events.actions.event.details import Details
from crosstable.events.actions.event.flow import finish_now, take_next_step
from crosstable.events.actions.event.starting import start_now
from crosstable.events.actions.results import results
from crosstable.events.actions.rounds import rounds
from crosstable.events.actions.stages.kinds import StepDetails
from crosstable.events.bridge.rules import rules_of
from crosstable.events.errors import BadValue
from crosstable.events.models import Tournament
from crosstable.events.permissions import ENTER_RESULTS, LOOK
from crosstable.events.queries.desk.checklist import checklist
from crosstable.events.queries.desk.control import control_room
from crosstable.events.queries.desk.steps import NextStep
from crosstable.events.queries.people.clubs import members_of
from crosstable.events.queries.rounds.next_round import NextRound
from crosstable.events.queries.rounds.repairs import notice_text
from crosstable.games import CLUB_GAME, GAMES, Vocabulary, all_points
from crosstable.text import tr
from crosstable.upkeep.copies import newest_copy

router = new_router("tournaments")
club_router = new_router("club tournaments")
# The Swiss that document B describes.
CLUB_SYSTEM = "swiss-simple"
SYSTEM_NAMES = ", ".join(name for name in SYSTEMS if name in GAMES[CLUB_GAME].systems)


class NextStepIn(In):
    seen: Text = Field(description="The step you saw. Refused if it is no longer the next one.")
    check_in: Literal["all"] | None = Field(
        None,
        description="If this step starts the event: “all” checks in all players who have not withdrawn.",
    )

    lock_lists: bool = Field(
        True, description="Whether starting the event locks the army lists, in games with lists."
    )
    mission: Annotated[Text, Field(max_length=80)] = Field(
        "", description="The mission of the round to pair."
    )
    round: Whole | None = Field(
        None, description="For next-round: the round you saw. Refused if it is another one."
    )
    accept: Annotated[Text, Field(max_length=64)] = Field(
        "",
        description="For next-round: the `accept` of the pairings you saw. Required if they violate a rule.",
    )
    as_draft: bool = Field(
        False, description="For next-round: only close and pair, so that you can change the pairings first."
    )


class PairingOut(Out):
    table: int | None
    first_id: int
    first: str
    second_id: int | None = Field(description="null for a bye.")
    second: str | None


class NextRoundOut(Out):
    round: int
    steps: list[str] = Field(description="The steps that this action does, in order.")
    to_look_at: list[str] = Field(
        description="The rules these pairings violate. If there are any, send `accept` with the step."
    )
    accept: str = Field(description="Identifies these pairings; empty if the round is paired already.")
    pairings: list[PairingOut] = Field(
        description="The pairings as they would be now; empty if the round is paired already."
    )

    @classmethod
    def of(cls, planned: NextRound, vocabulary: Vocabulary) -> Self:
        preview = planned.preview
        names = preview.draft.names if preview else {}
        return cls(
            round=planned.number,
            steps=[str(part) for part in planned.parts],
            to_look_at=[notice_text(notice, names, vocabulary) for notice in planned.to_look_at],
            accept=planned.basis,
            pairings=[
                PairingOut(
                    table=match.table,
                    first_id=match.first_id,
                    first=match.first.display_name,
                    second_id=match.second_id,
                    second=match.second.display_name if match.second else None,
                )
                for match in (*preview.tables, *preview.byes)
            ]
            if preview
            else [],
        )


class FinishNowOut(Out):
    after_round: int
    sentence: str = Field(description="What finishing now would mean: who wins, or which stage follows.")


class StepWayOut(Out):
    code: str = Field(
        description="start-now (POST …/start-now), fewest-rematches, by-hand (both POST …/rounds), "
        "finish-now (POST …/finish-now), fewer-rounds or round-robin."
    )
    label: str


class ChecklistProblemOut(Out):
    code: str = Field(description="alike, lists, rating, tables, fixed-seat, backup or printouts.")
    sentence: str
    path: str = Field(description="The page to correct it, or of the help about it.")


class ChecklistOut(Out):
    problems: list[ChecklistProblemOut] = Field(
        description="Empty if there is nothing to correct or the event has started."
    )


class NextStepOut(Out):
    step: str = Field(
        description=f"One of {', '.join(step.value for step in NextStep if step is not NextStep.NEXT_ROUND)}."
    )
    sentence: str
    text: str = Field(description="More about the step: who is left out, what to check. May be empty.")
    blocked: str | None = Field(description="Why the step cannot be done now, as a sentence; null if it can.")
    open_matches: list[int] = Field(description="Matches in progress without a confirmed result.")
    ways: list[StepWayOut] = Field(description="Alternatives to the step; usually empty.")
    next_round: NextRoundOut | None = Field(
        description="The whole next round in one step: post it with `seen` set to next-round. null if no "
        "round can start now, and in events that go step by step (`roundFlow`)."
    )
    finish: FinishNowOut | None = Field(
        description="What POST …/finish-now would do. null if it would be refused."
    )

    @classmethod
    def of(cls, tournament: Tournament) -> Self:
        room = control_room(tournament, journal_length=0)
        return cls(
            step=room.step.value,
            sentence=room.announcement.title,
            text=" ".join(filter(None, (room.announcement.text, room.announcement.warning))),
            blocked=room.blocked or None,
            open_matches=[match.pk for match in room.desk.open_matches],
            ways=[StepWayOut(code=way.code, label=way.label) for way in room.ways],
            next_round=NextRoundOut.of(room.next_round, rules_of(tournament).vocabulary)
            if room.next_round
            else None,
            finish=FinishNowOut(after_round=room.finish.number, sentence=room.finish.sentence)
            if room.finish
            else None,
        )


@router.get("/{id:tournament_id}/checklist", response=ChecklistOut)
def get_checklist(request: Request, tournament_id: int) -> ChecklistOut:
    """List what to correct before the event starts: similar names, missing lists, ratings, tables, backups."""
    tournament = tournament_to_run(request, tournament_id)
    found = checklist(tournament, newest_copy(settings.DATA_DIR), request.user)
    return ChecklistOut(problems=[ChecklistProblemOut.of_row(problem) for problem in found])


@router.get("/{id:tournament_id}/next", response=NextStepOut)
def get_next_step(request: Request, tournament_id: int) -> NextStepOut:
    """Get the next step of the event, whatever its stages are."""
    tournament = tournament_to_run(request, tournament_id, LOOK)
    return NextStepOut.of(tournament)


@router.post("/{id:tournament_id}/next", response=NextStepOut)
def post_next_step(request: Request, tournament_id: int, body: NextStepIn) -> NextStepOut:
    """Do the next step: open registration, start, pair, schedule, draw, publish, close or finish. Returns the
    step after it.
    """
    tournament = tournament_to_change(request, tournament_id)
    take_next_step(
        tournament=tournament,
        seen_step=body.seen,
        by=request.user,
        check_in=body.check_in == "all",
        lock_lists=body.lock_lists,
        details=StepDetails(
            mission=body.mission, number=body.round, accept=body.accept, as_draft=body.as_draft
        ),
    )
    tournament.refresh_from_db()
    return NextStepOut.of(tournament)


@router.post("/{id:tournament_id}/start-now", response=NextStepOut)
def post_start_now(request: Request, tournament_id: int) -> NextStepOut:
    """Check in all players, start the event with its first round or stage, and call the first matches. This
    is one entry in the history and one undo. Returns the next step.
    """
    tournament = tournament_after(request, tournament_id, start_now)
    tournament.refresh_from_db()
    return NextStepOut.of(tournament)


@router.post("/{id:tournament_id}/finish-now", response=NextStepOut)
def post_finish_now(request: Request, tournament_id: int) -> NextStepOut:
    """End the Swiss after the rounds that are closed. The event is finished then, unless a stage follows."""
    tournament = tournament_after(request, tournament_id, finish_now)
    tournament.refresh_from_db()
    return NextStepOut.of(tournament)


SCORING = (
    'Points as text, for example {"win": "3", "draw": "1"}. Unless named, a forfeit win and a'
    " full-point bye score like a win, a half-point bye like a draw."
)


class EventIn(In):
    """What the bodies of all events have in common."""

    end_date: datetime.date | None = None
    time_zone: Annotated[Text, Field(max_length=64)] | None = Field(
        None,
        description="The time zone of the event's local times. Empty: that of the installation.",
        examples=["Europe/Lisbon"],
    )
    max_players: Whole | None = None
    scoring: dict[Text, Text] | None = Field(None, description=SCORING)
    system: Text | None = Field(None, description="A pairing system of the game. Default: that of the game.")

    def sent_fields(self, leave_out: set[str]) -> dict[str, Any]:
        """Return the fields that were sent, under the names of Details."""
        named = self.model_dump(exclude=leave_out, exclude_none=True)
        if "scoring" in named:
            named["scoring"] = all_points(named["scoring"])
        return named


class ClubTournamentIn(EventIn):
    tournament_name: Annotated[Text, event_text("name")]
    club_id: IdIn
    total_rounds: Whole
    member_ids: list[IdIn] = Field(max_length=5000)
    date: datetime.date | None = Field(None, description="Default: today.")
    system: Text = Field(CLUB_SYSTEM, description=f"One of {SYSTEM_NAMES}.")

    def details(self) -> Details:
        sent = self.sent_fields({"tournament_name", "club_id", "member_ids", "date"})
        return Details(name=self.tournament_name, date=self.date or timezone.localdate(), **sent)


class ResultIn(OverrideIn):
    result: Text | None = Field(
        None,
        description="Instead of a score: 1-0, 0-1 or 1/2-1/2 in games without numbers; 1-0F, 0-1F or 0-0F; or"
        " pending.",
    )


def create_club_tournament(request: Request, body: ClubTournamentIn) -> Tournament:
    """Create the event with all its members, or not at all."""
    club = Club.objects.filter(pk=body.club_id).first()
    if club is None:
        raise BadValue(tr("There is no club {club_id}.", club_id=body.club_id), "clubId")
    chosen = _memberships(body.member_ids)
    return flow.create_for_members(details=body.details(), club=club, memberships=chosen, by=request.user)


def _memberships(ids: list[int]) -> list[Membership]:
    known = {m.pk: m for m in Membership.objects.filter(pk__in=ids).select_related("player")}
    if unknown := [pk for pk in ids if pk not in known]:
        raise BadValue(tr("There is no member {unknown}.", unknown=unknown[0]), "memberIds")
    return [known[pk] for pk in ids]


@club_router.post("/{id:tournament_id}/start", response=WholeTournamentOut)
def start_tournament(request: Request, tournament_id: int) -> WholeTournamentOut:
    """End registration, and pair, publish and start round 1."""
    return shown_to_club(tournament_after(request, tournament_id, flow.start_tournament))


@club_router.post("/{id:tournament_id}/pairings", response=WholeTournamentOut)
def start_next_round(request: Request, tournament_id: int) -> WholeTournamentOut:
    """Pair, publish and start the next round. The round before must be closed."""
    return shown_to_club(tournament_after(request, tournament_id, flow.pair_and_start))


class ClubMatchOut(MatchOut):
    white_player_id: int | None = Field(None, description="In games with colours, the memberId of White.")
    black_player_id: int | None = None


@club_router.patch("/{id:tournament_id}/matches/{id:match_id}/result", response=ClubMatchOut)
def set_result(request: Request, tournament_id: int, match_id: int, body: ResultIn) -> ClubMatchOut:
    """Set or change a result of the round in progress; `pending` resets it. Returns the match."""
    tournament = tournament_to_run(request, tournament_id, ENTER_RESULTS)
    match = match_in(request, tournament, match_id)
    if body.score is None and body.result == "pending":
        results.clear_result(match=match, by=request.user, seen_version=body.version, accept=body.replaces)
    else:
        scores.enter(match, body.parsed_score(match), request.user, body.version, body.replaces, body.reason)
    members = members_of(tournament)
    sides = [members.get(side.player_id) if side else None for side in (match.first, match.second)]
    return shown_as(
        ClubMatchOut, request, tournament, match_id, white_player_id=sides[0], black_player_id=sides[1]
    )


@club_router.post("/{id:tournament_id}/complete-round", response=WholeTournamentOut)
def complete_round(request: Request, tournament_id: int) -> WholeTournamentOut:
    """Close the round when every result is in: ratings change, and the next round can be paired."""
    return shown_to_club(tournament_after(request, tournament_id, rounds.close_round))


@club_router.post("/{id:tournament_id}/finish", response=WholeTournamentOut)
def finish_tournament(request: Request, tournament_id: int) -> WholeTournamentOut:
    """Finish the event after the last round. The standings are final; get them at …/standings."""
    return shown_to_club(tournament_after(request, tournament_id, tournaments.finish))


@club_router.get("/share/{token}", response=WholeTournamentOut, **PUBLIC)
def get_shared_tournament(
    request: VisitorRequest, token: Annotated[str, Field(max_length=43)]
) -> WholeTournamentOut:
    """Get a tournament by its share link."""
    rows = Tournament.objects.exclude(status="draft")
    return shown(get_object_or_404(rows, share_token=token))
