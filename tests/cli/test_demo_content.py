"""The demo's content: the states it promises, made only of what actions allow."""

from __future__ import annotations

import re
from collections import Counter
from datetime import datetime, timedelta

import pytest
from django.conf import settings
from django.contrib.auth import authenticate
from django.db.models import F, Max
from django.utils import timezone

from crosstable.accounts.models import Club, Membership, Player, User
from crosstable.cli.demo_content import load, story
from crosstable.cli.demo_content.armies import ARMIES
from crosstable.cli.demo_content.people import NAMES, username_of
from crosstable.engine.ratings import EloOptions
from crosstable.engine.standings import standings
from crosstable.events.bridge.tournament import load_tournament
from crosstable.events.models import (
    Claim,
    Entry,
    JournalEntry,
    Match,
    MatchPart,
    PlayerRating,
    RatingChange,
    Round,
    Tournament,
)
from crosstable.events.queries.people.my_event import waiting_for
from crosstable.events.queries.standings.pool_tables import pool_tables
from crosstable.games import GAMES
from demonstration import demo_opened

FINISHED, RUNNING, OPEN = "northern-lights-open", "harbour-city-grand-tournament", "ironbridge-classic"
CHESS = "harbour-chess-club-autumn-swiss"
DOUBLES = "harbour-doubles-cup"


@pytest.fixture(scope="module")
def _loaded(demo, django_db_setup):
    """Open for the whole module; each test then runs in its own transaction."""
    with demo_opened(demo):
        yield


@pytest.fixture
def events(_loaded, db):
    return {t.slug: t for t in Tournament.objects.all()}


def third_round() -> Round:
    return Round.objects.get(tournament__slug=RUNNING, number=3)


def my_match(username: str) -> Match:
    entry = Entry.objects.get(tournament__slug=RUNNING, player__user__username=username)
    return third_round().matches.get(pk__in=[*_ids(entry.matches_as_first), *_ids(entry.matches_as_second)])


def _ids(matches) -> list[int]:
    return list(matches.values_list("pk", flat=True))


def test_there_is_one_event_in_each_state(events):
    assert {slug: (t.status, t.entries.count(), t.rounds.count()) for slug, t in events.items()} == {
        FINISHED: ("complete", 32, 5),
        RUNNING: ("in-progress", 62, 3),
        OPEN: ("registration", 20, 0),
        "lighthouse-doubles-weekend": ("draft", 0, 0),
        CHESS: ("in-progress", 40, 4),
        DOUBLES: ("in-progress", 14, 3),
        "autumn-doubles-cup": ("complete", 14, 6),
        "canteen-table-football-league": ("complete", 5, 5),
        "thursday-darts-at-the-anchor": ("in-progress", 8, 4),
        "friday-night-draft": ("complete", 8, 3),
        "three-rivers-team-challenge": ("in-progress", 6, 2),
        "harvest-crokinole": ("complete", 6, 3),
    }


def test_there_is_an_event_of_every_game(events):
    assert {tournament.game for tournament in events.values()} == set(GAMES)
    boards = MatchPart.objects.filter(match__round__tournament=events["three-rivers-team-challenge"])
    assert boards.exclude(result="").count() == 3 * 4


def test_the_finished_event_is_finished_in_every_respect(events):
    rounds = events[FINISHED].rounds
    assert set(rounds.values_list("status", flat=True)) == {"closed"}
    assert set(Match.objects.filter(round__in=rounds.all()).values_list("state", flat=True)) == {"agreed"}
    assert events[FINISHED].lists_are_locked
    assert events[FINISHED].entries.filter(list_text="").count() == 0


def test_no_one_met_twice_in_the_finished_event(events):
    pairs = Match.objects.filter(round__tournament=events[FINISHED]).values_list("first", "second")
    assert len({frozenset(pair) for pair in pairs}) == 5 * 16


def test_results_of_round_three_are_coming_in(events):
    round_ = third_round()
    assert round_.status == "started"
    assert Counter(round_.matches.values_list("state", flat=True)) == {
        "agreed": 19,
        "claimed": 4,
        "disputed": 1,
        "open": 6,
        "bye": 1,
    }


