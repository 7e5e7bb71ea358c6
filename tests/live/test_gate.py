"""Which request is let in next, and which connection is closed, when there are not enough places."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, suppress
from random import Random

import pytest

from crosstable.accounts.limits import counted_as, is_trusted
from crosstable.live.gate import Asker, Busy, FairShare, Gate, Rank
from crosstable.live.who import asker


def visitor(name: str) -> Asker:
    return Asker(Rank.VISITOR, name)


def person(name: str) -> Asker:
    return Asker(Rank.SIGNED_IN, name)


async def order_of(gate: Gate, *askers: Asker) -> list[str]:
    """Return the order in which these are let in, each leaving immediately, if all came while the place was taken."""
    entered: list[str] = []

    async def visit(who: Asker) -> None:
        try:
            async with gate.entered(who):
                entered.append(who.name)
        except Busy:
            entered.append(f"{who.name} sent away")

    async with gate.entered(visitor("first")):
        visits = [asyncio.create_task(visit(who)) for who in askers]
        await asyncio.sleep(0)
    await asyncio.gather(*visits)
    return entered


def test_addresses_take_turns_when_all_places_are_taken():
    assert asyncio.run(order_of(Gate(1, 10), *map(visitor, "aaabac"))) == list("abcaaa")


def test_signed_in_people_are_let_in_first_and_one_place_in_four_is_a_visitor_s():
    askers = [*map(visitor, "vvvv"), *map(person, "pppppp")]
    assert asyncio.run(order_of(Gate(1, 20), *askers)) == list("pppvpppvvv")


def test_no_one_waits_while_there_is_room():
    async def entered() -> int:
        gate = Gate(3, 0)
        async with AsyncExitStack() as inside:
            for _ in range(3):
                await inside.enter_async_context(gate.entered(visitor("hall")))
            return gate.count

    assert asyncio.run(entered()) == 0


def test_when_too_many_wait_the_one_who_waits_with_most_requests_is_sent_away():
    assert asyncio.run(order_of(Gate(1, 3), *map(visitor, "aaaba"))) == [
        "a sent away",
        "a sent away",
        "a",
        "b",
        "a",
    ]


def test_when_too_many_wait_a_visitor_makes_room_for_a_person_and_never_the_other_way_round():
    assert asyncio.run(order_of(Gate(1, 1), visitor("v"), person("p"), visitor("w"))) == [
        "w sent away",
        "v sent away",
        "p",
    ]


def test_one_who_gives_up_waiting_takes_no_ones_place():
    async def left() -> list[str]:
        gate = Gate(1, 10)
        async with gate.entered(visitor("first")):
            gone = asyncio.create_task(order_of(gate, visitor("gone")))
            await asyncio.sleep(0)
            gone.cancel()
            await asyncio.gather(gone, return_exceptions=True)
        return await order_of(gate, visitor("a"))

    assert asyncio.run(left()) == ["a"]


def test_visitors_leave_some_places_to_people_and_a_person_leaves_half_to_others():
    async def inside(*askers: Asker) -> list[str]:
        gate, entered = Gate(4, 100, reserved=1), []

        async def visit(who: Asker) -> None:
            async with gate.entered(who):
                entered.append(who.name)
                await asyncio.sleep(3600)

        visits = [asyncio.create_task(visit(who)) for who in askers]
        await asyncio.sleep(0.01)
        for task in visits:
            task.cancel()
        return entered

    assert asyncio.run(inside(*map(visitor, "vvvvv"), person("p"))) == ["v", "v", "v", "p"]
    assert asyncio.run(inside(*map(person, "pppppq"), visitor("v"))) == ["p", "p", "q"]
    assert asyncio.run(inside(*map(person, "ppppp"), visitor("v"))) == ["p", "p", "v"]


def test_nothing_is_lost_no_matter_who_comes_and_goes():
    async def play(seed: int) -> tuple[int, int]:
        chance, gate, done = Random(seed), Gate(3, 8, reserved=1), []

        async def visit(who: Asker) -> None:
            with suppress(Busy):
                async with gate.entered(who):
                    await asyncio.sleep(chance.random() / 1000)
            done.append(who)

        askers = [Asker(chance.choice(list(Rank)), chance.choice("abc")) for _ in range(60)]
        visits = []
        for who in askers:
            visits.append(asyncio.create_task(visit(who)))
            await asyncio.sleep(chance.random() / 2000)
            if chance.random() < 0.2:
                chance.choice(visits).cancel()
        await asyncio.gather(*visits, return_exceptions=True)
        return gate._free, gate.count

    assert {asyncio.run(play(seed)) for seed in range(15)} == {(3, 0)}


def share(most: int) -> tuple[FairShare[str], list[str]]:
    sent_away: list[str] = []
    return FairShare(most, sent_away.append), sent_away


def test_a_hall_behind_one_address_may_have_every_place():
    guests, sent_away = share(400)
    assert all(guests.add(visitor("hall"), f"phone {n}") for n in range(400))
    assert (len(guests), sent_away) == (400, [])


def test_when_full_the_oldest_of_the_one_with_most_makes_room_for_one_with_fewer():
    guests, sent_away = share(4)
    for n in range(3):
        guests.add(visitor("flood"), f"flood {n}")
    guests.add(visitor("ann"), "ann 1")
    assert guests.add(visitor("bo"), "bo 1") is True
    assert (sent_away, guests.add(visitor("flood"), "flood 3")) == (["flood 0"], False)
    assert guests.add(visitor("cy"), "cy 1") is True
    assert guests.add(visitor("di"), "di 1") is False  # each has one
    guests.remove(visitor("cy"), "cy 1")
    guests.remove(visitor("cy"), "cy 1")
    assert (guests.add(visitor("di"), "di 1"), len(guests)) == (True, 4)


def test_a_trusted_network_never_makes_room_for_others():
    hall = Asker(Rank.TRUSTED, "10.0.0.9")
    guests, sent_away = share(3)
    for n in range(2):
        guests.add(hall, f"hall {n}")
    guests.add(visitor("flood"), "flood 0")
    assert guests.add(visitor("other"), "other 0") is False
    assert guests.add(hall, "hall 2") is False  # the other has one only
    guests.remove(hall, "hall 0")
    guests.add(visitor("flood"), "flood 1")
    assert guests.add(hall, "hall 2") is True
    assert sent_away == ["flood 0"]


def test_in_a_trusted_network_too_the_one_with_most_makes_room_and_signed_in_people_come_first():
    guests, sent_away = share(3)
    for n in range(3):
        guests.add(Asker(Rank.TRUSTED, "10.0.0.9"), f"flood {n}")
    assert guests.add(Asker(Rank.TRUSTED, "10.0.0.10"), "phone") is True
    assert guests.add(person("user 1"), "ann") is True
    assert sent_away == ["flood 0", "flood 1"]


def scope(address: str, cookie: str = "") -> dict:
    return {"client": (address, 1234), "headers": [(b"cookie", cookie.encode())]}


@pytest.fixture
def _the_hall(settings):
    settings.TRUSTED_NETWORKS = ["192.0.2.0/24"]
    is_trusted.cache_clear()
    yield
    is_trusted.cache_clear()


@pytest.mark.usefixtures("_the_hall")
def test_a_visitor_counts_by_address_and_in_the_hall_with_a_higher_rank():
    made_up = [asker(scope("192.0.2.7", f"theme=dark; sessionid={n}; x=y")) for n in range(3)]
    assert set(made_up) == {Asker(Rank.TRUSTED, "192.0.2.7")}
    assert asker(scope("198.51.100.1", "sessionid=1")) == visitor("198.51.100.1")


def test_a_household_s_many_ipv6_addresses_count_as_one():
    assert counted_as("2001:db8:1:2:aaaa::1") == counted_as("2001:db8:1:2:bbbb::2") == "2001:db8:1:2::/64"
    assert counted_as("192.0.2.7") == "192.0.2.7"
    assert counted_as("testclient") == "testclient"
