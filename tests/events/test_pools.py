"""A pool stage from its participants to the end (C1 to C6), and what is refused on the way."""

from __future__ import annotations

from collections import Counter

import pytest

from building import entry, user
from crosstable.accounts.models import Player
from crosstable.events.actions.event import tournaments
from crosstable.events.actions.event.deleting import delete_tournament
from crosstable.events.actions.people import entries
from crosstable.events.actions.stages import pool_play, pools, schedules, stages
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.stages import load_pools
from crosstable.events.errors import BadValue, Refused, Stale
from crosstable.events.models import (
    Entry,
    Match,
    PoolSeat,
    RatingChange,
    Round,
    Stage,
    StageStatus,
    Status,
    Tournament,
)
from crosstable.events.play_errors import (
    MatchesOpen,
    NoPools,
    NotEnoughForPools,
    PoolsOutdated,
    PoolWouldBeTooSmall,
    Seated,
    StageFixed,
)
from pool_building import (
    decide_the_rest,
    drawn,
    fresh,
    playing_pools,
    pool_event,
    revision,
    rounds_of,
    seats,
    won,
)

pytestmark = pytest.mark.django_db
OLGA = "olga"
NINE = "ann bo cy di ed flo gus hal ida"


def test_participants_are_distributed_by_snake() -> None:
    stage = pool_event(NINE, groups=2)
    pools.form_pools(stage=stage, by=user(OLGA))
    assert seats(stage) == {"A": ["ann", "di", "ed", "hal", "ida"], "B": ["bo", "cy", "flo", "gus"]}


def test_the_seed_of_a_shuffle_is_kept_and_gives_the_same_pools_again() -> None:
    stage = pool_event(NINE, groups=3)
    pools.form_pools(stage=stage, shuffle=True, by=user(OLGA))
    seed, first = fresh(stage).settings["shuffle_seed"], seats(stage)
    pools.form_pools(stage=stage, by=user(OLGA))
    assert fresh(stage).settings["shuffle_seed"] is None
    pools.form_pools(stage=stage, shuffle_seed=seed, by=user(OLGA))
    assert seats(stage) == first
    newest = stage.tournament.journal.first()
    assert newest is not None
    assert newest.after == {
        "groups": 3,
        "sizes": [3, 3, 3],
        "seed": seed,
        "discarded": {"text": "earlier pools"},
    }


def test_someone_is_moved_by_hand_and_two_change_places() -> None:
    stage = pool_event("ann bo cy di ed", groups=2)
    pools.form_pools(stage=stage, by=user(OLGA))
    assert seats(stage) == {"A": ["ann", "di", "ed"], "B": ["bo", "cy"]}
    t = stage.tournament
    pools.move_to_pool(stage=stage, entry=entry(t, "di"), pool=stage.pools.get(name="B"), by=user(OLGA))
    assert seats(stage) == {"A": ["ann", "ed"], "B": ["bo", "cy", "di"]}
    pools.swap_seats(stage=stage, first=entry(t, "ann"), second=entry(t, "cy"), by=user(OLGA))
    assert seats(stage) == {"A": ["cy", "ed"], "B": ["bo", "ann", "di"]}
    with pytest.raises(PoolWouldBeTooSmall):
        pools.move_to_pool(stage=stage, entry=entry(t, "ed"), pool=stage.pools.get(name="B"), by=user(OLGA))
    assert seats(stage) == {"A": ["cy", "ed"], "B": ["bo", "ann", "di"]}


def test_the_schedule_is_the_circle_on_boards_by_the_formula() -> None:
    stage = drawn(game="other", boards=2)
    assert rounds_of(stage) == [
        ["ann-flo b1 s1", "bo-ed b2 s1", "cy-di b1 s2"],
        ["ann-ed b2 s1", "flo-di b1 s1", "bo-cy b2 s2"],
        ["ann-di b1 s1", "ed-cy b2 s1", "flo-bo b1 s2"],
        ["ann-cy b2 s1", "di-bo b1 s1", "ed-flo b2 s2"],
        ["ann-bo b1 s1", "cy-flo b2 s1", "di-ed b1 s2"],
    ]
    assert (stage.status, set(stage.rounds.values_list("status", flat=True))) == ("drawn", {"draft"})


