"""The demo's chess event: a club Swiss with one round a week, round 4 of 7 in progress tonight."""

from datetime import datetime, timedelta
from random import Random

from django.utils import timezone

from crosstable.accounts.models import User
from crosstable.cli.demo_content.people import Person
from crosstable.cli.demo_content.play import Clock
from crosstable.events.actions.event import access, tournaments
from crosstable.events.actions.event.details import Details
from crosstable.events.actions.people import byes, entries
from crosstable.events.actions.results import results
from crosstable.events.actions.rounds import clock as clock_actions
from crosstable.events.actions.rounds import rounds
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.models import Match, RoundStatus, Tournament

SEED = 64
ENTERED = 40
MEAN_RATING, PER_SKILL = 1720, 230
TITLES = ((2300, "FM"), (2100, "CM"))
FEDERATIONS = ("NOR", "NED", "GER", "POL", "IRL", "ESP", "FRA", "UKR")
CLUBS = ("Harbour CC", "Old Town Knights", "University", "Tram Depot", "Lighthouse CC", "")
PLAYED_ROUNDS, STILL_PLAYING = 3, 7
WEEK, MINUTE = timedelta(days=7), timedelta(minutes=1)


def play_chess_events(organiser: User, people: list[Person]) -> None:
    chance = Random(SEED)
    evening = timezone.now() - timedelta(hours=2.4)
    first = evening - PLAYED_ROUNDS * WEEK
    details = Details(
        name="Harbour Chess Club Autumn Swiss",
        date=timezone.localdate() - PLAYED_ROUNDS * WEEK,
        end_date=timezone.localdate() + 3 * WEEK,
        total_rounds=7,
        max_players=48,
        location="Café De Toren, Rotterdam",
        time_control="90 min + 30 s per move",
        chief_arbiter="Henrike Brandt",
        initial_color="white",
        most_requested_byes=2,
        rated_here="yes",
        description="One round a week, seven weeks. Half-point byes until the evening before.",
    )
    tournament = tournaments.create_tournament(details=details, by=organiser, game="chess")
    clock = Clock(tournament)
    with clock.between(first - 4 * WEEK, first - 2 * timedelta(days=1)):
        tournaments.advance(tournament=tournament, by=organiser)
        _enter(tournament, chance.sample(people[2:], ENTERED), chance)
    with clock.between(first - 30 * MINUTE, first - 20 * MINUTE):
        tournaments.advance(tournament=tournament, by=organiser)
        access.share(tournament=tournament, by=organiser)
    for week in range(PLAYED_ROUNDS):
        _play(tournament, clock, first + week * WEEK, chance)
    _tonight(tournament, clock, evening, chance)
    clock.set_back()


def _enter(tournament: Tournament, people: list[Person], chance: Random) -> None:
    for person in people:
        rating = 5 * round((MEAN_RATING + PER_SKILL * person.skill + chance.gauss(0, 60)) / 5)
        details = EntryDetails(
            person.name,
            rating=rating,
            title=next((title for least, title in TITLES if rating >= least), ""),
            federation=chance.choice(FEDERATIONS),
            team_name=chance.choice(CLUBS),
        )
        entries.register(tournament=tournament, details=details, by=person.user)


def _begin(tournament: Tournament) -> list[Match]:
    by = tournament.owner
    rounds.pair_next_round(tournament=tournament, by=by)
    rounds.publish_round(tournament=tournament, by=by)
    rounds.start_round(tournament=tournament, by=by)
    boards = Match.objects.filter(
        round__tournament=tournament, round__status=RoundStatus.STARTED, second__isnull=False
    )
    return list(boards.select_related("round__tournament", "first__player__user", "second__player__user"))


def _play(tournament: Tournament, clock: Clock, start: datetime, chance: Random) -> None:
    with clock.between(start - 15 * MINUTE, start):
        boards = _begin(tournament)
    with clock.between(start + 60 * MINUTE, start + 210 * MINUTE):
        for match in boards:
            results.enter_result(
                match=match, score=parse_score(match, _result(match, chance)), by=tournament.owner
            )
    with clock.between(start + 212 * MINUTE, start + 212 * MINUTE):
        rounds.close_round(tournament=tournament, by=tournament.owner)


def _tonight(tournament: Tournament, clock: Clock, start: datetime, chance: Random) -> None:
    """Two have a bye, one clock was started late, most games are over, one player has reported hers."""
    away = tournament.entries.select_related("player", "tournament").order_by("rating")[5:25:19]
    with clock.between(start - 90 * MINUTE, start):
        for entry in away:
            byes.request_bye(entry=entry, round_number=4, kind="half", by=tournament.owner)
        boards = _begin(tournament)
    with clock.between(start + 15 * MINUTE, start + 15 * MINUTE):
        clock_actions.start_game(match=boards[6], by=tournament.owner)
    chance.shuffle(boards)
    with clock.between(start + 60 * MINUTE, start + 140 * MINUTE):
        for match in boards[STILL_PLAYING:]:
            results.enter_result(
                match=match, score=parse_score(match, _result(match, chance)), by=tournament.owner
            )
        reporter = boards[0].first.player.user
        assert reporter is not None
        results.report(match=boards[0], score=parse_score(boards[0], "1/2-1/2"), by=reporter)


def _result(match: Match, chance: Random) -> str:
    """By Elo's expectation with three draws in ten, and now and then an empty chair."""
    assert match.second is not None
    if chance.random() < 0.02:
        return "1-0F"
    if chance.random() < 0.3:
        return "1/2-1/2"
    lead = match.first.rating + 30 - match.second.rating
    return "1-0" if chance.random() < 1 / (1 + 10 ** (-lead / 400)) else "0-1"
