"""Teams (C7): entered with their members, one team for each person, results by any member, boards to match points."""

from __future__ import annotations

from decimal import Decimal

import pytest

from building import details, entry, start_next, user
from crosstable.accounts.models import Player
from crosstable.engine.results import Score
from crosstable.events.actions.event import tournaments
from crosstable.events.actions.people import entries, teams
from crosstable.events.actions.people.lineups import set_team_rules
from crosstable.events.actions.results import results, team_boards
from crosstable.events.actions.stages import pool_play, pools, schedules, stages
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.bridge.results.scores import parse_score, read_score
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.settings.stage_settings import StagePlan
from crosstable.events.bridge.verbs.sentences import describe
from crosstable.events.errors import (
    AlreadyRegistered,
    BadValue,
    BoardsNeeded,
    FixedByEntries,
    InAnotherTeam,
    NameTaken,
    NotAllowed,
    NoTeams,
    Refused,
    TeamLocked,
    TeamsOnly,
    WrongTeamSize,
)
from crosstable.events.models import (
    Entry,
    Match,
    RatingChange,
    Stage,
    StageKind,
    Status,
    TeamMember,
    Tournament,
)
from crosstable.events.permissions import side_of
from crosstable.events.play_errors import NotYourMatch, WouldOverwrite
from crosstable.events.queries.desk.control import control_room
from crosstable.events.queries.people.my_event import entry_of, waiting_for
from crosstable.events.queries.standings.pool_tables import columns_of, pool_tables, rows_by_pool
from crosstable.events.queries.standings.standings import standings_table
from pool_building import fresh, match_between, revision

pytestmark = pytest.mark.django_db
OLGA = "olga"


def doubles(*names: str, team_size: int = 2, team_boards: int = 1, public: bool = True) -> Tournament:
    """A team event; each name is a team of new people: 'Owls' has 'Owls 1' and 'Owls 2'."""
    event_details = details(name="Doubles", team_size=team_size, team_boards=team_boards)
    tournament = tournaments.create_tournament(details=event_details, by=user(OLGA), game="chess")
    plan = StagePlan(StageKind.POOLS, "Pools", {"boards": 2})
    stages.set_stages(tournament=tournament, plans=[plan], by=user(OLGA))
    if public:
        tournaments.advance(tournament=tournament, by=user(OLGA))
    for name in names:
        add(tournament, name, *(f"{name} {n}" for n in range(1, team_size + 1)))
    tournament.refresh_from_db()
    return tournament


def add(tournament: Tournament, name: str, *members: Player | str) -> Entry:
    return teams.add_team(tournament=tournament, details=EntryDetails(name), members=members, by=user(OLGA))


def members(entry: Entry) -> list[str]:
    return list(entry.members.values_list("player__name", flat=True))


def playing(tournament: Tournament) -> Stage:
    stage = tournament.stages.get()
    pools.form_pools(stage=stage, by=user(OLGA))
    schedules.make_schedule(stage=stage, by=user(OLGA))
    pool_play.publish_pools(stage=stage, by=user(OLGA))
    pool_play.start_pools(stage=stage, by=user(OLGA))
    return fresh(stage)


def test_a_player_registers_a_team_with_a_partner_by_name_or_account() -> None:
    tournament = doubles()
    owls = teams.register_team(
        tournament=tournament, details=EntryDetails("Owls"), partners=["Bea Novak"], by=user("ann")
    )
    user("cem")
    crows = teams.register_team(
        tournament=tournament, details=EntryDetails("Crows"), partners=["@cem"], by=user("dan")
    )
    assert (members(owls), members(crows)) == (["ann", "Bea Novak"], ["dan", "cem"])
    assert owls.player.is_team
    assert entry_of(user("cem"), tournament) == crows
    with pytest.raises(AlreadyRegistered):
        teams.register_team(
            tournament=tournament, details=EntryDetails("Kites"), partners=["Eve"], by=user("cem")
        )


