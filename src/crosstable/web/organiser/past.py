"""The organiser in control of the past: correct a result, reopen, take the last action back."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from crosstable.events.actions.frame import undo
from crosstable.events.actions.results import corrections
from crosstable.events.actions.rounds import reopening
from crosstable.events.errors import Refused
from crosstable.events.models import Match, Policy, Tournament
from crosstable.events.permissions import RULE
from crosstable.events.play_errors import IsAPlayersAction
from crosstable.events.queries.addressed import entry_in
from crosstable.events.queries.past.corrections import Preview, corrections_of, match_of_entry, preview
from crosstable.events.records.results.corrected import ending_of, words
from crosstable.events.records.verbs.sentences import describe
from crosstable.web.organiser.past_forms import REACHES, REACHES_OF_RATED, CorrectionForm, correction_form
from crosstable.web.organiser.tables import matches_in
from crosstable.web.shared import Request, done, for_roles, post_for_organisers, post_for_roles
from crosstable.whole_numbers import whole


@for_roles(RULE)
def correct(request: Request, tournament: Tournament, match_id: int) -> HttpResponse:
    """One match of a closed round: say what is right, see what it would do, apply it."""
    match = corrections.closed_match(tournament, get_object_or_404(matches_in(tournament), pk=match_id))
    form = correction_form(match, request.POST or request.GET)
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
            said=form.said(),
            bye=form.kind_of_bye(),
        )
    except Refused as refusal:
        form.refuse(refusal)
        return False
    reach = Policy(values["policy"]).label.lower()
    messages.success(request, f"{corrections.subject_of(match)}: corrected ({reach}).")
    return True


def _preview(match: Match, form: CorrectionForm) -> Preview | None:
    """None when something typed cannot be; the form says what."""
    if not form.is_valid():
        return None
    values: dict[str, Any] = form.cleaned_data
    try:
        ending = corrections.understand_ending(match, form.said(), form.kind_of_bye())
        policy = corrections.check_correction(match, ending, values["policy"], values["reason"])
    except Refused as refusal:
        form.refuse(refusal)
        return None
    return preview(match, ending, policy)


@for_roles(RULE)
def correct_game(request: Request, tournament: Tournament, number: int, entry_id: int) -> HttpResponse:
    """From a tile of the standings to the match behind it: what is being played is changed where it is entered."""
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
    messages.success(request, f"{corrections.subject_of(row.match)}: the correction is undone.")
    return redirect("round", slug=tournament.slug, number=row.match.round.number)


@post_for_organisers
def undo_last(request: Request, tournament: Tournament) -> HttpResponse:
    """Undo the action the page named. A player's action asks first: it names the action and who is notified."""
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
    messages.success(request, f"Undone: {describe(entry)}")
    return redirect(back, slug=tournament.slug)


@post_for_organisers
def reopen_round(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    reason = request.POST.get("reason", "")
    again = reopening.reopen_round(tournament=tournament, number=number, by=request.user, reason=reason)
    messages.success(request, f"{again} is being played again; its ratings are taken back.")
    return redirect("control", slug=tournament.slug)


@post_for_organisers
def reopen_event(request: Request, tournament: Tournament) -> HttpResponse:
    reopening.reopen_tournament(tournament=tournament, by=request.user, reason=request.POST.get("reason", ""))
    return done(request, f"{tournament.name} is in progress again.", "control", slug=tournament.slug)
