"""The demo's doubles cups: fourteen pairs in four pools, in progress; and the previous cup, with its bracket played to
the champion.
"""

from datetime import date, datetime, timedelta
from random import Random

from django.utils import timezone

from crosstable.accounts.models import User
from crosstable.cli.demo_content.people import Person
from crosstable.cli.demo_content.play import Clock
from crosstable.events.actions.event import tournaments
from crosstable.events.actions.event.details import Details
from crosstable.events.actions.people import entries, teams
from crosstable.events.actions.results import results
from crosstable.events.actions.stages import knockout, pool_play, pools, schedules, stages, withdrawals
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.models import Entry, Match, Stage, Tournament
from crosstable.events.queries.desk.boards import next_match_of, undecided

SEED = 22
TEAMS = (
    "Two Old Dice", "The Late Tram", "Salt and Pepper", "Paint Later", "Left Flank", "Kettle and Drum", "Mind the Gap",
    "Small Print", "Double Six", "The Long Table", "Plan B", "Night Shift", "Brush Strokes", "Half a Sandwich",
)  # fmt: skip
DECIDED = 12
MOST_VP = 20
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


def play_doubles_events(organiser: User, people: list[Person]) -> None:
    now = timezone.now()
    _play_past(organiser, people, now - 42 * DAY)
    _play_current(organiser, people, now - timedelta(hours=3))


def _play_current(organiser: User, people: list[Person], doors: datetime) -> None:
    chance = Random(SEED)
    tournament, clock = _gathered(organiser, people, "Harbour Doubles Cup", doors, chance)
    with clock.between(doors + 31 * MINUTE, doors + 45 * MINUTE):
        stage, _ = _begin(tournament, organiser)
    with clock.between(doors + 60 * MINUTE, doors + 178 * MINUTE):
        _play(stage, organiser, chance)
    clock.set_back()


def _play_past(organiser: User, people: list[Person], doors: datetime) -> None:
    """From the pools to the champion, who is in the bracket for good."""
    chance = Random(SEED + 1)
    tournament, clock = _gathered(organiser, people, "Autumn Doubles Cup", doors, chance)
    with clock.between(doors + 31 * MINUTE, doors + 45 * MINUTE):
        stage, cup = _begin(tournament, organiser)
    with clock.between(doors + 60 * MINUTE, doors + 200 * MINUTE):
        _decide_all(tournament, organiser, chance)
        pool_play.close_stage(stage=stage, by=organiser)
    with clock.between(doors + 210 * MINUTE, doors + 360 * MINUTE):
        knockout.start_knockout(stage=cup, by=organiser)
        _decide_all(tournament, organiser, chance)
        knockout.close_knockout(stage=cup, by=organiser)
        tournaments.advance(tournament=tournament, by=organiser)
    clock.set_back()


def _gathered(
    organiser: User, people: list[Person], name: str, doors: datetime, chance: Random
) -> tuple[Tournament, Clock]:
    """Announced, entered, checked in."""
    details = _details(name, timezone.localdate(doors))
    tournament = tournaments.create_in_format(details=details, format="pools-knockout", by=organiser)
    clock = Clock(tournament)
    with clock.between(doors - 20 * DAY, doors - DAY):
        tournaments.advance(tournament=tournament, by=organiser)
        _register(tournament, chance.sample(people[2:], 2 * len(TEAMS)))
    with clock.between(doors, doors + 30 * MINUTE):
        tournaments.advance(tournament=tournament, by=organiser)
        for entry in tournament.entries.all():
            entries.check_in(entry=entry, by=organiser)
    return tournament, clock


def _decide_all(tournament: Tournament, organiser: User, chance: Random) -> None:
    """Match after match; in a knockout each may bring the next. No match is drawn: one side has to advance."""
    while waiting := undecided(tournament):
        for match in waiting:
            lost = chance.randint(2, MOST_VP - 3)
            scores = [chance.randint(lost + 1, MOST_VP), lost]
            chance.shuffle(scores)
            results.enter_result(match=match, score=parse_score(match, scores), by=organiser)


def _details(name: str, day: date) -> Details:
    return Details(
        name=name,
        date=day,
        total_rounds=1,
        choices={"most": MOST_VP},
        location="Warehouse 7, Rotterdam",
        format_text="2 × 1000pts, pools and knockout",
        description="Pairs. All play all in the pool; the first two of each pool play for the cup.",
        scoring={"win": "3", "draw": "1", "loss": "0", "forfeit_win": "3"},
        team_size=2,
    )


def _register(tournament: Tournament, people: list[Person]) -> None:
    for name, first, second in zip(TEAMS, people[::2], people[1::2], strict=True):
        details = EntryDetails(name, faction=f"{first.faction} and {second.faction}"[:60])
        partner = f"@{second.user.username}"
        teams.register_team(tournament=tournament, details=details, partners=[partner], by=first.user)


def _begin(tournament: Tournament, organiser: User) -> tuple[Stage, Stage]:
    """A draw before witnesses, six tables, and the bracket with its places, so that everyone sees the way."""
    stage, cup = tournament.stages.order_by("number")
    stages.edit_stage(stage=stage, settings={"boards": 6}, by=organiser)
    pools.form_pools(stage=stage, shuffle_seed=1904, by=organiser)
    schedules.make_schedule(stage=stage, by=organiser)
    pool_play.publish_pools(stage=stage, by=organiser)
    pool_play.start_pools(stage=stage, by=organiser)
    knockout.draw_knockout(stage=cup, by=organiser)
    knockout.publish_knockout(stage=cup, by=organiser)
    return stage, cup


def _play(stage: Stage, organiser: User, chance: Random) -> None:
    """Two thirds are over, one pair had to leave, and one result waits for the other side's word."""
    stage.refresh_from_db()
    for match in undecided(stage.tournament)[:DECIDED]:
        score = chance.randint(4, MOST_VP), chance.randint(2, MOST_VP - 2)
        results.enter_result(match=match, score=parse_score(match, score), by=organiser)
    leaving = stage.tournament.entries.get(display_name="Half a Sandwich")
    withdrawals.withdraw_entry(stage=stage, entry=leaving, reason="A train to catch", by=organiser)
    waiting = _with_account(stage)
    captain = waiting.first.members.order_by("number")[0].player.user
    assert captain is not None
    results.report(match=waiting, score=parse_score(waiting, (14, 9)), by=captain)


def _with_account(stage: Stage) -> Match:
    """The next match of the pair that registered first and is still to play."""
    playing: list[Entry] = list(stage.tournament.entries.filter(dropped_at__isnull=True))
    matches = (next_match_of(entry) for entry in playing)
    return next(match for match in matches if match is not None)
