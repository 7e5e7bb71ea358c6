"""Heavy work in the whole installation: a few run in parallel, some wait, the others learn when to try again."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher, check_password, make_password
from django.db import connection
from django.test import Client

from api.calling import Caller, done, problem
from building import administrator, event, user
from crosstable.accounts import limits
from crosstable.accounts.errors import TooMuchWork
from crosstable.accounts.passwords import HASHES
from crosstable.api import stages
from crosstable.api.stages import with_pools
from crosstable.events.actions.people.uploads import take_valid_rows
from crosstable.events.errors import SheetTooLarge
from crosstable.events.files.printing import Paper, print_sheet
from crosstable.events.files.printing.printer import PRINTERS
from crosstable.events.models import Status, Tournament
from crosstable.slots import Busy, Slots
from slot_files import locked_slots
from waiting import until

QUICK = Slots("quick", "quick work", at_once=2, waiting=1, patience=0.05)
LOCK = """
import fcntl, sys
file = open(sys.argv[1], "a")
fcntl.flock(file, fcntl.LOCK_EX)
print("locked", flush=True)
sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def _own_slots(settings, tmp_path):
    settings.DATA_DIR = tmp_path


@contextmanager
def every_place(slots: Slots) -> Iterator[None]:
    """All slots are taken, and every place to wait for one."""
    waiting = Slots(f"{slots.name}-waiting", slots.work, slots.waiting, 0, 0)
    with ExitStack() as held:
        for one in (slots, waiting):
            for _ in range(one.at_once):
                held.enter_context(one.taken())
        yield


def test_a_third_waits_for_a_moment_and_is_told_when_to_try_again():
    with QUICK.taken(), QUICK.taken():
        with (
            pytest.raises(Busy, match=r"^The server is busy with quick work\. Try again in 5 seconds\.$"),
            QUICK.taken(),
        ):
            pass
        assert locked_slots("quick") == ["quick-0", "quick-1"]
    with QUICK.taken():
        assert locked_slots("quick") == ["quick-0"]
    assert locked_slots("quick") == []


def test_who_cannot_even_wait_is_refused_at_once():
    patient = Slots("quick", "quick work", at_once=1, waiting=1, patience=60)
    done = threading.Event()

    def wait() -> None:
        with patient.taken():
            done.set()

    with ExitStack() as held:
        held.enter_context(patient.taken())
        threading.Thread(target=wait).start()
        until(lambda: locked_slots("quick") == ["quick-0", "quick-waiting-0"])
        with pytest.raises(Busy), patient.taken():
            pass
    assert done.wait(60)


