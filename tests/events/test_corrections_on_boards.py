"""A team match of a closed round: its boards are corrected, and what follows from them."""

from __future__ import annotations

import pytest

from building import details, start_next, user
from crosstable.events.actions.core import undo
from crosstable.events.actions.event import tournaments
from crosstable.events.actions.results import corrections, team_boards
from crosstable.events.actions.rounds import rounds
from crosstable.events.actions.stages import knockout, stages
from crosstable.events.bridge.settings.stage_settings import StagePlan
from crosstable.events.bridge.verbs.sentences import describe
from crosstable.events.errors import BadValue, BoardsNeeded
from crosstable.events.models import (
    Correction,
    JournalEntry,
    Match,
    MatchPart,
    Stage,
    StageKind,
    Status,
    Tournament,
)
from crosstable.events.queries.past.corrections import preview
from crosstable.events.queries.standings.standings import standings_table
from digests import digest
from events.test_teams import OLGA, add, boards, doubles
from events.test_teams import playing as playing_teams

pytestmark = pytest.mark.django_db
TEAMS = ("Owls", "Crows", "Kites", "Larks")


def begin(tournament: Tournament) -> None:
    while tournament.status != Status.IN_PROGRESS:
        tournaments.advance(tournament=tournament, by=user(OLGA))
        tournament.refresh_from_db()


def league() -> Tournament:
    """A Swiss of teams on two boards in its second round; in the first the first sides won 1½–½."""
    event_details = details(name="League", team_size=2, team_boards=2, total_rounds=3)
    tournament = tournaments.create_tournament(details=event_details, by=user(OLGA), game="chess")
    for name in TEAMS:
        add(tournament, name, f"{name} 1", f"{name} 2")
    begin(tournament)
    start_next(tournament)
    for match in Match.objects.filter(round__tournament=tournament, second__isnull=False):
        enter(match, "1-0", "1/2-1/2")
    rounds.close_round(tournament=tournament, by=user(OLGA))
    start_next(tournament)
    tournament.refresh_from_db()
    return tournament


def enter(match: Match, *codes: str) -> None:
    team_boards.enter_boards(match=match, boards=boards(match, *codes), by=user(OLGA))


def first_match(tournament: Tournament) -> Match:
    rows = Match.objects.filter(round__tournament=tournament, round__number=1, second__isnull=False)
    return rows.select_related("round__tournament", "round__stage", "first", "second").order_by("table")[0]


def correct(match: Match, *codes: str, policy: str = "everywhere") -> Correction:
    return corrections.correct_result(
        match=match, score=boards(match, *codes), policy=policy, reason="A slip", by=user(OLGA)
    )


def parts(match: Match) -> list[str]:
    return list(MatchPart.objects.filter(match=match).order_by("number").values_list("result", flat=True))


def fresh(tournament: Tournament) -> Tournament:
    return Tournament.objects.get(pk=tournament.pk)


def made(tournament: Tournament, team: object, after_round: int | None = None) -> str:
    """The first square of a team's line."""
    table = standings_table(fresh(tournament), after_round)
    return next(line for line in table.lines if line.entry == team).tiles[0].boards


def test_the_boards_are_corrected_and_the_match_follows_from_them():
    tournament = league()
    match = first_match(tournament)
    sat = list(match.parts.values_list("first_member", "second_member"))
    correct(match, "0-1", "1/2-1/2")
    match.refresh_from_db()
    assert (match.result, parts(match)) == ("0-1", ["0-1", "1/2-1/2"])
    assert list(match.parts.values_list("first_member", "second_member")) == sat
    assert made(tournament, match.second) == "1½–½"
    entry = JournalEntry.objects.get(tournament=tournament, verb="result.corrected")
    assert describe(entry) == (
        f"{corrections.subject_of(match)}: corrected 1½–½ (1–0, ½–½) → ½–1½ (0–1, ½–½) (everywhere)"
    )


@pytest.mark.parametrize("policy", ["everywhere", "from-now", "note-only"])
def test_undoing_the_correction_gives_back_every_row_also_after_other_actions(policy):
    tournament = league()
    before = digest(tournament)
    correction = correct(first_match(tournament), "0-1", "1-0", policy=policy)
    tournaments.lock_lists(tournament=tournament, by=user(OLGA))
    tournaments.unlock_lists(tournament=tournament, by=user(OLGA))
    undo.undo(tournament=tournament, by=user(OLGA), number=correction.number)
    assert digest(tournament) == before


