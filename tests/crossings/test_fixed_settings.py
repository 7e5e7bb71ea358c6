"""Once the first round is published, the settings page shows which settings are fixed, in every game and format: a
browser does not send them, and a changed value is refused."""

from __future__ import annotations

import pytest
from django import forms

from crossings.cells import GAMES
from crossings.small_event import FORMATS, event, step_of
from crossings.small_event import next_step as one_step
from crosstable.events.bridge.settings.game_checks import FIXED_BY_PLAY, changed_among_fixed
from crosstable.events.models import RoundStatus, Tournament
from crosstable.web.organiser.event_form import FIXED, POINTS, EventForm
from web.visiting import logged_in

pytestmark = pytest.mark.django_db
# In addition to points and what the first pairings depend on, the way results are entered is fixed.
TOLD = {
    "goals": {"game_score", "game_draws", "game_scoring"},
    "sets": {"game_variant", "game_best_of"},
    "cards": {"game_best_of"},
    "other": {"game_score", "game_draws"},
}


def published(game: str, format: str) -> Tournament:
    tournament = event(game, format, "players")
    while not tournament.rounds.exclude(status=RoundStatus.DRAFT).exists():
        assert one_step(tournament), step_of(tournament)
    return tournament


def address(tournament: Tournament) -> str:
    return f"/t/{tournament.slug}/control/settings"


def is_disabled(field: forms.BoundField) -> bool:
    return " disabled" in str(field)


def sent_by_a_browser(form: EventForm) -> dict[str, object]:
    filled = (
        (field.html_name, field.field.prepare_value(field.value()))
        for field in form
        if not is_disabled(field)
    )
    return {name: value for name, value in filled if value is not None and value is not False}


def another(field: forms.BoundField) -> object:
    """A value that can be sent and is none of the usual ones; None where there is one value only."""
    if isinstance(field.field, forms.ChoiceField):
        return next((code for code, _ in field.field.choices if code != field.value()), None)
    if isinstance(field.field, forms.IntegerField):
        return 7
    if isinstance(field.field, forms.BooleanField):
        return None if field.value() else "on"  # a box without its mark is not sent: it stays
    return "pins"


# A field is the game's or the format's: each game once, and each format.
CELLS = sorted({(game, "swiss") for game in GAMES} | {("wargame", format) for format in FORMATS})


@pytest.mark.parametrize(("game", "format"), CELLS)
def test_what_play_has_fixed_is_shown_as_fixed_and_refused_when_it_is_sent(game, format):
    tournament, olga = published(game, format), logged_in("olga")
    form = olga.get(address(tournament)).context["form"]
    fixed = [field for field in form if is_disabled(field)]
    offered = set(form.fields) & {*FIXED_BY_PLAY, *POINTS, *TOLD.get(game, ())}
    assert {field.html_name for field in fixed} == offered
    assert {field.help_text for field in fixed} == {FIXED}
    sent, before = sent_by_a_browser(form), Tournament.objects.get()
    assert olga.post(address(tournament), {**sent, "location": "Leeds"}).status_code == 302
    saved = Tournament.objects.get()
    assert (saved.location, changed_among_fixed(before, saved)) == ("Leeds", None)
    for field in fixed:
        if (value := another(field)) is None:
            continue
        answer = olga.post(address(tournament), {**sent, field.html_name: value})
        messages = [error for errors in answer.context["form"].errors.values() for error in errors]
        assert (answer.status_code, len(messages)) == (422, 1), field.html_name
        assert messages[0].endswith(" can be changed only before the first round is published."), (
            field.html_name
        )
    assert Tournament.objects.get().revision == saved.revision


def test_before_that_everything_can_be_changed():
    tournament = event("chess", "swiss", "players")
    form = logged_in("olga").get(address(tournament)).context["form"]
    assert [field.html_name for field in form if is_disabled(field)] == []
