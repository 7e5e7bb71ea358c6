"""Why these two: one pairing in full for those it concerns, and a whole round for its organisers."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from crosstable.accounts.names import in_name_order
from crosstable.accounts.permissions import check_may
from crosstable.events.models import Match, Tournament
from crosstable.events.permissions import LOOK, may_read_reasons
from crosstable.events.queries.rounds import reasons
from crosstable.web.shared import Request, for_roles, for_visitors
from crosstable.whole_numbers import whole


@require_safe
@for_visitors
def why_pairing(request: Request, tournament: Tournament, match_id: int) -> HttpResponse:
    rows = Match.objects.select_related(
        "round__tournament", "round__stage", "first__player", "second__player"
    )
    match = get_object_or_404(rows, pk=match_id, round__tournament=tournament)
    check_may(may_read_reasons(request.user, match), "see why; its players may if the event lets them")
    one, other = _number(request, "one"), _number(request, "other")
    context = {
        "tournament": tournament,
        "match": match,
        "why": reasons.of_match(match, one or match.first_id, other),
        "organises": LOOK(request.user, tournament),
        "others": [(entry.pk, entry.display_name) for entry in in_name_order(tournament.entries.all())],
        "one": one,
        "other": other,
    }
    return render(request, "public/why_pairing.html", context)


def _number(request: HttpRequest, name: str) -> int | None:
    return whole(request.GET.get(name))


@require_safe
@for_roles(LOOK)
def why_round(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    round_ = get_object_or_404(tournament.rounds.select_related("stage", "tournament"), number=number)
    answer = reasons.of_round(round_)
    if answer is None:
        raise Http404("this round follows a schedule")
    context = {"tournament": tournament, "round": round_, "why": answer}
    return render(request, "organiser/why_round.html", context)