def test_the_one_dispute_has_two_claims_each_in_its_own_favour_and_a_reason(events):
    match = third_round().matches.get(state="disputed")
    claims = {claim.entry_id: claim.points[0] - claim.points[1] for claim in match.claims.all()}
    assert {pk: lead > 0 for pk, lead in claims.items()} == {match.first_id: True, match.second_id: False}
    assert match.dispute_reason == story.REASON


def test_every_round_of_the_running_event_has_a_bye_and_its_own_mission(events):
    rounds = events[RUNNING].rounds
    assert [r.matches.filter(state="bye").count() for r in rounds.all()] == [1, 1, 1]
    assert list(rounds.values_list("mission", flat=True)) == list(story.MISSIONS[:3])
    own = third_round().matches.exclude(mission="").values_list("table", "mission")
    assert list(own) == [(7, "Broken Bridges")]


def test_one_player_dropped_after_round_one_and_one_came_late(events):
    dropped = events[RUNNING].entries.get(dropped_at__isnull=False)
    late = events[RUNNING].entries.get(display_name="Bastiaan Kloosterman")
    assert [played_rounds(entry) for entry in (dropped, late)] == [[1], [2, 3]]


def played_rounds(entry: Entry) -> list[int]:
    rounds = Round.objects.filter(matches__in=[*_ids(entry.matches_as_first), *_ids(entry.matches_as_second)])
    return sorted(rounds.values_list("number", flat=True))


def test_a_score_waits_for_maja_and_tomasz_has_yet_to_report(events):
    maja = Entry.objects.get(tournament__slug=RUNNING, player__user__username="maja").player.user
    assert maja is not None
    assert waiting_for(maja) == [my_match("maja")]
    assert my_match("tomasz").state == "open"
    assert not events[OPEN].entries.filter(player__user__username__in=("maja", "tomasz")).exists()


def test_some_of_the_open_event_have_no_list_yet(events):
    assert events[OPEN].entries.filter(list_text="").count() == 5


def test_every_account_shown_can_log_in(events):
    shown = [(username, password) for username, password, _ in settings.DEMO_ACCOUNTS]
    assert [username for username, _ in shown] == ["organiser", "maja", "tomasz"]
    for username, password in [*shown, ("aoife.brennan", "demo-player")]:
        user = authenticate(None, username=username, password=password)
        assert user is not None and user.get_username() == username


def test_the_organisers_club_has_members_with_and_without_account_and_two_who_ask(events):
    club = Club.objects.get(slug="quayside-games-club")
    assert club.roles.get().user.username == "organiser"
    members = club.memberships.exclude(status="pending")
    assert (members.filter(player__user=None).count(), members.exclude(player__user=None).count()) == (12, 15)
    assert club.memberships.filter(status="pending").count() == 2


def test_usernames_are_plain_letters_and_differ():
    names = [username_of(name) for name in NAMES]
    assert len(set(names)) == len(NAMES) == 80
    assert all(re.fullmatch(r"[a-z.-]{2,40}", name) for name in names)
    assert username_of("Đorđe Marinković") == "dorde.marinkovic"


def test_a_second_load_does_nothing(events):
    before = everything()
    load()
    assert everything() == before


def everything() -> list[list[tuple[object, ...]]]:
    events = (Tournament, Entry, Round, Match, Claim, JournalEntry, PlayerRating, RatingChange)
    models = (User, Player, Club, Membership, *events)
    return [list(model.objects.order_by("pk").values_list()) for model in models]


def test_standings_of_every_event_are_computed(events):
    for tournament in events.values():
        rows = standings(load_tournament(tournament))
        assert len(rows) == tournament.entries.count()
    tables = pool_tables(events[DOUBLES].stages.get(number=1))
    assert [len(table.lines) for table in tables] == [4, 4, 3, 3]


def test_the_doubles_cup_is_in_the_midst_of_its_pools_with_a_pair_that_left(events):
    stage, cup = events[DOUBLES].stages.all()
    assert (stage.status, cup.status) == ("started", "published")
    assert [w.entry.display_name for w in stage.withdrawals.all()] == ["Half a Sandwich"]
    states = Counter(Match.objects.filter(round__stage=stage, is_void=False).values_list("state", flat=True))
    assert states["claimed"] == 1
    assert states["agreed"] > states["open"] > 0
    members = events[DOUBLES].team_members
    assert members.count() == 28
    assert not members.filter(player__user=None).exists()


