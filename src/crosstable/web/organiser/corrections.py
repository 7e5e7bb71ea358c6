"""Correct a result, reopen a round or the event, undo the last action."""

from datetime import datetime, time, timedelta
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone

from crosstable.engine.results import FORFEIT_CHOICES, Score
from crosstable.events.actions.core import undo
from crosstable.events.actions.results import corrections
from crosstable.events.actions.results.corrections import OF_A_SERIES, is_series
from crosstable.events.actions.rounds import reopening
from crosstable.events.bridge.results.corrected import ending_of, words
from crosstable.events.bridge.results.scores import results_offered, special_results
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.verbs.sentences import describe
from crosstable.events.errors import Refused
from crosstable.events.models import ByeCode, Match, Policy, Tournament
from crosstable.events.permissions import RULE
from crosstable.events.play_errors import IsAPlayersAction
from crosstable.events.queries.addressed import entry_in
from crosstable.events.queries.past.corrections import (
    CorrectionPreview,
    corrections_of,
    match_of_entry,
    preview,
)
from crosstable.events.queries.past.journal import JournalSearch
from crosstable.fields import whole
from crosstable.text import tr
from crosstable.web.organiser.pairings import matches_in
from crosstable.web.result_form import ResultForm, boards_of, choice
from crosstable.web.shared import Request, done, for_roles, post_for_organisers, post_for_roles

REACHES = {
    Policy.EVERYWHERE: tr("The standings of every round show the correct result."),
    Policy.FROM_NOW: tr(
        "The standings count it from now on. Standings published after earlier rounds stay unchanged."
    ),
    Policy.RATING_ONLY: tr("Only the rating report changes. The standings keep the old result."),
    Policy.NOTE_ONLY: tr("Nothing changes. Your reason is shown as a note at the match."),
}
# The same, for rated events.
REACHES_OF_RATED = REACHES | {
    Policy.EVERYWHERE: tr(
        "The standings of every round show the correct result. Ratings are recalculated from that game on."
    ),
    Policy.FROM_NOW: tr(
        "The standings count it from now on. Standings published after earlier rounds stay unchanged. The rating "
        "difference of this game is added to today's ratings."
    ),
    Policy.RATING_ONLY: tr(
        "Only the ratings and the rating report change. The standings keep the old result."
    ),
}


class CorrectionForm(ResultForm):
    """Reason and scope of a correction, and the right result of the match or kind of its bye.

    A series, whose result follows from its games, has only a note.
    """

    policy = forms.ChoiceField(
        choices=Policy.choices,
        initial=Policy.EVERYWHERE.value,
        label=tr("What the correction affects"),
        error_messages={"required": tr("Choose what the correction affects.")},
    )
    reason = forms.CharField(
        max_length=300,
        error_messages={"required": tr("Enter a reason. It is shown in the history and at the match.")},
    )
    version = forms.IntegerField(required=False, widget=forms.HiddenInput)
    may_be_empty = True

    def __init__(self, match: Match, data: Any = None) -> None:
        is_note = is_series(match)
        initial = {"version": match.version} | ({"policy": Policy.NOTE_ONLY.value} if is_note else {})
        boards = () if is_note or match.is_bye else boards_of(match)
        super().__init__(match, data, boards=boards, initial=initial)
        self.why_no_more = OF_A_SERIES if is_note else ""
        self.asks_for_points, self.asks_for_a_choice = self.kind == "points", self.kind == "decided"
        if match.is_bye:
            self.fields["bye"] = forms.ChoiceField(
                required=False, choices=ByeCode.choices, label=tr("Kind of bye"), initial=match.bye_kind
            )
        elif self.asks_for_points:
            by_score = tr("by {score}", score=rules_of(match.round.tournament).vocabulary.score)
            self.fields["result"] = choice(tr("Result"), [("", by_score), *FORFEIT_CHOICES])
        elif self.asks_for_a_choice:
            offered = [*results_offered(self.shape), *special_results(self.shape)]
            self.fields["result"] = choice(tr("Result"), offered)

    def parsed_score(self) -> Score | list[Score] | None:
        """Return the corrected scores, or None if they are unchanged."""
        if not self.scores:
            return None
        return self.scores if self.has_boards else self.scores[0]

    def kind_of_bye(self) -> str | None:
        return self.cleaned_data.get("bye") or None


class JournalForm(forms.Form):
    """Filters of the history; an invalid value does not narrow the list."""

    by = forms.CharField(required=False, max_length=150)
    kind = forms.CharField(required=False, max_length=40)
    round = forms.IntegerField(required=False, min_value=1, max_value=9999)
    q = forms.CharField(required=False, max_length=100)
    since = forms.DateField(required=False)
    until = forms.DateField(required=False)

    def journal_search(self) -> JournalSearch:
        self.is_valid()
        values = self.cleaned_data
        until = values.get("until")
        return JournalSearch(
            by=values.get("by", ""),
            kind=values.get("kind", ""),
            round=values.get("round"),
            words=values.get("q", ""),
            since=_midnight(values.get("since")),
            until=_midnight(until + timedelta(days=1) if until and until.year < 9999 else None),
        )


