"""The share link: an unguessable address that opens an event without an account; renewed or switched off."""

import secrets

from crosstable.accounts.models import User
from crosstable.events.actions.frame.acting import acting
from crosstable.events.models import Tournament


def share(*, tournament: Tournament, by: User) -> str:
    """A new link; one given out before stops working."""
    with acting(tournament, by) as act:
        act.tournament.share_token = secrets.token_urlsafe(24)
        act.tournament.save(update_fields=["share_token"])
        act.record("share.renewed")
        return act.tournament.share_token


def stop_sharing(*, tournament: Tournament, by: User) -> None:
    with acting(tournament, by) as act:
        if act.tournament.share_token is None:
            act.leave_as_it_is()
            return
        act.tournament.share_token = None
        act.tournament.save(update_fields=["share_token"])
        act.record("share.stopped")
