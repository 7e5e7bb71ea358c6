"""The times of single games: a director starts and stops each."""

from crosstable.api.identity import Request
from crosstable.api.loading import match_in, tournament_to_change
from crosstable.api.matches import MatchOut
from crosstable.api.matches import shown as match_shown
from crosstable.api.router import new_router
from crosstable.events.actions.rounds import clock

router = new_router("organising")


@router.post("/{id:tournament_id}/matches/{id:match_id}/start-game", response=MatchOut)
def start_game(request: Request, tournament_id: int, match_id: int) -> MatchOut:
    """The clocks run at this table."""
    tournament = tournament_to_change(request, tournament_id)
    clock.start_game(match=match_in(request, tournament, match_id), by=request.user)
    return match_shown(request, tournament, match_id)


@router.post("/{id:tournament_id}/matches/{id:match_id}/stop-game", response=MatchOut)
def stop_game(request: Request, tournament_id: int, match_id: int) -> MatchOut:
    """The game is over, whatever its result will be."""
    tournament = tournament_to_change(request, tournament_id)
    clock.stop_game(match=match_in(request, tournament, match_id), by=request.user)
    return match_shown(request, tournament, match_id)