def _midnight(day: Any) -> datetime | None:
    """Return None at the ends of the calendar, where the next day or another time zone has no date."""
    return timezone.make_aware(datetime.combine(day, time())) if day and 1900 < day.year < 9999 else None


@for_roles(RULE)
def correct(request: Request, tournament: Tournament, match_id: int) -> HttpResponse:
    """Correct a match of a closed round: enter the result, preview the effects, apply."""
    match = corrections.closed_match(tournament, get_object_or_404(matches_in(tournament), pk=match_id))
    sent = request.POST or request.GET
    form = CorrectionForm(match, sent if "policy" in sent else None)
    if request.method == "POST" and _corrected(request, match, form):
        return redirect("round", slug=tournament.slug, number=match.round.number)
    match.refresh_from_db()
    seen = _preview(match, form) if form.is_bound else None
    context: dict[str, object] = {"tournament": tournament, "match": match, "form": form, "preview": seen}
    context["corrections"] = list(corrections_of(tournament).filter(match=match))
    context["is_rated"] = corrections.is_rated(match)
    sentences = REACHES_OF_RATED if context["is_rated"] else REACHES
    context["policies"] = {reach: sentences[reach] for reach in corrections.reaches_of(match)}
    context["words_now"] = words(ending_of(match))
    return render(request, "organiser/correct.html", context, status=422 if form.errors else 200)


def _corrected(request: Request, match: Match, form: CorrectionForm) -> bool:
    if not form.is_valid():
        return False
    values = form.cleaned_data
    try:
        corrections.correct_result(
            match=match,
            policy=values["policy"],
            reason=values["reason"],
            seen_version=values["version"],
            by=request.user,
            score=form.parsed_score(),
            bye=form.kind_of_bye(),
        )
    except Refused as refusal:
        form.refuse(refusal)
        return False
    subject, scope = corrections.subject_of(match), Policy(values["policy"]).label
    messages.success(request, tr("Corrected: {match} ({scope})", match=subject, scope=scope))
    return True


def _preview(match: Match, form: CorrectionForm) -> CorrectionPreview | None:
    """Preview the correction, or return None if a value is invalid; the form shows why."""
    if not form.is_valid():
        return None
    values: dict[str, Any] = form.cleaned_data
    try:
        ending = corrections.understand_ending(match, form.parsed_score(), form.kind_of_bye())
        policy = corrections.check_correction(match, ending, values["policy"], values["reason"])
    except Refused as refusal:
        form.refuse(refusal)
        return None
    return preview(match, ending, policy)


@for_roles(RULE)
def correct_game(request: Request, tournament: Tournament, number: int, entry_id: int) -> HttpResponse:
    """Redirect from a tile of the standings to its match. One in progress is changed where it is entered."""
    match = match_of_entry(entry_in(tournament, entry_id), number)
    if match is None or (match.is_bye and not match.round.is_closed):
        return redirect("round", slug=tournament.slug, number=number)
    if match.round.is_being_played:
        return redirect("match-page", tournament.slug, match.pk)
    return redirect("correct", slug=tournament.slug, match_id=match.pk)


@post_for_roles(RULE)
def undo_correction(request: Request, tournament: Tournament, correction_id: int) -> HttpResponse:
    row = get_object_or_404(corrections_of(tournament), pk=correction_id)
    undo.undo_correction(correction=row, by=request.user)
    messages.success(request, tr("Correction undone: {match}", match=corrections.subject_of(row.match)))
    return redirect("round", slug=tournament.slug, number=row.match.round.number)


@post_for_organisers
def undo_last(request: Request, tournament: Tournament) -> HttpResponse:
    """Undo the action named on the page.

    Undoing a player's action asks first; the question names the action and who is notified.
    """
    page = request.POST.get("next", "")
    back = page if page in ("journal", "players", "repairs") else "control"
    try:
        entry = undo.undo(
            tournament=tournament,
            by=request.user,
            number=whole(request.POST.get("number")),
            reason=request.POST.get("reason", ""),
            players_action=request.POST.get("players_action") == "yes",
        )
    except IsAPlayersAction as asked:
        context = {"tournament": tournament, "asked": asked, "back": back}
        return render(request, "organiser/undo_player.html", context, status=asked.http_status)
    messages.success(request, tr("Undone: {action}", action=describe(entry)))
    return redirect(back, slug=tournament.slug)


@post_for_organisers
def reopen_round(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    reason = request.POST.get("reason", "")
    again = reopening.reopen_round(tournament=tournament, number=number, by=request.user, reason=reason)
    messages.success(
        request, tr("{round} is in progress again. Its rating changes were undone.", round=again)
    )
    return redirect("control", slug=tournament.slug)


@post_for_organisers
def reopen_event(request: Request, tournament: Tournament) -> HttpResponse:
    reopening.reopen_tournament(tournament=tournament, by=request.user, reason=request.POST.get("reason", ""))
    return done(request, tr("The event is in progress again."), "control", slug=tournament.slug)
