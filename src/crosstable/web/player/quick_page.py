"""A player's own page in a millisecond: the template is asked once for all whose pages look alike; names, tables and
numbers are filled in (`web/blanks.py`). In a Swiss, that is; where a page holds boards of a team, a bracket or byes
asked for, it is None here and made by the view.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.http import HttpRequest
from django.template.loader import get_template, render_to_string
from django.utils.safestring import mark_safe

from crosstable.accounts.models import User
from crosstable.events.models import Entry, Match, Notification, Round, Status
from crosstable.events.queries.people.my_games import PastGame
from crosstable.events.queries.people.my_turn import Opponent, Turn
from crosstable.events.queries.people.player import MyEvent
from crosstable.web.blanks import KEY, TOKEN, Blanks, Skeletons, StandIn
from crosstable.web.games import game_parts
from crosstable.web.player.forms import ReportForm
from crosstable.web.templatetags.crosstable import ordinal, signed

PAGE, ROW = "player/me.html", "player/parts/past_game.html"
_pages, _rows = Skeletons(400), Skeletons(400)
# Two kilobytes each, in every process.
MOST_ROWS = 2_000


@dataclass(frozen=True, slots=True)
class Looking:
    """Who looks at the page, and what of it does not come from the event."""

    user: User
    path: str
    theme: str
    unread: int
    news: Sequence[Notification] = ()
    earlier_news: Sequence[Notification] = ()


def quick_page(my: MyEvent, looking: Looking, token: str, key: Callable[[], str]) -> str | None:
    """The page as the view makes it, with this token in its forms and a new key in each; None where it is not quick."""
    tournament = my.entry.tournament
    if getattr(tournament, "is_staged", True) or tournament.team_boards > 1 or my.bracket or my.byes:
        return None
    blanks = Blanks()
    shown = _shown(my, looking, blanks)
    skeleton = _pages.get(
        blanks,
        (tournament.pk, tournament.revision, looking.path),
        lambda: _rendered(shown, looking, my),
        lambda: _rendered(_real(my, looking), looking, my),
    )
    return skeleton.filled(blanks.texts, token, key) if skeleton is not None else None


def _rendered(context: dict[str, Any], looking: Looking, my: MyEvent) -> str:
    request = HttpRequest()
    request.path = request.path_info = looking.path
    request.method, request.user = "GET", context["user"]
    request.COOKIES = {"theme": looking.theme}
    shared = {"tournament": my.entry.tournament, "has_boards": False, "csrf_token": TOKEN, "report_key": KEY}
    return render_to_string(PAGE, {**context, **shared}, request)


def _real(my: MyEvent, looking: Looking) -> dict[str, Any]:
    form = None
    if my.turn is not None and my.turn.opponent is not None:
        form = ReportForm(my.turn.match, i_am_first=my.turn.i_am_first)
    news = {"unread_news": looking.unread, "news": looking.news, "earlier_news": looking.earlier_news}
    return {"my": my, "turn": my.turn, "form": form, "user": looking.user, **news}


def _shown(my: MyEvent, looking: Looking, blanks: Blanks) -> dict[str, Any]:
    fact, text = blanks.fact, blanks.text
    fact(looking.theme)
    user = StandIn(
        blanks,
        username=text(looking.user.username),
        is_superuser=fact(looking.user.is_superuser),
        is_authenticated=True,
    )
    me = _me(my.entry, blanks)
    turn = _turn(my.turn, me, blanks) if my.turn is not None else None
    fact(turn is None)
    seen = StandIn(
        blanks,
        entry=me,
        round=_round(my.round, blanks) if my.round is not None else fact(None),
        turn=turn,
        games=[text(_row(game)) for game in my.games],
        place=text(ordinal(my.place) if my.place is not None else None),
        entered=text(my.entered),
        record=text(my.record),
        changed_at=fact(my.changed_at),
        bracket=None,
        clock=fact(my.clock),
        has_list=fact(my.has_list),
        byes=(),
        rounds_to_sit_out=fact(tuple(my.rounds_to_sit_out)),
        stands_at=fact(my.stands_at),
        is_the_end_near=fact(my.is_the_end_near),
        another_follows=fact(my.another_follows),
        may_see_reasons=fact(my.may_see_reasons),
        may_leave=fact(my.may_leave),
    )
    form = ReportForm(turn.match, i_am_first=turn.i_am_first) if turn is not None and turn.opponent else None
    news = {"unread_news": text(looking.unread), "news": [_news(item, blanks) for item in looking.news]}
    news["earlier_news"] = [_news(item, blanks) for item in looking.earlier_news]
    fact((len(looking.news), len(looking.earlier_news), len(my.games)))
    return {"my": seen, "turn": turn, "form": form, "user": user, **news}


def _news(item: Notification, blanks: Blanks) -> StandIn:
    text = blanks.text
    return StandIn(blanks, pk=text(item.pk), title=text(item.title), body=text(item.body))


def _me(entry: Entry, blanks: Blanks) -> StandIn:
    name, tournament = blanks.text(entry.display_name), entry.tournament
    before = {}
    if tournament.status == Status.REGISTRATION:
        about = blanks.text(game_parts(tournament).said_of(entry))
        before = {"about": about, "rating": blanks.text(entry.rating)}
    return StandIn(
        blanks,
        **before,
        words=name,
        display_name=name,
        pk=blanks.text(entry.pk),
        is_dropped=blanks.fact(entry.is_dropped),
        is_absent=blanks.fact(entry.is_absent),
        is_checked_in=blanks.fact(entry.is_checked_in),
    )


def _round(round_: Round, blanks: Blanks) -> StandIn:
    fact = blanks.fact
    return StandIn(
        blanks,
        words=fact(str(round_)),
        number=fact(round_.number),
        status=fact(round_.status),
        waits_to_start=fact(round_.waits_to_start),
        is_being_played=fact(round_.is_being_played),
        is_closed=fact(round_.is_closed),
        tournament=round_.tournament,
        stage=None,
    )


def _turn(turn: Turn, me: StandIn, blanks: Blanks) -> StandIn:
    fact, text = blanks.fact, blanks.text
    opponent = _opponent(turn.opponent, blanks) if turn.opponent is not None else fact(None)
    lead = turn.their_score.lead if turn.their_score is not None else None
    other = opponent.entry if opponent is not None else None
    first, second = (me, other) if turn.i_am_first else (other, me)
    return StandIn(
        blanks,
        match=_match(turn.match, first, second, blanks),
        opponent=opponent,
        mine=fact(turn.mine is not None),
        theirs=fact(turn.theirs is not None),
        i_am_first=fact(turn.i_am_first),
        is_open=fact(turn.is_open),
        may_concede=fact(turn.may_concede),
        is_one_of_many=fact(turn.is_one_of_many),
        sits_out=fact(turn.sits_out),
        mission=text(turn.mission),
        has_score=fact(turn.has_score),
        agreed_score=text(turn.agreed_score),
        agreed_outcome=fact(turn.agreed_outcome),
        my_words=text(turn.my_words),
        my_outcome=fact(turn.my_outcome),
        their_words=text(turn.their_words),
        their_outcome=fact(turn.their_outcome),
        their_score=StandIn(blanks, lead=text(lead)),
    )


def _match(match: Match, first: StandIn | None, second: StandIn | None, blanks: Blanks) -> StandIn:
    fact, text = blanks.fact, blanks.text
    more = getattr(match, "extra_time", None)
    return StandIn(
        blanks,
        pk=text(match.pk),
        table=text(match.table),
        version=text(match.version),
        is_open=fact(match.is_open),
        is_claimed=fact(match.is_claimed),
        is_disputed=fact(match.is_disputed),
        is_agreed=fact(match.is_agreed),
        is_bye=fact(match.is_bye),
        get_bye_kind_display=fact(match.get_bye_kind_display() if match.bye_kind else ""),
        result=fact(match.result),
        result_words=fact(match.result_words),
        called_at=fact(match.called_at is not None),
        game_started_at=fact(match.game_started_at is not None),
        extra_time=StandIn(blanks, minutes=fact(more.minutes)) if more is not None else fact(None),
        round=_round(match.round, blanks),
        pool_id=None,
        bracket_number=None,
        first=first,
        second=second,
    )


def _opponent(opponent: Opponent, blanks: Blanks) -> StandIn:
    fact, text, entry = blanks.fact, blanks.text, opponent.entry
    return StandIn(
        blanks,
        entry=StandIn(
            blanks,
            words=text(entry.display_name),
            pk=text(entry.pk),
            title=text(entry.title),
            faction=text(entry.faction),
        ),
        record=text(opponent.record),
        rating=text(opponent.rating),
        shows_rating=fact(opponent.shows_rating),
        list_is_readable=fact(opponent.list_is_readable),
    )


@lru_cache(maxsize=MOST_ROWS)
def _row(game: PastGame) -> str:
    """What was played stays: whoever asks again has the same rows, and one more."""
    blanks = Blanks()
    fact, text = blanks.fact, blanks.text
    shown = StandIn(
        blanks,
        round=text(game.round),
        opponent=text(game.opponent),
        rating=text(game.rating),
        score=text(game.score),
        change=text(signed(game.change) if game.change is not None else None),
        color=fact(game.color),
        side=fact(game.side),
        outcome=fact(game.outcome),
        ended=fact(game.ended),
        waits=fact(game.waits),
    )
    part = get_template(ROW)
    skeleton = _rows.get(
        blanks, "", lambda: part.render({"past": shown}), lambda: part.render({"past": game})
    )
    return mark_safe(skeleton.filled(blanks.texts) if skeleton else part.render({"past": game}))  # noqa: S308
