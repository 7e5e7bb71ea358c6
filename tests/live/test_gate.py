"""Who is let in next, and who has to make room, when there is not enough for everybody."""

from __future__ import annotations

import asyncio

import pytest

from crosstable.accounts.networks import counted_as, is_trusted
from crosstable.live.gate import Busy, Gate
from crosstable.live.shares import FairShare
from crosstable.live.who import asker, connected, is_at_home


async def order_of(gate: Gate, *askers: str) -> list[str]:
    """In which order these are let in, each leaving at once, when all have come while the place was taken."""
    entered: list[str] = []

    async def visit(who: str) -> None:
        try:
            await gate.enter(who)
        except Busy:
            entered.append(f"{who} sent away")
            return
        entered.append(who)
        gate.leave()

    await gate.enter("first")
    visits = [asyncio.create_task(visit(who)) for who in askers]
    await asyncio.sleep(0)
    gate.leave()
    await asyncio.gather(*visits)
    return entered


def test_addresses_take_turns_when_all_places_are_taken():
    assert asyncio.run(order_of(Gate(1, 10), "a", "a", "a", "b", "a", "c")) == ["a", "b", "c", "a", "a", "a"]


def test_nobody_waits_while_there_is_room():
    async def entered() -> int:
        gate = Gate(3, 0)
        for _ in range(3):
            await gate.enter("hall")
        return gate.count

    assert asyncio.run(entered()) == 0


def test_when_too_many_wait_whoever_waits_most_is_sent_away():
    told = asyncio.run(order_of(Gate(1, 3), "a", "a", "a", "b", "a"))
    assert told == ["a sent away", "a sent away", "a", "b", "a"]


def test_one_who_gives_up_waiting_takes_nobody_s_place():
    async def left() -> list[str]:
        gate = Gate(1, 10)
        await gate.enter("first")
        gone = asyncio.create_task(gate.enter("gone"))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        gate.leave()
        return await order_of(gate, "a")

    assert asyncio.run(left()) == ["a"]


def share(most: int) -> tuple[FairShare[str], list[str]]:
    sent_away: list[str] = []
    return FairShare(most, sent_away.append, is_at_home), sent_away


def test_a_hall_behind_one_address_may_have_every_place():
    guests, sent_away = share(400)
    assert all(guests.add("hall", f"phone {n}") for n in range(400))
    assert (len(guests), sent_away) == (400, [])


def test_when_full_the_oldest_of_whoever_has_most_makes_room_for_somebody_with_fewer():
    guests, sent_away = share(4)
    for n in range(3):
        guests.add("flood", f"flood {n}")
    guests.add("ann", "ann 1")
    assert guests.add("bo", "bo 1") is True
    assert (sent_away, guests.add("flood", "flood 3")) == (["flood 0"], False)
    assert guests.add("cy", "cy 1") is True
    assert guests.add("di", "di 1") is False  # everybody has one
    guests.remove("cy", "cy 1")
    guests.remove("cy", "cy 1")
    assert (guests.add("di", "di 1"), len(guests)) == (True, 4)


def test_a_trusted_network_never_makes_room():
    guests, sent_away = share(3)
    for n in range(2):
        guests.add("10.0.0.9 ", f"hall {n}")
    guests.add("flood", "flood 0")
    assert guests.add("10.0.0.9 ", "hall 2") is False  # the other has one only
    guests.remove("10.0.0.9 ", "hall 0")
    guests.add("flood", "flood 1")
    assert guests.add("10.0.0.9 ", "hall 2") is True
    assert sent_away == ["flood 0"]


def scope(address: str, cookie: str = "") -> dict:
    return {"client": (address, 1234), "headers": [(b"cookie", cookie.encode())]}


@pytest.fixture
def _the_hall(settings):
    settings.TRUSTED_NETWORKS = ["192.0.2.0/24"]
    is_trusted.cache_clear()
    yield
    is_trusted.cache_clear()


@pytest.mark.usefixtures("_the_hall")
def test_in_a_trusted_network_every_browser_counts_for_itself():
    phones = {asker(scope("192.0.2.7", f"theme=dark; sessionid={n}; x=y")) for n in range(3)}
    assert phones == {"192.0.2.7 0", "192.0.2.7 1", "192.0.2.7 2"}
    assert {asker(scope("198.51.100.1", f"sessionid={n}")) for n in range(3)} == {"198.51.100.1"}
    assert [is_at_home(connected(a)) for a in ("192.0.2.7", "198.51.100.1", "2001:db8::1")] == [
        True,
        False,
        False,
    ]


def test_a_household_s_many_ipv6_addresses_count_as_one():
    assert counted_as("2001:db8:1:2:aaaa::1") == counted_as("2001:db8:1:2:bbbb::2") == "2001:db8:1:2::/64"
    assert counted_as("192.0.2.7") == "192.0.2.7"
    assert counted_as("testclient") == "testclient"
