"""The event of the load benchmark: 400 players (or the given number) with accounts, signed in; three rounds played, the
fourth drafted. `FORMAT` chooses another event: teams (the same, in teams of five), pools (of eight) or a knockout, both
drawn and not published.

Run in a separate process, with the settings of a real installation; prints what the clients need as JSON.
"""

from __future__ import annotations

import json
import os
import sys
from datetime import date
from random import Random
from typing import Any

PLAYERS = int(sys.argv[1]) if len(sys.argv) > 1 else 400
ROUNDS, IN_ALL = 3, int(sys.argv[2]) if len(sys.argv) > 2 else 5
EVENTS = int(sys.argv[3]) if len(sys.argv) > 3 else 1  # of the same people, all in the same round
FORMAT = os.environ.get("FORMAT", "swiss")
POOL, TEAM = 8, 5
# The step that publishes, the one that starts, and the public pages with the matches before and after.
STEPS = {
    "swiss": ("rounds/4/publish", "rounds/4/start", "rounds/3", "rounds/4"),
    "teams": ("rounds/4/publish", "rounds/4/start", "rounds/3", "rounds/4"),
    "pools": ("stages/1/publish", "stages/1/start", "stages/1", "stages/1/schedule"),
    "knockout": ("knockout/publish", "knockout/start", "bracket", "bracket"),
}


def make() -> dict[str, Any]:
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    from crosstable.accounts.models import User
    from crosstable.accounts.tokens import create_token
    from crosstable.events.actions.event.screens import add_screen

    owner = User.objects.create(username="owner", email="owner@example.org")
    players = _players()
    users = [player.user for player in players]
    made = [_event(owner, players) for _ in range(EVENTS)]
    tournament, matches = made[0]
    screen = add_screen(tournament=tournament, name="Hall", by=owner)
    sessions = [_session(user) for user in users]
    session_of = dict(zip((user.pk for user in users), sessions, strict=True))
    return {
        "tournament": tournament.pk,
        "events": [(event.pk, event.slug) for event, _ in made],
        "steps": STEPS[FORMAT],
        # A player reports the whole match, a member of a team the first board.
        "report": ("first_1", "second_1", "board") if FORMAT == "teams" else ("mine", "theirs", ""),
        "reporters": _reporters(matches, session_of),
        "session_of": session_of,
        "matches": matches,
        "screen": screen.code,
        "token": create_token(user=owner, name="bench", scope="write")[1],
        "sessions": sessions,
        "attacker": create_token(user=users[0], name="attack", scope="write")[1],
    }


def _event(owner: Any, players: list[Any]) -> tuple[Any, list[int]]:
    """Create an event with three rounds played; return the matches of the fourth."""
    tournament = _tournament(owner)
    _enter(tournament, _teams(tournament, players) if FORMAT == "teams" else players)
    if FORMAT in ("pools", "knockout"):
        return tournament, _draw(tournament, owner)
    for number in range(ROUNDS):
        _play(tournament, owner, Random(number))
    return tournament, _draft(tournament, owner)


def _tournament(owner: Any) -> Any:
    from crosstable.events.actions.event.tournaments import Details, create_tournament

    team = TEAM if FORMAT == "teams" else None
    details = Details(
        name="Bench",
        date=date(2026, 11, 21),
        total_rounds=IN_ALL,
        choices={"most": 100},
        round_minutes=150,
        team_size=team,
        team_boards=team or 1,
    )
    return create_tournament(details=details, by=owner)


def _players() -> list[Any]:
    from crosstable.accounts.models import Player, User

    names = [f"Player Number {n}" for n in range(1, PLAYERS + 1)]
    users = User.objects.bulk_create(
        User(username=f"player{n}", email=f"player{n}@example.org") for n in range(PLAYERS)
    )
    return Player.objects.bulk_create(Player(name=n, user=u) for n, u in zip(names, users, strict=True))


def _teams(tournament: Any, players: list[Any]) -> list[Any]:
    """Return the teams as players; `_enter` adds their members."""
    from crosstable.accounts.models import Player

    count = len(players) // TEAM
    teams: list[Any] = Player.objects.bulk_create(
        Player(name=f"Team of Player Number {n}", is_team=True) for n in range(count)
    )
    for number, team in enumerate(teams):
        team.people = players[number * TEAM : (number + 1) * TEAM]
    return teams


