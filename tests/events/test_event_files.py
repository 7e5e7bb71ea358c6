"""A whole event as one file: exported, imported elsewhere, the same."""

from __future__ import annotations

import io
import json
import zipfile

import pytest

from building import build_club, confirmed, event, member, play_round, playing, start_next, user
from chess_building import SIX, chess, play_chess, start_chess
from crosstable.accounts.models import Membership, Player, User
from crosstable.events.actions.event import access
from crosstable.events.actions.event.event_files import import_event
from crosstable.events.actions.people import attendance, byes, entries
from crosstable.events.actions.people.members import enter_members
from crosstable.events.actions.results import results
from crosstable.events.actions.rounds import rounds
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.errors import EventIsHere
from crosstable.events.models import PlayerRating, RatingChange, Status, Tournament
from crosstable.events.play_errors import DraftStale
from event_files import exported, picture, same, somewhere_else

pytestmark = pytest.mark.django_db


def eventful() -> Tournament:
    """Two rounds with a bye, claims, a dispute, a ruling, a drop, a late entry; a third round as a draft."""
    tournament = playing("ann bo cy di ed", owner="olga")
    play_round(tournament, "ann 72-45")
    start_next(tournament)
    match = tournament.rounds.get(number=2).matches.filter(second__isnull=False).first()
    results.report(match=match, score=parse_score(match, (50, 40)), by=match.first.player.user)
    match.refresh_from_db()
    results.dispute(match=match, reason="It was 45", by=match.second.player.user)
    access.appoint_by_name(tournament=tournament, name=confirmed("helper").username, by=user("olga"))
    match.refresh_from_db()
    results.enter_result(match=match, score=parse_score(match, (50, 45)), by=user("helper"))
    play_round(tournament)
    entries.add_entry(
        tournament=tournament, details=EntryDetails("Fay", faction="Tau"), by=user("olga"), checked_in=True
    )
    entries.drop(entry=tournament.entries.get(display_name="di"), by=user("olga"))
    rounds.pair_next_round(tournament=tournament, by=user("olga"), mission="The Ritual")
    access.share(tournament=tournament, by=user("olga"))
    tournament.refresh_from_db()
    return tournament


def test_a_no_show_marked_back_after_an_import_gets_the_bye_again(settings):
    tournament = event("a b c d e", Status.IN_PROGRESS)
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    rounds.publish_round(tournament=tournament, by=tournament.owner)
    attendance.mark_no_show(entry=tournament.entries.get(display_name="e"), by=tournament.owner)
    file = exported(tournament)
    somewhere_else(settings)
    event("x y z", owner="somebody", name="Makes the numbers differ")
    here = import_event(data=file, by=user("ines", is_superuser=True))
    attendance.mark_back(entry=here.entries.get(display_name="e"), by=here.owner)
    assert here.rounds.get().matches.get(second=None).bye_kind == "allocated"


def test_an_event_is_the_same_in_another_installation(settings):
    tournament = eventful()
    before, file = picture(tournament), exported(tournament)
    somewhere_else(settings)
    here = import_event(data=file, by=user("ines", is_superuser=True))
    assert same(picture(here), before)
    assert before["standings"][0][1] == "ann"
    assert (here.owner.username, here.slug, here.revision) == (
        "ines",
        tournament.slug,
        tournament.revision + 1,
    )
    assert here.journal.first().verb == "tournament.imported"
    assert here.journal.first().by == user("ines", is_superuser=True)


def test_the_event_goes_on_where_it_was(settings):
    file = exported(eventful())
    somewhere_else(settings)
    here = import_event(data=file, by=user("ines", is_superuser=True))
    rounds.publish_round(tournament=here, by=user("ines", is_superuser=True))
    rounds.start_round(tournament=here, by=user("ines", is_superuser=True))
    play_round(here)
    assert here.rounds.get(number=3).status == "closed"


def test_a_draft_that_was_outdated_stays_outdated(settings):
    tournament = eventful()
    entries.drop(entry=tournament.entries.get(display_name="cy"), by=user("olga"))
    entries.rejoin(entry=tournament.entries.get(display_name="cy"), by=user("olga"))
    byes.forbid_pair(
        tournament=tournament,
        first=tournament.entries.get(display_name="ann"),
        second=tournament.entries.get(display_name="ed"),
        by=user("olga"),
    )
    file = exported(tournament)
    somewhere_else(settings)
    here = import_event(data=file, by=user("ines", is_superuser=True))
    with pytest.raises(DraftStale, match="Pairing forbidden: ann and ed"):
        rounds.publish_round(tournament=here, by=user("ines", is_superuser=True))


