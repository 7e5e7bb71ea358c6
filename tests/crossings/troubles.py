"""What goes wrong in a hall, each as an organiser or a player would meet it: by the buttons of the pages.

A trouble is a function over a hall in which the first stage is being played and one match has its result. It does what
it does through the forms as they are drawn; where a format does not have it, it says which page says so instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from api.calling import done, problem
from crossings.cells import BOARDS, Cell, Result
from crossings.forms import Button, Form, forms_on
from crossings.test_cells import PEOPLE, World, account_of, forms_of
from crosstable.events.files.printing import SHEETS
from crosstable.events.models import Entry, Match, StageKind, Tournament
from web.visiting import text


class NotOffered(Exception):
    """No button of the page says so."""


class Hall(World):
    """As far as the first stage is played, with one result; `played` has it, `open` has none."""

    def __init__(self, cell: Cell) -> None:
        super().__init__(cell)
        self.enter_everyone()
        now = self.next_step()
        while now["step"] != "collect-results":
            now = self.take(now["step"])
        first, *_ = rows = self._rows(now["openMatches"])
        self.play(first)
        self.played, self.open = first.pk, rows[-1].pk
        self.visitors[""], self.visitors["olga"]
        for number in range(PEOPLE):
            self.visitors[f"ann{number}"]
        self.kind = StageKind(self.tournament.stages.get(number=1).kind)

    def _rows(self, keys: list[int]) -> list[Match]:
        rows = Match.objects.select_related("round__stage", "round__tournament", "first", "second")
        return list(rows.filter(pk__in=keys).order_by("pk"))

    def match(self, key: int) -> Match:
        return self._rows([key])[0]

    def address(self, page: str, *args: object) -> str:
        return reverse(page, args=[self.tournament.slug, *args])

    def press(self, address: str, words: str, *, who: str = "olga", **fields: str):
        """The answer to the button that says so, on the page at this address."""
        page = self.visitors[who].get(address)
        assert page.status_code == 200, (address, page.status_code)
        form, button = _button(forms_on(page.content.decode(), address), words, address)
        return self.send(address, form, button, who=who, **fields)

    def send(self, page: str, form: Form, button: Button, *, who: str = "olga", **fields: str):
        came = {"referer": f"http://testserver{page}"}
        return self.visitors[who].post(button.address, form.sent(button, fields), headers=came)

    def accepted(self, answer, page: str):
        """Where a later match of the bracket would be replaced, that is asked about first."""
        if answer.status_code != 409:
            return answer
        form, button = _button(
            forms_on(answer.content.decode(), page), "Correct the result and replace .*", page
        )
        return self.send(page, form, button)

    def results(self, match: Match) -> list[Result]:
        """Another side wins than did, on every board."""
        wanted = "loss" if match.first_won else "win"
        other = next(one for one in self.cell.results if one.first == wanted)
        return [other] * (BOARDS if self.cell.entries == "teams" else 1)

    def tell(self, results: list[Result]) -> dict[str, str]:
        """The fields of the match page that say so; what was filled in before is wiped out."""
        if len(results) > 1:
            fields = [self._fields(one, n) for n, one in enumerate(results, 1)]
            return {name: value for board in fields for name, value in board.items()}
        one = results[0]
        if "outcome" in one.form:
            return {"result": str(one.body["result"])}
        if "mine" in one.form:
            return {"first_vp": one.form["mine"], "second_vp": one.form["theirs"]}
        return {name: "" for other in self.cell.results for name in other.form} | one.form

    def _fields(self, result: Result, board: int) -> dict[str, str]:
        others = [one.on_board(board, by_second=False) for one in self.cell.results]
        return {name: "" for other in others for name in other} | result.on_board(board, by_second=False)

    def settle_all(self, keys: list[int]) -> None:
        """By a program: the first side wins, on every board."""
        body, boards = self.cell.results[0].body, self.tournament.team_boards
        for key in keys:
            path = f"{self.path}/matches/{key}"
            if boards > 1:
                done(self.olga.put(f"{path}/games", {"games": [body] * boards}))
            else:
                done(self.olga.post(f"{path}/override", body))

    def phone_of(self, entry: Entry) -> str:
        return str(account_of(entry).username)


def _button(forms: list[Form], words: str, address: str) -> tuple[Form, Button]:
    for form in forms:
        for button in form.buttons:
            if re.fullmatch(words, button.words):
                return form, button
    raise NotOffered(f"{words} on {address}")


def taken(answer) -> None:
    assert answer.status_code == 302, (answer.status_code, text(answer)[-600:])


def refused(answer, words: str) -> None:
    """Nothing is done, and the page says why."""
    assert answer.status_code in (303, 409, 422), answer.status_code
    page = text(answer) if answer.status_code != 303 else " ".join(map(str, _messages(answer)))
    assert re.search(words, page), page[-600:]


def _messages(answer) -> list[object]:
    return list(answer.wsgi_request._messages)


# What happens to a result.
def another_result(hall: Hall) -> None:
    match = hall.match(hall.played)
    results = hall.results(match)
    answer = hall.press(
        hall.address("match-page", match.pk), "Change result", reason="Slip", **hall.tell(results)
    )
    taken(hall.accepted(answer, hall.address("match-page", match.pk)))
    assert hall.match(match.pk).first_won == (results[0].first == "win")


def no_result_any_more(hall: Hall) -> None:
    page = hall.address("match-page", hall.played)
    taken(hall.accepted(hall.press(page, "Reset the result"), page))
    assert hall.match(hall.played).state == "open"


def two_reports_that_differ(hall: Hall) -> None:
    match = hall.match(hall.open)
    boards = BOARDS if hall.cell.entries == "teams" else 1
    for entry, side in ((match.first, 0), (match.second, 1)):
        form = forms_of([hall.cell.results[side]] * boards)[side]
        taken(hall.visitors[hall.phone_of(entry)].post(hall.address("report", match.pk), form))
    assert hall.match(match.pk).state == "disputed"
    ruling = hall.tell(hall.results(match))
    taken(hall.press(hall.address("match-page", match.pk), "Decide the result", reason="Seen", **ruling))
    answer = done(hall.olga.get(f"{hall.path}/matches/{match.pk}"))
    assert (answer["state"], answer["settled"]) == ("agreed", "ruled")


def a_walkover(hall: Hall) -> None:
    match = hall.match(hall.open)
    if hall.kind == StageKind.KNOCKOUT:
        taken(hall.press(hall.address("match-page", match.pk), f"Walkover for {match.first}"))
    else:
        sent = {"line": f"{match.table} 1f", "places": f"{match.table}:{match.pk}"}
        taken(hall.visitors["olga"].post(hall.address("enter"), sent))
    answer = done(hall.olga.get(f"{hall.path}/matches/{match.pk}"))
    assert (answer["result"], answer["outcome"]) == ("1-0F", "P1_WIN")


def both_lose(hall: Hall) -> None:
    """In a knockout one side must advance: the result is not offered, and the API refuses it with the reason."""
    page, path = hall.address("match-page", hall.open), f"{hall.path}/matches/{hall.open}"
    if hall.kind == StageKind.KNOCKOUT:
        with pytest.raises(NotOffered):
            hall.press(page, "Both lose")
        assert problem(hall.olga.post(f"{path}/override", {"result": "0-0F"})) == (422, "needs-winner")
        return
    taken(hall.press(page, "Both lose"))
    assert done(hall.olga.get(path))["result"] == "0-0F"


def a_penalty(hall: Hall) -> None:
    page = hall.address("edit-player", hall.match(hall.played).first_id)
    taken(hall.press(page, "Save penalty or bonus", amount="1", reason="Late"))


# What happens to people.
def no_one_at_the_table(hall: Hall) -> None:
    """A player is absent, and the first repair is applied."""
    match, page = hall.match(hall.open), hall.address("repairs")
    if hall.kind == StageKind.KNOCKOUT:
        taken(hall.press(page, f"{re.escape(str(match.first))} is absent"))
        return
    answer = hall.visitors["olga"].post(
        hall.address("desk-act", match.first_id, "no-show"), {"then": "repairs"}
    )
    taken(answer)
    if hall.kind == StageKind.SWISS:
        taken(hall.press(page, "Apply this repair"))
    else:
        taken(hall.press(page, ".*match.*"))


def someone_leaves(hall: Hall, how: str = "keep") -> None:
    match = hall.match(hall.played)
    if hall.kind == StageKind.POOLS:
        page = hall.address("withdraw-entry", 1, match.first_id)
        taken(hall.press(page, f"Withdraw {match.first}", how=how, reason="Ill"))
    elif hall.kind == StageKind.KNOCKOUT:
        loser = match.second_id if match.first_won else match.first_id
        goer = match.first_id if loser == match.second_id else match.second_id
        taken(hall.press(hall.address("knockout"), "Withdraw from the knockout", entry=str(goer)))
    else:
        taken(hall.visitors["olga"].post(hall.address("desk-act", match.first_id, "drop")))


def leaves_and_forfeits(hall: Hall) -> None:
    someone_leaves(hall, "forfeit")


def leaves_as_if_never_there(hall: Hall) -> None:
    someone_leaves(hall, "void")


def leaves_by_phone(hall: Hall) -> None:
    """In a bracket an opponent waits for them: it is not offered, and the API refuses it with the reason."""
    entry, page = hall.match(hall.open).second, hall.address("me")
    if hall.kind != StageKind.KNOCKOUT:
        taken(hall.press(page, "Finish, then .*", who=hall.phone_of(entry)))
        return
    with pytest.raises(NotOffered):
        hall.press(page, "Finish, then .*", who=hall.phone_of(entry))
    assert problem(hall.olga.post(f"{hall.path}/drop", {"playerId": entry.pk})) == (409, "still-in-bracket")


def gives_up_by_phone(hall: Hall) -> None:
    """In a Swiss the opponent wins; in other formats it is not offered, and the API refuses it with the reason."""
    entry, page = hall.match(hall.open).second, hall.address("me")
    if hall.kind == StageKind.SWISS:
        taken(hall.press(page, "(Concede|Resign) and .*", who=hall.phone_of(entry)))
        assert hall.match(hall.open).first_won
        return
    with pytest.raises(NotOffered):
        hall.press(page, "(Concede|Resign) and .*", who=hall.phone_of(entry))
    code = problem(hall.olga.post(f"{hall.path}/concede", {"playerId": entry.pk}))
    assert code == (409, "nothing-to-concede" if hall.kind == StageKind.POOLS else "still-in-bracket")


def someone_comes_late(hall: Hall) -> None:
    names = {"display_name": "Zoe", "given_name": "", "family_name": "Zoe"}
    asked = {name: str(value) for name, value in hall._asked().items()}
    page = hall.address("late-arrival")
    if hall.kind == StageKind.KNOCKOUT:
        assert "No more players can join it." in text(hall.visitors["olga"].get(page))
    elif hall.cell.entries == "players":
        taken(hall.press(page, "Confirm arrival", **names, **asked))
    else:
        team = {"displayName": "Late Team", "members": [{"name": "Zoe"}, {"name": "Zed"}], **hall._asked()}
        done(hall.olga.post(f"{hall.path}/teams", team), 201)
        if hall.kind == StageKind.SWISS:
            taken(hall.press(page, "Confirm arrival"))
        else:
            assert "no free seat" in text(hall.visitors["olga"].get(page))


def another_name(hall: Hall) -> None:
    entry = hall.match(hall.played).first
    taken(hall.press(hall.address("edit-player", entry.pk), "Save", display_name="Renamed"))
    assert "Renamed" in text(hall.visitors[""].get(hall.address("standings")))


# What happens to the event.
def by_hand(hall: Hall) -> None:
    """Another table for a match that is not played."""
    match = hall.match(hall.open)
    if hall.kind == StageKind.SWISS:
        page = hall.address("by-hand")
        form = next(f for f in forms_on(hall.visitors["olga"].get(page).content.decode(), page)
                    if f.address == hall.address("move", match.pk))  # fmt: skip
        taken(hall.send(page, form, form.buttons[0], table="7", although_played="yes"))
        assert hall.match(match.pk).table == 7
    elif hall.kind == StageKind.POOLS:
        called = {"match": str(match.pk), "board": "2"}
        taken(hall.press(hall.address("hall"), "Call( match)?", **called))
        assert hall.match(match.pk).table == 2
    else:
        taken(
            hall.press(hall.address("match-page", match.pk), f"Walkover for {re.escape(str(match.second))}")
        )


def one_step_back(hall: Hall) -> None:
    """A start cannot be undone once a result is reported; without the result it can."""
    taken(hall.press(hall.address("match-page", hall.played), "Reset the result"))
    taken(hall.press(hall.address("control"), "Undo the start"))
    assert hall.next_step()["step"] == "start"


def corrected_after_the_end(hall: Hall) -> None:
    """When the round or the stage is closed. Another winner of a bracket is no correction."""
    now = hall.next_step()
    while now["step"] != "close":
        hall.settle_all(now["openMatches"])
        now = hall.next_step()
    hall.take("close")
    before, match = standings(hall), hall.match(hall.played)
    page, results = hall.address("correct", match.pk), hall.results(match)
    fields = {**hall.tell(results), "policy": "everywhere", "reason": "Slip"}
    would = hall.visitors["olga"].get(page, fields)
    if hall.kind == StageKind.KNOCKOUT:
        refused(would, "change who plays on in the bracket")
        assert standings(hall) == before
        return
    taken(hall.send(page, *_button(forms_on(would.content.decode(), page), "Correct to .*", page)))
    answer = done(hall.olga.get(f"{hall.path}/matches/{match.pk}"))
    assert hall.match(match.pk).first_won == (results[0].first == "win")
    assert len({game["words"] for game in answer["games"]}) == (hall.cell.entries == "teams")


def a_longer_final(hall: Hall) -> None:
    """Best of three, said before the bracket is played."""
    page = hall.address("knockout")
    if not hall.tournament.stages.filter(kind=StageKind.KNOCKOUT).exists():
        assert hall.visitors["olga"].get(page).status_code == 404
        return
    if hall.kind == StageKind.KNOCKOUT:
        one_step_back(hall)
        taken(hall.press(hall.address("control"), "Back to draft"))
    answer = hall.press(page, "Save", best_of_final="3")
    if hall.cell.entries == "teams" and hall.cell.game not in ("sets", "cards"):
        refused(answer, "choose a best of one")
    else:
        taken(answer)


def another_computer(hall: Hall) -> None:
    """The event continues from its file."""
    file = hall.visitors["olga"].get(hall.address("export-event"))
    data = b"".join(file) if file.streaming else file.content
    sent = {"file": SimpleUploadedFile("event.zip", data)}
    call = hall.olga.client.post("/api/tournaments/import?copy=true", sent, headers=hall.olga.headers)
    copy = done(call, 201)["tournamentId"]
    before = standings(hall)
    hall.tournament, hall.path = Tournament.objects.get(pk=copy), f"/tournaments/{copy}"
    assert standings(hall) == before


def everything_on_paper(hall: Hall) -> None:
    """What a page offers is there; what is not, says why."""
    olga = hall.visitors["olga"]
    pages = [hall.address("print-sheet", sheet, "a4") for sheet in SHEETS]
    pages += [hall.address(name, kind) for kind in ("csv", "xlsx")
              for name in ("export-standings", "export-crosstable", "export-players")]  # fmt: skip
    pages += [hall.address("export-pairings", 1, "csv"), hall.address("export-journal", "json")]
    answers = {page: olga.get(page) for page in pages}
    assert {a.status_code for a in answers.values()} <= {200, 404, 409}
    assert [p for p, a in answers.items() if a.status_code != 200 and not text(a)] == []


TROUBLES: dict[str, Callable[[Hall], None]] = {
    trouble.__name__: trouble
    for trouble in (
        another_result,
        no_result_any_more,
        two_reports_that_differ,
        a_walkover,
        both_lose,
        a_penalty,
        no_one_at_the_table,
        someone_leaves,
        leaves_and_forfeits,
        leaves_as_if_never_there,
        leaves_by_phone,
        gives_up_by_phone,
        someone_comes_late,
        another_name,
        by_hand,
        one_step_back,
        corrected_after_the_end,
        a_longer_final,
        another_computer,
        everything_on_paper,
    )
}


def standings(hall: Hall) -> list[tuple[str, float]]:
    table = done(hall.olga.get(f"{hall.path}/standings"))["standings"]
    return [(line["displayName"], line["score"]) for line in table]
