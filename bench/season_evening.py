"""One evening of one club, for `bench season`; runs in a separate process, on the database of DATABASE_URL."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random
from typing import Any

PLAYERS, ROUNDS = 30, 5


@dataclass
class Evening:
    results: int
    seconds: float
    cpu: float
    statements: int


def prepare() -> None:
    start()
    from django.core.management import call_command
    from django.db import connections

    call_command("migrate", verbosity=0)
    connections.close_all()


def start() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "crosstable.settings"
    import django

    django.setup()


def play_evening(club: int, week: int) -> Evening:
    from django.db import connection

    count = 0

    def counting(execute: Any, *question: Any) -> Any:
        nonlocal count
        count += 1
        return execute(*question)

    began, cpu = time.perf_counter(), time.process_time()
    with connection.execute_wrapper(counting):
        results = _play(club, week)
    return Evening(results, time.perf_counter() - began, time.process_time() - cpu, count)


def _play(club: int, week: int) -> int:
    from crosstable.events.actions.rounds import rounds

    owner, members, chance = _people(club), _members(club), Random(f"{club} {week}")
    tournament, results = _event(club, week, owner, members), 0
    for _ in range(ROUNDS):
        rounds.pair_next_round(tournament=tournament, by=owner, mission="Take and Hold")
        rounds.publish_round(tournament=tournament, by=owner)
        round_ = rounds.start_round(tournament=tournament, by=owner)
        results += _report_all(round_, chance)
        rounds.close_round(tournament=tournament, by=owner)
    return results


def _people(club: int) -> Any:
    """Return the organiser; at the club's first evening, create the members' accounts."""
    from crosstable.accounts.models import Player, User

    owner, is_new = User.objects.get_or_create(username=f"c{club}-owner", email=f"c{club}@example.org")
    if is_new:
        names = [f"c{club}-p{n}" for n in range(PLAYERS)]
        users = User.objects.bulk_create(User(username=name, email=f"{name}@example.org") for name in names)
        Player.objects.bulk_create(Player(name=user.username, user=user) for user in users)
    return owner


def _members(club: int) -> list[Any]:
    from crosstable.accounts.models import User

    return list(User.objects.filter(username__startswith=f"c{club}-p").select_related("player"))


def _event(club: int, week: int, owner: Any, members: list[Any]) -> Any:
    from crosstable.events.actions.event import tournaments
    from crosstable.events.actions.people import entries
    from crosstable.events.bridge.entries import EntryDetails

    day = date(2026, 9, 1) + timedelta(weeks=week)
    details = tournaments.Details(name=f"Club {club}, week {week}", date=day, total_rounds=ROUNDS)
    tournament = tournaments.create_tournament(details=details, by=owner)
    tournaments.advance(tournament=tournament, by=owner)
    for member in members:
        wanted = EntryDetails(display_name=member.username, faction="Orks", list_text="")
        entries.register(tournament=tournament, details=wanted, by=member)
    tournaments.advance(tournament=tournament, by=owner)
    for entry in tournament.entries.all():
        entries.check_in(entry=entry, by=owner)
    tournaments.advance(tournament=tournament, by=owner)
    tournament.refresh_from_db()
    return tournament


def _report_all(round_: Any, chance: Random) -> int:
    """Report the same from both sides of every table."""
    from crosstable.events.actions.results import results
    from crosstable.events.bridge.results.scores import parse_score
    from crosstable.events.models import Match

    matches = Match.objects.filter(round=round_, state="open").select_related(
        "round__tournament", "round__stage", "first__player__user", "second__player__user"
    )
    for match in matches:
        score = parse_score(match, (chance.randint(0, 100), chance.randint(0, 100)))
        for side in (match.first, match.second):
            assert side is not None and side.player.user is not None
            results.report(match=match, score=score, by=side.player.user)
    return len(matches)