def test_a_chess_event_with_byes_and_forbidden_pairs_is_the_same(settings):
    tournament = chess(
        {**SIX, "gus": 1500}, tie_breaks=["PTS", "BH/C1", "DE"], scoring={"allocated_bye": "0.5"}
    )
    by_name = {entry.display_name: entry for entry in tournament.entries.all()}
    byes.request_bye(entry=by_name["cy"], round_number=2, kind="half", by=tournament.owner)
    byes.forbid_pair(tournament=tournament, first=by_name["flo"], second=by_name["ann"], by=tournament.owner)
    play_chess(tournament, "1-0", "0-1F")
    play_chess(tournament, "1/2-1/2", "0-1")
    start_chess(tournament)
    before, file = picture(tournament), exported(tournament)
    somewhere_else(settings)
    here = import_event(data=file, by=user("ines", is_superuser=True))
    assert same(picture(here), before)


def test_ratings_are_the_sum_of_their_history_after_an_import(settings):
    tournament = chess(SIX)
    play_chess(tournament, "1-0", "0-1")
    play_chess(tournament, "1-0")
    stood = dict(PlayerRating.objects.values_list("player__name", "value"))
    file = exported(tournament)
    somewhere_else(settings)
    import_event(data=file, by=user("ines", is_superuser=True))
    assert dict(PlayerRating.objects.values_list("player__name", "value")) == stood
    for row in PlayerRating.objects.all():
        changes = RatingChange.objects.filter(player=row.player, pool=row.pool)
        assert row.games == changes.count()
        assert row.value == changes.first().before + sum(change.change for change in changes)


def test_who_is_here_already_moves_by_what_the_games_brought(settings):
    """FIDE ids tell who is who; the ratings of both events add up."""
    tournament = chess({"ann": 2000, "bo": 1900}, rated_here="yes")
    tournament.entries.filter(display_name="ann").update(fide_id="1234567")
    play_chess(tournament, "1-0")
    gained = PlayerRating.objects.get(player__name="ann").value - 2000
    file = exported(tournament)
    somewhere_else(settings)
    mine = chess({"Ann Hart": 1950, "cy": 1900}, rated_here="yes")
    mine.entries.filter(display_name="Ann Hart").update(fide_id="1234567")
    play_chess(mine, "0-1")
    before = PlayerRating.objects.get(player__name="Ann Hart")
    import_event(data=file, by=mine.owner, everywhere=True, confirmed=["other-name"])
    after = PlayerRating.objects.get(player__name="Ann Hart")
    assert (after.value - before.value, after.games - before.games) == (gained, 1)
    assert Player.objects.filter(name="ann").count() == 0
    assert gained > 0


def same_ann_elsewhere(settings) -> tuple[bytes, Tournament]:
    """The file of an event with Ann Hart, and another person's event where she is known by the same FIDE id."""
    tournament = chess({"Ann Hart": 2000, "bo": 1900})
    tournament.entries.filter(display_name="Ann Hart").update(fide_id="1234567", team_name="City")
    play_chess(tournament, "0-1")
    file = exported(tournament)
    somewhere_else(settings)
    theirs = chess({"Ann Hart": 1950, "cy": 1900})
    theirs.entries.filter(display_name="Ann Hart").update(fide_id="1234567", team_name="City")
    return file, theirs


def test_a_strangers_file_moves_no_rating_of_a_player_it_knows_by_the_fide_id(settings):
    """One person per FIDE ID; the games of a file that no administrator brought in are unrated."""
    file, theirs = same_ann_elsewhere(settings)
    here = import_event(data=file, by=user("mallory"))
    ann = theirs.entries.get(display_name="Ann Hart").player
    assert here.entries.get(display_name="Ann Hart").player == ann
    assert (here.is_rated, ann.rating_changes.count()) == (False, 0)


def test_a_stranger_is_never_found_by_name_and_club(settings):
    """A file cannot name people its importer has nothing to do with and put games into their history."""
    file, theirs = same_ann_elsewhere(settings)
    theirs.entries.update(fide_id="")
    here = import_event(data=file, by=user("mallory"))
    ann = theirs.entries.get(display_name="Ann Hart").player
    assert here.entries.get(display_name="Ann Hart").player != ann
    assert Player.objects.filter(name="Ann Hart").count() == 2


