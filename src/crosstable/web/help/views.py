"""The pages of the help: all guides with a search, and one guide."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from crosstable.web.help.guides import all_guides, guide_of, search

LONGEST_SEARCH = 80


@require_safe
def contents(request: HttpRequest) -> HttpResponse:
    """List the guides, or the sections that match what was typed."""
    typed = " ".join(request.GET.get("q", "")[:LONGEST_SEARCH].split())
    context = {"groups": list(all_guides()), "typed": typed, "hits": search(typed) if typed else []}
    return render(request, "help/contents.html", context)


@require_safe
def guide(request: HttpRequest, name: str) -> HttpResponse:
    shown = guide_of(name)
    if shown is None:
        raise Http404("no such guide")
    return render(request, "help/guide.html", {"guide": shown})
