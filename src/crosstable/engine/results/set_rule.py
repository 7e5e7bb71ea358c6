"""The rule of one set: to how many, by two or not, up to a cap."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SetRule:
    """`target` None: whoever has more. Badminton is SetRule(21, by_two=True, cap=30), a leg of darts SetRule(501)."""

    target: int | None = None
    by_two: bool = False
    cap: int | None = None

    @property
    def most(self) -> int | None:
        """The highest score of a side; None where a set can go on for ever."""
        return self.cap if self.by_two else self.target

    @property
    def sentence(self) -> str:
        if self.target is None:
            return "somebody has more"
        by_two = " by two" if self.by_two else ""
        return f"it goes to {self.target}{by_two}{f', at most to {self.cap}' if self.cap else ''}"

    def ends(self, high: int, low: int) -> bool:
        if self.target is None or high <= low:
            return high > low
        if not self.by_two:
            return high == self.target
        if self.cap is not None and high >= self.cap:
            return high == self.cap and (low >= self.cap - 2 or high == self.target)
        return (high == self.target and low <= high - 2) or (high > self.target and high - low == 2)

    def usual(self, is_won: bool) -> tuple[int, int]:
        """A usual score: the loser has two thirds."""
        high = 3 if self.target is None else self.target
        low = max(0, min(high * 2 // 3, high - 2))
        return (high, low) if is_won else (low, high)


WHO_HAS_MORE = SetRule()
