"""Teams in a pool stage, in the browser: entered, changed, and what a member sees."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from building import entry, user
from crosstable.events.models import Match, TeamMember, Tournament
from web.test_pool_pages import CHESS, NEW, paste, post

pytestmark = pytest.mark.django_db


def test_teams_register_and_are_changed_and_added_at_the_desk(client: Client) -> None:
    client.force_login(user("olga"))
    client.post(reverse("create-game", args=["chess"]), {**NEW, **CHESS})
    tournament = Tournament.objects.get()
    page_text = paste(client, tournament, "Owls: Ann Hart, Bo Lind\nKites: Cy Moss, Di Wu")
    assert "2 teams" in page_text
    bad = client.post(reverse("add-several", args=[tournament.slug]), {"lines": "Ravens"}, follow=True)
    assert "Write “Ann Hart &amp; Bo Lind” or “Name of the team: member, member”." in bad.content.decode()
    add = reverse("add-player", args=[tournament.slug])
    answer = client.post(add, {"display_name": "Rooks", "member_1": "Ed", "member_2": "ann hart"})
    assert answer.status_code == 422
    assert "is in “Owls” already" in answer.content.decode()
    client.post(add, {"display_name": "Rooks", "member_1": "Ed", "member_2": "Flo"})
    client.post(reverse("advance", args=[tournament.slug]), {"seen": "draft"})
    client.force_login(user("pat"))
    register = reverse("register", args=[tournament.slug])
    assert "Register a team" in client.get(register).content.decode()
    client.post(register, {"display_name": "Jays", "member_2": "Quinn"})
    jays = entry(tournament, "Jays")
    assert list(jays.members.values_list("player__name", flat=True)) == ["pat", "Quinn"]
    edit = reverse("edit-me", args=[tournament.slug])
    client.post(edit, {"display_name": "Blue Jays", "member_1": "pat", "member_2": "Rae"})
    jays.refresh_from_db()
    assert jays.display_name == "Blue Jays"
    assert TeamMember.objects.filter(player__name="Rae").exists()
    part = client.get(reverse("entry", args=[tournament.slug, jays.pk])).content.decode()
    assert "Rae" in part


def test_a_member_sees_the_team_and_its_next_match_on_the_phone(client: Client) -> None:
    client.force_login(user("olga"))
    client.post(reverse("create-game", args=["wargame"]), NEW)
    tournament = Tournament.objects.get()
    stage = tournament.stages.get()
    client.post(reverse("advance", args=[tournament.slug]), {"seen": "draft"})
    for name, partner in (("pat", "Quinn"), ("rae", "Sol")):
        client.force_login(user(name))
        team = {"display_name": f"Team {name}", "faction": "Orks and Necrons", "member_2": partner}
        client.post(reverse("register", args=[tournament.slug]), team)
    client.force_login(user("olga"))
    client.post(reverse("advance", args=[tournament.slug]), {"seen": "registration"})
    for there in tournament.entries.all():
        client.post(reverse("desk-act", args=[tournament.slug, there.pk, "check-in"]))
    post(client, stage, "form-pools", groups=1, distribution="snake", order="seeds", version=1)
    for verb in ("make-schedule", "publish", "start"):
        args = ("make-schedule",) if verb == "make-schedule" else ("stage-act", verb)
        post(client, stage, *args)
    client.force_login(user("pat"))
    page_text = client.get(reverse("me", args=[tournament.slug])).content.decode()
    assert "· Round 1" in page_text
    assert "Team rae" in page_text
    assert "· rated" not in page_text
    match = Match.objects.get()
    mine = 12 if match.first.display_name == "Team pat" else 7
    client.post(
        reverse("report", args=[tournament.slug, match.pk]),
        {"mine": 12, "theirs": 7, "version": match.version},
    )
    match.refresh_from_db()
    claim = match.claims.get()
    assert (match.state, claim.points[0]) == ("claimed", mine)