def test_another_process_holds_a_slot_for_this_one_too_and_gives_it_back_when_it_is_killed(tmp_path: Path):
    alone = Slots("alone", "one thing", at_once=1, waiting=1, patience=0.05)
    with alone.taken():
        pass
    other = subprocess.Popen(
        [sys.executable, "-c", LOCK, str(tmp_path / "slots" / "alone-0")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert other.stdout is not None
    assert other.stdout.readline() == b"locked\n"
    with pytest.raises(Busy), alone.taken():
        pass
    other.kill()
    other.communicate()
    with alone.taken():
        assert locked_slots("alone") == ["alone-0"]


@pytest.mark.django_db
def test_while_two_sheets_are_printed_and_two_wait_others_are_told_to_try_again():
    tournament = event("ann bo", Status.IN_PROGRESS)
    page = Client()
    page.force_login(tournament.owner)
    address = f"/t/{tournament.slug}/control/print/name-cards-a4.pdf"
    with every_place(PRINTERS):
        refused = page.get(address)
        problem = page.get(f"/api/tournaments/{tournament.pk}/print/name-cards")
    assert (refused.status_code, refused["Retry-After"]) == (503, "5")
    assert "The server is busy with other sheets. Try again in 5 seconds." in refused.content.decode()
    assert (problem.status_code, problem["Retry-After"], problem.json()["retryAfter"]) == (503, "5", 5)
    assert page.get(address)["Content-Type"] == "application/pdf"


def rows(count: int) -> dict[str, object]:
    columns = [{"label": str(n), "width": "auto", "align": "left"} for n in range(12)]
    frame = {"event": "E", "title": "T", "round": "", "installation": "C", "language": "en"}
    frame |= {"words": {"printed": "now", "page": "1"}, "says": "none"}
    cells = [[f"Person {row}"] * 12 for row in range(count)]
    return {**frame, "template": "rows", "size": 9, "note": "", "columns": columns, "rows": cells}


def test_a_sheet_that_needs_more_memory_than_a_printer_has_is_refused_in_words():
    with pytest.raises(SheetTooLarge, match="Download the list as a spreadsheet"):
        print_sheet(lambda: rows(9000), Paper.A4)
    assert print_sheet(lambda: rows(3), Paper.A4).startswith(b"%PDF")


@pytest.fixture
def _real_hashing(settings):
    settings.PASSWORD_HASHERS = ["crosstable.accounts.passwords.BoundedArgon2"]


@pytest.mark.usefixtures("_real_hashing")
def test_a_password_is_hashed_with_19_mib_and_one_of_before_is_replaced_at_the_next_log_in():
    encoded = make_password("pass-word-1")
    assert encoded.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")
    replaced: list[str] = []
    before = Argon2PasswordHasher().encode("pass-word-1", "RpsUAam6LzDGbaac")
    assert check_password("pass-word-1", before, replaced.append) is True
    assert (replaced, check_password("wrong", encoded)) == (["pass-word-1"], False)


@pytest.mark.django_db
@pytest.mark.usefixtures("_real_hashing")
def test_while_too_many_log_in_the_others_are_told_to_try_again():
    administrator()
    sent = {"username": "administrator", "password": "wrong"}
    with every_place(HASHES):
        refused = Client().post("/login", sent)
    assert (refused.status_code, refused["Retry-After"]) == (503, "5")
    assert "The server is busy with other log-ins. Try again in 5 seconds." in refused.content.decode()
    assert Client().post("/login", sent).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_one_account_makes_pools_one_after_the_other_and_another_account_is_not_held_up():
    """The others of the account wait for their slot, and not in the queue of those who save results."""
    one, other = user("ann"), user("bo")
    inside: list[str] = []

    def again() -> None:
        with limits.heavy_work(one):
            inside.append("second")
        connection.close()

    with limits.heavy_work(one):
        second = threading.Thread(target=again)
        second.start()
        until(lambda: locked_slots(f"heavy-{one.pk % 100}-waiting") != [])
        with limits.heavy_work(other):
            inside.append("other")
    second.join()
    assert inside == ["other", "second"]


@pytest.mark.django_db(transaction=True)
def test_pools_with_an_idempotency_key_wait_for_their_slot_before_the_write_lock():
    olga, chess = Caller("olga"), {"game": "chess", "format": "round-robin", "totalRounds": 1}
    made = done(olga.post("/tournaments", {"name": "Pools", "date": "2026-11-21", **chess}), 201)
    path = f"/tournaments/{made['tournamentId']}"
    for name in ("Ann", "Bo"):
        done(olga.post(f"{path}/players", {"displayName": name}), 201)
    with every_place(replace(limits.HEAVY, name=f"heavy-{olga.user.pk % limits.PLACES}")):
        refused = olga.post(f"{path}/stages/1/pools", {"groups": 1}, Idempotency_Key="k")
    assert problem(refused) == (503, "busy")
    done(olga.post(f"{path}/stages/1/pools", {"groups": 1}, Idempotency_Key="k"))


@pytest.mark.django_db(transaction=True)
def test_the_answer_with_every_crosstable_is_made_in_the_slot_of_its_account(monkeypatch):
    """Several at the same time would leave the pages of others a small share of the processor."""
    olga, chess = Caller("olga"), {"game": "chess", "format": "round-robin", "totalRounds": 1}
    made = done(olga.post("/tournaments", {"name": "Pools", "date": "2026-11-21", **chess}), 201)
    path, locked = f"/tournaments/{made['tournamentId']}", []
    for name in ("Ann", "Bo"):
        done(olga.post(f"{path}/players", {"displayName": name}), 201)

    def seen(*args: Any) -> Any:
        locked.append(locked_slots(f"heavy-{olga.user.pk % limits.PLACES}"))
        return with_pools(*args)

    monkeypatch.setattr(stages, "with_pools", seen)
    done(olga.post(f"{path}/stages/1/pools", {"groups": 1}))
    assert locked == [[f"heavy-{olga.user.pk % limits.PLACES}-0"]]


@pytest.mark.django_db(transaction=True)
def test_a_whole_event_and_a_list_of_players_wait_for_the_slot_of_their_account_too():
    """Five thousand players take seconds to write, in which no result is saved on SQLite."""
    olga, conditions = Caller("olga"), {"entries": 2, "boards": 1, "minutes": 60}
    made = done(
        olga.post("/tournaments", {"name": "Swiss", "date": "2026-11-21", "game": "chess", "totalRounds": 1}),
        201,
    )
    names = {"text": "Ann Hart\nBo Lind"}
    body = {"name": "Tonight", "game": "chess", "proposal": "knockout.0.0.0.0.0", "conditions": conditions}
    page = Client()
    page.force_login(olga.user)
    with every_place(replace(limits.HEAVY, name=f"heavy-{olga.user.pk % limits.PLACES}")):
        assert problem(olga.post("/tournaments/from-proposal", body)) == (503, "busy")
        uploaded = olga.client.post(
            f"/api/tournaments/{made['tournamentId']}/players/bulk-upload", names, headers=olga.headers
        )
        assert problem(uploaded) == (503, "busy")
        answer = page.post("/new/chess/short", {"kind": "players", "step": "format", "lines": names["text"]})
        shown = answer.context["page"]
        sent = {field.html_name: field.value() for field in shown.form if field.value() not in (None, False)}
        sent |= {"kind": "players", "lines": shown.lines, "step": "start", "key": answer.context["key"]}
        refused = page.post("/new/chess/short", sent)
        assert "The server is busy with another large request of yours." in refused.content.decode()
    assert Tournament.objects.count() == 1
    done(olga.post("/tournaments/from-proposal", body), 201)


@pytest.mark.django_db
def test_uploaded_lists_count_as_heavy_work(monkeypatch):
    tournament = event("", Status.REGISTRATION)
    before = limits.times("heavy work", tournament.owner.pk, within=limits.HOUR)
    monkeypatch.setattr(limits, "MOST_HEAVY", before + 1)
    take_valid_rows(tournament=tournament, rows=[], leave_out_bad=False, by=tournament.owner)
    with pytest.raises(TooMuchWork):
        take_valid_rows(tournament=tournament, rows=[], leave_out_bad=False, by=tournament.owner)
