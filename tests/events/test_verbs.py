"""An action is declared once: the table of verbs and the actions say the same."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from building import entry, event, playing
from crosstable.events import actions
from crosstable.events.actions.core.action import action
from crosstable.events.bridge.verbs import VERBS, Recipients, UnknownVerb
from crosstable.events.models import Status
from crosstable.events.notifications.news import NEWS_WRITERS

FIRST_HALVES = {code.partition(".")[0] for code in VERBS}
LOOKS_LIKE_A_VERB = re.compile(r"([a-z]+)\.[a-z]+(-[a-z]+)*")


def written_in_actions() -> set[str]:
    """Every string in the actions that looks like a verb."""
    files = Path(actions.__file__).parent.rglob("*.py")
    nodes = (node for file in files for node in ast.walk(ast.parse(file.read_text())))
    strings = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return {s for s in strings if (m := LOOKS_LIKE_A_VERB.fullmatch(s)) and m[1] in FIRST_HALVES}


def test_every_verb_an_action_writes_is_declared_and_every_declared_one_is_written():
    assert written_in_actions() | {"undone"} == set(VERBS)


def test_everyone_a_verb_tells_has_someone_who_tells_them():
    assert set(NEWS_WRITERS) == set(Recipients)
    assert {verb.notifies.recipients for verb in VERBS.values() if verb.notifies} == set(Recipients)


def test_a_verb_that_sends_news_is_about_what_the_news_names():
    needed = {
        Recipients.ROUND: "round",
        Recipients.STAGE: "stage",
        Recipients.NEXT: "stage",
        Recipients.ORGANISERS: "entry",
        Recipients.PLAYERS: "",
        Recipients.PLAYER: "",
    }
    wrong = [
        code
        for code, verb in VERBS.items()
        if verb.notifies and needed.get(verb.notifies.recipients, "match") not in (*verb.about, "")
    ]
    assert wrong == []


@pytest.mark.django_db
def test_an_action_that_is_not_declared_is_refused_and_changes_nothing():
    tournament = event("ann bo", Status.REGISTRATION)
    with (
        pytest.raises(UnknownVerb, match=r"'entry\.praised': it needs a line in events/bridge/verbs/"),
        action(tournament, tournament.owner) as act,
    ):
        act.record("entry.praised", "ann")
    tournament.refresh_from_db()
    assert tournament.revision == tournament.journal.first().number


@pytest.mark.django_db
def test_an_action_that_does_not_say_what_it_is_about_is_refused():
    tournament = event("ann bo", Status.REGISTRATION)
    with (
        pytest.raises(AssertionError, match=r"entry\.dropped is about entry: the journal needs its key"),
        action(tournament, tournament.owner) as act,
    ):
        act.record("entry.dropped", "ann")


@pytest.mark.django_db
def test_the_journal_keeps_the_key_of_what_an_entry_is_about():
    tournament = playing("ann bo")
    ann = tournament.journal.get(verb="entry.registered", subject="ann")
    assert (ann.entry, ann.match, ann.stage, ann.round_number) == (entry(tournament, "ann"), None, None, None)
    assert tournament.journal.get(verb="round.started").round_number == 1
