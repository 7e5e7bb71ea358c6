"""A knockout from the draw to the champion: seats, publishing, results that move the bracket, closing."""

from __future__ import annotations

import pytest

from building import entry, match_of, user
from crosstable.events.actions.event import tournaments
from crosstable.events.actions.people import entries
from crosstable.events.actions.results import results
from crosstable.events.actions.rounds import rounds
from crosstable.events.actions.stages import knockout
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.bridge.verbs.sentences import values_of
from crosstable.events.errors import BadValue, Stale
from crosstable.events.models import Match, RatingChange, RoundStatus, StageStatus, Status
from crosstable.events.play_errors import (
    DrawOutdated,
    NeedsWinner,
    NoSwissHere,
    PartOfKnockout,
    ResultsOpen,
    Seated,
    StageFixed,
    StagesOpen,
    TooFewToDraw,
)
from knockout_building import (
    beats,
    bracket,
    chess_knockout,
    drawn,
    everything,
    meeting,
    places,
    published,
    started,
    with_knockout,
)
from knockout_building import seats as seats_of

pytestmark = pytest.mark.django_db


def test_a_draw_seats_everyone_and_only_organisers_see_it():
    stage = drawn(with_knockout("ann bo cy di ed"))
    assert seats_of(stage) == ["ann", "bo", "cy", "di", "ed"]
    assert stage.status == StageStatus.DRAWN
    assert bracket(stage) == []
    assert not stage.is_public


def test_chess_players_are_seeded_by_rating():
    stage = drawn(chess_knockout({"ann": 1500, "bo": 2100, "cy": 0, "di": 1900}))
    assert seats_of(stage) == ["bo", "di", "ann", "cy"]


def test_only_as_many_as_are_asked_for_take_part():
    assert seats_of(drawn(with_knockout(entrants=4))) == ["ann", "bo", "cy", "di"]


def test_publishing_makes_the_matches_that_are_known_with_tables():
    stage = published(with_knockout("ann bo cy di ed"))
    assert bracket(stage) == ["1 T1 di v ed", "3 T2 bo v cy"]
    assert list(stage.rounds.values_list("number", "name", "status")) == [
        (1, "Quarter-finals", "published"),
        (2, "Semi-finals", "published"),
    ]


def test_results_move_the_bracket_on_until_there_is_a_champion():
    stage = started(with_knockout(third_place=True))
    beats(stage, "ann hal", "ed di")
    assert bracket(stage)[4] == "5 T1 ann v ed"
    beats(stage, "bo gus", "cy flo", "ann ed", "cy bo", "ed bo", "ann cy")
    assert [line.split(maxsplit=2)[2] for line in bracket(stage)] == [
        "ann v hal 60–40",
        "di v ed 40–60",
        "bo v gus 60–40",
        "cy v flo 60–40",
        "ann v ed 60–40",
        "bo v cy 40–60",
        "ed v bo 60–40",
        "ann v cy 60–40",
    ]
    closed = knockout.close_knockout(stage=stage, by=user("olga"))
    assert closed.status == StageStatus.CLOSED
    assert set(closed.rounds.values_list("status", flat=True)) == {RoundStatus.CLOSED.value}
    assert RatingChange.objects.count() == 16
    assert places(stage.tournament) == [
        (1, "ann"),
        (2, "cy"),
        (3, "ed"),
        (4, "bo"),
        (5, "di"),
        (5, "flo"),
        (5, "gus"),
        (5, "hal"),
    ]
    assert tournaments.finish(tournament=stage.tournament, by=user("olga")) == Status.COMPLETE


def test_a_table_is_free_again_when_its_match_is_over_but_stands_once_in_a_round():
    stage = started(with_knockout("ann bo cy di ed"))
    beats(stage, "di ed")
    assert bracket(stage) == ["1 T1 di v ed 60–40", "2 T1 ann v di", "3 T2 bo v cy"]


def test_the_players_themselves_report_and_confirm():
    stage = started(with_knockout("ann bo cy di"))
    match = match_of(stage.tournament, "ann")
    results.report(match=match, score=parse_score(match, (70, 30)), by=user("ann"))
    results.confirm(match=match, by=user("di"))
    beats(stage, "cy bo")
    assert bracket(stage) == ["1 T1 ann v di 70–30", "2 T2 bo v cy 40–60", "3 T1 ann v cy"]
    newest = stage.tournament.journal.filter(verb="result.entered").first()
    final = stage.rounds.get(name="Final").matches.get()
    assert values_of(newest.after) == {
        "first_vp": 40,
        "second_vp": 60,
        "next": ["Final, ann v cy"],
        "next_matches": [final.pk],
    }


def test_a_drawn_match_is_refused_with_what_to_do():
    stage = started(with_knockout("ann bo cy di"))
    match = match_of(stage.tournament, "ann")
    before = everything(stage.tournament)
    with pytest.raises(NeedsWinner) as refused:
        results.enter_result(match=match, score=parse_score(match, (50, 50)), by=user("olga"))
    with pytest.raises(NeedsWinner):
        results.report(match=match, score=parse_score(match, (50, 50)), by=user("ann"))
    assert str(refused.value) == (
        "Semi-final 1 is a knockout match and needs a winner; 50–50 has none. Play a deciding game and enter who won "
        "it, or give the match to one side as a walkover."
    )
    assert everything(stage.tournament) == before


