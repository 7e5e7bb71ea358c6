"""Requested byes and forbidden pairings."""

from crosstable.accounts.models import User
from crosstable.accounts.permissions import check_may
from crosstable.events.actions.core.action import Action, action
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.stages import has_bye_rounds
from crosstable.events.errors import BadValue, NotNow, WrongStatus
from crosstable.events.models import (
    ASKED_BYES,
    ByeCode,
    ByeRequest,
    Entry,
    ForbiddenPair,
    RoundStatus,
    Status,
    Tournament,
)
from crosstable.events.permissions import EntrantOr, is_organiser
from crosstable.games import Use
from crosstable.text import names_text, tr, trn

NO_SWISS = tr(
    "Byes can be requested only in a Swiss, and this event has none. An organiser can withdraw a player."
)
REQUESTABLE_BYES = tuple(kind for kind, _ in ASKED_BYES)


def request_bye(*, entry: Entry, round_number: int, kind: str, by: User) -> ByeRequest:
    """Request a bye in a round that is not paired yet. Only players have a limit."""
    with action(entry.tournament, by, EntrantOr(entry=entry)) as act:
        _check_request(act, entry, round_number, kind)
        request, _ = ByeRequest.objects.update_or_create(
            entry=entry, round_number=round_number, defaults={"kind": kind}
        )
        act.record("bye.requested", str(entry), after={"round": round_number, "kind": kind}, entry=entry)
    return request


def withdraw_bye(*, entry: Entry, round_number: int, by: User) -> None:
    """Cancel the bye: play the round."""
    with action(entry.tournament, by, EntrantOr(entry=entry)) as act:
        _check_not_paired(act, round_number)
        if not ByeRequest.objects.filter(entry=entry, round_number=round_number).delete()[0]:
            raise NotNow(
                why=tr(
                    "{entry} has requested no bye in round {number}.",
                    entry=entry,
                    number=round_number,
                ),
            )
        act.record("bye.withdrawn", str(entry), before={"round": round_number}, entry=entry)


def forbid_pair(*, tournament: Tournament, first: Entry, second: Entry, by: User) -> None:
    """Forbid pairing these two (family, club-mates)."""
    with action(tournament, by) as act:
        if first.pk == second.pk:
            raise BadValue(tr("Choose two different players."), "second")
        one, two = sorted((first, second), key=lambda entry: entry.pk)
        ForbiddenPair.objects.get_or_create(tournament=act.tournament, first=one, second=two)
        act.record("pair.forbidden", names_text([first.display_name, second.display_name]))


def allow_pair(*, tournament: Tournament, first: Entry, second: Entry, by: User) -> None:
    with action(tournament, by) as act:
        one, two = sorted((first, second), key=lambda entry: entry.pk)
        gone, _ = ForbiddenPair.objects.filter(tournament=act.tournament, first=one, second=two).delete()
        if not gone:
            raise NotNow(
                why=tr("The pairing of {first} and {second} is not forbidden.", first=first, second=second),
            )
        act.record("pair.allowed", names_text([first.display_name, second.display_name]))


def _check_request(act: Action, entry: Entry, round_number: int, kind: str) -> None:
    tournament = act.tournament
    if tournament.status == Status.COMPLETE:
        raise WrongStatus(action=tr("Request a bye"), now=Status.COMPLETE.label)
    if not has_bye_rounds(tournament):
        raise NotNow(why=NO_SWISS)
    if kind not in REQUESTABLE_BYES:
        raise BadValue(
            tr(
                "A requested bye is “half” (half a point) or “zero” (no points). Only an organiser gives “full”."
            ),
            "kind",
        )
    if not 1 <= round_number <= tournament.total_rounds:
        raise BadValue(
            tr("The event has rounds 1 to {total_rounds}.", total_rounds=tournament.total_rounds),
            "round_number",
        )
    _check_not_paired(act, round_number)
    if is_organiser(act.by, tournament):
        return
    if Use.BYE_REQUESTS not in rules_of(tournament).uses:
        raise NotNow(why=tr("Players cannot request byes in this game. Ask an organiser for one."))
    check_may(kind != ByeCode.FULL, tr("Only an organiser can give a full-point bye."))
    others = entry.bye_requests.exclude(round_number=round_number).count()
    most = tournament.most_requested_byes
    check_may(
        others < most,
        trn(
            "You can request {count} bye in this event. Ask an organiser for another one.",
            "You can request {count} byes in this event. Ask an organiser for more.",
            most,
        ),
    )


def _check_not_paired(act: Action, round_number: int) -> None:
    made = act.tournament.rounds.filter(number=round_number).exclude(status=RoundStatus.DRAFT)
    if made.exists():
        raise NotNow(
            why=tr("Round {number} is paired. Ask an organiser to change the bye.", number=round_number)
        )
