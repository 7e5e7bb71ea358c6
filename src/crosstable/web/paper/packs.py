"""The emergency pack: fetched, or written now."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from crosstable.events.errors import NothingToPrint
from crosstable.events.files.packs.report import pack_words, written_pack
from crosstable.events.files.packs.writer import write_pack
from crosstable.events.models import Tournament
from crosstable.web.shared import Request, for_organisers


@require_safe
@for_organisers
def download(request: Request, tournament: Tournament) -> HttpResponse:
    pack = written_pack(tournament)
    if pack is None:
        raise NothingToPrint("The emergency pack", "once a round is published")
    number, path = pack
    name = f'attachment; filename="{tournament.slug}-round-{number}-pack.zip"'
    return HttpResponse(
        path.read_bytes(), content_type="application/zip", headers={"Content-Disposition": name}
    )


@require_POST
@for_organisers
def write(request: Request, tournament: Tournament) -> HttpResponse:
    pack = write_pack(tournament)
    if pack is None:
        messages.error(request, str(NothingToPrint("The emergency pack", "once a round is published")))
    elif pack.is_written:
        messages.success(request, pack_words(pack))
    else:
        messages.error(request, pack_words(pack))
    return redirect("print", slug=tournament.slug)
