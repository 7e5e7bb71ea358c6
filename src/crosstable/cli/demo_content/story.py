"""The events of the demo: one finished, one in round 3, one open for registration, one still a draft; a chess club's
(chess.py), a doubles cup (doubles.py), and one of each other game (small_events.py).

Every step is an action with its checks; `between` sets when it happens in the story.
"""

from datetime import date, datetime, time, timedelta
from random import Random

from django.utils import timezone

from crosstable.accounts.models import User
from crosstable.cli.demo_content.chess import play_chess_events
from crosstable.cli.demo_content.doubles import play_doubles_events
from crosstable.cli.demo_content.people import AWAITED, YET_TO_REPORT, Person, create_people, found_clubs
from crosstable.cli.demo_content.play import MOST_VP, Event, announce
from crosstable.cli.demo_content.small_events import play_small_events
from crosstable.engine.standings import standings
from crosstable.events.actions.event.screens import add_screen
from crosstable.events.actions.event.tournaments import Details, advance, lock_lists
from crosstable.events.actions.rounds.rounds import close_round
from crosstable.events.bridge.tournament import load_tournament
from crosstable.events.models import Match

SEED = 40_000
FORMAT = "2000pts Matched Play"
SATURDAY = 5
MISSIONS = ("Take and Hold", "Scorched Ground", "Supply Drop", "Signal Fires", "The Long Watch")
REASON = "We decided at the table that the last objective did not score: it was contested."
CLAIMED, PLAYING = 3, 4  # in addition to the two tables of the demo's players and the README's
README_TABLE = 5  # the README types a result for it, so it is still in progress

HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)


def tell() -> None:
    chance = Random(SEED)
    organiser, people = create_people(chance)
    _finished(organiser, people, chance)
    _in_round_three(organiser, people, chance)
    _open(organiser, people, chance)
    _draft(organiser, chance)
    play_chess_events(organiser, people)
    play_doubles_events(organiser, people)
    found_clubs(organiser, people, chance)
    play_small_events(organiser)


def _finished(organiser: User, people: list[Person], chance: Random) -> None:
    saturday = _saturday(timezone.localdate() - timedelta(days=35))
    details = Details(
        name="Northern Lights Open",
        date=saturday,
        total_rounds=5,
        choices={"most": MOST_VP},
        location="Kulturhuset, Tromsø",
        format_text=FORMAT,
        description="Five rounds over a weekend, sixteen tables, and the midnight sun on the way home.",
    )
    event = announce(details, organiser, chance)
    _until_play_begins(event, [*people[:2], *chance.sample(people[2:], 30)], _at(saturday, 8))
    starts = [_at(saturday, hour) for hour in (9.5, 13, 16.25)]
    starts += [_at(saturday + timedelta(days=1), hour) for hour in (9.5, 13)]
    for mission, start in zip(MISSIONS, starts, strict=True):
        _play_whole_round(event, mission, start)
    with event.clock.between(starts[-1] + 3 * HOUR, starts[-1] + 3 * HOUR):
        advance(tournament=event.tournament, by=organiser)
    event.clock.set_back()


def _in_round_three(organiser: User, people: list[Person], chance: Random) -> None:
    now = timezone.now()
    details = Details(
        name="Harbour City Grand Tournament",
        date=timezone.localdate(),
        total_rounds=5,
        choices={"most": MOST_VP},
        location="Veemhallen, Rotterdam",
        format_text=FORMAT,
        round_minutes=165,
        description="Five rounds, thirty tables along the quay. Doors at eight, dice at half past nine.",
    )
    event = announce(details, organiser, chance)
    field = [*people[:2], *chance.sample(people[2:], 58)]
    _until_play_begins(event, field, now - 9.5 * HOUR, walk_in="Joe Whitlock")
    _play_whole_round(event, MISSIONS[0], now - 8.3 * HOUR)
    with event.clock.between(now - 5.4 * HOUR, now - 5.2 * HOUR):
        event.drop(_last_with_account(event))
        event.add("Bastiaan Kloosterman", "Death Guard")
    _play_whole_round(event, MISSIONS[1], now - 5 * HOUR)
    with event.clock.between(now - 2.05 * HOUR, now - 1.85 * HOUR):
        event.begin_round(MISSIONS[2], own_mission=(7, "Broken Bridges"))
    with event.clock.between(now - 40 * MINUTE, now - MINUTE):
        _let_results_come_in(event)
        event.give_time(8, "A judge call took eight minutes.")
        add_screen(tournament=event.tournament, name="Hall", by=organiser)
    event.clock.set_back()


