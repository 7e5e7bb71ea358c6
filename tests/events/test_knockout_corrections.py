"""A bracket is corrected: corrections name what they touch, series are decided by games, withdrawals are walkovers."""

from __future__ import annotations

import pytest

from building import entry, user
from crosstable.events.actions.people import entries
from crosstable.events.actions.results import results, series, walkovers
from crosstable.events.actions.results.corrections import correct_result
from crosstable.events.actions.stages import knockout
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.bridge.verbs.sentences import values_of
from crosstable.events.errors import BadValue, NotAllowed
from crosstable.events.models import Match, MatchPart, MatchState
from crosstable.events.play_errors import (
    NeedsWinner,
    NotInBracket,
    SeriesIsDecided,
    StillInBracket,
    TouchesLaterMatches,
)
from knockout_building import (
    beats,
    bracket,
    chess_knockout,
    everything,
    meeting,
    places,
    published,
    started,
    with_knockout,
)

pytestmark = pytest.mark.django_db
FOUR = {"ann": 2100, "bo": 2000, "cy": 1900, "di": 1800}


def correct(stage, winner: str, loser: str, accept: tuple[int, ...] = ()) -> Match:
    match = meeting(stage, winner, loser)
    vp = (60, 40) if match.first.display_name == winner else (40, 60)
    return results.enter_result(
        match=match, score=parse_score(match, (vp[0], vp[1])), overwrite=True, accept=accept, by=user("olga")
    )


def test_a_correction_says_which_later_matches_it_touches_and_changes_nothing():
    stage = started(with_knockout())
    beats(stage, "ann hal", "di ed", "bo gus", "cy flo", "ann di", "bo cy")
    before = everything(stage.tournament)
    with pytest.raises(TouchesLaterMatches) as refused:
        correct(stage, "hal", "ann")
    assert [(m.number, m.name, m.players, m.lost) for m in refused.value.matches] == [
        (5, "Semi-final 1", "ann v di", "60–40 is deleted"),
        (7, "Final", "ann v bo", ""),
    ]
    assert str(refused.value) == (
        "Another winner changes who plays later: Semi-final 1 (ann v di, 60–40 is deleted) and Final (ann v bo, "
        "not started). Confirm that these matches may be replaced."
    )
    assert everything(stage.tournament) == before


def test_an_accepted_correction_replaces_what_it_touches_and_nothing_else():
    stage = started(with_knockout())
    beats(stage, "ann hal", "di ed", "bo gus", "cy flo", "ann di", "bo cy")
    untouched = meeting(stage, "bo", "cy").pk
    with pytest.raises(TouchesLaterMatches):
        correct(stage, "hal", "ann", accept=(5,))
    correct(stage, "hal", "ann", accept=(5, 7))
    assert [line.split(maxsplit=2)[2] for line in bracket(stage)] == [
        "ann v hal 40–60",
        "di v ed 60–40",
        "bo v gus 60–40",
        "cy v flo 60–40",
        "hal v di",
        "bo v cy 60–40",
    ]
    assert meeting(stage, "bo", "cy").pk == untouched
    entry_ = stage.tournament.journal.first()
    assert (entry_.verb, entry_.before) == ("result.changed", {"first_vp": 60, "second_vp": 40})
    assert values_of(entry_.after) == {
        "first_vp": 40,
        "second_vp": 60,
        "replaced": ["Semi-final 1 (ann v di, 60–40 is deleted)", "Final (ann v bo, not started)"],
        "next": ["Semi-finals, hal v di"],
        "next_matches": [meeting(stage, "hal", "di").pk],
    }


def test_another_score_for_the_same_winner_touches_nothing():
    stage = started(with_knockout("ann bo cy di"))
    beats(stage, "ann di", "bo cy", "ann bo")
    match = meeting(stage, "ann", "di")
    results.enter_result(match=match, score=parse_score(match, (99, 1)), overwrite=True, by=user("olga"))
    assert [line.split(maxsplit=2)[2] for line in bracket(stage)] == [
        "ann v di 99–1",
        "bo v cy 60–40",
        "ann v bo 60–40",
    ]


def test_a_result_taken_back_takes_the_next_match_with_it():
    stage = started(with_knockout("ann bo cy di"))
    beats(stage, "ann di", "bo cy")
    with pytest.raises(TouchesLaterMatches):
        results.clear_result(match=meeting(stage, "ann", "di"), by=user("olga"))
    results.clear_result(match=meeting(stage, "ann", "di"), accept=(3,), by=user("olga"))
    assert bracket(stage) == ["1 T1 ann v di", "2 T2 bo v cy 60–40"]
    assert list(stage.rounds.values_list("name", flat=True)) == ["Semi-finals"]