def test_rows_that_were_not_there_go_again_and_no_one_is_seated_by_a_correction():
    tournament = league()
    match = first_match(tournament)
    match.parts.all().delete()  # as an event file may have it
    before = digest(tournament)
    correct(match, "0-1", "1-0")
    assert list(match.parts.values_list("result", "first_member")) == [("0-1", None), ("1-0", None)]
    undo.undo(tournament=tournament, by=user(OLGA))
    assert digest(tournament) == before


def test_from_now_on_the_standings_published_earlier_keep_the_boards_they_had():
    tournament = league()
    match = first_match(tournament)
    correct(match, "0-1", "0-1", policy="from-now")
    assert (made(tournament, match.first, 1), made(tournament, match.first)) == ("1½–½", "0–2")


def test_a_match_may_turn_out_to_have_been_forfeited_which_gives_every_board():
    tournament = league()
    match, before = first_match(tournament), digest(tournament)
    score = boards(match, "0-1F")[0]
    corrections.correct_result(match=match, score=score, policy="everywhere", reason="Ill", by=user(OLGA))
    match.refresh_from_db()
    assert (match.result, parts(match)) == ("0-1F", ["0-1F", "0-1F"])
    undo.undo(tournament=tournament, by=user(OLGA))
    assert digest(tournament) == before


def test_the_preview_counts_the_boards_that_would_be():
    tournament = league()
    match = first_match(tournament)
    ending = corrections.understand_ending(match, boards(match, "1-0", "1-0"))
    policy = corrections.check_correction(match, ending, "everywhere", "A slip")
    seen = preview(match, ending, policy)
    assert seen.words == ("1½–½ (1–0, ½–½)", "2–0 (1–0, 1–0)")
    correct(match, "1-0", "1-0")
    ranks = {line.entry: line.rank for line in standings_table(fresh(tournament)).lines}
    assert seen.moves and {move.entry: move.rank_after for move in seen.moves}.items() <= ranks.items()


@pytest.mark.parametrize(
    ("codes", "policy", "refusal", "words"),
    [
        (["0-1"], "everywhere", BoardsNeeded, "played on 2 boards: give the result of each"),
        (["1-0", "1/2-1/2"], "everywhere", BadValue, r"1½–½ \(1–0, ½–½\) is the result already"),
        (["0-1", "0-1"], "rating-only", BadValue, "Team matches are not rated"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(codes, policy, refusal, words):
    tournament = league()
    before = digest(tournament)
    with pytest.raises(refusal, match=words):
        correct(first_match(tournament), *codes, policy=policy)
    assert digest(tournament) == before


def a_final() -> Match:
    """Of a knockout that is over; the first side won on both boards."""
    tournament = doubles("Owls", "Crows", team_boards=2)
    plan = StagePlan(StageKind.KNOCKOUT, "Knockout", {})
    stages.set_stages(tournament=tournament, plans=[plan], by=user(OLGA))
    begin(tournament)
    stage = Stage.objects.get(tournament=tournament)
    for step in (knockout.draw_knockout, knockout.publish_knockout, knockout.start_knockout):
        step(stage=stage, by=user(OLGA))
    match = Match.objects.get(round__stage=stage)
    enter(match, "1-0", "1-0")
    knockout.close_knockout(stage=stage, by=user(OLGA))
    return first_match(tournament)


def test_in_a_knockout_the_boards_are_corrected_as_long_as_the_same_team_goes_on():
    match = a_final()
    with pytest.raises(BadValue, match=r"change who plays on in the bracket.*choose “Note only” here"):
        correct(match, "0-1", "0-1")
    correct(match, "1-0", "1/2-1/2")
    assert parts(match) == ["1-0", "1/2-1/2"]


def test_one_result_for_a_match_on_boards_is_refused_and_several_for_one_game():
    match = first_match(league())
    with pytest.raises(BoardsNeeded):
        corrections.understand_ending(match, boards(match, "1-0")[0])
    stage = playing_teams(doubles("Owls", "Crows"))
    single = Match.objects.get(round__stage=stage)
    with pytest.raises(BadValue, match="one score for the whole match"):
        corrections.understand_ending(single, boards(single, "1-0", "0-1"))
