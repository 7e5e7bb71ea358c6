"""Loads the rows of an address for this visitor. What the visitor may not see is a 404, an unchanged answer a 304."""

from importlib.metadata import version
from typing import Protocol

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone

from crosstable.accounts.models import User
from crosstable.api.identity import Request, VisitorRequest
from crosstable.api.problems import NotModified
from crosstable.api.router import etag_matches
from crosstable.database.compiled_sql import CompiledQuery
from crosstable.events.models import Match, Round, Tournament
from crosstable.events.permissions import LOOK, RUN, Capability, check_can, may_see, role_of
from crosstable.events.queries.addressed import match_with_sides
from crosstable.events.queries.people.tournaments import rounds_seen

# Incremented when an answer changes its fields, so that no client keeps the old one.
REPRESENTATION = f"{version('crosstable')}-7"


_numbered = CompiledQuery(lambda pk: Tournament.objects.select_related("owner").filter(pk=pk), int)


def tournament_to_change(request: Request | VisitorRequest, tournament_id: int) -> Tournament:
    """Load the tournament; times are in its zone from here on. A draft exists for its organisers only (A1)."""
    tournament = _numbered.first(tournament_id)
    if tournament is None or not may_see(request.user, tournament):
        raise Http404
    timezone.activate(tournament.zone)
    return tournament


class OnTournament(Protocol):
    """An action; its other arguments are bound before, by `partial`."""

    def __call__(self, *, tournament: Tournament, by: User) -> object: ...


class OnRound(Protocol):
    def __call__(self, *, tournament: Tournament, number: int, by: User) -> object: ...


def tournament_after(request: Request, tournament_id: int, action: OnTournament) -> Tournament:
    """Load the tournament, run one action on it, which checks the permission, and load it again."""
    tournament = tournament_to_change(request, tournament_id)
    action(tournament=tournament, by=request.user)
    return tournament


def tournament_to_run(
    request: Request | VisitorRequest, tournament_id: int, needs: Capability = RUN
) -> Tournament:
    """Load the tournament after checking the permission."""
    tournament = tournament_to_change(request, tournament_id)
    check_can(request.user, tournament, needs)
    return tournament


def tournament_to_read(request: Request | VisitorRequest, tournament_id: int) -> Tournament:
    """Load the tournament for an answer that depends on it alone.

    Its ETag is the revision, and a client that has the answer gets a 304 before anything is computed.
    """
    tournament = tournament_to_change(request, tournament_id)
    seen_as = f"{_audience(request, tournament)}-{tournament.zone.key}"
    request.etag = f'W/"{tournament.pk}-{tournament.revision}-{seen_as}-{REPRESENTATION}"'
    request.stamp = f"{tournament.pk}:{tournament.revision}"
    if etag_matches(request, request.etag):
        raise NotModified
    return tournament


def tournament_to_oversee(request: Request, tournament_id: int, needs: Capability = RUN) -> Tournament:
    """Load the tournament for what only its organisers may read."""
    tournament = tournament_to_read(request, tournament_id)
    check_can(request.user, tournament, needs)
    return tournament


def _audience(request: Request | VisitorRequest, tournament: Tournament) -> str:
    """Return the audience, a part of the ETag: organisers see drafts, players their own reports."""
    if not request.user.is_authenticated:
        return "all"
    return role_of(request.user, tournament) or f"user{request.user.pk}"


def round_in(request: Request | VisitorRequest, tournament: Tournament, number: int) -> Round:
    seen = rounds_seen(tournament, drafts=LOOK(request.user, tournament))
    return get_object_or_404(seen, number=number)


def match_in(request: Request | VisitorRequest, tournament: Tournament, match_id: int) -> Match:
    """Load the match; of a draft only for organisers."""
    match = match_with_sides(tournament, match_id)
    if match is None or not (match.round.is_public or LOOK(request.user, tournament)):
        raise Http404
    return match
