"""Write packs after a publish in a separate thread, which neither delays nor fails the publish.

The thread receives the revisions that may affect printouts and checks the journal whether they did.
"""

import errno
import logging
import queue
import shutil
import threading
import time
from collections import defaultdict
from collections.abc import Iterable
from functools import partial
from typing import Any

from django.conf import settings
from django.db import close_old_connections, transaction
from django.utils import timezone

from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.verbs import Paper, verbs_that
from crosstable.events.errors import CannotPrint, SheetTooLarge
from crosstable.events.files import exports
from crosstable.events.files.eventfile.writing import write_event
from crosstable.events.files.exports import pairings_by_name_rows, pairings_rows
from crosstable.events.files.pack_folder import pack_zip, packs_folder, store_pack
from crosstable.events.files.printing import PAPERS, SHEETS, print_sheet
from crosstable.events.files.printing.printer import public_address
from crosstable.events.hooks import revision_raised
from crosstable.events.load_monitor import load_monitor
from crosstable.events.models import EmergencyPack, JournalEntry, Round, RoundStatus, StageKind, Tournament
from crosstable.languages import speaking
from crosstable.text import tr

log = logging.getLogger(__name__)
# Seconds. After a publish all phones request their table; packs wait for them, at most this long.
SETTLE, AT_LATEST = 2, 30

CHANGED_PAPER = frozenset(verbs_that(lambda verb: verb.paper is Paper.CHANGED))
MAY_NEED_PAPER = frozenset(verbs_that(lambda verb: verb.paper is Paper.MAY_BE_NEEDED))
WORDS = {
    errno.ENOSPC: tr("the disk is full"),
    errno.EDQUOT: tr("the disk is full"),
    errno.EACCES: tr("the server may not write to its folder"),
    errno.EPERM: tr("the server may not write to its folder"),
    errno.ENOTDIR: tr("a file is in the way of its folder"),
    errno.EEXIST: tr("a file is in the way of its folder"),
    errno.EROFS: tr("the disk is read-only"),
}
README = tr("""{event}, round {number}: the emergency pack.

Print the PDFs and play on by hand: pairings by name and by {table} for the wall, a result slip for every {table}.
The .csv files open in any spreadsheet. {slug}.event.zip is the whole event: import it into any
Crosstable ("New event", "Import", or "crosstable event import") and continue there.
""")


def write_pack(tournament: Tournament) -> EmergencyPack | None:
    """Write the pack of the current round and store the outcome. None without a round, or without the event."""
    round_ = _round_to_pack(tournament)
    if round_ is None:
        return None
    problem = _try_to_write(tournament, round_)
    values = {"round_number": round_.number, "at": timezone.now(), "problem": problem}
    with transaction.atomic():
        # The event may have been deleted while its pack was written.
        if Tournament.objects.select_for_update().filter(pk=tournament.pk).first() is None:
            shutil.rmtree(packs_folder() / tournament.slug, ignore_errors=True)
            return None
        return EmergencyPack.objects.update_or_create(tournament=tournament, defaults=values)[0]


def _try_to_write(tournament: Tournament, round_: Round) -> str:
    """Write the pack; return the problem, empty on success. Errors are logged and never raised."""
    try:
        store_pack(tournament.slug, round_.number, pack_files(tournament, round_))
    except OSError as error:
        log.error("The pack of %s, round %s: %s", tournament.slug, round_.number, error)
        return WORDS.get(error.errno or 0, error.strerror or str(error))[:200]
    except (CannotPrint, SheetTooLarge):
        return tr("a PDF could not be made; see the server's log")[:200]
    except Exception:
        log.exception("The pack of %s, round %s", tournament.slug, round_.number)
        return tr("a server error; see the server's log")[:200]
    return ""


class PackWriter:
    """A thread that writes packs; `tell` queues a revision and returns immediately."""

    def __init__(self) -> None:
        self._waiting: queue.SimpleQueue[tuple[int, int]] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="emergency-packs", daemon=True)

    def start(self) -> None:
        revision_raised.connect(self.tell)
        self._thread.start()

    def tell(self, tournament_id: int, revision: int, verb: str = "", **_: Any) -> None:
        if verb in CHANGED_PAPER | MAY_NEED_PAPER:
            self._waiting.put((tournament_id, revision))

    def _work(self) -> None:
        while True:
            changes = [self._waiting.get()]
            time.sleep(SETTLE)
            load_monitor.wait(AT_LATEST)
            while not self._waiting.empty():
                changes.append(self._waiting.get())
            try:
                close_old_connections()
                look_at(changes)
            except Exception:
                log.exception("A pack")


def look_at(changes: Iterable[tuple[int, int]]) -> None:
    """Write the pack of each tournament where one of these revisions changed the printouts, in its owner's language;
    none of a rehearsal, which may end while its pack is written."""
    revisions: dict[int, list[int]] = defaultdict(list)
    for tournament_id, revision in changes:
        revisions[tournament_id].append(revision)
    for tournament_id, numbers in revisions.items():
        rows = JournalEntry.objects.filter(tournament=tournament_id, tournament__rehearsal_of=None)
        entries = rows.filter(number__in=numbers)
        verbs = set(entries.values_list("verb", flat=True))
        if verbs & CHANGED_PAPER or (verbs & MAY_NEED_PAPER and not _has_pack(tournament_id)):
            tournament = Tournament.objects.select_related("owner").get(pk=tournament_id)
            with speaking(tournament.owner.language):
                write_pack(tournament)


def _has_pack(tournament_id: int) -> bool:
    tournament = Tournament.objects.get(pk=tournament_id)
    round_ = _round_to_pack(tournament)
    return round_ is None or pack_zip(tournament.slug, round_.number).exists()


def start_writing_packs() -> PackWriter | None:
    """Start the thread in the server; commands that change an event write no packs."""
    if not settings.EMERGENCY_PACKS:
        return None
    writer = PackWriter()
    writer.start()
    return writer


def _round_to_pack(tournament: Tournament) -> Round | None:
    """The newest published round, even while a match of an earlier one is open.

    Rounds of pools and brackets are published together or overlap: there it is the first that is not closed.
    """
    public = tournament.rounds.exclude(status=RoundStatus.DRAFT)
    newest = public.select_related("stage").order_by("-number").first()
    if newest is None or newest.stage is None or newest.stage.kind == StageKind.SWISS:
        return newest
    return public.exclude(status=RoundStatus.CLOSED).order_by("number").first() or newest


def pack_files(tournament: Tournament, round_: Round) -> dict[str, bytes]:
    """Return name → content. Raises CannotPrint."""
    paper, address = PAPERS[settings.PAPER], public_address()
    files = {
        "README.txt": rules_of(tournament)
        .say(README, event=tournament, number=round_.number, slug=tournament.slug)
        .encode(),
        "pairings-by-table.csv": exports.as_csv(pairings_rows(round_)),
        "pairings-by-name.csv": exports.as_csv(pairings_by_name_rows(round_)),
        f"{tournament.slug}.event.zip": write_event(tournament),
    }
    sheets = ["pairings-by-table", "pairings-by-name", "result-slips"]
    if tournament.rounds.filter(status__in=[RoundStatus.STARTED, RoundStatus.CLOSED]).exists():
        sheets.append("standings")
        files["standings.csv"] = exports.as_csv(exports.standings_rows(tournament))
    for code in sheets:
        files[f"{code}.pdf"] = print_sheet(
            partial(SHEETS[code].content, tournament, round_, address), paper, in_background=True
        )
    return files
