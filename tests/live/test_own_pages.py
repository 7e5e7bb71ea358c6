"""A player's own page, requested from a real server."""

from __future__ import annotations

from serving import Visitor


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