def test_both_forfeiting_sends_no_one_on():
    stage = started(chess_knockout({"ann": 2000, "bo": 1900}))
    with pytest.raises(NeedsWinner):
        results.enter_result(
            match=meeting(stage, "ann", "bo"),
            score=parse_score(meeting(stage, "ann", "bo"), "0-0F"),
            by=user("vera"),
        )


def test_fewer_than_two_cannot_be_drawn():
    stage = with_knockout("ann bo")
    entries.drop(entry=entry(stage.tournament, "bo"), by=user("olga"))
    before = everything(stage.tournament)
    with pytest.raises(TooFewToDraw) as refused:
        drawn(stage)
    assert str(refused.value) == "A knockout needs at least two. To draw: 1."
    assert everything(stage.tournament) == before


def test_two_seats_change_places_by_hand():
    stage = drawn(with_knockout("ann bo cy di"))
    swapped = knockout.swap_seats(stage=stage, first=1, second=4, by=user("olga"), seen_version=stage.version)
    assert seats_of(stage) == ["di", "bo", "cy", "ann"]
    with pytest.raises(Stale):
        knockout.swap_seats(stage=stage, first=1, second=2, by=user("olga"), seen_version=stage.version)
    with pytest.raises(BadValue):
        knockout.swap_seats(stage=swapped, first=1, second=9, by=user("olga"))
    assert seats_of(stage) == ["di", "bo", "cy", "ann"]


def test_seats_are_fixed_once_published_unless_it_is_taken_back():
    stage = published(with_knockout("ann bo cy di"))
    with pytest.raises(StageFixed):
        knockout.swap_seats(stage=stage, first=1, second=4, by=user("olga"))
    back = knockout.unpublish_knockout(stage=stage, by=user("olga"))
    assert (back.status, bracket(back), seats_of(back)) == ("drawn", [], ["ann", "bo", "cy", "di"])


def test_someone_who_withdrew_after_the_draw_is_replaced_and_the_others_move_up():
    stage = drawn(with_knockout(entrants=4))
    entries.drop(entry=entry(stage.tournament, "bo"), by=user("olga"))
    with pytest.raises(DrawOutdated) as refused:
        knockout.publish_knockout(stage=stage, by=user("olga"))
    assert refused.value.leavers == ["bo"]
    newcomer = knockout.replace_withdrawn(stage=stage, seed=2, by=user("olga"))
    assert (newcomer.display_name, seats_of(stage)) == ("ed", ["ann", "cy", "di", "ed"])
    knockout.publish_knockout(stage=stage, by=user("olga"))


def test_a_late_entry_is_not_forgotten():
    stage = drawn(with_knockout("ann bo cy"))
    details = entries.EntryDetails("zed", faction="Orks")
    entries.add_entry(tournament=stage.tournament, details=details, checked_in=True, by=user("olga"))
    with pytest.raises(DrawOutdated) as refused:
        knockout.publish_knockout(stage=stage, by=user("olga"))
    assert str(refused.value) == "The draw is out of date. Not in the draw: zed. Draw again."


def test_the_knockout_closes_only_when_every_match_is_decided():
    stage = started(with_knockout("ann bo cy di", third_place=True))
    beats(stage, "ann di", "bo cy", "ann bo")
    with pytest.raises(ResultsOpen):
        knockout.close_knockout(stage=stage, by=user("olga"))
    with pytest.raises(StagesOpen):
        tournaments.finish(tournament=stage.tournament, by=user("olga"))


def test_a_round_of_the_bracket_is_not_closed_by_itself():
    stage = started(with_knockout("ann bo"))
    beats(stage, "ann bo")
    with pytest.raises(PartOfKnockout):
        rounds.close_round(tournament=stage.tournament, by=user("olga"), number=1)
    with pytest.raises(NoSwissHere):
        rounds.pair_next_round(tournament=stage.tournament, by=user("olga"))


def test_a_drawn_player_is_not_removed():
    stage = drawn(with_knockout("ann bo cy"))
    with pytest.raises(Seated):
        entries.remove_entry(entry=entry(stage.tournament, "cy"), by=user("olga"))


def test_a_double_elimination_gives_a_second_chance_and_a_reset():
    stage = started(with_knockout("ann bo cy di", elimination="double"))
    beats(stage, "ann di", "bo cy", "ann bo", "cy di", "cy bo", "cy ann")
    assert bracket(stage)[-1].endswith("ann v cy")
    beats(stage, "cy ann")
    assert Match.objects.filter(round__stage=stage).count() == 7
    assert list(stage.rounds.values_list("name", flat=True))[-2:] == [
        "Grand final",
        "Grand final, second match",
    ]
    knockout.close_knockout(stage=stage, by=user("olga"))
    assert places(stage.tournament) == [(1, "cy"), (2, "ann"), (3, "bo"), (4, "di")]


def test_without_a_loss_the_grand_final_needs_no_reset():
    stage = started(with_knockout("ann bo cy di", elimination="double"))
    beats(stage, "ann di", "bo cy", "ann bo", "cy di", "cy bo", "ann cy")
    knockout.close_knockout(stage=stage, by=user("olga"))
    assert Match.objects.filter(round__stage=stage).count() == 6
