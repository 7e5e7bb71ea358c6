"""Every verb of the journal is undone exactly, or says why not."""

from __future__ import annotations

import pytest

from building import entry, event, match_of, play_round, playing, settle, user
from crosstable.events.actions.core import undo
from crosstable.events.actions.core.undo import INVERSES, UNKNOWN, inverse_of
from crosstable.events.actions.people import entries
from crosstable.events.actions.people.people import forget
from crosstable.events.actions.rounds import rounds
from crosstable.events.bridge.verbs import VERBS, Undo
from crosstable.events.bridge.verbs.sentences import describe
from crosstable.events.errors import NotAllowed, Refused
from crosstable.events.models import JournalEntry, Match, Status, Tournament
from crosstable.events.play_errors import CannotBeUndone, NotTheLast
from crosstable.events.queries.people.tournaments import matches_seen
from digests import digest
from events.undo_scenarios import SCENARIOS

pytestmark = pytest.mark.django_db


def test_every_verb_has_an_inverse_or_a_reason():
    assert set(INVERSES) == set(Undo) - {Undo.NEVER, Undo.PASSED_OVER}
    assert {code for code, verb in VERBS.items() if bool(verb.why_not) == (verb.undo in INVERSES)} == set()


def test_no_scenario_is_left_over():
    assert {code for code in SCENARIOS if inverse_of(code) is None} == set()


@pytest.mark.parametrize("verb", sorted(SCENARIOS))
def test_what_was_undone_is_as_if_it_had_never_been(verb):
    tournament, act = SCENARIOS[verb]()
    before = digest(tournament)
    act()
    done = tournament.journal.first()
    assert done.verb == verb
    assert digest(tournament) != before
    assert undo.offer(tournament).why_not == ""
    undo.undo(tournament=tournament, by=tournament.owner, number=done.number, players_action=True)
    assert digest(tournament) == before
    entry = tournament.journal.first()
    assert (entry.verb, entry.undoes, entry.number) == ("undone", done, done.number + 1)


def test_actions_are_undone_from_the_newest_backwards_until_only_the_creation_is_left():
    tournament = playing("ann bo cy di ed")
    digests = []
    play_round(tournament, "ann 60-40")
    count = tournament.journal.count()
    while undo.offer(tournament).why_not == "":
        digests.append(digest(tournament))
        undo.undo(tournament=tournament, by=tournament.owner, players_action=True)
    assert undo.offer(tournament).entry.verb == "tournament.created"
    assert tournament.journal.count() == 2 * count - 1
    assert [d["Entry"] for d in digests[-3:]] == [digests[-3]["Entry"], digests[-2]["Entry"], []]
    assert digest(tournament)["Tournament"][0]["status"] == Status.DRAFT


def test_an_undo_of_something_no_longer_the_last_shows_what_came_after():
    tournament = playing("ann bo cy di")
    settle(tournament, "ann 60-40")
    seen = tournament.journal.first().number
    settle(tournament, f"{open_matches(tournament)[0].first} 10-20")
    before = digest(tournament)
    with pytest.raises(NotTheLast) as refused:
        undo.undo(tournament=tournament, by=tournament.owner, number=seen)
    assert describe(tournament.journal.first()) in str(refused.value)
    assert digest(tournament) == before


def open_matches(tournament: Tournament) -> list[Match]:
    return list(Match.objects.filter(round__tournament=tournament, state="open").select_related("first"))


def test_nothing_is_undone_twice():
    tournament = playing("ann bo")
    number = tournament.journal.first().number
    undo.undo(tournament=tournament, by=tournament.owner, number=number)
    with pytest.raises(CannotBeUndone, match="It was undone already by olga"):
        undo.undo(tournament=tournament, by=tournament.owner, number=number)


def test_players_undo_nothing():
    tournament = playing("ann bo")
    with pytest.raises(NotAllowed):
        undo.undo(tournament=tournament, by=user("ann"))


def test_an_unknown_verb_stands_in_the_way_and_says_what_to_do():
    tournament = event("ann", Status.REGISTRATION)
    last = tournament.journal.first()
    JournalEntry.objects.filter(pk=last.pk).update(verb="stage.invented", subject="Groups")
    assert undo.offer(tournament).why_not == UNKNOWN
    with pytest.raises(CannotBeUndone) as refused:
        undo.undo(tournament=tournament, by=tournament.owner)
    assert str(refused.value) == f"“stage.invented Groups” cannot be undone here. {UNKNOWN}"


def test_a_version_never_comes_back_so_that_an_old_form_stays_old():
    tournament = playing("ann bo")
    match = match_of(tournament, "ann")
    settle(tournament, "ann 60-40")
    shown = match_of(tournament, "ann").version
    undo.undo(tournament=tournament, by=tournament.owner)
    settle(tournament, "ann 10-20")
    assert matches_seen(tournament, drafts=True).get(pk=match.pk).version > shown


def test_a_deleted_account_takes_what_was_kept_along():
    tournament = event("ann bo", Status.REGISTRATION)
    ann = entry(tournament, "ann")
    forget(ann.player, user("ann"), "Deleted player")
    assert not JournalEntry.objects.filter(tournament=tournament, image__isnull=False).exists()
    assert undo.offer(tournament).why_not == VERBS["entry.forgotten"].why_not


def test_what_depends_on_it_since_stands_in_the_way():
    """A registration can only be undone while the player is not paired; undoing in order guarantees that."""
    tournament = event("ann bo", Status.IN_PROGRESS)
    entries.add_entry(tournament=tournament, details=entries.EntryDetails("zed", "Orks"), checked_in=True,
                      by=tournament.owner)  # fmt: skip
    number = tournament.journal.first().number
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    with pytest.raises(Refused):
        undo.undo(tournament=tournament, by=tournament.owner, number=number)
    undo.undo(tournament=tournament, by=tournament.owner)
    undo.undo(tournament=tournament, by=tournament.owner, number=number)
    assert set(tournament.entries.values_list("display_name", flat=True)) == {"ann", "bo"}
