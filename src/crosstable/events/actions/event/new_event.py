"""A new event from a proposal of the adviser: its format, its players, and its start."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from django.db import transaction

from crosstable.accounts.models import Club, Membership, User
from crosstable.engine.adviser import Proposal
from crosstable.events.actions.event.details import Details
from crosstable.events.actions.event.starting import start_now
from crosstable.events.actions.event.tournaments import advance, create_in_format
from crosstable.events.actions.hall.evenings import set_evening
from crosstable.events.actions.people.members import enter_members
from crosstable.events.actions.people.uploads import judged, take_valid_rows
from crosstable.events.files.uploads.pasted import read_pasted
from crosstable.events.models import Tournament
from crosstable.events.queries.stages.proposals import stage_settings


@transaction.atomic
def create_from_proposal(
    *,
    details: Details,
    game: str,
    proposal: Proposal,
    boards: int,
    by: User,
    club: Club | None = None,
    lines: str = "",
    also: Collection[int] = (),
    memberships: Sequence[Membership] = (),
    start: bool = False,
    open_registration: bool = False,
) -> Tournament:
    """Create the event with these players, and start it or open registration if asked; all or nothing.

    Lines that cannot be read are left out, and so are doubtful ones unless their number is in `also`. Each step is the
    ordinary action with its journal entry. Raises what they refuse.
    """
    tournament = create_in_format(
        details=replace(details, total_rounds=max(1, proposal.rounds)),
        format=proposal.format,
        settings=stage_settings(proposal, boards),
        game=game,
        club=club,
        by=by,
    )
    if boards < proposal.tables and not proposal.pools:
        _share_boards(tournament, boards, by)
    if lines.strip():
        rows = judged(tournament, read_pasted(lines, tournament).rows)
        take_valid_rows(tournament=tournament, rows=rows, leave_out_bad=True, also=also, by=by)
    if memberships:
        enter_members(tournament=tournament, memberships=memberships, by=by)
    if start:
        start_now(tournament=tournament, by=by)
    elif open_registration:
        advance(tournament=tournament, by=by)
    tournament.refresh_from_db()
    return tournament


def _share_boards(tournament: Tournament, boards: int, by: User) -> None:
    """Set the boards of a Swiss and of a knockout. Pools have their own, and the knockout after them takes those."""
    for stage in tournament.stages.all():
        set_evening(stage=stage, boards=boards, by=by)