def test_a_series_is_decided_by_the_majority_of_games():
    stage = started(chess_knockout(FOUR, best_of=3))
    match = meeting(stage, "ann", "di")
    for code in ("1-0", "1/2-1/2"):
        results.enter_result(match=match, score=parse_score(match, code), by=user("vera"))
    match.refresh_from_db()
    assert (match.state, match.result) == (MatchState.OPEN, "")
    results.enter_result(match=match, score=parse_score(match, "1-0"), by=user("vera"))
    match.refresh_from_db()
    assert (match.state, match.result) == (MatchState.AGREED, "1-0")
    assert list(MatchPart.objects.filter(match=match).values_list("number", "result")) == [
        (1, "1-0"),
        (2, "1/2-1/2"),
        (3, "1-0"),
    ]


def test_a_series_that_would_end_level_is_refused():
    stage = started(chess_knockout(FOUR, best_of=3))
    match = meeting(stage, "ann", "di")
    for code in ("1-0", "0-1"):
        results.enter_result(match=match, score=parse_score(match, code), by=user("vera"))
    before = everything(stage.tournament)
    with pytest.raises(NeedsWinner):
        results.enter_result(match=match, score=parse_score(match, "1/2-1/2"), by=user("vera"))
    assert everything(stage.tournament) == before


def test_the_games_of_a_series_are_set_together_and_corrected_so():
    stage = started(chess_knockout(FOUR, best_of=3))
    ann, bo = meeting(stage, "ann", "di"), meeting(stage, "bo", "cy")
    won = [parse_score(ann, "1-0")] * 2
    for match in (ann, bo):
        series.enter_games(match=match, games=won, by=user("vera"))
    assert [line.split(maxsplit=2)[2] for line in bracket(stage)][-1] == "ann v bo"
    with pytest.raises(SeriesIsDecided):
        results.enter_result(match=ann, score=parse_score(ann, "0-1"), overwrite=True, by=user("vera"))
    lost = [parse_score(ann, code) for code in ("0-1", "1-0", "0-1")]
    with pytest.raises(TouchesLaterMatches):
        series.enter_games(match=ann, games=lost, by=user("vera"))
    series.enter_games(match=ann, games=lost, accept=(3,), by=user("vera"))
    assert [line.split(maxsplit=2)[2] for line in bracket(stage)][-1] == "di v bo"
    entry_ = stage.tournament.journal.first()
    assert (entry_.before, entry_.after["games"]) == ({"games": ["1–0", "1–0"]}, ["0–1", "1–0", "0–1"])


def test_more_games_than_the_series_has_are_refused():
    stage = started(chess_knockout(FOUR, best_of=3))
    match = meeting(stage, "ann", "di")
    with pytest.raises(SeriesIsDecided) as refused:
        series.enter_games(match=match, games=[parse_score(match, "1-0")] * 3, by=user("vera"))
    assert str(refused.value) == (
        "Semi-final 1 is decided, 3–0 in a best of 3. Enter its games again to correct it."
    )


def test_an_even_series_is_refused_when_it_is_chosen():
    with pytest.raises(BadValue) as refused:
        chess_knockout(FOUR, best_of=2)
    assert refused.value.field == "stages.0.settings.best_of"


def test_a_match_is_given_to_one_side():
    stage = started(with_knockout("ann bo cy di"))
    match = meeting(stage, "ann", "di")
    walkovers.give_match(match=match, to=entry(stage.tournament, "di"), by=user("olga"), reason="no show")
    assert bracket(stage)[0] == "1 T1 ann v di 0–1 forfeit"
    with pytest.raises(BadValue):
        walkovers.give_match(match=match, to=entry(stage.tournament, "bo"), by=user("olga"))
    with pytest.raises(NotAllowed):
        walkovers.give_match(match=match, to=entry(stage.tournament, "ann"), by=user("ann"))


def test_a_walkover_decides_a_whole_series():
    stage = started(chess_knockout(FOUR, best_of=5))
    match = meeting(stage, "ann", "di")
    results.enter_result(match=match, score=parse_score(match, "0-1"), by=user("vera"))
    walkovers.give_match(match=match, to=entry(stage.tournament, "ann"), by=user("vera"))
    other = meeting(stage, "bo", "cy")
    series.enter_games(match=other, games=[parse_score(other, "1-0")] * 3, by=user("vera"))
    assert [line.split(maxsplit=2)[2] for line in bracket(stage)] == [
        "ann v di 1–0 forfeit",
        "bo v cy 3–0",
        "ann v bo",
    ]


