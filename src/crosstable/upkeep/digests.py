"""What an installation says about its events, in short: two that say the same hold the same.

Standings are reckoned anew from the rows, as for a page; ratings and journals are read as they stand.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator
from typing import Any

from crosstable.accounts.models import ClubJournalEntry, Membership, SystemJournalEntry
from crosstable.events.models import JournalEntry, PlayerRating, RatingChange, Tournament
from crosstable.events.queries.standings.standings import ranking

ENTRY = ("number", "at", "by_id", "by_name", "verb", "subject", "before", "after", "reason", "undoes_id")
RATINGS = ("pool", "player_id", "value", "games")
CHANGES = ("pool", "player_id", "match_id", "opponent_id", "at", "before", "after")


def digests() -> Iterator[tuple[str, str]]:
    """What it is about → sixteen letters and digits, in an order that does not depend on the database."""
    for tournament in Tournament.objects.order_by("pk"):
        yield f"standings of {tournament.slug}", shortened(_standings(tournament))
        journal = JournalEntry.objects.filter(tournament=tournament)
        yield f"journal of {tournament.slug}", shortened(journal.order_by("number").values_list(*ENTRY))
    yield "ratings", shortened(sorted(PlayerRating.objects.values_list(*RATINGS)))
    yield "rating changes", shortened(RatingChange.objects.order_by("pk").values_list(*CHANGES))
    members = Membership.objects.order_by("pk")
    yield "ratings in clubs", shortened(members.values_list("club_id", "player_id", "rating", "games"))
    for model in (ClubJournalEntry, SystemJournalEntry):
        yield model._meta.db_table, shortened(model._default_manager.order_by("pk").values())


def shortened(values: Iterable[Any]) -> str:
    """The same for the same values: not for the same order of the keys of a dict, which a database may change."""
    digest = hashlib.sha256()
    for value in values:
        digest.update(as_text(value))
    return digest.hexdigest()[:16]


def as_text(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, default=_in_words).encode()


def _in_words(value: Any) -> str:
    return bytes(value).hex() if isinstance(value, bytes | memoryview) else str(value)


def _standings(tournament: Tournament) -> Iterator[Any]:
    ranks, names = ranking(tournament), dict(tournament.entries.values_list("pk", "display_name"))
    yield ranks.codes
    for row in ranks.rows:
        yield row.rank, row.entry.id, names.get(row.entry.id), [str(value) for value in row.values]
