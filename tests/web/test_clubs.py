"""The pages of clubs, members, invitations and the system administration, and what they cost."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from building import administrator, build_club, confirmed, join, member, play_round, playing, user
from crosstable.accounts.actions import ContactDetails
from crosstable.accounts.members import MemberDetails, add_member_with, ask_to_join
from crosstable.accounts.models import Club, Membership, Player, User
from crosstable.accounts.setup import create_system_administrator
from web.visiting import SIGN_UP, errors, link_in_mail, logged_in, text

pytestmark = pytest.mark.django_db

STANDING = {"elo": "1500", "status": "active", "joined_on": "", "version": ""}


# ---------- the public pages ----------


def test_the_list_of_clubs_is_searched_by_name_and_town(client):
    for name, town in [("Rooks", "York"), ("Bishops", "Leeds"), ("Leeds Knights", "")]:
        logged_in("clara").post("/clubs/new", {"name": name, "town": town, "description": ""})
    found = [club.name for club in client.get("/clubs?q=leeds").context["page"]]
    assert found == ["Bishops", "Leeds Knights"]
    assert "No club’s name or town contains “zzz”." in text(client.get("/clubs?q=zzz"))


def test_an_empty_installation_says_what_to_do(client):
    assert "Create your club. Then add its members" in text(client.get("/clubs"))


def test_the_public_page_shows_active_members_best_first_and_no_one_else(client):
    club = build_club("Rooks", "Ann 1500", "Bo 1800", "Cy 1600", "Di 1900")
    Membership.objects.filter(player__name="Cy").update(status="lapsed")
    Membership.objects.filter(player__name="Di").update(status="left")
    ask_to_join(club=club, by=user("eve"))
    page = client.get("/clubs/rooks")
    assert [m.player.name for m in page.context["page"]] == ["Bo", "Ann"]
    assert [word for word in ("Cy", "Di", "eve") if f">{word}<" in page.content.decode()] == []


def test_a_refused_club_keeps_what_was_typed():
    build_club("Rooks")
    response = logged_in("bo").post("/clubs/new", {"name": "rooks", "town": "York", "description": ""})
    assert response.status_code == 422
    assert errors(response) == {"name": ["There is a club called “Rooks” already. Choose another name."]}
    assert 'value="York"' in response.content.decode()


# ---------- joining, members ----------


def test_joining_by_request_and_leaving():
    club = build_club("Rooks")
    ann, clara = logged_in("ann"), logged_in("clara")
    ann.post("/clubs/rooks/join")
    asked = text(clara.get("/clubs/rooks/members"))
    assert "1 to answer" in asked and "· " not in asked.split("1 to answer")[1].split("Accept")[0]
    clara.post(f"/clubs/rooks/members/{Membership.objects.get().pk}/accept")
    assert "you are a member" in text(ann.get("/clubs/rooks"))
    assert "Rooks" in text(ann.get("/account"))
    assert ann.post("/clubs/rooks/join", follow=True).status_code == 200  # a message, not an error
    ann.post("/clubs/rooks/leave")
    assert club.memberships.count() == 0


def test_adding_a_member_with_everything_and_another_one():
    build_club("Rooks")
    clara = logged_in("clara")
    given = STANDING | {
        "name": "Walter Wood",
        "email": "w@example.org",
        "mobile": "0770",
        "address": "7 Short St",
    }
    assert clara.post("/clubs/rooks/members/add", given | {"another": "1"}).url == "/clubs/rooks/members/add"
    walter = Membership.objects.select_related("player__contact").get()
    assert (walter.player.name, walter.rating, walter.player.contact.email) == (
        "Walter Wood",
        1500,
        "w@example.org",
    )
    bad = clara.post("/clubs/rooks/members/add", given | {"elo": "99999", "name": ""})
    assert (bad.status_code, sorted(errors(bad))) == (422, ["elo", "family_name"])


def test_editing_a_member_keeps_first_and_last_name():
    club = build_club("Rooks")
    contact = ContactDetails("Walter", "Wood", email="w@example.org")
    walter = add_member_with(
        club=club, details=MemberDetails("Walter Wood", contact=contact), by=user("clara")
    )
    given = STANDING | {"name": "Walt Wood", "email": "", "mobile": "0770", "address": "", "version": "1"}
    logged_in("clara").post(f"/clubs/rooks/members/{walter.pk}", given | {"status": "lapsed"})
    fresh = Membership.objects.get()
    kept = fresh.player.contact
    assert (fresh.player.name, fresh.status, kept.first_name, kept.mobile, kept.email) == (
        "Walt Wood",
        "lapsed",
        "Walter",
        "0770",
        "",
    )


def test_two_administrators_never_overwrite_each_other_silently():
    club = build_club("Rooks", "Walter Wood")
    address = f"/clubs/rooks/members/{member(club, 'Walter Wood').pk}"
    given = STANDING | {"name": "Walter Wood", "email": "", "mobile": "", "address": "", "version": "1"}
    clara = logged_in("clara")
    assert clara.post(address, given | {"elo": "1600"}).status_code == 302
    late = clara.post(address, given | {"elo": "1700"})
    assert late.status_code == 422
    assert errors(late)["__all__"][0].startswith("clara has changed ")
    assert ": Active, rating 1600." in errors(late)["__all__"][0]
    assert Membership.objects.get().rating == 1600


def test_a_member_of_another_club_is_not_found_through_this_one():
    build_club("Rooks", administrator="clara")
    other = build_club("Bishops", "Bo", administrator="bo")
    address = f"/clubs/rooks/members/{member(other, 'Bo').pk}"
    clara = logged_in("clara")
    answers = [clara.get(address), clara.post(f"{address}/remove"), clara.post(f"{address}/invite")]
    assert [answer.status_code for answer in answers] == [404, 404, 404]


# ---------- invitations ----------


def test_an_invitation_is_shown_sent_and_taken_over_by_someone_who_signs_up(client):
    administrator()
    club = build_club("Rooks")
    contact = ContactDetails(email="walter@example.org")
    walter = add_member_with(
        club=club, details=MemberDetails("Walter Wood", contact=contact), by=user("clara")
    )
    shown = logged_in("clara").post(f"/clubs/rooks/members/{walter.pk}/invite", {"send": "1"})
    link = link_in_mail()
    assert mail.outbox[-1].to == ["walter@example.org"]
    assert f"http://localhost:3005{link}" in shown.content.decode()
    page = client.get(link)
    assert "Are you Walter Wood?" in text(page)
    assert f"/signup?next={quote(link)}" in page.content.decode()
    given = SIGN_UP | {"username": "walter", "email": "walter@example.org", "next": link}
    assert client.post("/signup", given).url == link
    assert client.post(link).url == "/account"
    assert club.memberships.get().player.user.username == "walter"
    assert Player.objects.filter(name__in=["Walter Wood", "Ann Hart"]).count() == 1
    assert Client().get(link).status_code == 410


def test_two_histories_are_refused_on_the_page_and_nothing_changes():
    club = build_club("Rooks", "Walter Wood")
    Membership.objects.update(games=4)
    play_round(playing("walter bo"))
    logged_in("clara").post(f"/clubs/rooks/members/{member(club, 'Walter Wood').pk}/invite")
    shown = logged_in("clara").post(f"/clubs/rooks/members/{member(club, 'Walter Wood').pk}/invite")
    link = re.search(r"http://localhost:3005(/invitation/[^<]+)", shown.content.decode()).group(1)
    refused = logged_in("walter").post(link)
    assert refused.status_code == 409
    assert "two histories are never mixed" in text(refused)
    assert member(club, "Walter Wood").player.user is None


# ---------- roles ----------


def test_a_club_administrator_is_appointed_by_username_and_dismissed():
    club = build_club("Rooks")
    clara = logged_in("clara")
    confirmed("dora")
    unknown = clara.post("/clubs/rooks/administrators", {"username": "nobody"})
    assert unknown.status_code == 422
    assert "“nobody” is not the username of an account with a confirmed email address." in text(unknown)
    clara.post("/clubs/rooks/administrators", {"username": "DORA"})
    assert sorted(role.user.username for role in club.roles.all()) == ["clara", "dora"]
    assert clara.post(f"/clubs/rooks/administrators/{user('clara').pk}/dismiss").url == "/clubs/rooks"
    last = logged_in("dora").post(f"/clubs/rooks/administrators/{user('dora').pk}/dismiss", follow=True)
    assert [role.user.username for role in club.roles.all()] == ["dora"]
    assert "needs at least one administrator" in text(last)


def test_system_administrators_are_appointed_and_dismissed_on_their_page():
    root = create_system_administrator("root", "root@example.org", "correct horse battery")
    client = Client()
    client.force_login(root)
    ann = confirmed("ann")
    assert client.post("/administration", {"username": "ann"}).url == "/administration"
    assert client.post("/administration", {"username": "ann"}).status_code == 422
    answers = [
        logged_in("ann").post(f"/administration/administrators/{who.pk}/dismiss") for who in (root, ann)
    ]
    assert [answer.status_code for answer in answers] == [403, 403]
    client.post(f"/administration/administrators/{ann.pk}/dismiss")
    assert not User.objects.get(username="ann").is_superuser


# ---------- cost ----------


def queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).status_code == 200
    return len(asked)


@pytest.mark.parametrize(
    ("visitor", "page"),
    [
        (None, "/clubs/{}"),
        ("ann", "/clubs/{}"),
        ("clara", "/clubs/{}/members"),
        ("clara", "/clubs/{}/settings"),
        ("clara", "/clubs/{}/journal"),
    ],
)
def test_a_page_of_a_club_costs_the_same_for_one_member_and_for_many(visitor, page):
    few, many = build_club("Few", "Ann"), build_club("Many")
    for n in range(20):
        contact = ContactDetails("A", "B", "Street", "0770", "a@example.org")
        add_member_with(club=many, details=MemberDetails(f"Member {n}", contact=contact), by=user("clara"))
    for club, names in ((few, ["x1"]), (many, ["x1", "x2", "x3"])):
        for name in names:
            join(club, name)
        ask_to_join(club=club, by=user(f"asking-{club.slug}"))
    client = logged_in(visitor) if visitor else Client()
    assert queries(client, page.format("few")) == queries(client, page.format("many"))


@pytest.mark.parametrize("page", ["/clubs", "/administration", "/account"])
def test_a_list_of_clubs_costs_the_same_for_one_and_for_many(page):
    client = logged_in("root", is_superuser=True)
    join(build_club("First", "Ann", administrator="root"), "root")
    one = queries(client, page)
    for n in range(6):
        join(build_club(f"Club {n}", "Bo", "Cy", administrator="root"), "root")
    assert queries(client, page) == one
    assert Club.objects.count() == 7


def test_pages_of_clubs_carry_no_inline_script_or_style():
    club = build_club("Rooks", "Walter Wood")
    clara = logged_in("clara")
    pages = ["/clubs", "/clubs/rooks", "/clubs/rooks/members", "/clubs/rooks/settings", "/account"]
    pages.append(f"/clubs/rooks/members/{member(club, 'Walter Wood').pk}")
    for page in pages:
        html = clara.get(page).content.decode()
        assert not re.search(r"<style|\sstyle=|<script(?![^>]*\ssrc=)|\son[a-z]+=", html), page