def test_dropping_someone_who_is_drawn_is_refused_and_changes_nothing():
    stage = published(with_knockout("ann bo cy di"))
    before = everything(stage.tournament)
    for by in ("olga", "ann"):
        with pytest.raises(StillInBracket) as refused:
            entries.drop(entry=entry(stage.tournament, "ann"), by=user(by))
    assert str(refused.value) == (
        "ann is drawn in “Knockout”, so withdrawing would leave an opponent without a match. An organiser can withdraw "
        "ann there: the opponent then advances by a walkover."
    )
    assert everything(stage.tournament) == before


def test_withdrawing_lets_the_opponent_go_on():
    stage = started(with_knockout("ann bo cy di"))
    walkovers.withdraw_from_knockout(stage=stage, entry=entry(stage.tournament, "ann"), by=user("olga"))
    beats(stage, "bo cy")
    assert bracket(stage) == ["1 T1 ann v di 0–1 forfeit", "2 T2 bo v cy 60–40", "3 T1 di v bo"]
    assert entry(stage.tournament, "ann").is_dropped
    with pytest.raises(NotInBracket):
        walkovers.withdraw_from_knockout(stage=stage, entry=entry(stage.tournament, "ann"), by=user("olga"))


def test_anyone_who_withdraws_loses_on_the_losers_side_as_well():
    stage = started(with_knockout("ann bo cy di", elimination="double"))
    walkovers.withdraw_from_knockout(stage=stage, entry=entry(stage.tournament, "ann"), by=user("olga"))
    beats(stage, "bo cy")
    assert "4 T2 ann v cy 0–1 forfeit" in bracket(stage)
    beats(stage, "bo di", "cy di", "bo cy")
    knockout.close_knockout(stage=stage, by=user("olga"))
    assert places(stage.tournament) == [(1, "bo"), (2, "cy"), (3, "di"), (4, "ann")]


def test_a_player_knocked_out_may_drop():
    stage = started(with_knockout("ann bo cy di"))
    beats(stage, "ann di")
    entries.drop(entry=entry(stage.tournament, "di"), by=user("di"))
    assert entry(stage.tournament, "di").is_dropped


def test_players_report_a_series_game_by_game():
    stage = started(with_knockout("ann bo", best_of=3))
    match = meeting(stage, "ann", "bo")
    for first, second in ((60, 40), (30, 70)):
        results.report(match=match, score=parse_score(match, (first, second)), by=user("ann"))
        settled = results.confirm(match=match, by=user("bo"))
        assert (settled.state, settled.claims.count()) == (MatchState.OPEN, 0)
    results.report(match=match, score=parse_score(match, (55, 50)), by=user("bo"))
    results.confirm(match=match, by=user("ann"))
    match.refresh_from_db()
    assert (match.state, match.result, match.points[0]) == (MatchState.AGREED, "1-0", None)
    assert [part.points for part in match.parts.all()] == [(60, 40), (30, 70), (55, 50)]
    knockout.close_knockout(stage=stage, by=user("olga"))
    assert places(stage.tournament) == [(1, "ann"), (2, "bo")]


@pytest.mark.parametrize("result", [(72, 45), "1-0F"])
def test_a_series_of_a_closed_knockout_is_not_corrected_over_the_head_of_its_games(result):
    stage = started(with_knockout("ann bo cy di", best_of=3))
    beats(stage, "ann di", "ann di", "bo cy", "bo cy", "ann bo", "ann bo")
    knockout.close_knockout(stage=stage, by=user("olga"))
    match, before = meeting(stage, "ann", "di"), everything(stage.tournament)
    with pytest.raises(BadValue) as refused:
        correct_result(
            match=match,
            policy="everywhere",
            reason="typed wrongly",
            score=parse_score(match, result),
            by=user("olga"),
        )
    assert (refused.value.field, str(refused.value)) == (
        "result",
        "The result of a series follows from its games. Reopen the knockout and change the games, or leave a note.",
    )
    assert everything(stage.tournament) == before
    note = correct_result(match=match, policy="note-only", reason="typed wrongly", by=user("olga"))
    assert (note.match, bracket(stage)[0]) == (match, "1 T1 ann v di 2–0")
