"""The engine's answers as text and as JSON data, for the pairing commands."""

import json
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

from crosstable.engine.errors import PairingImpossible
from crosstable.engine.history import History
from crosstable.engine.model import Color, EntryId, RoundPlan, Tournament
from crosstable.engine.pairing.check import Board, RoundCheck
from crosstable.engine.pairing.fide.explain import (
    COLOR_RULES,
    Explanation,
    PlayerView,
    Reason,
    Value,
    past_floats,
    values_words,
    why_not,
    wish_words,
)
from crosstable.engine.pairing.fide.options import EDITION
from crosstable.engine.pairing.fide.player import Strength
from crosstable.engine.standings import Row
from crosstable.engine.tie_breaks import find_tie_break
from crosstable.engine.tie_breaks.explaining import encounters_at, shown_values
from crosstable.engine.tie_breaks.fide.direct_encounter import Undecided
from crosstable.engine.trf import CheckedRound, RankDifference

RULES_USED = f"rules: {EDITION}; tie-breaks C.07 of 2026"

MANY = 12
"""More names than this are counted, not listed."""

UNDECIDED = {
    Undecided.ALONE: "no other player is level",
    Undecided.GAMES_MISSING: "those who are level have not all met",
    Undecided.EQUAL: "those who are level made as many points against each other",
}
RULES = {
    "C1-C3": "between them these players have too few opponents they may meet (C1, C3)",
    "C2": "no player who can be left over may get the bye (C2); it could only go to",
}


def plan_as_text(plan: RoundPlan) -> str:
    """The contract with scripts: a count, then `white black` per line, 0 for the bye, in board order."""
    lines = [f"{pairing.first} {pairing.second}" for pairing in plan.pairings]
    lines += [f"{bye.entry} 0" for bye in plan.byes]
    return "\n".join([str(len(lines)), *lines]) + "\n"


def plan_as_data(plan: RoundPlan) -> str:
    data = {
        "round": plan.number,
        "pairings": [{"white": p.first, "black": p.second} for p in plan.pairings],
        "bye": plan.byes[0].entry if plan.byes else None,
    }
    return json.dumps(data) + "\n"


def why_impossible(error: PairingImpossible) -> str:
    return f"no valid pairing: {RULES.get(error.rule, error.rule)}: {_listed(error.entries)}"


def _listed(entries: Sequence[EntryId]) -> str:
    shown = ", ".join(map(str, entries[:MANY]))
    return f"{shown} and {len(entries) - MANY} more" if len(entries) > MANY else shown


def _board(board: Board) -> str:
    return f"{board[0]}-{'bye' if board[1] is None else board[1]}"


def check_as_text(check: RoundCheck) -> str:
    if check.impossible is not None:
        return f"round {check.number}: {why_impossible(check.impossible)}"
    ours = ", ".join(map(_board, check.ours))
    theirs = ", ".join(map(_board, check.theirs))
    return f"round {check.number}: the rules give {ours}; the file has {theirs}"


def explained_as_text(checked: CheckedRound) -> str:
    """A round that is not what its results give, for a reason the file gives in its `###` lines."""
    notes = "; ".join(map(str, checked.notes))
    if checked.check.impossible is not None:
        return (
            f"round {checked.check.number}: no round by the rules. The file says how it was paired: {notes}"
        )
    return f"{check_as_text(checked.check)}. The file says why: {notes}"


def rank_as_text(rank: RankDifference) -> str:
    ours = f"{rank.first}" if rank.first == rank.last else f"{rank.first} to {rank.last}"
    return f"ranks: the file's tie-breaks give player {rank.entry} rank {ours}; the file has {rank.stated}"


def check_as_data(
    path: Path,
    rounds: int,
    differences: Sequence[RoundCheck],
    problem: str | None,
    ranks: Sequence[RankDifference] = (),
    explained: Sequence[CheckedRound] = (),
) -> dict[str, Any]:
    return {
        "file": str(path),
        "rules": RULES_USED,
        "explained": [
            {"round": one.check.number, "notes": [str(note) for note in one.notes]} for one in explained
        ],
        "rounds": rounds,
        "problem": problem,
        "differences": [
            {
                "round": checked.number,
                "ours": checked.ours,
                "theirs": checked.theirs,
                "impossible": None if checked.impossible is None else why_impossible(checked.impossible),
            }
            for checked in differences
        ],
        "ranks": [
            {"player": rank.entry, "file": rank.stated, "from": rank.first, "to": rank.last} for rank in ranks
        ],
    }