def test_no_one_enters_alone_where_teams_play_and_no_team_where_single_players_do() -> None:
    tournament = doubles()
    with pytest.raises(TeamsOnly):
        entries.register(tournament=tournament, details=EntryDetails("ann"), by=user("ann"))
    with pytest.raises(TeamsOnly):
        entries.add_entry(tournament=tournament, details=EntryDetails("ann"), by=user(OLGA))
    single = tournaments.create_tournament(details=details(), by=user(OLGA), game="chess")
    with pytest.raises(NoTeams):
        add(single, "Owls", "a", "b")
    assert Entry.objects.count() == 0


BAD = {
    "no members": ([], WrongTeamSize),
    "one of two": (["Ann"], WrongTeamSize),
    "blank names": (["  ", ""], WrongTeamSize),
    "too many": (["a", "b", "c", "d", "e", "f", "g"], WrongTeamSize),
    "the same twice": (["Ann", "ann"], BadValue),
    "a player of another team": (["Ann", "Owls 1"], InAnotherTeam),
    "an unknown account": (["Ann", "@nobody"], BadValue),
    "a name too long": (["Ann", "x" * 81], BadValue),
}


@pytest.mark.parametrize("case", BAD)
def test_a_team_that_cannot_be_is_refused_and_changes_nothing(case: str) -> None:
    named, kind = BAD[case]
    tournament = doubles("Owls")
    before = (revision(tournament), TeamMember.objects.count(), Player.objects.count())
    with pytest.raises(kind) as refused:
        add(tournament, "Crows", *named)
    assert isinstance(refused.value, Refused)
    assert refused.value.field == "members"
    assert (revision(tournament), TeamMember.objects.count(), Player.objects.count()) == before


def test_a_known_person_is_in_one_team_only() -> None:
    tournament = doubles("Owls")
    known = Player.objects.get(name="Owls 1")
    with pytest.raises(InAnotherTeam) as refused:
        add(tournament, "Crows", known, "Zoe")
    assert str(refused.value).startswith("Owls 1 is in “Owls” already")
    with pytest.raises(NameTaken):
        add(tournament, "owls", "Yan", "Zoe")


def test_members_are_changed_until_the_lock_by_any_of_them_and_then_by_organisers() -> None:
    tournament = doubles("Owls")
    crows = teams.register_team(
        tournament=tournament, details=EntryDetails("Crows"), partners=["Bea"], by=user("ann")
    )
    kept = crows.members.get(number=1).pk
    teams.edit_team(entry=crows, members=["Cleo", "ann"], name="Ravens", by=user("ann"))
    crows.refresh_from_db()
    assert (crows.display_name, members(crows)) == ("Ravens", ["Cleo", "ann"])
    assert crows.members.get(number=2).pk == kept
    with pytest.raises(NotAllowed):
        teams.edit_team(entry=crows, members=["Cleo", "Dora"], by=user("pat"))
    tournaments.lock_lists(tournament=tournament, by=user(OLGA))
    with pytest.raises(TeamLocked):
        teams.edit_team(entry=crows, members=["Dora", "ann"], by=user("ann"))
    teams.edit_team(entry=crows, members=["Dora", "ann"], by=user(OLGA))
    assert members(crows) == ["Dora", "ann"]


def test_teams_or_single_players_is_fixed_by_the_first_entry() -> None:
    tournament = doubles("Owls")
    with pytest.raises(FixedByEntries):
        tournaments.edit_tournament(tournament=tournament, details=details(team_size=None), by=user(OLGA))
    with pytest.raises(BadValue) as refused:
        tournaments.create_tournament(details=details(team_boards=3, team_size=2), by=user(OLGA))
    assert refused.value.field == "team_boards"


