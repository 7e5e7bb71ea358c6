"""The list of printouts, each sheet as a PDF, emergency printouts, the page a slip's code leads to; pairings and
crosstable as Excel and CSV, the tournament report file.
"""

from functools import partial
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from crosstable.events.errors import NothingToPrint
from crosstable.events.files.exports import crosstable_rows, pairings_rows
from crosstable.events.files.pack_folder import pack_of, pack_words, written_pack
from crosstable.events.files.pack_writer import write_pack
from crosstable.events.files.printing import PAPERS, SHEETS, find_round, print_sheet
from crosstable.events.files.printing.printer import is_only_here, public_address
from crosstable.events.files.trf_export import Moment, has_report, moments_offered, trf_of
from crosstable.events.models import Match, RoundStatus, Tournament
from crosstable.events.permissions import ENTER_RESULTS, is_entrant
from crosstable.events.queries.people.public import event_context
from crosstable.fields import whole
from crosstable.languages import in_chosen_language, is_choice, is_offered
from crosstable.text import active, tr
from crosstable.web.public.pages import tournament_page
from crosstable.web.shared import Request, done, for_organisers, post_for_organisers, visible_tournament
from crosstable.web.uploads import table_file

NO_PACK = {"what": tr("Emergency printouts"), "when": tr("It is ready once a round is published.")}


@require_safe
@for_organisers
def choose(request: Request, tournament: Tournament) -> HttpResponse:
    rounds = list(tournament.rounds.order_by("-number"))
    shown = find_round(tournament, whole(request.GET.get("round"))) or find_round(tournament, None)
    address = public_address(request.build_absolute_uri("/"))
    language = request.GET.get("language", "")
    query: dict[str, object] = {"round": shown.number} if shown else {}
    query |= {"language": language} if is_offered(language) else {}
    kinds = set(tournament.stages.values_list("kind", flat=True))
    context = {
        "tournament": tournament,
        "rounds": rounds,
        "languages": settings.LANGUAGES if is_choice() else [],
        "print_language": language if is_offered(language) else active().code,
        "sheet_query": f"?{urlencode(query)}" if query else "",
        "round": shown,
        "played": any(r.status in ("started", "closed") for r in rounds),
        "sheets": [sheet for sheet in SHEETS.values() if sheet.is_for(kinds)],
        "report_moments": moments_offered(tournament) if has_report(tournament) else [],
        "pack": pack_of(tournament),
        "has_pack": written_pack(tournament) is not None,
        "packs_are_written": settings.EMERGENCY_PACKS,
        "address": address,
        "only_here": is_only_here(address),
    }
    return render(request, "paper/print.html", context)


@require_safe
@for_organisers
def sheet(request: Request, tournament: Tournament, sheet: str, paper: str) -> HttpResponse:
    round_ = find_round(tournament, whole(request.GET.get("round")))
    address = public_address(request.build_absolute_uri("/"))
    build = partial(SHEETS[sheet].content, tournament, round_, address)
    with in_chosen_language(request.GET.get("language", "")):
        pdf = print_sheet(build, PAPERS[paper])
    name = f"{tournament.slug}-{f'round-{round_.number}-' if SHEETS[sheet].of_round and round_ else ''}{sheet}.pdf"
    return HttpResponse(
        pdf, content_type="application/pdf", headers={"Content-Disposition": f'inline; filename="{name}"'}
    )


@require_safe
def match(request: HttpRequest, slug: str, match_id: int) -> HttpResponse:
    """Redirect from a slip's code to where its result is entered.

    For a player this is their own page, for an organiser the table. A visitor logs in first; a user with no part in the
    match sees the round.
    """
    tournament = visible_tournament(request, slug)
    rows = Match.objects.exclude(round__status="draft").select_related(
        "round", "first__player", "second__player"
    )
    row = get_object_or_404(rows, pk=match_id, round__tournament=tournament)
    return redirect(_destination(request, tournament, row))


def _destination(request: HttpRequest, tournament: Tournament, match: Match) -> str:
    if not request.user.is_authenticated:
        return f"{reverse('login')}?next={request.path}"
    sides = [entry for entry in (match.first, match.second) if entry is not None]
    if any(is_entrant(request.user, entry) for entry in sides):
        return reverse("me", args=[tournament.slug])
    is_played = match.round.status == RoundStatus.STARTED and not (match.is_bye or match.is_void)
    if is_played and ENTER_RESULTS(request.user, tournament):
        return reverse("match-page", args=[tournament.slug, match.pk])
    return f"{reverse('round', args=[tournament.slug, match.round.number])}#m{match.pk}"


@require_safe
@for_organisers
def pack(request: Request, tournament: Tournament) -> HttpResponse:
    pack = written_pack(tournament)
    if pack is None:
        raise NothingToPrint(what=NO_PACK["what"], when=NO_PACK["when"])
    number, path = pack
    name = f'attachment; filename="{tournament.slug}-round-{number}-pack.zip"'
    return HttpResponse(
        path.read_bytes(), content_type="application/zip", headers={"Content-Disposition": name}
    )


@post_for_organisers
def write_now(request: Request, tournament: Tournament) -> HttpResponse:
    pack = write_pack(tournament)
    if pack is not None and pack.is_written:
        return done(request, pack_words(pack), "print", slug=tournament.slug)
    nothing = NothingToPrint(what=NO_PACK["what"], when=NO_PACK["when"])
    messages.error(request, pack_words(pack) if pack is not None else str(nothing))
    return redirect("print", slug=tournament.slug)


@tournament_page
def pairings(request: HttpRequest, tournament: Tournament, number: str, kind: str) -> HttpResponse:
    round_ = event_context(request.user, tournament).round(whole(number) or 0)
    if round_ is None:
        raise Http404("no such round")
    return table_file(pairings_rows(round_), kind, tournament, f"round-{round_.number}")


@tournament_page
def crosstable(request: HttpRequest, tournament: Tournament, kind: str) -> HttpResponse:
    return table_file(crosstable_rows(tournament), kind, tournament, "crosstable")


@require_safe
@for_organisers
def trf(request: Request, tournament: Tournament) -> HttpResponse:
    """Download the report file of the rounds in `?rounds=`, or up to the last closed round."""
    wanted = request.GET.get("rounds", Moment.CLOSED)
    if wanted not in set(Moment):
        raise Http404("no such file")
    moment = Moment(wanted)
    end = "" if moment is Moment.CLOSED else f"-{moment}"
    return HttpResponse(
        trf_of(tournament, moment),
        content_type="text/plain; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{tournament.slug}{end}.trf"'},
    )
