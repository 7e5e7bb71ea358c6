"""Manual pairings, checked before and after; fixed seats and blocked tables."""

from collections.abc import Iterable
from functools import partial

from ninja import Status
from pydantic import Field

from crosstable.api.identity import Request
from crosstable.api.loading import (
    match_in,
    round_in,
    tournament_after,
    tournament_to_change,
    tournament_to_run,
)
from crosstable.api.players import PlayerWithListOut, WhoIn, done_to
from crosstable.api.rounds import RoundWithMatchesOut, WarningOut
from crosstable.api.rounds import shown as round_shown
from crosstable.api.router import new_router
from crosstable.api.schemas import In, Out, Text, Whole
from crosstable.engine.model import Notice
from crosstable.engine.pairing.rule_checks import Meeting
from crosstable.events.actions.rounds import drafts, manual_pairing
from crosstable.events.actions.rounds.manual_pairing import SeenDraft
from crosstable.events.bridge.rules import rules_of
from crosstable.events.models import Tournament
from crosstable.events.queries.addressed import entry_in
from crosstable.events.queries.rounds.drafts import own_pairing, unpaired_in, violated_rules_of
from crosstable.events.queries.rounds.repairs import notice_text
from crosstable.events.queries.stages.kinds.rounds import matches_of
from crosstable.games import Vocabulary

router = new_router("by hand")


class SeenDraftIn(In):
    version: Whole | None = Field(default=None, description="The version of the round in the comparison.")
    although_played: bool = Field(
        default=False, description="Change a round in progress, at tables that have not started."
    )

    def seen_draft(self, number: int | None = None) -> SeenDraft:
        return SeenDraft(number, although_played=self.although_played, seen_version=self.version)


class SetPairingIn(SeenDraftIn):
    player1_id: Whole = Field(description="The first side, in games with colours.")
    player2_id: Whole
    table: Whole | None = Field(None, description="The table. A match there moves to a free one.")


class GiveByeIn(SeenDraftIn):
    player_id: Whole
    kind: Text = Field("allocated", description="allocated (once a round), full, half or zero.")


class CheckIn(In):
    player1_id: Whole
    player2_id: Whole
    table: Whole | None = None


class SeatIn(In):
    table: Whole | None = Field(description="The table; null for any.")


class BlockIn(In):
    table: Whole
    reason: Text = ""


class BrokenRuleOut(WarningOut):
    """A violated rule, and the players concerned."""

    sentence: str


class MeetingOut(Out):
    table: int | None
    player1: str
    player2: str | None = Field(description="null if player 1 has a bye.")


class CheckOut(Out):
    changes: list[MeetingOut]
    aside: list[str] = Field(description="Players who would have no pairing.")
    warnings: list[BrokenRuleOut]


class HandComparisonOut(Out):
    version: int = Field(
        description="The version of the round. Send it with a change; an older one is a 409."
    )
    unpaired: list[str] = Field(
        description="Players without a pairing. Unless this is empty, the round cannot be published, started "
        "or closed."
    )
    warnings: list[BrokenRuleOut] = Field(description="Rules that the round currently breaks.")
    differs: bool = Field(description="Whether the round differs from the engine's pairing.")
    only_here: list[MeetingOut] = Field(description="Pairings that only the round has.")
    only_engine: list[MeetingOut] = Field(description="Pairings that only the engine has.")
    engine_warnings: list[BrokenRuleOut]
    impossible: list[str] = Field(description="Players the engine cannot pair by the rules; usually empty.")


class FixedSeatOut(Out):
    player_id: int
    name: str
    table: int


class BlockedOut(Out):
    table: int
    reason: str


class TablesOut(Out):
    fixed_seats: list[FixedSeatOut]
    blocked_tables: list[BlockedOut]


def _violated(
    notices: tuple[Notice, ...], names: dict[int, str], vocabulary: Vocabulary
) -> list[BrokenRuleOut]:
    return [
        BrokenRuleOut(
            rule=n.rule, players=[names[id] for id in n.entries], sentence=notice_text(n, names, vocabulary)
        )
        for n in notices
    ]


def _names(tournament: Tournament) -> dict[int, str]:
    return dict(tournament.entries.values_list("pk", "display_name"))


def _tables(tournament: Tournament) -> TablesOut:
    seated = tournament.entries.filter(fixed_table__isnull=False).order_by("fixed_table")
    return TablesOut(
        fixed_seats=[
            FixedSeatOut(player_id=e.pk, name=e.display_name, table=e.fixed_table or 0) for e in seated
        ],
        blocked_tables=[BlockedOut.of_row(blocked) for blocked in tournament.blocked_tables.all()],
    )


