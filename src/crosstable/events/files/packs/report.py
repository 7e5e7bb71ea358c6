"""What is known about an event's pack: in a sentence, and the pack itself as it lies on the disk."""

from pathlib import Path

from django.utils import timezone

from crosstable.events.files.packs.folder import packs_of
from crosstable.events.models import EmergencyPack, Tournament


def pack_of(tournament: Tournament) -> EmergencyPack | None:
    return EmergencyPack.objects.filter(tournament=tournament).first()


def pack_words(pack: EmergencyPack) -> str:
    if pack.is_written:
        return f"The pack of round {pack.round_number} was written at {timezone.localtime(pack.at):%H:%M}."
    return f"The pack of round {pack.round_number} could not be written: {pack.problem}."


def written_pack(tournament: Tournament) -> tuple[int, Path] | None:
    """The newest pack that lies there whole, and of which round it is; also when a later one failed."""
    return next(iter(packs_of(tournament.slug).items()), None)
