"""Own pages through the front door of a real server: Django's answer, headers and all, and to each their own."""

from __future__ import annotations

import re
import time

from crosstable.events import calm as module
from crosstable.events.calm import Calm
from serving import Response, Visitor

NEW_EACH_TIME = re.compile(rb'(name="(?:csrfmiddlewaretoken|key)" value=)"([^"]*)"')
COUNT = re.compile(rb"^crosstable_own_pages_total (\d+)", re.MULTILINE)


def seen(response: Response) -> tuple[int, dict[str, str], bytes]:
    own = {"X-Request-ID", "date", "Date", "x-request-id"}
    headers = {name.lower(): value for name, value in response.headers.items() if name not in own}
    headers["set-cookie"] = re.sub("expires=[^;]*", "", headers.get("set-cookie", ""))
    return response.status, headers, NEW_EACH_TIME.sub(rb"\1", response.body)


def test_the_door_answers_as_django_does_and_each_with_their_own(house):
    slug = house.build("from building import playing\nprint(playing('una uli udo ute').slug)").strip()
    address, people = f"/t/{slug}/me", {name: Visitor(house.server) for name in ("una", "uli", "udo")}
    pages = {}
    for name, visitor in people.items():
        visitor.sign_in(name)
        visitor.get(address)  # the first of all teaches the door its headers
        before = own_pages(house)
        pages[name] = seen(visitor.get(address))
        assert own_pages(house) == before + 1
        assert pages[name] == seen(visitor.get(f"{address}?x=1"))  # a question is Django's to answer
    assert len({page for _, _, page in pages.values()}) == 3


def test_the_door_answers_by_any_name_of_ours_and_by_no_other(house):
    slug = house.build("from building import playing\nprint(playing('wes wim').slug)").strip()
    wes, address = Visitor(house.server), f"/t/{slug}/me"
    wes.sign_in("wes")
    wes.get(address)
    cookie = "; ".join(f"{name}={value}" for name, value in wes.cookies.items())
    before = own_pages(house)
    hosts = [f"localhost:{port}" for port in range(1, 121)]
    assert {house.server.get(address, cookie=cookie, host=host).status for host in hosts} == {200}
    assert own_pages(house) == before + 120
    assert house.server.get(address, cookie=cookie, host="elsewhere.example").status == 400


def test_a_report_is_on_one_s_page_at_once_and_after_the_log_out_there_is_none(house):
    lines = "from building import playing, match_of\nevent = playing('vic val')\n"
    slug, match = house.build(f"{lines}print(event.slug, match_of(event, 'vic').pk)").split()
    vic, address = Visitor(house.server), f"/t/{slug}/me"
    vic.sign_in("vic")
    assert b"You reported" not in vic.get(address).body
    assert vic.post(f"{address}/matches/{match}/report", mine=60, theirs=40).status == 302
    assert b"You reported" in vic.get(address).body
    assert b"You reported" in vic.get(address).body
    stolen = dict(vic.cookies)
    assert vic.post("/logout").status == 302
    vic.cookies = stolen
    assert vic.get(address).status == 302


def own_pages(house) -> int:
    return int(COUNT.search(house.server.get("/metrics").body)[1])


def test_what_can_wait_waits_while_people_do_and_no_longer_than_it_may(monkeypatch):
    monkeypatch.setattr(module, "QUIET", 0.2)
    monkeypatch.setattr(module, "STEP", 0.01)
    calm = Calm()
    for _ in range(3):
        calm.note_answer(0.01)
    assert calm.is_calm()
    calm.note_answer(module.SLOW + 0.1)
    assert not calm.is_calm()
    calm.wait(60)
    assert calm.is_calm()
    for _ in range(module.MANY):
        calm.note_answer(0.001)
    monkeypatch.setattr(module, "QUIET", 60)
    started = time.monotonic()
    calm.wait(0.05)
    assert not calm.is_calm()
    assert time.monotonic() - started >= 0.05