def explanation_as_text(explanation: Explanation, tournament: Tournament) -> str:
    if explanation.reason is Reason.ABSENT:
        return f"not paired in round {explanation.round_number}: {_listed(explanation.absent)}"
    assert explanation.one is not None
    assert explanation.two is not None
    assert explanation.bracket is not None
    bracket = explanation.bracket
    names = {entry.id: entry.name for entry in tournament.entries}
    lines = [f"Round {explanation.round_number}: {_verdict(explanation)}"]
    lines += [_player_line(player, names) for player in (explanation.one, explanation.two)]
    lines.append(
        f"Bracket of {_plain(bracket.score)} points: {len(bracket.residents)} residents, "
        f"moved down: {_listed(bracket.moved_down) or 'none'}, "
        f"floating: {_listed(bracket.floaters) or 'none'}"
    )
    lines += [
        f"  {c.code} {c.meaning}: {values_words(c.actual, _plain)} as paired,"
        f" {values_words(c.expected, _plain)} with this pair"
        for c in explanation.comparisons
        if any(c.actual) or any(c.expected)
    ]
    return "\n".join(lines)


def _verdict(explanation: Explanation) -> str:
    assert explanation.one is not None
    assert explanation.two is not None
    pair = f"{explanation.one.id} and {explanation.two.id}"
    if explanation.reason is Reason.PAIRED and explanation.color_rule is not None:
        return f"{pair} meet; {COLOR_RULES[explanation.color_rule]}."
    return why_not(explanation, pair, _plain)


def _player_line(player: PlayerView, names: dict[EntryId, str]) -> str:
    colors = "".join("W" if color is Color.WHITE else "B" for color in player.colors) or "none"
    opponent = "has the bye" if player.opponent is None else f"meets {player.opponent}"
    score = f"{_plain(player.score - player.virtual)} points"
    if player.virtual:
        score += f" + {_plain(player.virtual)} virtual (Baku)"
    parts = [score, f"colours {colors}", wish_words(player), *past_floats(player), opponent]
    return f"{player.id} {names[player.id]}: " + "; ".join(parts)


def _plain(points: Decimal | int) -> str:
    return f"{Decimal(points).normalize():f}"


def explanation_as_data(explanation: Explanation) -> str:
    bracket = explanation.bracket
    data: dict[str, Any] = {
        "round": explanation.round_number,
        "reason": explanation.reason.value,
        "absent": explanation.absent,
        "players": [_player_data(p) for p in (explanation.one, explanation.two) if p is not None],
        "color_rule": None if explanation.color_rule is None else explanation.color_rule.name.lower(),
        "criteria": [
            {
                "code": c.code,
                "meaning": c.meaning,
                "made": _numbers(c.actual),
                "expected": _numbers(c.expected),
            }
            for c in explanation.comparisons
        ],
    }
    if bracket is not None:
        data["bracket"] = {
            "score": _plain(bracket.score),
            "moved_down": bracket.moved_down,
            "residents": bracket.residents,
            "pairs": bracket.pairs,
            "floaters": bracket.floaters,
        }
    return json.dumps(data)


def _numbers(values: Value) -> list[float]:
    return [float(value) if value % 1 else int(value) for value in values]


def _player_data(player: PlayerView) -> dict[str, Any]:
    return {
        "id": player.id,
        "score": _plain(player.score),
        "virtual": _plain(player.virtual),
        "colors": [color.value for color in player.colors],
        "preference": None if player.preference is None else player.preference.value,
        "strength": Strength(player.strength).name.lower(),
        "last_float": None if player.last_float is None else player.last_float.value,
        "float_before": None if player.float_before is None else player.float_before.value,
        "opponent": player.opponent,
    }


def standings_as_text(rows: Sequence[Row], codes: Sequence[str], history: History) -> str:
    """A direct encounter is a rank inside the group still level, and empty where it separates no players."""
    table = [["rank", "no", "name", *codes]]
    shown = shown_values(rows, codes, history)
    for row in rows:
        values = [value_as_text(value) for value in shown[row.entry.id]]
        table.append([str(row.rank), str(row.entry.id), row.entry.name, *values])
    widths = [max(len(line[column]) for line in table) for column in range(len(table[0]))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if column == 2 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in table
    )


def value_as_text(value: Any) -> str:
    """Whole numbers plainly, others with as many of two decimals as they need; nothing for what is undecided."""
    if value is None:
        return ""
    return f"{float(value):.2f}".rstrip("0").rstrip(".")


def standings_as_data(rows: Sequence[Row], codes: Sequence[str], history: History) -> list[dict[str, Any]]:
    shown = shown_values(rows, codes, history)
    undecided = why_undecided(rows, codes, history)
    return [
        {
            "rank": row.rank,
            "id": row.entry.id,
            "name": row.entry.name,
            "values": {code: value_as_text(v) for code, v in zip(codes, shown[row.entry.id], strict=True)},
            "undecided": undecided[row.entry.id],
        }
        for row in rows
    ]


def why_undecided(
    rows: Sequence[Row], codes: Sequence[str], history: History
) -> dict[EntryId, dict[str, str]]:
    """Entry → direct encounter → why it does not separate it from the others."""
    reasons: dict[EntryId, dict[str, str]] = {row.entry.id: {} for row in rows}
    for level, code in enumerate(codes):
        if find_tie_break(code).among is not None:
            for id, encounter in encounters_at(rows, level, code, history).items():
                if encounter.why is not None:
                    reasons[id][code] = UNDECIDED[encounter.why]
    return reasons
