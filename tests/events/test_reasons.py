"""Every pairing explained: in sentences for the desk, for the player on the phone, for programs."""

import pytest

from api.calling import Caller, done, problem
from building import entry, event, match_of, play_round, playing, settle, start_next, user
from chess_building import SIX, chess, play_chess, start_chess, with_account
from crosstable.engine.results import by_points
from crosstable.events.actions.event.tournaments import advance
from crosstable.events.actions.people import byes
from crosstable.events.actions.results import results
from crosstable.events.actions.rounds import drafts, rounds
from crosstable.events.actions.stages.stages import set_stages
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.models import Match, Round, Status, Tournament
from crosstable.events.queries.rounds import reasons
from events.test_teams import doubles
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db


def reason_of(tournament, name, number=None, other=None):
    match = match_of(tournament, name, number)
    asked = (entry(tournament, name).pk, entry(tournament, other).pk) if other else ()
    return reasons.of_match(match, *asked).reasons[0]


def test_a_pair_of_one_group_by_the_plain_order():
    tournament = playing("a b c d e f")
    assert list(reason_of(tournament, "b").sentences) == [
        "b and e are in the same group: 6 players with the record 0–0.",
        "Among the 6 paired together the upper half meets the lower half, first against first, second against second.",
        "There b is no. 2 and e no. 5: exactly as the rule says.",
    ]


def test_someone_paired_down_is_told_why_and_why_not_the_nearer_ones():
    """a has won three, met all of the next group, and is paired two groups down."""
    tournament = playing("a b c d e f g", total_rounds=5)
    for _ in range(3):
        play_round(tournament)
        start_next(tournament)
    reason = reason_of(tournament, "a")
    assert reason.sentences[0] == (
        "a was paired down: the group with the record 3–0 has an odd number (1). The lowest ranked moves "
        "to the group with the record 1–2, where f is."
    )
    assert list(reason.violated) == [
        "a was paired down 2 groups. No complete round without another rematch has fewer such gaps."
    ]
    assert [(w.one, w.two, w.sentence) for w in reason.instead] == [
        (
            "a",
            "b",
            "They have met once before. Rematches in the best complete round with this pair: 1; "
            "in this round: 0.",
        )
    ]


def test_the_bye_is_explained():
    tournament = playing("a b c")
    assert list(reason_of(tournament, "c").sentences) == [
        "An odd number plays, 3, so one has a bye.",
        "c is the lowest ranked, and the bye goes to the lowest ranked who may have it.",
    ]


def test_an_unavoidable_rematch_is_named_as_bent():
    tournament = playing("a b")
    play_round(tournament)
    start_next(tournament)
    assert list(reason_of(tournament, "a").violated) == [
        "a and b have met once before. "
        "Every complete round has at least as many rematches as this one; none has fewer."
    ]


def test_a_pairing_by_hand_is_called_so_with_what_the_rules_give():
    tournament = event("a b c d", Status.IN_PROGRESS)
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    drafts.swap_players(
        tournament=tournament,
        first=entry(tournament, "a"),
        second=entry(tournament, "b"),
        by=tournament.owner,
    )
    reason = reason_of(tournament, "a")
    assert reason.by_hand
    assert list(reason.sentences) == [
        "An organiser made this pairing manually.",
        "By the rules a would meet c.",
        "By the rules d would meet b.",
    ]
    assert [w.sentence for w in reason.instead] == [
        "The pairs would be further from the plain order: 2 places off instead of 0."
    ]


def test_results_changed_since_are_said_and_not_taken_for_handwork():
    tournament = playing("a b c d")
    settle(tournament, "a 70-40", "b 60-40")
    rounds.close_round(tournament=tournament, by=tournament.owner)
    start_next(tournament)
    Match.objects.filter(round__number=1, table=2).update(**by_points("0-1", 40, 60).stored())
    found = reasons.of_round(Round.objects.get(number=2))
    assert not found.is_as_it_was
    assert [(r.by_hand, r.sentences[0]) for r in found.reasons] == [
        (False, "Results or entries have changed since this was paired.")
    ] * 2


def test_fide_pairs_are_told_with_brackets_halves_and_colours():
    tournament = chess(SIX)
    start_chess(tournament)
    assert list(reason_of(tournament, "ann").sentences) == [
        "ann and di are in the same score group: 6 players with 0 points.",
        "The upper half meets the lower half in order, and so ann meets di.",
        "ann has White: neither has a colour preference yet, and the colour drawn for round 1 decides (5.2.5).",
    ]


def test_teams_are_called_teams():
    tournament = doubles("Owls", "Crows", "Kites", "Jays")
    set_stages(tournament=tournament, plans=(), by=tournament.owner)
    advance(tournament=tournament, by=tournament.owner)
    start_chess(tournament)
    [_, group] = reason_of(tournament, "Owls").sentences[0].split(": ")
    assert group == "4 teams with 0 points."