def _open(organiser: User, people: list[Person], chance: Random) -> None:
    saturday = _saturday(timezone.localdate() + timedelta(days=25))
    details = Details(
        name="Ironbridge Classic",
        date=saturday,
        total_rounds=3,
        choices={"most": MOST_VP},
        location="The Old Foundry, Ironbridge",
        format_text=FORMAT,
        description="One day, three rounds, tea included. Lists are due the evening before.",
    )
    event = announce(details, organiser, chance)
    now = timezone.now()
    with event.clock.between(now - timedelta(days=20), now - timedelta(days=19)):
        advance(tournament=event.tournament, by=organiser)
    with event.clock.between(now - timedelta(days=18), now - 3 * HOUR):
        event.enter(chance.sample(people[2:], 20), without_list=5)
    event.clock.set_back()


def _draft(organiser: User, chance: Random) -> None:
    saturday = _saturday(timezone.localdate() + timedelta(days=80))
    details = Details(
        "Lighthouse Doubles Weekend", saturday, 5, "to be found", "1000pts each", choices={"most": MOST_VP}
    )
    event = announce(details, organiser, chance)
    with event.clock.between(timezone.now() - 26 * HOUR, timezone.now() - 26 * HOUR):
        pass
    event.clock.set_back()


def _until_play_begins(event: Event, people: list[Person], doors: datetime, walk_in: str = "") -> None:
    """From the announcement to the start of play; `walk_in` comes to the desk without having registered."""
    with event.clock.between(doors - timedelta(days=60), doors - timedelta(days=58)):
        advance(tournament=event.tournament, by=event.organiser)
    with event.clock.between(doors - timedelta(days=57), doors - timedelta(days=2)):
        event.enter(people)
    with event.clock.between(doors - 12 * HOUR, doors):
        lock_lists(tournament=event.tournament, by=event.organiser)
        advance(tournament=event.tournament, by=event.organiser)
    with event.clock.between(doors + MINUTE, doors + 45 * MINUTE):
        event.check_in_all()
        if walk_in:
            event.add(walk_in, "Astra Militarum")
        advance(tournament=event.tournament, by=event.organiser)


def _play_whole_round(event: Event, mission: str, start: datetime) -> None:
    with event.clock.between(start - 12 * MINUTE, start):
        event.begin_round(mission)
    with event.clock.between(start + 120 * MINUTE, start + 162 * MINUTE):
        for match in event.tables():
            event.settle(match)
    with event.clock.between(start + 164 * MINUTE, start + 164 * MINUTE):
        close_round(tournament=event.tournament, by=event.organiser)


def _let_results_come_in(event: Event) -> None:
    """Most tables are agreed; one is disputed, some wait for the other side, some still play."""
    tables = event.tables()
    awaited, unreported = _table_of(event, tables, AWAITED), _table_of(event, tables, YET_TO_REPORT)
    others = [m for m in tables if m not in (awaited, unreported) and m.table != README_TABLE]
    others.sort(key=lambda match: len(event.sides(match)))  # players who can report themselves last
    agreed, claimed = others[: -CLAIMED - PLAYING - 1], others[-CLAIMED - PLAYING - 1 : -PLAYING - 1]
    for match in agreed[: len(agreed) // 2]:
        event.settle(match)
    event.disagree(others[-1], REASON)
    for match in agreed[len(agreed) // 2 :]:
        event.settle(match)
    for match in claimed:
        event.claim(match, by=event.sides(match)[0].user)
    event.claim(awaited, by=next(p.user for p in event.sides(awaited) if p.name != AWAITED))


def _table_of(event: Event, tables: list[Match], name: str) -> Match:
    return next(m for m in tables if name in {person.name for person in event.sides(m)})


def _last_with_account(event: Event) -> str:
    rows = reversed(standings(load_tournament(event.tournament)))
    return next(event.players[row.entry.id].name for row in rows if row.entry.id in event.players)


def _saturday(day: date) -> date:
    """The first Saturday from this day on."""
    return day + timedelta(days=(SATURDAY - day.weekday()) % 7)


def _at(day: date, hour: float) -> datetime:
    return timezone.make_aware(datetime.combine(day, time())) + hour * HOUR
