"""The history for organisers: search it, download it, undo its last action."""

import datetime
import json
from typing import Annotated, Any, Literal, Self

from django.http import HttpResponse
from ninja import Query
from pydantic import Field
from pydantic.alias_generators import to_camel

from crosstable.api.identity import Request
from crosstable.api.loading import tournament_to_change, tournament_to_oversee
from crosstable.api.router import new_router
from crosstable.api.schemas import In, Out, Page, PageIn, Reason, Text, Whole
from crosstable.events.actions.core import undo
from crosstable.events.bridge.verbs.sentences import describe, values_of
from crosstable.events.files.exports import as_csv
from crosstable.events.models import JournalEntry
from crosstable.events.permissions import LOOK
from crosstable.events.queries.past.journal import JournalSearch, as_data, as_rows, journal
from crosstable.text import plain

router = new_router("journal")

SearchText = Annotated[Text, Field(max_length=100)]


class FilterIn(PageIn):
    by: SearchText = Field("", description="The username of the person who acted.")
    kind: SearchText = Field("", description="The first part of the verb: entry, round, result, draft …")
    round: int | None = Field(None, ge=1, le=9999, description="The number of a round.")
    search: SearchText = Field(
        "", description="Words of the sentence, of names or of the reason to search for."
    )
    since: datetime.datetime | None = Field(None, description="The earliest time, inclusive.")
    until: datetime.datetime | None = Field(None, description="The latest time, exclusive.")

    def journal_search(self) -> JournalSearch:
        return JournalSearch(
            self.by, self.kind, self.round, self.search, _with_zone(self.since), _with_zone(self.until)
        )


class ExportIn(FilterIn):
    format: Literal["csv", "json"] = Field("csv", description="The format of the file.")


class UndoIn(In):
    number: Whole | None = Field(
        None, description="The number of the entry you saw. Default: the one of `GET …/undo`."
    )
    reason: Reason = ""
    players_action: bool = Field(
        False, description="Undo it although a player did it. The player is notified."
    )


class JournalEntryOut(Out):
    number: int = Field(description="The revision of the tournament after this action.")
    at: datetime.datetime
    by: str | None
    verb: str
    sentence: str
    round: int | None = Field(description="The round it is about, if any.")
    match: int | None = Field(description="The match it is about. null if the round was paired again.")
    entry: int | None = Field(description="The entry it is about; it may have been removed.")
    stage: int | None = Field(description="The stage it is about.")
    before: dict[str, Any]
    after: dict[str, Any]
    reason: str
    undoes: int | None = Field(description="The number of the entry this one undid.")
    undone: bool = Field(description="Whether it was undone later.")

    @classmethod
    def of(cls, entry: JournalEntry) -> Self:
        return cls.of_row(
            entry,
            by=entry.who or None,
            sentence=str(describe(entry)),
            round=entry.round_number,
            match=entry.match_id,
            entry=entry.entry_id,
            stage=entry.stage_id,
            before=_camel(plain(values_of(entry.before))),
            after=_camel(plain(values_of(entry.after))),
            undoes=entry.undoes.number if entry.undoes else None,
            undone=hasattr(entry, "undone_by"),
        )


class OfferOut(Out):
    """The action to undo next: the newest action of an organiser, or a player's action that has to be undone before."""

    number: int
    sentence: str
    by: str | None = Field(description="The name of the person who acted.")
    by_player: bool = Field(description="Whether a player did it: undoing it needs `playersAction: true`.")
    can_be_undone: bool
    why_not: str = Field(description="Why it cannot be undone and what to do instead; empty if it can.")


def _camel(values: dict[str, Any]) -> dict[str, Any]:
    return {to_camel(key): value for key, value in values.items()}


def _with_zone(moment: datetime.datetime | None) -> datetime.datetime | None:
    """Read a time without a zone as UTC.

    At the ends of the calendar return None: another zone has no date there.
    """
    if moment is None or not 1 < moment.year < 9999:
        return None
    # In UTC: PostgreSQL accepts no zone with an offset of 16 hours and a half.
    return (
        moment.astimezone(datetime.UTC) if moment.tzinfo is not None else moment.replace(tzinfo=datetime.UTC)
    )


@router.get("/{id:tournament_id}/journal", response=Page[JournalEntryOut])
def get_journal(
    request: Request, response: HttpResponse, tournament_id: int, query: Query[FilterIn]
) -> Page[JournalEntryOut]:
    """List the history of the event, newest first."""
    tournament = tournament_to_oversee(request, tournament_id, LOOK)
    rows = journal(tournament, query.journal_search())
    return Page[JournalEntryOut].of(request, response, rows, query, JournalEntryOut.of)


FILES: dict[str, Any] = {kind: {"schema": {}} for kind in ("text/csv", "application/json")}


@router.get(
    "/{id:tournament_id}/journal/export",
    openapi_extra={"responses": {200: {"description": "The file.", "content": FILES}}},
)
def export_journal(request: Request, tournament_id: int, query: Query[ExportIn]) -> HttpResponse:
    """Export the history, or the entries that match the filters, as one CSV or JSON file."""
    tournament = tournament_to_oversee(request, tournament_id, LOOK)
    rows = journal(tournament, query.journal_search())
    if query.format == "json":
        return HttpResponse(json.dumps(list(as_data(rows)), indent=1), content_type="application/json")
    return HttpResponse(as_csv(as_rows(rows)), content_type="text/csv; charset=utf-8")


@router.get("/{id:tournament_id}/undo", response=OfferOut | None)
def get_undo(request: Request, tournament_id: int) -> OfferOut | None:
    """Get the action that would be undone next, or why it cannot be undone."""
    tournament = tournament_to_oversee(request, tournament_id, LOOK)
    offered = undo.offer(tournament)
    if offered is None:
        return None
    return OfferOut.of_row(
        offered,
        number=offered.entry.number,
        by=offered.entry.who or None,
        by_player=bool(offered.player),
        can_be_undone=not offered.why_not,
    )


@router.post("/{id:tournament_id}/undo", response=JournalEntryOut)
def undo_last(request: Request, tournament_id: int, body: UndoIn | None = None) -> JournalEntryOut:
    """Undo the last action of an organiser; repeat it for the one before. Returns the new entry of the
    history. Undoing a player's action is refused (`is-a-players-action`) unless the body has `playersAction:
    true`; the player is notified.
    """
    tournament = tournament_to_change(request, tournament_id)
    sent = body or UndoIn(number=None, players_action=False)
    entry = undo.undo(
        tournament=tournament,
        by=request.user,
        number=sent.number,
        reason=sent.reason,
        players_action=sent.players_action,
    )
    return JournalEntryOut.of(journal(tournament).get(undoes=entry))