def test_the_journal_numbers_every_revision(events):
    for tournament in events.values():
        numbers = list(tournament.journal.order_by("number").values_list("number", flat=True))
        assert numbers == list(range(1, tournament.revision + 1))


def test_the_rating_ledger_adds_up_to_where_everyone_stands(events):
    entered = dict(events[CHESS].entries.values_list("player", "rating"))
    for pool in ("wargame", "chess"):
        ledger: dict[int, list[int]] = {}
        for change in RatingChange.objects.filter(pool=pool).order_by("pk"):
            ledger.setdefault(change.player_id, []).append(change.change)
        start = entered if pool == "chess" else dict.fromkeys(ledger, EloOptions().start)
        assert {p: (start[p] + sum(changes), len(changes)) for p, changes in ledger.items()} == {
            rating.player_id: (rating.value, rating.games)
            for rating in PlayerRating.objects.filter(pool=pool)
        }
    assert RatingChange.objects.filter(pool="wargame").count() == 2 * (5 * 16 + 2 * 30)


def test_the_chess_club_is_in_round_four_with_two_who_have_a_bye(events):
    round_ = events[CHESS].rounds.get(number=4)
    states = Counter(round_.matches.values_list("state", flat=True))
    assert (round_.status, states) == ("started", {"agreed": 12, "claimed": 1, "open": 6, "bye": 2})
    assert set(round_.matches.exclude(bye_kind="").values_list("bye_kind", flat=True)) == {"half"}
    assert events[CHESS].share_token
    pairs = Match.objects.filter(round__tournament=events[CHESS], second__isnull=False)
    pairs = pairs.exclude(result__endswith="F")  # an unplayed game is no meeting
    assert len({frozenset(p) for p in pairs.values_list("first", "second")}) == pairs.count()


def test_lists_add_up_to_at_most_2000_points(events):
    for text in Entry.objects.exclude(list_text="").values_list("list_text", flat=True):
        title, *units = re.findall(r"[(\[](\d+) (?:points|pts)[)\]](?! \+$)", text, re.MULTILINE)
        assert sum(map(int, units)) == int(title)
        assert 1850 <= int(title) <= 2000
    wargamers = Entry.objects.filter(tournament__game="wargame", player__is_team=False)
    assert set(wargamers.values_list("faction", flat=True)) == set(ARMIES)


def when_made() -> datetime:
    """The demo is made once for all tests of a run, which may last long."""
    newest: datetime = JournalEntry.objects.aggregate(newest=Max("at"))["newest"]
    assert newest <= timezone.now()
    return newest


def test_times_follow_the_order_of_the_journal_and_end_just_now(events):
    for tournament in events.values():
        times = list(tournament.journal.order_by("number").values_list("at", flat=True))
        assert times == sorted(times)
    round_, now = third_round(), when_made()
    assert round_.started_at is not None
    assert now - timedelta(hours=2) < round_.started_at
    for at in Claim.objects.filter(match__round=round_).values_list("at", flat=True):
        assert round_.started_at < at <= now
    assert events[FINISHED].completed_at.date() == events[FINISHED].date + timedelta(days=1)


def test_dates_surround_today_and_a_demo_left_for_a_month_comes_to_the_present(events):
    today = timezone.localdate(when_made())
    assert events[FINISHED].date < today == events[RUNNING].date < events[OPEN].date
    age_by(timedelta(days=30))
    load()
    running = Tournament.objects.get(slug=RUNNING)
    assert running.date == timezone.localdate()
    last = running.journal.aggregate(last=Max("at"))["last"]
    assert timedelta(0) < timezone.now() - last < timedelta(minutes=5)


def age_by(behind: timedelta) -> None:
    for tournament in Tournament.objects.all():
        tournament.date -= behind
        tournament.save()
    for entry in JournalEntry.objects.all():
        entry.at -= behind
        entry.save()


def test_a_demo_made_just_after_midnight_comes_to_the_present_all_the_same(events):
    """Its last action was yesterday, while its date is today."""
    behind = timedelta(days=30)
    age_by(behind)
    JournalEntry.objects.update(at=F("at") - timedelta(hours=24))
    load()
    assert Tournament.objects.get(slug=RUNNING).date == timezone.localdate()