def test_a_system_administrator_looks_in_the_whole_directory(settings):
    file, theirs = same_ann_elsewhere(settings)
    here = import_event(data=file, by=user("root", is_superuser=True))
    ann = theirs.entries.get(display_name="Ann Hart").player
    assert here.entries.get(display_name="Ann Hart").player == ann
    assert Player.objects.filter(name="Ann Hart").count() == 1


def test_a_name_alone_is_no_one(settings):
    file = exported(playing("ann bo"))
    somewhere_else(settings)
    playing("ann cy", owner="ines")
    import_event(data=file, by=user("ines", is_superuser=True))
    assert Player.objects.filter(name="ann").count() == 2


def test_name_and_club_are_someone(settings):
    club = build_club("City Chess Club", "Ann Hart 1500", "Bo Lind 1400", administrator="olga")
    tournament = chess({}, started=False)
    tournament.club = club
    tournament.save()
    enter_members(
        tournament=tournament,
        memberships=list(Membership.objects.filter(club=club)),
        by=user("vera"),
    )
    file = exported(tournament)
    somewhere_else(settings)
    here_club = build_club("City Chess Club", "Ann Hart 1600", administrator="ines")
    here = import_event(data=file, by=user("ines", is_superuser=True))
    ann = member(here_club, "Ann Hart")
    assert here.club == here_club
    assert here.entries.get(display_name="Ann Hart").player == ann.player
    assert here.entries.get(display_name="Bo Lind").player.memberships.count() == 0


def test_accounts_are_neither_made_nor_taken_over(settings):
    file = exported(eventful())
    somewhere_else(settings)
    for name in ("olga", "ann", "helper"):
        user(name)
    here = import_event(data=file, by=user("ines", is_superuser=True))
    assert set(User.objects.values_list("username", flat=True)) == {"olga", "ann", "helper", "ines"}
    assert list(here.organisers.all()) == []
    assert here.entries.filter(player__user__isnull=False).count() == 0
    assert set(here.journal.exclude(verb="tournament.imported").values_list("by", flat=True)) == {None}
    assert "helper" in set(here.journal.values_list("by_name", flat=True))


def test_no_secret_and_no_contact_data_leaves_with_the_file():
    tournament = eventful()
    text = zipfile.ZipFile(io.BytesIO(exported(tournament))).read("event.json").decode()
    assert tournament.share_token not in text
    assert "@" not in text
    assert "password" not in text
    content = json.loads(text)
    assert set(content["users"].values()) <= {"olga", "ann", "bo", "cy", "di", "ed", "helper"}
    assert {name for player in content["players"].values() for name in player} == {
        "name",
        "fide_ids",
        "clubs",
    }


def test_the_same_event_is_refused_a_second_time_and_taken_as_a_copy():
    tournament = eventful()
    file, stood = exported(tournament), list(PlayerRating.objects.values_list("player", "value", "games"))
    with pytest.raises(
        EventIsHere, match=rf"Northern Open GT is in this installation already, at /t/{tournament.slug}"
    ):
        import_event(data=file, by=user("olga"))
    assert Tournament.objects.count() == 1
    copy = import_event(data=file, by=user("olga"), as_copy=True)
    assert copy.slug == f"{tournament.slug}-2"
    assert copy.journal.first().verb == "tournament.copied"
    assert list(PlayerRating.objects.values_list("player", "value", "games")) == stood
    assert picture(copy)["standings"] == picture(tournament)["standings"]
    # On the installation it came from people are who they were.
    assert set(copy.entries.values_list("player", flat=True)) == set(
        tournament.entries.values_list("player", flat=True)
    )


def test_an_import_can_be_exported_again_and_stays_the_same(settings):
    tournament = eventful()
    before, file = picture(tournament), exported(tournament)
    somewhere_else(settings)
    file = exported(import_event(data=file, by=user("ines", is_superuser=True)))
    somewhere_else(settings)
    settings.SECRET_KEY = "a third one"
    here = import_event(data=file, by=user("jo", is_superuser=True))
    assert same(picture(here), before)
    assert [entry.who for entry in here.journal.order_by("number")[:3]] == ["olga", "olga", "ann"]


def test_every_model_of_an_event_without_play_can_travel(settings):
    """Also a draft without entries."""
    tournament = event("", Status.DRAFT)
    file = exported(tournament)
    somewhere_else(settings)
    here = import_event(data=file, by=user("ines", is_superuser=True))
    assert (here.status, here.name, here.entries.count()) == ("draft", tournament.name, 0)
