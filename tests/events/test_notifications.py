"""Who receives which notification, and how: the journal, the choices, the outbox."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from building import entry, event, match_of, play_round, playing, settle, start_next, user
from chess_building import chess, start_chess
from crosstable.accounts.errors import LinkExpired
from crosstable.accounts.models import Player
from crosstable.accounts.personal_data import delete_account, everything_about
from crosstable.events.actions.hall.announcements import announce
from crosstable.events.actions.people import entries
from crosstable.events.actions.results import results
from crosstable.events.actions.results.corrections import correct_result
from crosstable.events.actions.rounds import rounds
from crosstable.events.actions.rounds.drafts import swap_players
from crosstable.events.actions.rounds.reopening import unstart_round
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.hooks import pairing_changed
from crosstable.events.models import (
    Delivery,
    Entry,
    JournalEntry,
    NewsCursor,
    Notification,
    Status,
    Tournament,
)
from crosstable.events.notifications.creation import catch_up, catch_up_all
from crosstable.events.notifications.inbox import (
    choices_of,
    choose,
    mark_read,
    set_by_link,
    unread,
    unread_and_news,
    unsubscribe_token,
)
from crosstable.events.notifications.outbox import deliver_some, forget_old
from knockout_building import beats, started, with_knockout

pytestmark = pytest.mark.django_db
EMAIL_FOR_ALL = {(kind, way) for kind in ("reported", "pairing") for way in ("page", "email")}


@pytest.fixture
def tournament() -> Tournament:
    made = playing("ann cy bo di")
    Notification.objects.all().delete()
    NewsCursor.objects.update_or_create(tournament=made, defaults={"revision": made.journal.count()})
    return made


def notifications_of(tournament: Tournament) -> list[tuple[str, str, str]]:
    """Return recipient, kind and title of the notifications about new journal entries."""
    catch_up(tournament.pk)
    rows = Notification.objects.order_by("pk").values_list("user__username", "kind", "title")
    return [(name, kind, title) for name, kind, title in rows]


def report(tournament: Tournament, name: str, first_vp: int, second_vp: int) -> None:
    results.report(
        match=match_of(tournament, name),
        by=user(name),
        score=parse_score(match_of(tournament, name), (first_vp, second_vp)),
    )


def test_a_published_round_tells_all_players_their_own_table_and_opponent(tournament):
    play_round(tournament)
    Notification.objects.all().delete()
    catch_up(tournament.pk)
    Notification.objects.all().delete()
    start_next(tournament)
    assert sorted(notifications_of(tournament)) == [
        ("ann", "pairing", "Table 1 against cy"),
        ("bo", "pairing", "Table 2 against di"),
        ("cy", "pairing", "Table 1 against ann"),
        ("di", "pairing", "Table 2 against bo"),
    ]
    assert Notification.objects.first().body == "Round 2, Northern Open GT"


def test_telling_a_round_costs_the_same_for_few_and_for_many():
    def queries(names: str, owner: str) -> int:
        made = event(names, Status.IN_PROGRESS, owner=owner, name=owner)
        rounds.pair_next_round(tournament=made, by=made.owner)
        rounds.publish_round(tournament=made, by=made.owner)
        with CaptureQueriesContext(connection) as asked:
            assert catch_up(made.pk) == len(names.split())
        return len(asked)

    assert queries("ann bo", "few") == queries(" ".join(f"p{n}" for n in range(20)), "many")


def test_the_bye_and_the_colours_are_told_too():
    made = chess({"ann": 2000, "bo": 1900, "cy": 1800})
    for who in made.entries.select_related("player"):
        Player.objects.filter(user=user(who.display_name)).update(user=None)
        Player.objects.filter(pk=who.player_id).update(user=user(who.display_name))
    start_chess(made)
    assert {(name, title) for name, _, title in notifications_of(made)} == {
        ("ann", "Board 1 against bo, you have White"),
        ("bo", "Board 1 against ann, you have Black"),
        ("cy", "You have a bye in this round"),
    }


def test_in_a_knockout_the_next_match_is_told_as_soon_as_both_sides_are_known():
    stage = started(with_knockout("ann bo cy di"))
    assert sorted(notifications_of(stage.tournament))[:2] == [
        ("ann", "pairing", "Table 1 against di"),
        ("bo", "pairing", "Table 2 against cy"),
    ]
    beats(stage, "ann di", "bo cy")
    last = [row for row in notifications_of(stage.tournament) if row[0] in ("ann", "bo")][-2:]
    assert sorted(last) == [
        ("ann", "pairing", "Table 1 against bo"),
        ("bo", "pairing", "Table 1 against ann"),
    ]


def test_the_opponent_is_told_of_a_report_and_no_one_else(tournament):
    report(tournament, "ann", 72, 45)
    assert notifications_of(tournament) == [("bo", "reported", "Your opponent reported a result")]
    assert Notification.objects.get().body == (
        "ann reports 72–45, ann won. Round 1, Northern Open GT. Confirm it, or say what is wrong."
    )


def test_a_name_written_from_the_right_does_not_turn_the_score_around(tournament):
    match = match_of(tournament, "ann")
    Entry.objects.filter(pk=match.first_id).update(display_name="דנה")
    results.report(match=match, score=parse_score(match, (72, 45)), by=user("ann"))
    notifications_of(tournament)
    body = Notification.objects.get().body
    assert body.startswith("\u2068דנה\u2069 reports 72–45, \u2068דנה\u2069 won. "), body


def test_someone_renamed_in_between_loses_no_notification(tournament):
    """The journal says by key which match it is about; the name in its words is only what was said then."""
    report(tournament, "ann", 72, 45)
    details = EntryDetails(display_name="Annabel", faction="Orks")
    entries.edit_entry(entry=entry(tournament, "ann"), details=details, by=tournament.owner)
    assert notifications_of(tournament) == [("bo", "reported", "Your opponent reported a result")]


def test_a_table_where_others_sit_now_is_not_told_of_a_result_of_those_before(tournament):
    settle(tournament, "ann 72-45")
    first, second = (match_of(tournament, name) for name in ("ann", "cy"))
    results.clear_result(match=first, by=tournament.owner)
    unstart_round(tournament=tournament, by=tournament.owner)
    swap_players(tournament=tournament, first=first.first, second=second.first, by=tournament.owner)
    assert notifications_of(tournament) == []


def test_two_different_reports_tell_the_other_side_and_the_organiser(tournament):
    report(tournament, "ann", 72, 45)
    notifications_of(tournament)
    Notification.objects.all().delete()
    report(tournament, "bo", 60, 50)
    assert notifications_of(tournament) == [
        ("ann", "disputed", "Your result is disputed"),
        ("olga", "ruling", "Dispute at Table 1"),
    ]


def test_a_ruling_a_correction_and_a_result_taken_back_are_told_to_both(tournament):
    for first, second in ((60, 50), (61, 50)):
        match = match_of(tournament, "ann")
        results.enter_result(
            match=match, by=tournament.owner, score=parse_score(match, (first, second)), overwrite=True
        )
    results.clear_result(match=match_of(tournament, "ann"), by=tournament.owner)
    assert notifications_of(tournament) == [
        (name, kind, title)
        for kind, title in (
            ("settled", "An organiser entered your result"),
            ("corrected", "An organiser changed your result"),
            ("corrected", "An organiser removed your result"),
        )
        for name in ("ann", "bo")
    ]


def test_a_confirmation_is_told_to_the_one_who_reported(tournament):
    report(tournament, "ann", 72, 45)
    results.confirm(match=match_of(tournament, "ann"), by=user("bo"))
    assert notifications_of(tournament)[1:] == [("ann", "settled", "Your opponent confirmed the result")]


def test_a_changed_pairing_is_told_to_those_concerned(tournament):
    pairing_changed.send(
        None, tournament_id=tournament.pk, round_number=1, entry_ids=[entry(tournament, "ann").pk]
    )
    assert notifications_of(tournament) == [("ann", "changed", "Now: Table 1 against bo")]
    assert unread_and_news(user("ann"), tournament)[1] == []  # the page itself says it in big letters


def test_anyone_who_has_no_place_for_the_moment_is_told_to_wait(tournament):
    zed = enter_late(tournament)
    pairing_changed.send(None, tournament_id=tournament.pk, round_number=1, entry_ids=[zed.pk])
    assert notifications_of(tournament) == [("zed", "changed", "Your pairing was cancelled")]


def enter_late(tournament: Tournament) -> Entry:
    details = EntryDetails(display_name="zed", faction="Orks")
    added = entries.add_entry(tournament=tournament, details=details, by=tournament.owner)
    Player.objects.filter(user=user("zed")).update(user=None)
    Player.objects.filter(pk=added.player_id).update(user=user("zed"))
    return added


def test_reports_that_come_together_are_told_together(tournament):
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            catch_up(tournament.pk)
        return len(asked)

    report(tournament, "ann", 72, 45)
    for_one = queries()
    report(tournament, "ann", 72, 44)
    report(tournament, "cy", 60, 40)
    assert queries() == for_one
    assert [(name, kind) for name, kind, _ in notifications_of(tournament)] == [
        ("bo", "reported"),
        ("bo", "reported"),
        ("di", "reported"),
    ]


def test_the_journal_is_turned_into_news_once_and_what_is_old_is_no_news(tournament):
    report(tournament, "ann", 72, 45)
    assert [catch_up(tournament.pk), catch_up(tournament.pk)] == [1, 0]
    report(tournament, "cy", 72, 45)
    JournalEntry.objects.update(at=timezone.now() - timedelta(hours=2))
    catch_up_all()
    assert catch_up(tournament.pk) == 0


@pytest.mark.django_db(transaction=True)
def test_an_action_leaves_its_news_behind_after_the_commit():
    made = playing("ann cy bo di")
    assert set(Notification.objects.values_list("user__username", "kind")) == {
        (name, "pairing") for name in ("ann", "bo", "cy", "di")
    }
    report(made, "ann", 72, 45)
    assert unread(user("bo")).filter(kind="reported").count() == 1


def test_the_page_and_the_phone_are_proposed_and_email_is_asked_for():
    channels = {way for _, way in choices_of(user("ann"))}
    assert channels == {"page", "push"}


def test_choosing_is_kept_and_what_is_not_wanted_is_not_written(tournament):
    choose(user=user("bo"), choices=set())
    report(tournament, "ann", 72, 45)
    assert (notifications_of(tournament), choices_of(user("bo"))) == ([], set())


def test_mail_goes_to_the_persons_own_address_with_a_way_out(tournament, settings):
    settings.PUBLIC_URL = "https://chess.example.org"
    choose(user=user("bo"), choices={("reported", "email")})
    report(tournament, "ann", 72, 45)
    notifications_of(tournament)
    assert (deliver_some(), Delivery.objects.count()) == (1, 0)
    (sent,) = mail.outbox
    assert (sent.to, sent.subject) == (
        ["bo@example.org"],
        "Your opponent reported a result · Northern Open GT",
    )
    assert f"https://chess.example.org/t/{tournament.slug}/me" in sent.body
    assert sent.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert unread(user("bo")).count() == 0


def test_a_subject_names_the_event_once(tournament):
    choose(user=user("bo"), choices={("announced", "email")})
    announce(tournament=tournament, text="Food is served.", minutes=30, by=tournament.owner)
    notifications_of(tournament)
    deliver_some()
    assert [sent.subject for sent in mail.outbox] == ["Northern Open GT: announcement"]


def test_a_mail_server_that_is_away_is_tried_again_and_given_up_in_the_end(tournament, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_PORT = 9  # no server listens
    choose(user=user("bo"), choices={("reported", "email")})
    report(tournament, "ann", 72, 45)
    notifications_of(tournament)
    assert deliver_some() == 1
    waiting = Delivery.objects.get()
    assert (waiting.attempts, waiting.gave_up_at, waiting.claimed_until) == (1, None, None)
    assert waiting.next_at > timezone.now()
    assert deliver_some() == 0
    Notification.objects.update(at=timezone.now() - timedelta(hours=13))
    Delivery.objects.update(next_at=timezone.now())
    deliver_some()
    assert Delivery.objects.get().gave_up_at is not None


def test_what_another_process_is_sending_is_left_to_it_until_its_claim_ends(tournament):
    choose(user=user("bo"), choices={("reported", "email")})
    report(tournament, "ann", 72, 45)
    notifications_of(tournament)
    Delivery.objects.update(claim="another", claimed_until=timezone.now() + timedelta(minutes=1))
    assert deliver_some() == 0
    Delivery.objects.update(claimed_until=timezone.now() - timedelta(seconds=1))
    assert deliver_some() == 1


def test_one_click_ends_one_kind_of_mail_and_another_brings_it_back():
    ann = user("ann")
    choose(user=ann, choices=EMAIL_FOR_ALL)
    token = unsubscribe_token(ann.pk, "reported")
    set_by_link(token=token, wanted=False)
    assert choices_of(ann) == EMAIL_FOR_ALL - {("reported", "email")}
    set_by_link(token=token, wanted=True)
    assert choices_of(ann) == EMAIL_FOR_ALL
    with pytest.raises(LinkExpired):
        set_by_link(token=token + "x", wanted=False)


def test_reading_is_ones_own_and_old_news_is_forgotten(tournament):
    report(tournament, "ann", 72, 45)
    notifications_of(tournament)
    assert mark_read(user=user("ann")) == 0
    assert mark_read(user=user("bo")) == 1
    assert unread(user("bo")).count() == 0
    Notification.objects.update(at=timezone.now() - timedelta(days=31))
    forget_old()
    assert Notification.objects.count() == 0


def test_a_deleted_person_leaves_no_notification_and_no_name_in_those_of_others(tournament):
    play_round(tournament)
    notifications_of(tournament)
    start_next(tournament)
    notifications_of(tournament)
    assert [n["kind"] for n in everything_about(user("cy"))["notifications"]["received"]][:1] == ["pairing"]
    delete_account(user=user("cy"), password="pass-word-1")
    left = Notification.objects.all()
    assert [n for n in left if "cy" in f"{n.title} {n.body}".split() or n.user == user("cy")] == []


def test_a_draft_tells_no_one(tournament):
    play_round(tournament)
    notifications_of(tournament)
    Notification.objects.all().delete()
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    assert notifications_of(tournament) == []


def test_a_corrected_result_of_an_earlier_round_is_told_to_both():
    made = playing("ann cy bo di")
    play_round(made, "ann 60-40")
    notifications_of(made)
    Notification.objects.all().delete()
    correct_result(
        match=match_of(made, "ann"),
        policy="everywhere",
        reason="Misread",
        by=made.owner,
        score=parse_score(match_of(made, "ann"), (40, 60)),
    )
    assert notifications_of(made) == [
        (name, "corrected", "An organiser corrected your result") for name in ("ann", "bo")
    ]
