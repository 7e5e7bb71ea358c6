"""Emergency packs on disk: packs/SLUG/round-03/ and round-03.zip in the data directory.

A pack has what a hall needs to continue without this server; it is written completely or not at all.
`pack_writer.py` writes one with every publish.
"""

import contextlib
import os
import shutil
import tempfile
import time
import zipfile
from collections.abc import Mapping
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from crosstable.events.models import EmergencyPack, Tournament
from crosstable.text import tr

# The event file in newer packs includes the older rounds.
ROUNDS_KEPT = 3
DAYS_KEPT = 90
UNFINISHED = ".writing-"


def packs_folder() -> Path:
    return Path(settings.DATA_DIR) / "packs"


def pack_zip(slug: str, number: int) -> Path:
    return packs_folder() / slug / f"{_name(number)}.zip"


def packs_of(slug: str) -> dict[int, Path]:
    """Return round → zip, the newest round first."""
    files = (packs_folder() / slug).glob("round-*.zip")
    numbered = {int(path.stem.removeprefix("round-")): path for path in files}
    return dict(sorted(numbered.items(), reverse=True))


def store_pack(slug: str, number: int, files: Mapping[str, bytes]) -> None:
    """Write to a temporary folder, then rename: readers see the old or the new pack. Raises OSError."""
    folder = packs_folder() / slug
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    temporary = Path(tempfile.mkdtemp(prefix=UNFINISHED, dir=folder))
    try:
        fresh, archive = temporary / _name(number), temporary / "pack.zip"
        fresh.mkdir()
        for name, data in files.items():
            _write(fresh / name, data)
        _zip(archive, _name(number), files)
        _replace_folder(fresh, folder / _name(number), temporary)
        archive.replace(folder / f"{_name(number)}.zip")
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    prune(folder)


def prune(folder: Path) -> None:
    """Delete old rounds of this event and old packs of other events; errors are ignored."""
    with contextlib.suppress(OSError):
        for path in list(packs_of(folder.name).values())[ROUNDS_KEPT:]:
            shutil.rmtree(path.with_suffix(""), ignore_errors=True)
            path.unlink(missing_ok=True)
        for other in packs_folder().iterdir():
            if _days_old(other) > DAYS_KEPT:
                shutil.rmtree(other, ignore_errors=True)
        for left in packs_folder().glob(f"*/{UNFINISHED}*"):
            if _days_old(left) > 1:
                shutil.rmtree(left, ignore_errors=True)


def _name(number: int) -> str:
    return f"round-{number:02}"


def _write(path: Path, data: bytes) -> None:
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _zip(path: Path, folder: str, files: Mapping[str, bytes]) -> None:
    with path.open("wb") as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in files.items():
                archive.writestr(f"{folder}/{name}", data)
        file.flush()
        os.fsync(file.fileno())


def _replace_folder(fresh: Path, target: Path, temporary: Path) -> None:
    """Replace a folder; rename the old one away first and restore it if the new one fails."""
    old = temporary / "old"
    with contextlib.suppress(FileNotFoundError):
        target.rename(old)
    try:
        fresh.rename(target)
    except OSError:
        if old.exists():
            old.rename(target)
        raise


def _days_old(path: Path) -> float:
    return (time.time() - path.stat().st_mtime) / 86400


def pack_of(tournament: Tournament) -> EmergencyPack | None:
    return EmergencyPack.objects.filter(tournament=tournament).first()


def pack_words(pack: EmergencyPack) -> str:
    if pack.is_written:
        return tr(
            "The emergency printouts for round {round_number} were saved at {at:%H:%M}.",
            round_number=pack.round_number,
            at=timezone.localtime(pack.at),
        )
    return tr(
        "The emergency printouts for round {round_number} could not be saved: {problem}.",
        round_number=pack.round_number,
        problem=tr(pack.problem),
    )


def written_pack(tournament: Tournament) -> tuple[int, Path] | None:
    """Return the newest complete pack and its round, even if a later one failed."""
    return next(iter(packs_of(tournament.slug).items()), None)