def test_an_odd_pool_and_the_last_bye() -> None:
    stage = pool_event("p1 p2 p3 p4 p5", game="other", boards=2)
    pools.form_pools(stage=stage, by=user(OLGA))
    four = entry(stage.tournament, "p4")
    stages.edit_stage(stage=stage, settings={"last_byes": [four.pk]}, by=user(OLGA))
    schedules.make_schedule(stage=stage, by=user(OLGA))
    met = [[name.split()[0] for name in round_] for round_ in rounds_of(stage)]
    assert met == [
        ["p2-p5", "p3-p4"],
        ["p1-p3", "p4-p5"],
        ["p5-p1", "p2-p4"],
        ["p3-p2", "p1-p4"],
        ["p5-p3", "p1-p2"],
    ]


def test_the_last_bye_is_kept_when_pools_are_formed_or_changed_as_far_as_they_allow_it() -> None:
    """Nine in two pools: A has five; B has four and no byes."""
    stage = pool_event(NINE, groups=2)
    ed, flo = (entry(stage.tournament, name).pk for name in ("ed", "flo"))
    stages.edit_stage(stage=stage, settings={"last_byes": [flo, ed]}, by=user(OLGA))
    pools.form_pools(stage=stage, by=user(OLGA))
    assert fresh(stage).settings["last_byes"] == [ed]
    second = fresh(stage).pools.get(name="B")
    pools.move_to_pool(stage=stage, entry=entry(stage.tournament, "ann"), pool=second, by=user(OLGA))
    assert fresh(stage).settings["last_byes"] == []


def test_pools_with_boards_of_their_own_share_no_table_number() -> None:
    drawn(NINE + " jo kim lee", groups=3, boards=2, own_boards=True)
    tables = {
        name: set(Match.objects.filter(pool__name=name).values_list("table", flat=True)) for name in "ABC"
    }
    assert tables == {"A": {1, 2}, "B": {3, 4}, "C": {5, 6}}


def test_chess_plays_berger_with_colours_and_twice_if_asked() -> None:
    stage = drawn("ann bo cy di", rounds="berger", double=True)
    met = [[name.split()[0] for name in round_] for round_ in rounds_of(stage)]
    assert met == [
        ["ann-di", "bo-cy"],
        ["bo-di", "cy-ann"],
        ["di-cy", "ann-bo"],
        ["di-ann", "cy-bo"],
        ["cy-di", "bo-ann"],
        ["di-bo", "ann-cy"],
    ]
    colours = [Match.objects.filter(first__display_name=name).count() for name in ("ann", "bo", "cy", "di")]
    assert colours == [3, 3, 3, 3]


@pytest.mark.parametrize(
    ("changes", "left"),
    [
        ({"per_pool": 2}, ("drawn", 2, 5)),
        ({"boards": 3}, ("planned", 2, 0)),
        ({"distribution": "deal"}, ("planned", 0, 0)),
    ],
)
def test_a_changed_setting_discards_what_depends_on_it(
    changes: dict[str, object], left: tuple[str, int, int]
) -> None:
    stage = drawn("a1 a2 a3 a4 a5 b1 b2 b3 b4 b5", groups=2)
    stages.edit_stage(stage=stage, settings=changes, by=user(OLGA))
    now = fresh(stage)
    assert (now.status, now.pools.count(), now.rounds.count()) == left


def test_from_published_to_closed_any_match_in_any_order_and_ratings_in_the_order_of_rounds() -> None:
    stage = drawn("ann bo cy di")
    pool_play.publish_pools(stage=stage, by=user(OLGA))
    stage.tournament.refresh_from_db()
    assert stage.tournament.status == Status.REGISTRATION
    pool_play.start_pools(stage=stage, by=user(OLGA))
    won(stage, "ann-bo", "cy=di")
    with pytest.raises(MatchesOpen) as refused:
        pool_play.close_stage(stage=stage, by=user(OLGA))
    assert str(refused.value) == "4 matches of Pools have no confirmed result yet."
    won(stage, "ann-cy", "bo-di", "ann-di", "bo-cy")
    pool_play.close_stage(stage=stage, by=user(OLGA))
    now = fresh(stage)
    assert (now.status, list(now.rounds.values_list("status", flat=True))) == ("closed", ["closed"] * 3)
    order = list(RatingChange.objects.order_by("pk").values_list("match__round__number", flat=True))
    assert order == [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]
    assert tournaments.finish(tournament=now.tournament, by=user(OLGA)) == Status.COMPLETE