def _enter(tournament: Any, players: list[Any]) -> None:
    from django.utils import timezone

    from crosstable.events.models import Entry, TeamMember

    now = timezone.now()
    entries = Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            player=p,
            seed=i,
            display_name=p.name,
            faction="Adepta Sororitas",
            list_text="Ten lines of an army\n" * 10,
            checked_in_at=now,
        )
        for i, p in enumerate(players, start=1)
    )
    TeamMember.objects.bulk_create(
        TeamMember(tournament=tournament, entry=entry, player=player, number=number)
        for entry, team in zip(entries, players, strict=True)
        for number, player in enumerate(getattr(team, "people", ()), start=1)
    )
    type(tournament).objects.filter(pk=tournament.pk).update(status="in-progress", lists_locked_at=now)


def _draw(tournament: Any, owner: Any) -> list[int]:
    """Draw pools or a knockout; return the matches of its first round."""
    from crosstable.events.actions.stages import knockout, pools, schedules, stages
    from crosstable.events.bridge.settings.stage_settings import StagePlan
    from crosstable.events.models import Match, StageKind

    groups = {"groups": PLAYERS // POOL, "boards": PLAYERS // 2} if FORMAT == "pools" else {}
    plan = StagePlan(StageKind(FORMAT), FORMAT.capitalize(), groups)
    stage = stages.set_stages(tournament=tournament, plans=[plan], by=owner)[0]
    if FORMAT == "knockout":
        knockout.draw_knockout(stage=stage, by=owner)
    else:
        pools.form_pools(stage=stage, by=owner)
        schedules.make_schedule(stage=stage, by=owner)
    return list(Match.objects.filter(round__stage=stage, round__number=1).values_list("pk", flat=True))


def _play(tournament: Any, owner: Any, chance: Random) -> None:
    from crosstable.events.actions.results.team_boards import enter_boards
    from crosstable.events.actions.rounds import rounds
    from crosstable.events.bridge.results.scores import read_score, shape_of_match
    from crosstable.events.models import Match

    rounds.pair_next_round(tournament=tournament, by=owner, mission="Take and Hold")
    rounds.publish_round(tournament=tournament, by=owner)
    round_ = rounds.start_round(tournament=tournament, by=owner)
    open_ = list(Match.objects.filter(round=round_, state="open"))
    scores = [{"first": chance.randint(0, 100), "second": chance.randint(0, 100)} for _ in open_]
    results_read = [
        read_score(shape_of_match(match), score) for match, score in zip(open_, scores, strict=True)
    ]
    if FORMAT == "teams":
        for match, score in zip(open_, results_read, strict=True):
            enter_boards(match=match, boards=[score] * TEAM, by=owner)
    else:
        for match, score in zip(open_, results_read, strict=True):
            match.state, columns = "agreed", score.stored()
            for name, value in columns.items():
                setattr(match, name, value)
        Match.objects.bulk_update(open_, ["state", *columns])
    rounds.close_round(tournament=tournament, by=owner)


def _draft(tournament: Any, owner: Any) -> list[int]:
    from crosstable.events.actions.rounds import rounds
    from crosstable.events.models import Match

    round_ = rounds.pair_next_round(tournament=tournament, by=owner, mission="Supply Drop")
    return list(Match.objects.filter(round=round_, state="open").values_list("pk", flat=True))


def _reporters(matches: list[int], sessions: dict[int, str]) -> list[tuple[int, str]]:
    """Return each match with the session of the player on its first side, or at the first board of that team."""
    from crosstable.events.models import Match

    rows = Match.objects.filter(pk__in=matches, second__isnull=False)
    if FORMAT == "teams":
        rows = rows.filter(first__members__number=1)
    user = "first__members__player__user" if FORMAT == "teams" else "first__player__user"
    return [(match, sessions[user]) for match, user in rows.values_list("pk", user)]


def _session(user: Any) -> str:
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "crosstable.accounts.backends.UsernameOrEmail"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    assert session.session_key is not None
    return session.session_key


if __name__ == "__main__":
    print(json.dumps(make()))
