"""The pack in the real server: written automatically after a publish, without delaying it."""

from __future__ import annotations

import re
from pathlib import Path

from serving import QUICK, Visitor, prepare, running_server
from waiting import until

# The packs are off for tests' servers; here they are on.
WITH_PACKS = {"DJANGO_SETTINGS_MODULE": "settings_with_packs"}
DRAFT = """
from building import event
from crosstable.events.actions.rounds import rounds
from crosstable.events.models import Status
tournament = event("ann bo cy di", Status.IN_PROGRESS)
rounds.pair_next_round(tournament=tournament, by=tournament.owner)
print(tournament.slug)
"""


def wait_for(page, words: str) -> None:
    until(lambda: words in " ".join(re.sub(r"<[^>]+>", " ", page().body.decode()).split()), f"“{words}”")


def test_a_publish_writes_the_pack_and_the_organiser_is_told(tmp_path: Path):
    data = tmp_path / "data"
    slug = prepare(data, DRAFT, **QUICK).strip()
    with running_server(data, **WITH_PACKS) as server:
        organiser = Visitor(server)
        organiser.sign_in("olga")
        assert organiser.post(f"/t/{slug}/control/publish").status == 302
        wait_for(
            lambda: organiser.get(f"/t/{slug}/control"), "The emergency printouts for round 1 were saved at"
        )
        wait_for(
            lambda: organiser.get(f"/t/{slug}/control/print"),
            "The emergency printouts for round 1 were saved at",
        )
        answer = organiser.get(f"/t/{slug}/control/pack.zip")
        assert (answer.status, answer.body[:2]) == (200, b"PK")
        assert (data / "packs" / slug / "round-01" / "result-slips.pdf").read_bytes()[:5] == b"%PDF-"


def test_a_pack_that_cannot_be_written_is_told_and_the_round_is_published_all_the_same(tmp_path: Path):
    data = tmp_path / "data"
    slug = prepare(data, DRAFT, **QUICK).strip()
    (data / "packs").write_text("in the way")
    with running_server(data, **WITH_PACKS) as server:
        organiser = Visitor(server)
        organiser.sign_in("olga")
        assert organiser.post(f"/t/{slug}/control/publish").status == 302
        message = (
            "The emergency printouts for round 1 could not be saved: a file is in the way of its folder."
        )
        wait_for(lambda: organiser.get(f"/t/{slug}/control"), message)
        assert server.get(f"/t/{slug}/rounds/1").status == 200