def test_any_member_reports_for_the_team_and_the_games_are_not_rated() -> None:
    tournament = doubles("Kites", "Larks")
    owls = teams.register_team(
        tournament=tournament,
        details=EntryDetails("Owls"),
        partners=["@ben"] if user("ben") else [],
        by=user("ann"),
    )
    crows = teams.register_team(
        tournament=tournament, details=EntryDetails("Crows"), partners=["Dora"], by=user("cem")
    )
    stage = playing(tournament)
    match = match_between(stage, "Owls", "Crows")
    assert (side_of(user("ben"), match), side_of(user("cem"), match)) == (owls, crows)
    results.report(match=match, score=parse_score(match, "1-0"), by=user("ben"))
    assert [m.pk for m in waiting_for(user("cem"))] == [match.pk]
    with pytest.raises(NotYourMatch):
        results.confirm(match=match, by=user("pat"))
    results.confirm(match=match, by=user("cem"))
    for other in Match.objects.exclude(pk=match.pk):
        results.enter_result(match=other, score=parse_score(other, "1/2-1/2"), by=user(OLGA))
    pool_play.close_stage(stage=stage, by=user(OLGA))
    assert RatingChange.objects.count() == 0


def boards(match: Match, *codes: str) -> list[Score]:
    return [parse_score(match, code) for code in codes]


def test_several_boards_make_match_points_then_board_points() -> None:
    tournament = doubles("Owls", "Crows", "Kites", team_size=3, team_boards=3)
    stage = playing(tournament)

    def enter(first: str, second: str, *codes: str) -> None:
        match = match_between(stage, first, second)
        if match.first.display_name != first:
            codes = tuple({"1-0": "0-1", "0-1": "1-0"}.get(c, c) for c in codes)
        team_boards.enter_boards(match=match, boards=boards(match, *codes), by=user(OLGA))

    enter("Owls", "Crows", "1-0", "1/2-1/2", "0-1")
    enter("Owls", "Kites", "1-0", "1-0", "0-1")
    enter("Crows", "Kites", "1-0", "1-0", "1-0")
    table = rows_by_pool(stage)["A"]
    assert [(row.entry.name, *row.values) for row in table] == [
        ("Crows", 3, Decimal("4.5")),
        ("Owls", 3, Decimal("3.5")),
        ("Kites", 0, 1),
    ]


def test_both_teams_report_the_same_boards_and_agree() -> None:
    tournament = doubles("Kites", team_boards=2)
    for name, captain, partner in (("Owls", "ann", "Bea"), ("Crows", "cem", "Dora")):
        teams.register_team(
            tournament=tournament, details=EntryDetails(name), partners=[partner], by=user(captain)
        )
    stage = playing(tournament)
    match = match_between(stage, "Owls", "Crows")
    with pytest.raises(BoardsNeeded):
        results.report(match=match, score=parse_score(match, "1-0"), by=user("ann"))
    with pytest.raises(BoardsNeeded):
        team_boards.report_boards(match=match, boards=boards(match, "1-0"), by=user("ann"))
    team_boards.report_boards(match=match, boards=boards(match, "1-0", "1/2-1/2"), by=user("ann"))
    results.confirm(match=match, by=user("cem"))
    match.refresh_from_db()
    assert (match.state, match.result) == ("agreed", "1-0")
    assert list(match.parts.values_list("number", "result")) == [(1, "1-0"), (2, "1/2-1/2")]
    with pytest.raises(WouldOverwrite):
        team_boards.enter_boards(match=match, boards=boards(match, "0-1", "0-1"), by=user(OLGA))
    results.clear_result(match=match, by=user(OLGA))
    assert list(match.parts.values_list("result", flat=True)) == ["", ""]


