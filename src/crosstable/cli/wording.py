"""The engine's answers as text and as JSON data, for the pairing commands."""

import json
import math
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

from crosstable.engine.errors import PairingImpossible
from crosstable.engine.history import History
from crosstable.engine.model import Color, EntryId, Points, RoundPlan, Tournament
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
from crosstable.text import forms, names_text, tr, trn

MANY = 12
"""More names than this are counted, not listed."""

UNDECIDED = {
    Undecided.ALONE: tr("no other player is level"),
    Undecided.GAMES_MISSING: tr("those who are level have not all met"),
    Undecided.EQUAL: tr("those who are level made as many points against each other"),
}
IMPOSSIBLE = {
    "C1-C3": tr(
        "no valid pairing: between them these players have too few opponents they may meet (C1, C3): {players}"
    ),
    "C2": tr(
        "no valid pairing: no player who can be left over may get the bye (C2); it could only go to: {players}"
    ),
}
POINTS = forms("{points} point", "{points} points")
COLOR_WORDS = {Color.WHITE: tr("white"), Color.BLACK: tr("black")}
COLOR_LETTERS = {Color.WHITE: tr("W"), Color.BLACK: tr("B")}


def rules_used() -> str:
    return tr("rules: {edition}; tie-breaks C.07 of 2026", edition=EDITION)


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
    players = _listed(error.entries)
    if (known := IMPOSSIBLE.get(error.rule)) is not None:
        return str(known.filled(players=players))
    return str(tr("no valid pairing: {rule}: {players}", rule=error.rule, players=players))


def _listed(entries: Sequence[EntryId]) -> str:
    return names_text(entries, most=MANY) if len(entries) > MANY else ", ".join(map(str, entries))


def _board(board: Board) -> str:
    return str(tr("{player}-bye", player=board[0])) if board[1] is None else f"{board[0]}-{board[1]}"


def check_as_text(check: RoundCheck) -> str:
    if check.impossible is not None:
        return str(
            tr("round {number}: {problem}", number=check.number, problem=why_impossible(check.impossible))
        )
    return str(
        tr(
            "round {number}: the rules give {ours}; the file has {theirs}",
            number=check.number,
            ours=", ".join(map(_board, check.ours)),
            theirs=", ".join(map(_board, check.theirs)),
        )
    )


def explained_as_text(checked: CheckedRound) -> str:
    """A round that is not what its results give, for a reason the file gives in its `###` lines."""
    notes = "; ".join(map(str, checked.notes))
    if checked.check.impossible is not None:
        return str(
            tr(
                "round {number}: no round by the rules. The file says how it was paired: {notes}",
                number=checked.check.number,
                notes=notes,
            )
        )
    difference = check_as_text(checked.check)
    return str(tr("{difference}. The file says why: {notes}", difference=difference, notes=notes))


def rank_as_text(rank: RankDifference) -> str:
    ours = str(rank.first)
    if rank.first != rank.last:
        ours = tr("{least} to {most}", least=rank.first, most=rank.last)
    return str(
        tr(
            "ranks: the file's tie-breaks give player {player} rank {ranks}; the file has {stated}",
            player=rank.entry,
            ranks=ours,
            stated=rank.stated,
        )
    )


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
        "rules": str(rules_used()),
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
        absent = _listed(explanation.absent)
        return str(
            tr("not paired in round {number}: {players}", number=explanation.round_number, players=absent)
        )
    assert explanation.one is not None
    assert explanation.two is not None
    assert explanation.bracket is not None
    bracket = explanation.bracket
    names = {entry.id: entry.name for entry in tournament.entries}
    verdict = _verdict(explanation)
    lines = [str(tr("Round {number}: {verdict}", number=explanation.round_number, verdict=verdict))]
    lines += [_player_line(player, names) for player in (explanation.one, explanation.two)]
    lines.append(
        str(
            tr(
                "Bracket of {points}: {residents}, moved down: {moved_down}, floating: {floating}",
                points=_points(bracket.score),
                residents=trn("{count} resident", "{count} residents", len(bracket.residents)),
                moved_down=_listed(bracket.moved_down) or tr("none"),
                floating=_listed(bracket.floaters) or tr("none"),
            )
        )
    )
    lines += [
        "  "
        + tr(
            "{code} {meaning}: {actual} as paired, {expected} with this pair",
            code=c.code,
            meaning=c.meaning,
            actual=values_words(c.actual, _plain),
            expected=values_words(c.expected, _plain),
        )
        for c in explanation.comparisons
        if any(c.actual) or any(c.expected)
    ]
    return "\n".join(lines)


def _verdict(explanation: Explanation) -> str:
    assert explanation.one is not None
    assert explanation.two is not None
    pair = names_text([explanation.one.id, explanation.two.id])
    if explanation.reason is Reason.PAIRED and explanation.color_rule is not None:
        return tr("{names} meet; {rule}.", names=pair, rule=COLOR_RULES[explanation.color_rule])
    return why_not(explanation, pair, _plain)


def _player_line(player: PlayerView, names: dict[EntryId, str]) -> str:
    colors = "".join(str(COLOR_LETTERS[color]) for color in player.colors) or tr("none")
    opponent = tr("has the bye")
    if player.opponent is not None:
        opponent = tr("meets {opponent}", opponent=player.opponent)
    score = _points(player.score - player.virtual)
    if player.virtual:
        score = tr("{points} + {virtual} virtual (Baku)", points=score, virtual=_plain(player.virtual))
    wish = wish_words(player, lambda color: str(COLOR_WORDS[Color(color)]))
    parts = [score, tr("colours {colours}", colours=colors), wish, *past_floats(player), opponent]
    return f"{player.id} {names[player.id]}: " + "; ".join(map(str, parts))


def _points(points: Points) -> str:
    """Return “½ point”, “1 point” or “3.5 points”."""
    return POINTS.filled(count=math.ceil(points), points=_plain(points))


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
    table = [[str(tr("rank")), str(tr("no")), str(tr("name")), *codes]]
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
                    reasons[id][code] = str(UNDECIDED[encounter.why])
    return reasons
