"""What the rooms above keep about a person. Accounts may not import them, yet deleting, merging and handing out a
person's data must reach everything; so each room registers a Holder here when it is loaded (apps.py)."""

from typing import Any, Protocol

from crosstable.accounts.models import Player, User


class Holder(Protocol):
    name: str

    def has_games(self, player: Player) -> bool:
        """Whether the player has been paired or rated."""

    def why_not_merge(self, target: Player, source: Player) -> str:
        """A sentence when the two cannot become one, or nothing."""

    def move(self, source: Player, target: Player) -> None:
        """Everything of `source` belongs to `target` from now on; `source` is deleted right afterwards."""

    def why_not_delete(self, user: User) -> list[str]:
        """What somebody has to take over first, as sentences."""

    def forget(self, player: Player, by: User, name: str) -> None:
        """Games stay under `name`; whatever else identifies the person goes."""

    def everything_about(self, user: User, player: Player | None) -> Any:
        """As JSON."""


HOLDERS: dict[str, Holder] = {}


def register(holder: Holder) -> None:
    HOLDERS[holder.name] = holder


def has_games(player: Player) -> bool:
    if player.memberships.filter(games__gt=0).exists():
        return True
    return any(holder.has_games(player) for holder in HOLDERS.values())
