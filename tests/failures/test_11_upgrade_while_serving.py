"""Failure 11: an upgrade in the middle of an event. The tables are those of the new version already, and servers of the
old one still serve: pages, reports, entries, pairings, a publish. So a release only adds columns, and the database
can fill them automatically (docs/release.md).
"""

from __future__ import annotations

import json
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import AddField

from failures.test_6_kill_during_publish import POSTGRES, Database, check_journals, database  # noqa: F401
from serving import QUICK, RunningServer, Visitor, environment, running_server

ROOT = Path(__file__).parents[2]
# The earlier version by its commit, and its last migrations: the first whose migrations are kept.
OLD, LAST_OF_OLD = "079f5cd1", {"events": 1, "accounts": 1}
WORLD = """
import sys
from pathlib import Path
from crosstable.cli.data import open_data
open_data(Path(sys.argv[1]))
import json
from building import administrator, playing, user
from crosstable.accounts.tokens import create_token
from crosstable.events.models import Match
administrator()
hall = playing("ann bo cy dee", name="Hall", total_rounds=3)
match = Match.objects.filter(round__tournament=hall).order_by("pk").first()
token = create_token(user=user("olga"), name="t", scope="write")[1]
print(json.dumps([hall.pk, hall.slug, match.pk, match.first.player.user.username, token]))
"""
UPGRADE = """
import sys
from pathlib import Path
from crosstable.cli.data import open_data
open_data(Path(sys.argv[1]))
"""


def test_a_column_that_was_added_can_be_filled_by_the_database():
    """An old version that adds a row does not know it."""
    added = [
        (f"{app}.{name}: {operation.model_name}.{operation.name}", operation.field)
        for (app, name), migration in MigrationLoader(None).disk_migrations.items()
        for operation in migration.operations
        if isinstance(operation, AddField) and int(name[:4]) > LAST_OF_OLD.get(app, 9999)
    ]
    assert [name for name, field in added if not field.null and not field.has_db_default()] == []


@pytest.mark.skipif(not POSTGRES.startswith("postgres"), reason="half a minute; .ci/postgres runs this one")
def test_an_old_version_goes_on_serving_while_and_after_the_tables_are_changed(
    database: Database,  # noqa: F811
    tmp_path: Path,
):
    env = {**QUICK, "CROSSTABLE_API_RATE": "0", "DATABASE_URL": database.url}
    old = {**env, "PYTHONPATH": code_of(OLD, tmp_path)}
    tournament, slug, match, player, token = json.loads(run(WORLD, database.data, **old))
    with running_server(database.data, **old) as server:
        assert server.get(f"/t/{slug}/standings").status == 200
        run(UPGRADE, database.data, **env)
        do = partial(as_organiser, server, token, f"/api/tournaments/{tournament}")
        check_pages(server, slug)
        report(server, slug, match, player)
        do("PATCH", "/rounds/1", {"mission": "Take and Hold"})
        for open_match in matches_of(server, token, tournament, 1):
            do("POST", f"/matches/{open_match}/override", {"player1VP": 60, "player2VP": 40})
        do("POST", "/rounds/1/close")
        do("POST", "/players", {"displayName": "Eve Late", "faction": "Orks", "checkedIn": True})
        do("POST", "/rounds", {"mission": "The Ritual"})
        do("POST", "/rounds/2/publish")
        event = {"name": "Next Month", "date": "2026-12-12", "totalRounds": 3}
        as_organiser(server, token, "", "POST", "/api/tournaments", event)
        with running_server(database.data, **env) as new:
            check_pages(new, slug)
            before, after = (standings_of(one, tournament) for one in (server, new))
            # The old one also names what a wargame has not, a rating in chess; the new one the columns of the page.
            both = before[0].keys() & after[0].keys()
            assert both >= {"rank", "playerId", "displayName", "wins", "losses"}
            assert [{name: row[name] for name in both} for row in before] == [
                {name: row[name] for name in both} for row in after
            ]
    check_journals(database)


def standings_of(server: RunningServer, tournament: int) -> list[dict[str, object]]:
    return json.loads(server.get(f"/api/tournaments/{tournament}/standings").body)["standings"]


def code_of(commit: str, folder: Path) -> str:
    """Where the code of then can be imported from, with the tests' builders of then."""
    archive = folder / "old.tar"
    command = ["git", "-C", str(ROOT), "archive", "-o", str(archive), commit, "src", "tests"]
    made = subprocess.run(command, check=False, capture_output=True, text=True)
    if made.returncode:
        pytest.skip(f"no history here to take {commit} from: {made.stderr.strip() or 'git failed'}")
    (folder / "old").mkdir()
    subprocess.run(["tar", "-xf", str(archive), "-C", str(folder / "old")], check=True)
    return f"{folder / 'old/tests'}:{folder / 'old/src'}"


def run(lines: str, data: Path, **env: str) -> str:
    command = [sys.executable, "-c", lines, str(data)]
    done = subprocess.run(command, env=environment(**env), check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip().splitlines()[-1] if done.stdout.strip() else ""


def check_pages(server: RunningServer, slug: str) -> None:
    paths = ("/", "/leaderboard", f"/t/{slug}", f"/t/{slug}/standings", f"/t/{slug}/rounds/1", "/clubs")
    assert [(path, server.get(path).status) for path in paths] == [(path, 200) for path in paths]


def report(server: RunningServer, slug: str, match: int, player: str) -> None:
    visitor = Visitor(server)
    visitor.sign_in(player)
    assert visitor.get(f"/t/{slug}/me").status == 200
    assert visitor.post(f"/t/{slug}/me/matches/{match}/report", mine=60, theirs=40, key="k").status == 302


def as_organiser(
    server: RunningServer, token: str, base: str, method: str, path: str, body: object = None
) -> None:
    headers = {"authorization": f"Bearer {token}", "content_type": "application/json"}
    sent = json.dumps(body).encode() if body is not None else b""
    answer = server.ask(method, base + path, sent, **headers)
    assert answer.status in (200, 201), answer.body


def matches_of(server: RunningServer, token: str, tournament: int, number: int) -> list[int]:
    path = f"/api/tournaments/{tournament}/rounds/{number}"
    found = server.get(path, authorization=f"Bearer {token}")
    return [match["matchId"] for match in json.loads(found.body)["matches"]]