def test_every_step_is_taken_back_until_play_starts() -> None:
    stage = drawn()
    pool_play.publish_pools(stage=stage, by=user(OLGA))
    pool_play.step_stage_back(stage=stage, by=user(OLGA))
    assert (fresh(stage).status, Round.objects.filter(status="draft").count()) == ("drawn", 5)
    pool_play.step_stage_back(stage=stage, by=user(OLGA))
    assert (fresh(stage).status, Round.objects.count(), PoolSeat.objects.count()) == ("planned", 0, 6)
    pools.discard_pools(stage=stage, by=user(OLGA))
    assert PoolSeat.objects.count() == 0
    with pytest.raises(NoPools):
        pools.discard_pools(stage=stage, by=user(OLGA))


def test_nothing_is_taken_back_once_it_is_played() -> None:
    stage = playing_pools()
    before = revision(stage.tournament)
    for attempt in (
        pool_play.step_stage_back,
        pools.discard_pools,
        pools.form_pools,
        schedules.make_schedule,
    ):
        with pytest.raises(StageFixed):
            attempt(stage=stage, by=user(OLGA))  # type: ignore[operator]
    assert (revision(stage.tournament), Match.objects.count()) == (before, 15)


def test_who_comes_or_goes_after_the_pools_were_formed_is_named_before_publishing() -> None:
    stage = drawn("ann bo cy di")
    t = stage.tournament
    entries.drop(entry=_public(t, "di"), by=user(OLGA))
    entries.add_entry(tournament=t, details=entries.EntryDetails("eva"), by=user(OLGA))
    with pytest.raises(PoolsOutdated) as refused:
        pool_play.publish_pools(stage=stage, by=user(OLGA))
    assert str(refused.value) == (
        "The pools are out of date. Withdrawn since then: di. In no pool: eva. Form them again."
    )


def test_someone_in_a_pool_is_not_removed_from_the_event() -> None:
    stage = pool_event()
    pools.form_pools(stage=stage, by=user(OLGA))
    with pytest.raises(Seated):
        entries.remove_entry(entry=entry(stage.tournament, "bo"), by=user(OLGA))
    assert stage.pool_seats.count() == 6


def _public(tournament: object, name: str) -> Entry:
    tournaments.advance(tournament=tournament, by=user(OLGA))  # type: ignore[arg-type]
    return entry(tournament, name)  # type: ignore[arg-type]


def test_two_organisers_do_not_form_pools_over_each_other() -> None:
    stage = pool_event()
    pools.form_pools(stage=stage, by=user(OLGA), seen_version=1)
    with pytest.raises(Stale):
        pools.form_pools(stage=stage, shuffle=True, by=user(OLGA), seen_version=1)
    assert seats(stage) == {"A": ["ann", "bo", "cy", "di", "ed", "flo"]}


def _forming(**asked: object):
    return lambda stage: pools.form_pools(stage=stage, by=user(OLGA), **asked)