def test_the_journal_says_what_was_told_of_the_boards() -> None:
    tournament = doubles("Kites", team_boards=2)
    for name, captain, partner in (("Owls", "ann", "Bea"), ("Crows", "cem", "Dora")):
        teams.register_team(
            tournament=tournament, details=EntryDetails(name), partners=[partner], by=user(captain)
        )
    match = match_between(playing(tournament), "Owls", "Crows")
    team_boards.report_board(match=match, board=1, score=boards(match, "1-0")[0], by=user("ann"))
    for codes in (("1-0", "1/2-1/2"), ("0-1", "1/2-1/2")):
        team_boards.enter_boards(match=match, boards=boards(match, *codes), overwrite=True, by=user(OLGA))
    newest_first = [describe(entry).partition(": ")[2] for entry in tournament.journal.all()[:3]]
    assert newest_first == [
        "Owls v Crows: changed 1½–½ → ½–1½",
        "Owls v Crows: entered 1½–½, by board",
        "Owls v Crows: Owls reported 1–0, –, by board",
    ]


def test_different_boards_are_a_dispute_and_a_forfeit_gives_every_board() -> None:
    tournament = doubles("Kites", team_boards=2)
    for name, captain, partner in (("Owls", "ann", "Bea"), ("Crows", "cem", "Dora")):
        teams.register_team(
            tournament=tournament, details=EntryDetails(name), partners=[partner], by=user(captain)
        )
    stage = playing(tournament)
    match = match_between(stage, "Owls", "Crows")
    team_boards.report_boards(match=match, boards=boards(match, "1-0", "1/2-1/2"), by=user("ann"))
    team_boards.report_boards(match=match, boards=boards(match, "1/2-1/2", "1-0"), by=user("cem"))
    match.refresh_from_db()
    assert match.state == "disputed"
    results.enter_result(match=match, score=parse_score(match, "1-0F"), by=user(OLGA))
    assert list(match.parts.values_list("result", flat=True)) == ["1-0F", "1-0F"]


def test_a_removed_team_leaves_its_people_free_for_another() -> None:
    tournament = doubles("Owls")
    entries.remove_entry(entry=entry(tournament, "Owls"), by=user(OLGA))
    add(tournament, "Crows", "Owls 1", "Owls 2")
    assert TeamMember.objects.count() == 2


def test_the_boards_keep_who_sat_there() -> None:
    tournament = doubles("Owls", "Crows", team_boards=2)
    match = match_between(playing(tournament), "Owls", "Crows")
    team_boards.enter_boards(match=match, boards=boards(match, "1-0", "1/2-1/2"), by=user(OLGA))
    seated = match.parts.values_list("number", "first_member__player__name", "second_member__player__name")
    assert list(seated) == [
        (1, f"{match.first} 1", f"{match.second} 1"),
        (2, f"{match.first} 2", f"{match.second} 2"),
    ]
    teams.edit_team(entry=match.first, members=["Eve", f"{match.first} 2"], by=user(OLGA))
    assert list(match.parts.values_list("first_member__number", flat=True)) == [None, 2]


@pytest.mark.parametrize(
    ("game", "scores", "tallies"),
    [
        ("wargame", [[72, 45], [10, 60]], [["points", 82, 105]]),
        ("sets", [[[11, 4], [11, 7]], [[11, 9], [11, 8]]], [["parts", 4, 0], ["points", 44, 28]]),
        ("cards", [[2, 0], [1, 1, 1]], [["parts", 3, 1, 1]]),
        (
            "wtc",
            [[[40, 30, 10], [10, 5, 10]], [[20, 20, 10], [20, 20, 10]]],
            [["points", 30, 10], ["sheet", 130, 75]],
        ),
    ],
)
def test_what_is_counted_on_the_boards_is_counted_for_the_team(game, scores, tallies) -> None:
    tournament = doubles("Owls", "Crows", team_boards=2)
    Tournament.objects.filter(pk=tournament.pk).update(game=game)
    tournament.refresh_from_db()
    match = match_between(playing(tournament), "Owls", "Crows")
    boards_read = [read_score(rules_of(tournament).shape, score) for score in scores]
    team_boards.enter_boards(match=match, boards=boards_read, by=user(OLGA))
    match.refresh_from_db()
    assert (match.tallies, match.parts_with_result) == (tallies, boards_read)


