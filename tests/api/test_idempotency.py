"""Idempotency keys: a repeated write gets the first answer and happens once; a key stands for one request."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from hashlib import sha256

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.utils import timezone

from api.calling import WARGAME, Caller, done, problem
from building import event
from crosstable.accounts import idempotency, limits
from crosstable.accounts.models import Club, RememberedRequest, User
from crosstable.api.router import LONGEST_ANSWER
from crosstable.api.tournament_answers import shown
from crosstable.events.models import Status, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def olga():
    return Caller("olga")


def test_a_repeated_request_gets_the_first_answer_and_happens_once(olga):
    first = olga.post("/tournaments", WARGAME, Idempotency_Key="k1")
    again = olga.post("/tournaments", WARGAME, Idempotency_Key="k1")
    assert (again.status_code, again.content) == (201, first.content)
    assert (again["Location"], again["Content-Type"]) == (first["Location"], first["Content-Type"])
    assert ("Idempotency-Replayed" in first, again["Idempotency-Replayed"]) == (False, "true")
    assert Tournament.objects.count() == 1


def test_without_a_key_it_happens_twice(olga):
    for _ in range(2):
        done(olga.post("/tournaments", WARGAME), 201)
    assert Tournament.objects.count() == 2


def test_a_delete_may_be_repeated(olga):
    made = done(olga.post("/tournaments", WARGAME), 201)["tournamentId"]
    statuses = [olga.delete(f"/tournaments/{made}", Idempotency_Key="k").status_code for _ in range(2)]
    assert statuses == [204, 204]


@pytest.mark.parametrize(
    ("path", "body"), [("/tournaments", WARGAME | {"name": "Other"}), ("/tournaments/1/advance", None)]
)
def test_the_same_key_for_another_request_is_refused(olga, path, body):
    done(olga.post("/tournaments", WARGAME, Idempotency_Key="k"), 201)
    assert problem(olga.post(path, body, Idempotency_Key="k")) == (422, "idempotency-key-reused")
    assert Tournament.objects.get().status == Status.DRAFT


def test_keys_of_two_people_do_not_meet(olga):
    done(olga.post("/tournaments", WARGAME, Idempotency_Key="k"), 201)
    assert done(Caller("ann").post("/tournaments", WARGAME, Idempotency_Key="k"), 201)["owner"] == "ann"


def test_what_was_refused_may_be_tried_again_with_its_key(olga):
    t = event("", Status.CHECK_IN)
    path = f"/tournaments/{t.pk}/advance"
    assert problem(olga.post(path, Idempotency_Key="k")) == (409, "not-enough-players")
    assert RememberedRequest.objects.count() == 0
    for name in ("ann", "bo"):
        done(
            olga.post(
                f"/tournaments/{t.pk}/players", {"displayName": name, "faction": "Orks", "checkedIn": True}
            ),
            201,
        )
    assert done(olga.post(path, Idempotency_Key="k"))["status"] == "in-progress"


def test_a_key_is_forgotten_after_a_day(olga):
    done(olga.post("/tournaments", WARGAME, Idempotency_Key="k"), 201)
    RememberedRequest.objects.update(at=timezone.now() - timedelta(hours=25))
    done(olga.post("/tournaments", WARGAME | {"name": "Other"}, Idempotency_Key="k"), 201)
    assert [row.key for row in RememberedRequest.objects.all()] == ["k"]


@pytest.mark.parametrize("key", ["", "x" * 201])
def test_a_key_has_a_sensible_length(olga, key):
    assert problem(olga.post("/tournaments", WARGAME, Idempotency_Key=key)) == (400, "bad-idempotency-key")


def fails(error: BaseException) -> Callable[..., None]:
    def fail(*args: object, **more: object) -> None:
        raise error

    return fail


def test_without_its_key_a_request_is_not_done(olga, monkeypatch):
    """The key and its effect are one transaction."""
    monkeypatch.setattr(idempotency, "insert", fails(RuntimeError()))
    with pytest.raises(RuntimeError):
        olga.post("/tournaments", WARGAME, Idempotency_Key="k")
    assert (Tournament.objects.count(), RememberedRequest.objects.count()) == (0, 0)


DONE_BEFORE = {
    "code": "answer-not-kept",
    "detail": "This request was done before, and nothing was done again. Its answer was not kept: read what it"
    " changed with GET.",
}


class Killed(BaseException):
    """The process ends here."""


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "killed_in", ["crosstable.api.tournaments.shown", "crosstable.accounts.idempotency.update"]
)
def test_a_request_whose_answer_was_lost_is_not_done_again(olga, monkeypatch, killed_in):
    """The process ends after the write: while the answer is rendered, or before it is stored."""
    with monkeypatch.context() as until_killed:
        until_killed.setattr(killed_in, fails(Killed()))
        with pytest.raises(Killed):
            olga.post("/tournaments", WARGAME, Idempotency_Key="k")
    monkeypatch.setattr(idempotency, "RENDERED_WITHIN", timedelta())
    again = olga.post("/tournaments", WARGAME, Idempotency_Key="k")
    assert (again.status_code, again["Idempotency-Replayed"], again.json()) == (200, "true", DONE_BEFORE)
    assert again["Content-Type"] == "application/json"
    other = olga.post("/tournaments", WARGAME | {"name": "Other"}, Idempotency_Key="k")
    assert problem(other) == (422, "idempotency-key-reused")
    assert Tournament.objects.count() == 1


def test_an_answer_that_cannot_be_stored_is_sent_nevertheless(olga, monkeypatch):
    """The request is done: with a full disk its client would otherwise believe it was not."""
    monkeypatch.setattr(idempotency, "update", fails(DatabaseError("full")))
    done(olga.post("/tournaments", WARGAME, Idempotency_Key="k"), 201)
    monkeypatch.setattr(idempotency, "RENDERED_WITHIN", timedelta())
    assert olga.post("/tournaments", WARGAME, Idempotency_Key="k").json() == DONE_BEFORE
    assert Tournament.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_the_answer_is_rendered_after_the_transaction_so_no_one_waits_for_it(olga, monkeypatch):
    in_transaction = []

    def seen(tournament: Tournament) -> object:
        in_transaction.append(connection.in_atomic_block)
        return shown(tournament)

    monkeypatch.setattr("crosstable.api.tournaments.shown", seen)
    done(olga.post("/tournaments", WARGAME, Idempotency_Key="k"), 201)
    assert in_transaction == [False]


def run_once(user: User, run: Callable[[], str]) -> str:
    return idempotency.run_once_then_render(
        run,
        user=user,
        key="k",
        digest="d",
        keep=lambda answer: idempotency.StoredAnswer(200, {}, answer),
        replay=lambda kept: f"{kept.body} before" if kept else "",
    )


@pytest.mark.django_db(transaction=True)
def test_a_write_without_a_transaction_is_stored_together_with_its_key(olga):
    def rename(name: str) -> Callable[[], str]:
        def run() -> str:
            User.objects.filter(pk=olga.user.pk).update(username=name)
            return name

        return run

    Caller("ann")
    with pytest.raises(IntegrityError):
        run_once(olga.user, rename("ann"))
    assert RememberedRequest.objects.count() == 0
    assert [run_once(olga.user, rename("ada")) for _ in range(2)] == ["ada", "ada before"]


@pytest.mark.django_db(transaction=True)
def test_a_write_that_is_rolled_back_leaves_its_key_to_the_next_one(olga):
    """A request may try something, roll it back and try again: the key is stored with what remains."""

    def run() -> str:
        with suppress(RuntimeError), transaction.atomic():
            Club.objects.create(name="First")
            raise RuntimeError
        with transaction.atomic():
            with suppress(RuntimeError), transaction.atomic():
                Club.objects.create(name="Second")
                raise RuntimeError
            Club.objects.create(name="Third")
        return "done"

    assert [run_once(olga.user, run) for _ in range(2)] == ["done", "done before"]
    assert [club.name for club in Club.objects.all()] == ["Third"]
    assert RememberedRequest.objects.get().body == "done"


def test_a_request_that_changes_nothing_gets_its_first_answer_again(olga):
    t = event("ann bo", Status.IN_PROGRESS)
    caller = Caller(t.owner.username)
    path = f"/tournaments/{t.pk}/rounds"
    done(caller.post(path), 201)
    ids = list(t.entries.values_list("pk", flat=True))
    check = {"player1Id": ids[0], "player2Id": ids[1]}
    first, again = (caller.post(f"{path}/1/check", check, Idempotency_Key="k") for _ in range(2))
    assert (done(first), again["Idempotency-Replayed"]) == (again.json(), "true")


def test_a_long_answer_is_not_kept_and_a_repeated_request_still_repeats_nothing(olga):
    pairings = event("a b c d e f g h i j k l m n o p q r s t u v w x y z", Status.IN_PROGRESS)
    path = f"/tournaments/{pairings.pk}/rounds"
    caller = Caller(pairings.owner.username)
    first = caller.post(path, Idempotency_Key="k")
    again = caller.post(path, Idempotency_Key="k")
    assert (first.status_code, len(first.content) > LONGEST_ANSWER) == (201, True)
    assert (again.status_code, again["Idempotency-Replayed"], again.json()["code"]) == (
        201,
        "true",
        "answer-not-kept",
    )
    digest = b64encode(sha256(first.content).digest()).decode()
    assert again["Content-Digest"] == f"sha-256=:{digest}:"
    row = RememberedRequest.objects.get(key="k")
    assert (row.body, pairings.rounds.count()) == ("", 1)


def test_an_account_keeps_its_newest_keys_only(olga, monkeypatch):
    monkeypatch.setattr(idempotency, "MOST_KEPT", 3)
    monkeypatch.setattr(idempotency, "LOOK_EVERY", 1)
    for n in range(6):
        done(olga.post("/tournaments", WARGAME, Idempotency_Key=f"k{n}"), 201)
    done(Caller("ann").post("/tournaments", WARGAME, Idempotency_Key="k0"), 201)
    kept = RememberedRequest.objects.order_by("pk").values_list("user__username", "key")
    assert list(kept) == [("olga", "k3"), ("olga", "k4"), ("olga", "k5"), ("ann", "k0")]


def test_more_events_than_an_account_may_create_in_an_hour_are_refused(olga, monkeypatch):
    monkeypatch.setattr(limits, "MOST_HEAVY", 2)
    for _ in range(2):
        done(olga.post("/tournaments", WARGAME), 201)
    assert problem(olga.post("/tournaments", WARGAME)) == (429, "too-much-work")
    done(Caller("ann").post("/tournaments", WARGAME), 201)
