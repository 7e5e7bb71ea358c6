"""Groups before a knockout: how many there are follows those who take part, until an organiser says another number."""

from __future__ import annotations

import pytest

from api.calling import Caller, done
from building import details, user
from crosstable.events.actions.event import tournaments
from crosstable.events.actions.people import entries
from crosstable.events.actions.stages import pools, stages
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.bridge.settings.hall_settings import board_numbers
from crosstable.events.models import Stage
from crosstable.events.queries.stages.participants import all_advance_warning
from pool_building import fresh, seats
from web.visiting import logged_in

pytestmark = pytest.mark.django_db
PROPOSED = (
    "Leave empty to use {}, so the pools eliminate someone. It changes with the number of entries; "
    "a number you enter stays."
)


def groups_then_knockout(players: int) -> Stage:
    made = tournaments.create_in_format(details=details(), format="pools-knockout", by=user("olga"))
    stage = made.stages.get(number=1)
    enter(stage, range(players))
    return fresh(stage)


def enter(stage: Stage, numbers: range) -> None:
    for number in numbers:
        entry = EntryDetails(f"Player {number}", faction="Orks")
        entries.add_entry(tournament=stage.tournament, details=entry, by=user("olga"))


def sizes(stage: Stage) -> list[int]:
    return [len(names) for names in seats(fresh(stage)).values()]


def shown(stage: Stage) -> tuple[int | None, int, str]:
    """What stands in the form, what stands there in grey while nothing does, and what is said beside it."""
    page = logged_in("olga").get(f"/t/{stage.tournament.slug}/control/stages/1")
    field = page.context["form_pools"]["groups"]
    return field.value(), field.field.widget.attrs["placeholder"], field.help_text


def proposed(number: int) -> tuple[None, int, str]:
    return None, number, PROPOSED.format(number)


def press(stage: Stage, typed: str) -> None:
    """“Form the pools”, with this as their number."""
    fields = {"groups": typed, "distribution": "snake", "order": "seeds", "version": fresh(stage).version}
    answer = logged_in("olga").post(f"/t/{stage.tournament.slug}/control/stages/1/pools", fields)
    assert answer.status_code == 302


def test_the_page_proposes_pools_that_put_someone_out_and_follows_those_who_come():
    stage = groups_then_knockout(8)
    assert shown(stage) == proposed(2)
    assert all_advance_warning(stage) == ""
    press(stage, "")
    assert sizes(stage) == [4, 4]
    enter(stage, range(8, 12))
    assert shown(stage) == proposed(4)
    press(stage, "")
    assert sizes(stage) == [3, 3, 3, 3]


@pytest.mark.parametrize("typed", [3, 2])
def test_what_was_typed_stays_also_where_it_is_the_number_proposed_until_it_is_taken_out(typed):
    stage = groups_then_knockout(9)
    assert shown(stage) == proposed(2)
    press(stage, str(typed))
    enter(stage, range(9, 16))
    assert shown(stage) == (typed, 4, PROPOSED.format(4))
    press(stage, str(typed))
    assert len(sizes(stage)) == typed
    press(stage, "")
    assert (sizes(stage), shown(stage)) == ([4, 4, 4, 4], proposed(4))


def test_a_program_says_the_number_proposed_and_it_stays_until_it_says_null():
    stage, olga = groups_then_knockout(8), Caller("olga")
    path = f"/tournaments/{stage.tournament.pk}/stages/1/pools"
    bodies = [{"groups": 2}, {}, {"groups": None}, {}]
    assert [done(olga.post(path, body))["settings"]["groups"] for body in bodies] == [2, 2, None, None]


def test_a_change_of_who_goes_on_changes_the_proposal():
    stage = groups_then_knockout(24)
    assert shown(stage) == proposed(8)
    stages.edit_stage(stage=stage, settings={"next_best": 4}, by=user("olga"))
    assert shown(stage) == proposed(6)


def test_each_pool_has_boards_to_itself_once_it_is_known_how_many_there_are():
    stage = groups_then_knockout(8)
    stages.edit_stage(stage=stage, settings={"own_boards": True, "boards": 2}, by=user("olga"))
    pools.form_pools(stage=stage, by=user("olga"))
    assert board_numbers(fresh(stage)) == [1, 2, 3, 4]


def test_a_program_reads_the_proposal_and_the_next_step_takes_it():
    stage, olga = groups_then_knockout(8), Caller("olga")
    path = f"/tournaments/{stage.tournament.pk}"
    read = done(olga.get(f"{path}/stages/1"))
    assert (read["settings"]["groups"], read["proposedGroups"]) == (None, 2)
    done(olga.post(f"{path}/advance"))
    step = done(olga.get(f"{path}/next"))
    assert (step["step"], step["text"]) == (
        "form-pools",
        "Choose how many pools (2 proposed), and whether to shuffle.",
    )
    done(olga.post(f"{path}/next", {"seen": "form-pools"}))
    assert sizes(stage) == [4, 4]
    assert done(olga.post(f"{path}/stages/1/pools", {"groups": 1}))["proposedGroups"] is None
    assert done(olga.get(f"{path}/stages/2"))["proposedGroups"] is None


def test_a_round_robin_is_one_pool():
    made = tournaments.create_in_format(details=details(), format="round-robin", by=user("olga"))
    stage = fresh(made.stages.get())
    enter(stage, range(8))
    assert shown(stage) == (1, 1, "")