BAD = {
    "more pools than players": ("ann bo cy", _forming(groups=4), NotEnoughForPools, "groups"),
    "one player": ("ann", _forming(), NotEnoughForPools, "groups"),
    "no entry": ("", _forming(), NotEnoughForPools, "groups"),
    "no pools": ("ann bo", _forming(groups=0), BadValue, "groups"),
    "an unknown way to deal": ("ann bo", _forming(distribution="ladder"), BadValue, "distribution"),
    "zero boards": (
        "ann bo",
        lambda stage: stages.edit_stage(stage=stage, settings={"boards": 0}, by=user(OLGA)),
        BadValue,
        "settings.boards",
    ),
    "a schedule without pools": (
        "ann bo",
        lambda stage: schedules.make_schedule(stage=stage, by=user(OLGA)),
        NoPools,
        None,
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_says_what_is_wrong_and_changes_nothing(case: str) -> None:
    names, attempt, kind, field = BAD[case]
    stage = pool_event(names)
    before = (revision(stage.tournament), fresh(stage).settings, fresh(stage).version)
    with pytest.raises(kind) as refused:
        attempt(stage)
    assert isinstance(refused.value, Refused)
    assert refused.value.field == field
    assert (revision(stage.tournament), fresh(stage).settings, fresh(stage).version) == before
    assert (Stage.objects.get().pools.count(), Round.objects.count()) == (0, 0)


def test_a_last_bye_in_an_even_pool_is_refused_by_name() -> None:
    stage = pool_event("ann bo cy di")
    pools.form_pools(stage=stage, by=user(OLGA))
    cy = entry(stage.tournament, "cy")
    stages.edit_stage(stage=stage, settings={"last_byes": [cy.pk]}, by=user(OLGA))
    before = revision(stage.tournament)
    with pytest.raises(BadValue) as refused:
        schedules.make_schedule(stage=stage, by=user(OLGA))
    assert str(refused.value) == (
        "cy cannot have the last bye: pool A has an even number of players, so there is no bye."
    )
    assert (revision(stage.tournament), Round.objects.count()) == (before, 0)


def test_a_draft_with_pools_and_a_schedule_is_deleted_whole() -> None:
    stage = drawn()
    delete_tournament(tournament=stage.tournament, by=user(OLGA))
    assert (Stage.objects.count(), Match.objects.count(), Entry.objects.count()) == (0, 0, 0)


def test_rounds_go_on_from_stage_to_stage() -> None:
    from crosstable.events.bridge.settings.stage_settings import StagePlan
    from crosstable.events.models import StageKind

    stage = playing_pools(
        "a1 a2 a3 b1 b2 b3",
        game="other",
        groups=2,
        per_pool=2,
        then=(StagePlan(StageKind.POOLS, "Final pool"),),
    )
    decide_the_rest(stage)
    pool_play.close_stage(stage=stage, by=user(OLGA))
    final = stage.tournament.stages.get(number=2)
    pools.form_pools(stage=final, by=user(OLGA))
    schedules.make_schedule(stage=final, by=user(OLGA))
    assert list(final.rounds.values_list("number", flat=True)) == [4, 5, 6]
    assert final.pool_seats.count() == 4


def test_32_pools_of_32_are_formed_and_stored() -> None:
    stage = pool_event("", groups=32, boards=64)
    people = Player.objects.bulk_create(Player(name=f"p{n}") for n in range(1024))
    Entry.objects.bulk_create(
        Entry(
            tournament=stage.tournament,
            player=p,
            seed=n,
            display_name=p.name,
            checked_in_at="2026-11-16T09:00Z",
        )
        for n, p in enumerate(people, start=1)
    )
    pools.form_pools(stage=stage, by=user(OLGA))
    schedules.make_schedule(stage=stage, by=user(OLGA))
    assert Match.objects.count() == 32 * 32 * 31 // 2
    assert fresh(stage).status == StageStatus.DRAWN


def test_the_tie_breaks_know_that_a_pool_is_a_round_robin() -> None:
    stage = playing_pools("ann bo cy")
    assert [pool.is_round_robin for pool in load_pools(stage).values()] == [True]


def test_a_pool_is_not_ranked_by_buchholz_though_the_event_is() -> None:
    event = Tournament(game="chess", tie_breaks=["PTS", "BH/C1", "FB", "SB", "KS"])
    assert rules_of(event).pool_tie_breaks == ("PTS", "SB", "KS")
    assert rules_of(Tournament(game="chess")).pool_tie_breaks == ("PTS", "DE", "WIN", "SB")


def test_balanced_boards_put_none_of_four_players_three_times_at_one_board() -> None:
    stage = drawn("ann bo cy di", boards=3, board_rule="balanced")
    times = Counter(
        (name, match.table)
        for match in Match.objects.filter(round__stage=stage).select_related("first", "second")
        for name in (match.first.display_name, str(match.second))
    )
    assert max(times.values()) == 2
