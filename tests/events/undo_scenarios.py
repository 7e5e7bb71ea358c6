"""For every verb that can be undone: an event, and the action on it that writes the verb."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from building import (
    build_club,
    details,
    enter,
    entry,
    event,
    match_of,
    member,
    play_round,
    playing,
    start_next,
    user,
)
from chess_building import SIX, chess, start_chess, stuck_event
from crosstable.events.actions.event import access, flow, tournaments
from crosstable.events.actions.event import details as event_details
from crosstable.events.actions.event.details import Details
from crosstable.events.actions.event.flow import finish_now
from crosstable.events.actions.hall import announcements
from crosstable.events.actions.people import (
    attendance,
    byes,
    entries,
    members,
    numbering,
    self_registration,
    uploads,
)
from crosstable.events.actions.results import corrections, results
from crosstable.events.actions.rounds import clock, drafts, reopening, rounds
from crosstable.events.actions.stages import pool_play, stages
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.bridge.settings.stage_settings import StagePlan
from crosstable.events.models import Status, Tournament
from pool_building import drawn

Scenario = tuple[Tournament, Callable[[], object]]
FIVE = "ann bo cy di ed"


def on(tournament: Tournament, action: Callable[..., object], **values: object) -> Scenario:
    return tournament, lambda: action(tournament=tournament, by=tournament.owner, **values)


def of_entry(status: Status, action: Callable[..., object], *first: Callable[..., object]) -> Scenario:
    """Something is done to ann, after these."""
    tournament = event(FIVE, status)
    for earlier in first:
        earlier(entry=entry(tournament, "ann"), by=tournament.owner)
    return tournament, lambda: action(entry=entry(tournament, "ann"), by=tournament.owner)


def renumbered() -> Scenario:
    tournament = chess(SIX)
    start_chess(tournament)
    flo = entry(tournament, "flo")
    entries.edit_entry(entry=flo, details=EntryDetails("flo", rating=2500), by=tournament.owner)
    return on(tournament, numbering.renumber)


def of_draft(action: Callable[..., object], **values: object) -> Scenario:
    tournament = event(FIVE, Status.IN_PROGRESS)
    rounds.pair_next_round(tournament=tournament, by=tournament.owner, mission="Dawn")
    return on(tournament, action, **values)


def swapped() -> Scenario:
    tournament, _ = of_draft(rounds.publish_round)
    first, second = entry(tournament, "ann"), entry(tournament, "ed")
    return on(tournament, drafts.swap_players, first=first, second=second)


def table_changed() -> Scenario:
    tournament, _ = of_draft(rounds.publish_round)
    match = tournament.rounds.get().matches.get(table=1)
    return tournament, lambda: drafts.change_table(match=match, table=2, by=tournament.owner)


def table_mission() -> Scenario:
    tournament = playing(FIVE)
    match = match_of(tournament, "ann")
    return tournament, lambda: drafts.set_table_mission(match=match, mission="Dusk", by=tournament.owner)


def published(action: Callable[..., object]) -> Scenario:
    tournament, publish = of_draft(rounds.publish_round)
    publish()
    return on(tournament, action)


def half_played() -> Tournament:
    """One table of two is decided."""
    tournament = playing("ann bo cy di")
    match = match_of(tournament, "ann")
    results.enter_result(match=match, score=parse_score(match, (12, 80)), by=tournament.owner)
    return tournament


def published_with_open() -> Scenario:
    tournament = half_played()
    rounds.pair_next_round(tournament=tournament, by=tournament.owner, with_open=True)
    return on(tournament, rounds.publish_round, with_open=True)


def staged() -> Tournament:
    return tournaments.create_in_format(details=details(), format="pools-knockout", by=user("olga"))


def stage_edited() -> Scenario:
    tournament = staged()
    stage = tournament.stages.get(number=1)
    return tournament, lambda: stages.edit_stage(stage=stage, name="Liga", by=tournament.owner)


def pools_of_a_draft() -> Scenario:
    stage = drawn()
    return stage.tournament, lambda: pool_play.publish_pools(stage=stage, by=user("olga"))


def pools_of_an_event_that_began_before() -> Scenario:
    tournament, publish = pools_of_a_draft()
    publish()
    tournaments.advance(tournament=tournament, by=user("olga"))
    stage = tournament.stages.get()
    return tournament, lambda: pool_play.start_pools(stage=stage, by=user("olga"))


def all_in() -> Tournament:
    """Every result of round 2 is in, and ann has just been beaten by the last of round 1."""
    tournament = playing(FIVE)
    play_round(tournament)
    start_next(tournament)
    for match in tournament.rounds.get(number=2).matches.filter(second__isnull=False):
        results.enter_result(match=match, score=parse_score(match, (12, 80)), by=tournament.owner)
    return tournament


def reopened_round() -> Scenario:
    """Another event is rated after it, so that opening and closing again move more than its own games."""
    tournament = all_in()
    rounds.close_round(tournament=tournament, by=tournament.owner)
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    later = playing("ann bo", name="The week after")
    play_round(later)
    return on(tournament, reopening.reopen_round, number=2, reason="A slip turned up")


def of_match(action: Callable[..., object], *first: str, **values: object) -> Scenario:
    """An action of ann's opponent or of the owner on ann's match, after ann has reported 60–40."""
    tournament = playing("ann bo cy di")
    match = match_of(tournament, "ann")
    other = match.second if match.first.display_name == "ann" else match.first
    actors = {"owner": tournament.owner, "ann": user("ann"), "other": user(str(other))}
    if "reported" in first:
        results.report(match=match, score=parse_score(match, (60, 40)), by=user("ann"))
    if "disputed" in first:
        results.dispute(match=match, reason="No", by=actors["other"])
    if "entered" in first:
        results.enter_result(match=match, score=parse_score(match, (60, 40)), by=tournament.owner)
    by = actors[str(values.pop("actor"))]
    if "score" in values:
        values["score"] = parse_score(match, values.pop("score"))
    return tournament, lambda: action(match=match, by=by, **values)


def corrected() -> Scenario:
    tournament = playing("ann bo cy di")
    play_round(tournament, "ann 60-40")
    start_next(tournament)
    play_round(tournament)
    match = match_of(tournament, "ann", 1)
    return tournament, lambda: corrections.correct_result(
        match=match,
        score=parse_score(match, (1, 99)),
        policy="everywhere",
        reason="A slip",
        by=tournament.owner,
    )


def chess_game(action: Callable[..., object], started: bool = False) -> Scenario:
    tournament = chess(SIX)
    start_chess(tournament)
    match = match_of(tournament, "ann")
    if started:
        clock.start_game(match=match, by=tournament.owner)
    return tournament, lambda: action(match=match, by=tournament.owner)


def sitting_out(action: Callable[..., object], asked: bool = False, **values: object) -> Scenario:
    tournament = chess(SIX)
    ann = entry(tournament, "ann")
    if asked:
        byes.request_bye(entry=ann, round_number=2, kind="half", by=tournament.owner)
    return tournament, lambda: action(entry=ann, round_number=2, by=tournament.owner, **values)


def pair(action: Callable[..., object], forbidden: bool = False) -> Scenario:
    tournament = chess(SIX)
    both = {"first": entry(tournament, "ann"), "second": entry(tournament, "bo")}
    if forbidden:
        byes.forbid_pair(tournament=tournament, **both, by=tournament.owner)
    return on(tournament, action, **both)


def removed() -> Scenario:
    """With everything that goes along: a bye asked for and a forbidden pair."""
    tournament = chess(SIX, started=False)
    ann = entry(tournament, "ann")
    byes.request_bye(entry=ann, round_number=2, kind="half", by=tournament.owner)
    byes.forbid_pair(tournament=tournament, first=ann, second=entry(tournament, "bo"), by=tournament.owner)
    return tournament, lambda: entries.remove_entry(entry=ann, by=tournament.owner)


def edited_entry() -> Scenario:
    tournament = event(FIVE, Status.REGISTRATION)
    ann = entry(tournament, "ann")
    wanted = EntryDetails("Ann Lee", faction="Tau", list_text="Ten drones")
    return tournament, lambda: entries.edit_entry(entry=ann, details=wanted, by=tournament.owner)


def from_the_club() -> Scenario:
    club = build_club("City Chess Club", "Ann Hart 1500", "Bo Lund 1400")
    by = user("clara")
    wanted = Details(name="Club evening", date=details().date, total_rounds=3)
    tournament = flow.create_for_members(details=wanted, club=club, memberships=[], by=by)
    chosen = [member(club, "Ann Hart"), member(club, "Bo Lund")]
    return on(tournament, members.enter_members, memberships=chosen)


def last_round_closed() -> Tournament:
    tournament = playing(FIVE, total_rounds=1)
    play_round(tournament)
    return tournament


def complete() -> Tournament:
    tournament = last_round_closed()
    tournaments.advance(tournament=tournament, by=tournament.owner)
    return tournament


def director(action: Callable[..., object], appointed: bool = False) -> Scenario:
    tournament = event()
    helper = user("helper")
    if appointed:
        access.appoint_director(tournament=tournament, user=helper, by=tournament.owner)
    return on(tournament, action, user=helper)


def shared(action: Callable[..., object]) -> Scenario:
    tournament = event()
    access.share(tournament=tournament, by=tournament.owner)
    return on(tournament, action)


def self_registration_closed() -> Scenario:
    tournament = event()
    self_registration.open_self_registration(tournament=tournament, by=tournament.owner)
    return on(tournament, self_registration.close_self_registration)


def locked(action: Callable[..., object]) -> Scenario:
    tournament = event(FIVE, Status.REGISTRATION)
    if action is tournaments.unlock_lists:
        tournaments.lock_lists(tournament=tournament, by=tournament.owner)
    return on(tournament, action)


def registered() -> Scenario:
    tournament = event(FIVE, Status.REGISTRATION)
    user("zed")
    return tournament, lambda: enter(tournament, "zed")


def all_here_undone() -> Scenario:
    tournament = event(FIVE, Status.CHECK_IN)
    here = attendance.check_in_all(tournament=tournament, by=tournament.owner)
    return on(tournament, attendance.undo_check_in_all, entry_ids=[entry.pk for entry in here[1:]])


def announcement_withdrawn() -> Scenario:
    tournament = playing("ann bo")
    row = announcements.announce(tournament=tournament, text="Food.", minutes=30, by=tournament.owner)
    return tournament, lambda: announcements.withdraw_announcement(announcement=row, by=tournament.owner)


WALK_IN = EntryDetails("Zed", faction="Orks")
ROWS = [EntryDetails("Yan", faction="Orks"), EntryDetails("Zed", faction="Tau", list_text="Much")]

SCENARIOS: dict[str, Callable[[], Scenario]] = {
    "tournament.edited": lambda: on(
        event(), tournaments.edit_tournament, details=replace(details(), name="New")
    ),
    "tournament.advanced": lambda: on(last_round_closed(), tournaments.advance),
    "tournament.stepped-back": lambda: on(event(FIVE, Status.CHECK_IN), tournaments.step_back),
    "tournament.reopened": lambda: on(complete(), reopening.reopen_tournament, reason="One more thing"),
    "lists.locked": lambda: locked(tournaments.lock_lists),
    "lists.unlocked": lambda: locked(tournaments.unlock_lists),
    "share.renewed": lambda: shared(access.share),
    "share.stopped": lambda: shared(access.stop_sharing),
    "announcement.made": lambda: on(playing("ann bo"), announcements.announce, text="Food.", minutes=30),
    "announcement.withdrawn": announcement_withdrawn,
    "door.opened": lambda: on(event(), self_registration.open_self_registration),
    "door.closed": self_registration_closed,
    "entry.registered": registered,
    "entry.added": lambda: on(
        event(FIVE, Status.IN_PROGRESS), entries.add_entry, details=WALK_IN, checked_in=True
    ),
    "entry.edited": edited_entry,
    "factions.renamed": lambda: on(
        event(FIVE, Status.IN_PROGRESS), event_details.rename_factions, names={"Orks": "Necrons"}
    ),
    "entry.removed": removed,
    "entries.renumbered": renumbered,
    "entries.uploaded": lambda: on(event(FIVE, Status.REGISTRATION), uploads.take_players, rows=ROWS),
    "entry.checked-in": lambda: of_entry(Status.CHECK_IN, entries.check_in),
    "entry.check-in-undone": lambda: of_entry(Status.CHECK_IN, entries.undo_check_in, entries.check_in),
    "entries.checked-in": lambda: on(event(FIVE, Status.CHECK_IN), attendance.check_in_all),
    "entries.check-in-undone": all_here_undone,
    "entry.dropped": lambda: of_entry(Status.IN_PROGRESS, entries.drop),
    "entry.rejoined": lambda: of_entry(Status.IN_PROGRESS, entries.rejoin, entries.drop),
    "members.entered": from_the_club,
    "bye.requested": lambda: sitting_out(byes.request_bye, kind="zero", asked=True),
    "bye.withdrawn": lambda: sitting_out(byes.withdraw_bye, asked=True),
    "pair.forbidden": lambda: pair(byes.forbid_pair),
    "pair.allowed": lambda: pair(byes.allow_pair, forbidden=True),
    "round.paired": lambda: on(chess(SIX, initial_color=""), rounds.pair_next_round),
    "round.paired-again": lambda: of_draft(rounds.pair_next_round, mission="Dusk"),
    "round.paired-with-rematches": lambda: on(stuck_event(), rounds.pair_next_round, rematches=True),
    "round.begun-by-hand": lambda: of_draft(partial(rounds.pair_next_round, by_hand=True)),
    "tournament.finished-early": lambda: on(stuck_event(), finish_now),
    "round.discarded": lambda: of_draft(rounds.discard_draft),
    "draft.swapped": swapped,
    "draft.table-changed": table_changed,
    "round.published": lambda: of_draft(rounds.publish_round),
    "round.paired-on": lambda: on(half_played(), rounds.pair_next_round, with_open=True),
    "round.published-with-open": published_with_open,
    "stages.set": lambda: on(
        staged(), stages.set_stages, plans=[StagePlan("pools", "Liga", {"double": True})]
    ),
    "stage.edited": stage_edited,
    "stage.published-with-event": pools_of_a_draft,
    "stage.started": pools_of_an_event_that_began_before,
    "round.unpublished": lambda: published(reopening.unpublish_round),
    "round.started": lambda: published(rounds.start_round),
    "round.unstarted": lambda: on(playing(FIVE), reopening.unstart_round),
    "round.closed": lambda: on(all_in(), rounds.close_round),
    "round.reopened": reopened_round,
    "round.mission-set": lambda: on(playing(FIVE), drafts.set_mission, number=1, mission="Dusk"),
    "table.mission-set": table_mission,
    "game.started": lambda: chess_game(clock.start_game),
    "game.stopped": lambda: chess_game(clock.stop_game, started=True),
    "result.reported": lambda: of_match(results.report, actor="ann", score=(60, 40)),
    "result.confirmed": lambda: of_match(results.confirm, "reported", actor="other"),
    "result.disputed": lambda: of_match(results.dispute, "reported", actor="other", reason="No"),
    "result.entered": lambda: of_match(results.enter_result, "reported", actor="owner", score=(1, 2)),
    "result.ruled": lambda: of_match(
        results.enter_result, "reported", "disputed", actor="owner", score=(1, 2)
    ),
    "result.changed": lambda: of_match(
        results.enter_result, "entered", actor="owner", score=(1, 2), overwrite=True
    ),
    "result.cleared": lambda: of_match(results.clear_result, "reported", "disputed", actor="owner"),
    "result.corrected": corrected,
    "director.appointed": lambda: director(access.appoint_director),
    "director.changed": lambda: director(partial(access.appoint_director, role="judge"), appointed=True),
    "director.dismissed": lambda: director(access.dismiss_director, appointed=True),
}
