"""A draft names the rules it violates, whether the engine or an organiser made it."""

import pytest

from building import entry, event, play_round, playing
from crosstable.engine.model import Notice
from crosstable.events.actions.rounds import drafts, rounds
from crosstable.events.models import Status
from crosstable.events.queries.desk.control import control_room

pytestmark = pytest.mark.django_db


def notices(tournament) -> set[tuple[str, frozenset[str], int]]:
    draft = control_room(tournament).desk.draft
    return {named(notice, draft.names) for notice in draft.notices}


def named(notice: Notice, names) -> tuple[str, frozenset[str], int]:
    return notice.rule, frozenset(names[e] for e in notice.entries), notice.count


def swap(tournament, first, second):
    drafts.swap_players(
        tournament=tournament,
        first=entry(tournament, first),
        second=entry(tournament, second),
        by=tournament.owner,
    )


def test_a_first_round_violates_no_rule():
    tournament = event("a b c d", Status.IN_PROGRESS)
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    assert notices(tournament) == set()


def test_a_swap_that_makes_a_rematch_is_warned_about_by_name():
    tournament = playing("a b c d")  # a-c, b-d
    play_round(tournament, "a 60-40", "b 60-40")
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)  # a-b, c-d
    assert notices(tournament) == set()
    swap(tournament, "b", "c")
    assert notices(tournament) == {("rematch", frozenset("ac"), 1), ("rematch", frozenset("bd"), 1)}


def test_an_unavoidable_rematch_is_warned_about():
    tournament = playing("a b", total_rounds=2)
    play_round(tournament)
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    assert notices(tournament) == {("rematch", frozenset("ab"), 1)}


def test_handing_someone_a_second_bye_is_warned_about():
    tournament = playing("a b c")  # c has the bye
    play_round(tournament, "a 60-40")
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)  # b has the bye
    swap(tournament, "b", "c")
    assert ("second-bye", frozenset("c"), 1) in notices(tournament)


def test_the_words_of_a_warning_name_the_players(client):
    tournament = playing("ann bo", total_rounds=2)
    play_round(tournament)
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    client.force_login(tournament.owner)
    page = client.get(f"/t/{tournament.slug}/control").content.decode()
    assert "ann and bo have met before." in page