def test_a_swiss_of_teams_is_ordered_by_match_points_board_points_and_what_was_chosen() -> None:
    event_details = details(name="League", team_size=2, team_boards=2, total_rounds=2)
    tournament = tournaments.create_tournament(details=event_details, by=user(OLGA), game="chess")
    for name in ("Owls", "Crows", "Kites", "Wrens"):
        add(tournament, name, f"{name} 1", f"{name} 2")
    Tournament.objects.update(team_tie_breaks=["TBR"])
    tournament.refresh_from_db()
    while tournament.status != Status.IN_PROGRESS:
        tournaments.advance(tournament=tournament, by=user(OLGA))
        tournament.refresh_from_db()
    start_next(tournament)
    first, second = Match.objects.order_by("table")
    team_boards.enter_boards(match=first, boards=boards(first, "1-0", "1/2-1/2"), by=user(OLGA))
    team_boards.enter_boards(match=second, boards=boards(second, "1/2-1/2", "1-0"), by=user(OLGA))
    tournament.refresh_from_db()
    table = standings_table(tournament)
    assert [column.code for column in table.columns] == ["MP", "BP", "TBR", "BH/C1", "BH", "SB"]
    names = [str(side) for side in (first.first, second.first, second.second, first.second)]
    assert [(line.rank, str(line.entry), *line.cells[:3]) for line in table.lines] == [
        (1, names[0], "2", "1½", "1"),
        (2, names[1], "2", "1½", "½"),
        (3, names[2], "0", "½", "½"),
        (4, names[3], "0", "½", "0"),
    ]
    assert [line.tiles[0].symbol for line in table.lines] == ["1½–½", "1½–½", "½–1½", "½–1½"]
    assert [match.result_words for match in control_room(tournament).desk.matches] == ["1½–½", "1½–½"]


def test_battle_points_and_board_points_stand_under_different_headings() -> None:
    tournament = Tournament(game="wtc", team_size=3, team_boards=3)
    columns = rules_of(tournament).columns(rules_of(tournament).tie_breaks)
    assert [column.short for column in columns] == ["W", "L", "D", "BP", "SOS", "MP", "Boards"]


def test_pools_and_a_swiss_of_teams_take_the_extended_tie_breaks() -> None:
    """Chosen on the page of line-ups or by a program; what means nothing in a pool is left out of its table."""
    tournament = doubles("Owls", "Crows", "Kites", team_size=3, team_boards=3)
    stage = playing(tournament)
    for refused in (["XYZ"], ["MP"], ["EDE", "EDE"]):
        with pytest.raises(BadValue):
            set_team_rules(tournament=tournament, board_order="fixed", tie_breaks=refused, by=user(OLGA))
    chosen = ["EMGSB/C1", "EDEBT", "SSSC/K2"]
    tournament = set_team_rules(
        tournament=tournament, board_order=tournament.board_order, tie_breaks=chosen, by=user(OLGA)
    )
    ring = {("Owls", "Crows"): "1-0", ("Crows", "Kites"): "1-0", ("Kites", "Owls"): "1-0"}
    for (first, second), code in ring.items():
        match = match_between(stage, first, second)
        result = code if match.first.display_name == first else "0-1"
        team_boards.enter_boards(match=match, boards=boards(match, result, result, "1/2-1/2"), by=user(OLGA))
    stage = fresh(stage)
    assert [column.code for column in columns_of(stage)] == ["MP", "BP", "EMGSB/C1", "EDEBT"]
    (table,) = pool_tables(stage)
    assert [(line.rank, line.points, *line.tie_breaks) for line in table.lines] == [
        (1, 2, Decimal("3.0"), Decimal("5.0"), None)
    ] * 3


def test_a_team_match_is_told_by_its_boards_with_the_sum_of_what_was_counted_from_either_side():
    match = Match(result="1/2-1/2", score=[2, 3], tallies=[["parts", 2, 3]])
    assert match.result_words == "2–3"
    match.board_words = ("1", "1")
    assert (match.result_words, match.board_score(first=False)) == ("1–1 (2–3)", "1–1 (3–2)")