@router.post("/{id:tournament_id}/rounds/{id:number}/check", response=CheckOut)
def check_pairing(request: Request, tournament_id: int, number: int, body: CheckIn) -> CheckOut:
    """Preview what a manual pairing would change and which rules it would break. Nothing is stored. For
    organisers.
    """
    tournament = tournament_to_run(request, tournament_id)
    preview = manual_pairing.preview_pairing(
        tournament=tournament,
        first=entry_in(tournament, body.player1_id),
        second=entry_in(tournament, body.player2_id),
        table=body.table,
        by=request.user,
        number=number,
    )
    names = _names(tournament)
    return CheckOut(
        changes=[
            MeetingOut(table=m.table, player1=names[m.first_id], player2=names.get(m.second_id or 0))
            for m in preview.matches
        ],
        aside=[entry.display_name for entry in preview.aside],
        warnings=_violated(
            violated_rules_of(preview.round, preview.matches), names, rules_of(tournament).vocabulary
        ),
    )


@router.get("/{id:tournament_id}/rounds/{id:number}/comparison", response=HandComparisonOut)
def compare_round(request: Request, tournament_id: int, number: int) -> HandComparisonOut:
    """Compare the round with the engine's own pairing of the same players. For organisers."""
    tournament = tournament_to_run(request, tournament_id)
    round_ = round_in(request, tournament, number)
    rows, names = matches_of(round_), _names(tournament)
    words, own = rules_of(tournament).vocabulary, own_pairing(round_, rows)
    comparison = own.comparison
    return HandComparisonOut(
        version=round_.version,
        unpaired=[entry.display_name for entry in unpaired_in(round_, rows)],
        warnings=_violated(violated_rules_of(round_, rows), names, words),
        differs=comparison.differs if comparison else True,
        only_here=_meetings(comparison.only_here if comparison else (), names),
        only_engine=_meetings(comparison.only_engine if comparison else (), names),
        engine_warnings=_violated(comparison.violated_by_engine, names, words) if comparison else [],
        impossible=list(own.impossible),
    )


def _meetings(meetings: Iterable[Meeting], names: dict[int, str]) -> list[MeetingOut]:
    return [
        MeetingOut(table=None, player1=names[a], player2=names[b] if b is not None else None)
        for a, b in meetings
    ]


@router.post("/{id:tournament_id}/rounds/{id:number}/set-pairing", response=RoundWithMatchesOut)
def set_pairing(request: Request, tournament_id: int, number: int, body: SetPairingIn) -> RoundWithMatchesOut:
    """Pair these two players. Their previous opponents meet each other, or get the bye that is free."""
    tournament = tournament_to_change(request, tournament_id)
    manual_pairing.set_pairing(
        tournament=tournament,
        first=entry_in(tournament, body.player1_id),
        second=entry_in(tournament, body.player2_id),
        table=body.table,
        by=request.user,
        seen_draft=body.seen_draft(number),
    )
    return round_shown(request, tournament, number)


@router.post("/{id:tournament_id}/rounds/{id:number}/byes", response=RoundWithMatchesOut)
def give_bye(request: Request, tournament_id: int, number: int, body: GiveByeIn) -> RoundWithMatchesOut:
    """Give a player a bye in this round. The opponent is left without a pairing."""
    tournament = tournament_to_change(request, tournament_id)
    entry = entry_in(tournament, body.player_id)
    seen = body.seen_draft(number)
    manual_pairing.give_bye(
        tournament=tournament, entry=entry, kind=body.kind, by=request.user, seen_draft=seen
    )
    return round_shown(request, tournament, number)


@router.post("/{id:tournament_id}/matches/{id:match_id}/unpair", response=RoundWithMatchesOut)
def unpair(
    request: Request, tournament_id: int, match_id: int, body: SeenDraftIn | None = None
) -> RoundWithMatchesOut:
    """Remove the pairing of two players. The round cannot start until both have a place again."""
    tournament = tournament_to_change(request, tournament_id)
    match = match_in(request, tournament, match_id)
    seen = (body or SeenDraftIn()).seen_draft(match.round.number)
    manual_pairing.unpair(match=match, by=request.user, seen_draft=seen)
    return round_shown(request, tournament, match.round.number)


@router.get("/{id:tournament_id}/tables", response=TablesOut)
def list_tables(request: Request, tournament_id: int) -> TablesOut:
    """List fixed seats and blocked tables. For organisers."""
    return _tables(tournament_to_run(request, tournament_id))


@router.put("/{id:tournament_id}/players/{id:player_id}/seat", response=PlayerWithListOut)
def fix_seat(request: Request, tournament_id: int, player_id: int, body: SeatIn) -> PlayerWithListOut:
    """Keep a player always at this table, from the next pairing on."""
    who = WhoIn(entry_id=player_id)
    return done_to(request, tournament_id, who, partial(drafts.fix_seat, table=body.table))


@router.post("/{id:tournament_id}/blocked-tables", response=TablesOut)
def block_table(request: Request, tournament_id: int, body: BlockIn) -> TablesOut:
    """Block a table: from the next pairing on it is not used."""
    block = partial(drafts.block_table, table=body.table, reason=body.reason)
    return _tables(tournament_after(request, tournament_id, block))


@router.delete("/{id:tournament_id}/blocked-tables/{id:number}", response={204: None})
def unblock_table(request: Request, tournament_id: int, number: int) -> Status[None]:
    """Use a blocked table again."""
    tournament_after(request, tournament_id, partial(drafts.unblock_table, table=number))
    return Status(204, None)