def test_fide_says_why_not_with_the_criterion():
    tournament = chess({**SIX, "gus": 1500})
    play_chess(tournament, "1-0", "1-0", "0-1")
    start_chess(tournament)
    assert [w.sentence for w in reason_of(tournament, "ann", other="di").instead] == [
        "ann and di have met before, and no two players meet twice (C1)."
    ]
    worse = reason_of(tournament, "ann", other="ed").instead[-1].sentence
    assert worse.startswith("With ann and ed together C")


def test_a_requested_bye_is_someones_wish():
    tournament = chess(SIX)
    byes.request_bye(entry=entry(tournament, "flo"), round_number=1, kind="half", by=tournament.owner)
    start_chess(tournament)
    assert list(reason_of(tournament, "flo").sentences) == [
        "flo requested a bye for this round: half-point bye."
    ]


@pytest.mark.parametrize("system", ["fide-dutch", "swiss-club", "swiss-next", "swiss-simple", "swiss-monrad"])
def test_every_pairing_of_every_chess_system_is_explained_as_it_was_made(system):
    tournament = chess({**SIX, "gus": 1500, "hal": 1400, "ida": 1300}, system=system)
    play_chess(tournament, "1-0", "0-1", "1-0")
    play_chess(tournament, "1-0", "1/2-1/2", "0-1")
    play_chess(tournament, "0-1", "1-0")
    start_chess(tournament)
    for round_ in Round.objects.filter(tournament=tournament):
        found = reasons.of_round(round_)
        assert (found.is_as_it_was, [r.by_hand for r in found.reasons]) == (True, [False] * 5)
        assert all(len(r.sentences) >= 2 for r in found.reasons)


def test_the_organiser_reads_the_round_and_each_pairing_also_of_a_draft():
    tournament = event("a b c d", Status.IN_PROGRESS)
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    olga = logged_in("olga")
    page = olga.get(f"/t/{tournament.slug}/control/rounds/1/why")
    assert "a and c are in the same group: 4 players with the record 0–0." in text(page)
    match = match_of(tournament, "a")
    why = f"/t/{tournament.slug}/matches/{match.pk}/why"
    assert why in olga.get(f"/t/{tournament.slug}/control").content.decode()
    asked = olga.get(f"{why}?one={match.first_id}&other={entry(tournament, 'b').pk}")
    assert "Why not a v b?" in text(asked)
    assert olga.get(f"/t/{tournament.slug}/control/rounds/9/why").status_code == 404


def test_a_player_reads_their_own_once_published_and_if_allowed():
    tournament = event("a b c d", Status.IN_PROGRESS)
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    why = f"/t/{tournament.slug}/matches/{match_of(tournament, 'a').pk}/why"
    assert logged_in("a").get(why).status_code == 403
    rounds.publish_round(tournament=tournament, by=tournament.owner)
    assert [logged_in(n).get(why).status_code for n in ("a", "c", "b", "mallory")] == [200, 200, 403, 403]
    assert why in logged_in("a").get(f"/t/{tournament.slug}/me").content.decode()
    Tournament.objects.update(players_see_reasons=False)
    assert logged_in("a").get(why).status_code == 403
    assert why not in logged_in("a").get(f"/t/{tournament.slug}/me").content.decode()


def test_the_setting_is_in_both_forms_and_over_the_api():
    tournament = chess(SIX)
    with_account(tournament, "ann")
    page = logged_in("vera").get(f"/t/{tournament.slug}/control/settings")
    assert "players_see_reasons" in page.content.decode()
    body = {"name": "Autumn Open", "date": "2026-11-21", "totalRounds": 5, "playersSeeReasons": False}
    changed = done(Caller("vera").put(f"/tournaments/{tournament.pk}", body))
    assert changed["playersSeeReasons"] is False


def test_a_program_reads_the_reasons():
    tournament = playing("a b c d")
    base, match = f"/tournaments/{tournament.pk}", match_of(tournament, "a")
    mine = done(Caller("a").get(f"{base}/matches/{match.pk}/reasons?other={entry(tournament, 'b').pk}"))
    assert [w["one"] + w["two"] for w in mine["reasons"][0]["instead"]] == ["ab"]
    assert problem(Caller("b").get(f"{base}/matches/{match.pk}/reasons")) == (403, "not-allowed")
    whole = done(Caller("olga").get(f"{base}/rounds/1/reasons"))
    assert (whole["unchanged"], len(whole["reasons"])) == (True, 2)


def test_a_late_decision_does_not_hide_the_reason_of_a_pairing_made_before():
    tournament = playing("a b c d")
    settle(tournament, "a 70-40")
    rounds.pair_next_round(tournament=tournament, by=tournament.owner, with_open=True)
    rounds.publish_round(tournament=tournament, by=tournament.owner, with_open=True)
    late = match_of(tournament, "b", 1)
    results.enter_result(match=late, score=parse_score(late, (10, 90)), by=user("olga"))
    page = logged_in("olga").get(f"/t/{tournament.slug}/control/rounds/2/why")
    assert "Results or entries have changed since this round was paired." in text(page)
