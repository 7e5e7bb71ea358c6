"""The short page for a new event: the game, the players, a proposal that fits them, and the start.

One form carries everything, so each step works without a script; the script only refreshes what was read.
"""

import datetime
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone

from crosstable.accounts import limits
from crosstable.accounts.models import Club, Membership
from crosstable.engine.adviser import MOST_ENTRIES, Advice, Conditions, Proposal
from crosstable.events.actions.event.new_event import create_from_proposal
from crosstable.events.actions.people.uploads import judged
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.settings.hall_settings import LONGEST_MATCH, MOST_BOARDS
from crosstable.events.errors import FileTooBig, NothingPasted, Refused, TooMuchText
from crosstable.events.files.uploads import JudgedRow
from crosstable.events.files.uploads.limits import MAX_BYTES, was_too_big
from crosstable.events.files.uploads.pasted import read_pasted
from crosstable.events.files.uploads.reading import as_lines
from crosstable.events.models import Tournament
from crosstable.events.queries.people.tournaments import clubs_to_create_for, members_of_club
from crosstable.events.queries.stages import proposals
from crosstable.events.queries.stages.proposals import ShownProposal
from crosstable.fields import EVENT_FIELDS, whole
from crosstable.games import GAMES, Game
from crosstable.languages import date_words
from crosstable.text import names_text, tr, trn
from crosstable.web.forms import PREFIX, refusals_on
from crosstable.web.organiser.adding_players import LONGEST, LinesForm
from crosstable.web.organiser.copying import new_key
from crosstable.web.organiser.event_form import EventForm
from crosstable.web.shared import Request, done, run_once, say_with_undo

MINUTES_OF_A_DAY = 24 * 60
STEP_OF_CLOCK = 5
LINES_SHOWN = 500
PLAYERS, PAIRS, TEAMS = "players", "pairs", "teams"
# Buttons that create the event → what follows.
ENDINGS = {"start": {"start": True}, "register": {"open_registration": True}, "draft": {}}
# Fields of the short form that belong to the players; the others belong to the format.
OF_PLAYERS = ("kind", "team_size", "file", "expected")
OF_FORMAT = ("boards", "starts", "ends", "minutes")


class ShortForm(forms.Form):
    """What the page asks besides the settings of the event. Everything has a default."""

    kind = forms.ChoiceField(
        choices=[
            (PLAYERS, tr("Single players")),
            (PAIRS, tr("Pairs, as in doubles")),
            (TEAMS, tr("Teams")),
        ],
        label=tr("Who plays"),
    )
    team_size = forms.IntegerField(
        min_value=2,
        max_value=EVENT_FIELDS["team_size"].most,
        required=False,
        initial=4,
        label=tr("Members of a team"),
    )
    file = forms.FileField(required=False, label=tr("Excel, LibreOffice or CSV"))
    expected = forms.IntegerField(
        min_value=2, max_value=MOST_ENTRIES, required=False, label=tr("How many do you expect?")
    )
    boards = forms.IntegerField(min_value=1, max_value=MOST_BOARDS, required=False)
    starts = forms.TimeField(required=False, label=tr("From"))
    ends = forms.TimeField(required=False, label=tr("Until"))
    minutes = forms.IntegerField(
        min_value=1, max_value=LONGEST_MATCH, required=False, label=tr("Minutes per match")
    )

    def wrong(self, names: Collection[str]) -> list[forms.BoundField]:
        return [self[name] for name in names if name in self.errors]


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line as it was read. `number` is that of the entry it becomes; None if it is left out."""

    row: JudgedRow
    number: int | None
    is_kept: bool

    @property
    def rating(self) -> int:
        return self.row.details.rating if self.row.details is not None else 0


@dataclass(frozen=True, slots=True)
class Card:
    """A proposal with the time of its end, with the day if it is another one. `late`: how long after the time given."""

    words: ShownProposal
    ends: str
    late: str
    is_chosen: bool

    @property
    def has_swiss(self) -> bool:
        return bool(self.words.proposal.rounds and not self.words.proposal.pools)

    @property
    def has_table(self) -> bool:
        return bool(self.words.proposal.rounds)


class Page:
    """The page for what was sent so far."""

    def __init__(self, request: Request, game: Game) -> None:
        self.request, self.game = request, game
        sent = request.POST if request.method == "POST" else None
        self.short = ShortForm(sent, request.FILES if sent is not None else None)
        self.short.is_valid()
        self.short.fields["boards"].label = str(rules_of(self.event).vocabulary.place.titles)
        self.problem: Refused | None = None
        self.lines = self._lines()
        self.form = EventForm(game, self._settings(sent), initial=self._initial())
        self.form.fields["total_rounds"].required = False

    def _settings(self, sent: QueryDict | None) -> QueryDict | None:
        """Return the settings sent; the proposal decides the number of rounds."""
        if sent is None or "name" not in sent:
            return None
        data = sent.copy()
        data["total_rounds"] = "1"
        return data

    def _initial(self) -> dict[str, Any]:
        today = timezone.localdate()
        name = tr("{game}, {date}", game=self.called, date=date_words(today, "l j F"))
        return {"name": str(name), "date": today, f"{PREFIX}variant": self.variant}

    @property
    def called(self) -> str:
        """The name of the variant, else of the game."""
        return next(
            (one.name for one in self.game.variants if one.code == self.variant), self.game.short_name
        )

    @property
    def variant(self) -> str:
        sent = self.request.POST if self.request.method == "POST" else self.request.GET
        return sent.get(f"{PREFIX}variant", sent.get("variant", ""))

    def _lines(self) -> str:
        """Return the lines pasted, with those of an uploaded file after them."""
        pasted = self.request.POST.get("lines", "").replace("\r\n", "\n")
        file = self.request.FILES.get("file")
        try:
            if was_too_big(self.request):
                raise FileTooBig(most=MAX_BYTES // 1_000_000)
            if file is not None:
                lines = "\n".join(filter(None, (pasted.strip(), as_lines(file.name or "", file.read()))))
                if len(lines) > LONGEST:
                    raise TooMuchText(most=LONGEST)
                return lines
        except Refused as refusal:
            self.problem = refusal
        return pasted

    def _is_usual(self, name: str) -> bool:
        """Whether a value was left as the page suggested it: it then follows the players."""
        return self.request.POST.get(name, "") in ("", self.request.POST.get(f"usual_{name}"))

    def value(self, name: str) -> Any:
        """Return a value of the short form, if it is valid and was sent."""
        return getattr(self.short, "cleaned_data", {}).get(name)

    @cached_property
    def event(self) -> Tournament:
        """The event to be created, unsaved: enough to read lines for it."""
        sizes = {PAIRS: 2, TEAMS: self.value("team_size") or 4}
        size = sizes.get(self.value("kind") or PLAYERS)
        boards = size if self.value("kind") == TEAMS and size else 1
        chosen = {"variant": self.variant} if self.variant else {}
        return Tournament(game=self.game.code, team_size=size, team_boards=boards, choices=chosen)

    @cached_property
    def also(self) -> set[int]:
        return {row for row in map(whole, self.request.POST.getlist("also")) if row is not None}

    @cached_property
    def read(self) -> Sequence[ShownLine]:
        """How each line was read, with the number of the entry it becomes."""
        try:
            rows = judged(self.event, read_pasted(self.lines, self.event).rows)
        except NothingPasted:
            return []
        except Refused as refusal:
            self.problem = refusal
            return []
        shown, number = [], 0
        for row in rows:
            is_kept = row.is_doubtful and row.number in self.also
            is_taken = row.is_good or is_kept
            number += is_taken
            shown.append(ShownLine(row, number if is_taken else None, is_kept))
        return shown

    @cached_property
    def club(self) -> Club | None:
        slug = self.request.POST.get("club", self.request.GET.get("club", ""))
        return next((club for club in self.clubs if club.slug == slug), None)

    @cached_property
    def clubs(self) -> Sequence[Club]:
        return clubs_to_create_for(self.request.user)

    @cached_property
    def members(self) -> Sequence[Membership]:
        return members_of_club(self.club) if self.club is not None and not self.event.has_teams else []

    @cached_property
    def chosen_members(self) -> Sequence[Membership]:
        wanted = set(self.request.POST.getlist("member"))
        return [member for member in self.members if str(member.pk) in wanted]

    @cached_property
    def entered(self) -> int:
        return sum(line.number is not None for line in self.read) + len(self.chosen_members)

    @property
    def entries(self) -> int:
        return self.entered or self.value("expected") or 0

    @property
    def to_check(self) -> int:
        return sum(not line.row.is_good for line in self.read)

    @cached_property
    def starts(self) -> datetime.datetime:
        now = timezone.localtime()
        chosen = self.value("starts")
        if chosen is not None:
            return now.replace(hour=chosen.hour, minute=chosen.minute, second=0, microsecond=0)
        later = now + datetime.timedelta(minutes=-now.minute % STEP_OF_CLOCK)
        return later.replace(second=0, microsecond=0)

    @cached_property
    def length(self) -> int:
        """The minutes from the start to the end; an end before the start is after midnight."""
        ends: datetime.time | None = self.value("ends")
        if ends is None or self._is_usual("ends"):
            return self._usual_length
        minutes = ends.hour * 60 + ends.minute - (self.starts.hour * 60 + self.starts.minute)
        return minutes % MINUTES_OF_A_DAY or MINUTES_OF_A_DAY

    @property
    def _usual_length(self) -> int:
        return proposals.usual_length(self.entries, self.minutes)

    @cached_property
    def minutes(self) -> int:
        chosen: int | None = self.value("minutes")
        return chosen or proposals.match_minutes(rules_of(self.event))

    @cached_property
    def boards(self) -> int:
        chosen: int | None = self.value("boards")
        return self.usual_boards if chosen is None or self._is_usual("boards") else chosen

    @property
    def usual_boards(self) -> int:
        return max(1, self.entries // 2)

    @cached_property
    def advice(self) -> Advice:
        between = proposals.between(self.minutes)
        conditions = Conditions(self.entries, self.boards, self.length, self.minutes, between)
        return proposals.advice_for(self.game, conditions)

    @cached_property
    def cards(self) -> Sequence[Card]:
        """The proposals that fit; if none does, the shortest ones with how late they end."""
        offered = self.advice.fitting or sorted(self.advice.too_long, key=lambda one: one.minutes)[:3]
        codes = [proposals.code_of(one) for one in offered]
        wanted = self.request.POST.get("proposal", "")
        chosen = wanted if wanted in codes else codes[0] if codes else ""
        return [
            Card(
                proposals.shown(one),
                self._end(one.minutes),
                duration(one.minutes - self.length) if one.minutes > self.length else "",
                code == chosen,
            )
            for one, code in zip(offered, codes, strict=True)
        ]

    @property
    def chosen(self) -> Proposal | None:
        return next((card.words.proposal for card in self.cards if card.is_chosen), None)

    @property
    def has_other_proposals(self) -> bool:
        """Whether the proposal that was chosen belongs to other players, places or times."""
        wanted = self.request.POST.get("proposal", "")
        return bool(wanted) and wanted not in [card.words.code for card in self.cards]

    @property
    def too_long(self) -> str:
        """A sentence about the formats that do not fit, each with how long it takes; or empty."""
        formats = [
            tr("{format} ({length})", format=proposals.shown(one).title, length=duration(one.minutes))
            for one in self.advice.too_long
        ]
        if not formats or not self.advice.fitting:
            return ""
        return tr("Does not fit: {formats}.", formats=names_text(formats, most=len(formats)))

    @property
    def ends(self) -> str:
        return self._clock(self.length)

    @property
    def usual_ends(self) -> str:
        return self._clock(self._usual_length)

    @property
    def next_day(self) -> str:
        """A sentence about an end after midnight; or empty."""
        end = self._after(self.length)
        if end.date() == self.starts.date():
            return ""
        day = date_words(end, "l j F")
        return tr("The end is on {day}, {length} after the start.", day=day, length=duration(self.length))

    def _clock(self, minutes: int) -> str:
        return f"{self._after(minutes):%H:%M}"

    def _end(self, minutes: int) -> str:
        end = self._after(minutes)
        return f"{end:%H:%M}" if end.date() == self.starts.date() else date_words(end, "D H:i")

    def _after(self, minutes: int) -> datetime.datetime:
        return self.starts + datetime.timedelta(minutes=minutes)

    @property
    def essentials(self) -> Sequence[forms.BoundField]:
        """The questions about the game without which it cannot be created, and which game it is exactly."""
        return [
            self.form[f"{PREFIX}{one.name}"] for one in self.game.settings if self._is_essential(one.name)
        ]

    @property
    def others(self) -> Sequence[forms.BoundField]:
        return [
            self.form[f"{PREFIX}{one.name}"] for one in self.game.settings if not self._is_essential(one.name)
        ]

    def _is_essential(self, name: str) -> bool:
        field = self.form.fields[f"{PREFIX}{name}"]
        return name == "variant" or (field.required and field.initial is None)

    @property
    def how(self) -> str:
        """How to write a line, in the words of the game."""
        return str(LinesForm(self.event).fields["lines"].help_text)


def duration(minutes: int) -> str:
    hours, rest = divmod(minutes, 60)
    if not hours:
        return trn("{count} minute", "{count} minutes", rest)
    return tr("{hours} h {minutes} min", hours=hours, minutes=rest)


@login_required
def new_event(request: Request, game: str) -> HttpResponse:
    if game not in GAMES:
        raise Http404("no such game")
    page = Page(request, GAMES[game])
    step = request.POST.get("step", "")
    is_unchanged = page.short.is_valid() and not page.has_other_proposals
    if step in ENDINGS and is_unchanged and page.form.is_valid() and (proposal := page.chosen) is not None:
        with refusals_on(page.form), limits.one_at_a_time(request.user):
            made = run_once(request, dict(request.POST.lists()), lambda: _created(page, proposal, step))
            return _shown(request, step, **made)
    has_doubts = any(one.errors for one in page.essentials) or bool(page.short.wrong(OF_PLAYERS))
    is_complete = page.entries > 1 and page.problem is None and not has_doubts
    shows_format = step in (*ENDINGS, "format") and is_complete
    is_stopped = step in ENDINGS and (not is_unchanged or bool(page.form.errors))
    has_errors = bool(page.problem) or is_stopped
    context = {
        "page": page,
        "game": page.game,
        "form": page.form,
        "short": page.short,
        "shows_format": shows_format,
        "asks_for_players": step in ("format", *ENDINGS) and page.entries < 2 and page.problem is None,
        "shows_errors": has_errors,
        "wrong": page.short.wrong(OF_FORMAT),
        "shows_new_proposals": step in ENDINGS and page.has_other_proposals,
        "lines_shown": page.read[:LINES_SHOWN],
        "vocabulary": rules_of(page.event).vocabulary,
        "key": new_key(),
    }
    return render(request, "organiser/new_event.html", context, status=422 if has_errors else 200)


def _created(page: Page, proposal: Proposal, step: str) -> dict[str, str]:
    event = page.event
    details = replace(page.form.details(), team_size=event.team_size, team_boards=event.team_boards)
    made = create_from_proposal(
        details=details,
        game=page.game.code,
        proposal=proposal,
        boards=page.boards,
        club=page.club,
        lines=page.lines,
        also=page.also,
        memberships=page.chosen_members,
        by=page.request.user,
        **ENDINGS[step],
    )
    return {"slug": made.slug, "message": _sentence(page, made, step)}


def _shown(request: Request, step: str, slug: str, message: str) -> HttpResponse:
    """Lead to the control room; a start can be undone there."""
    started = Tournament.objects.filter(slug=slug).first() if step == "start" else None
    if started is None:
        return done(request, message, "control", slug=slug)
    say_with_undo(request, started, message, "control")
    return redirect("control", slug)


def _sentence(page: Page, made: Tournament, step: str) -> str:
    sentences = [
        {
            "start": tr("{event} has started. All players are checked in.", event=made.name),
            "register": tr("Registration is open for {event}.", event=made.name),
            "draft": tr("{event} is a draft. Only organisers can see it.", event=made.name),
        }[step]
    ]
    if left_out := sum(line.number is None for line in page.read):
        sentences.append(trn("{count} line was left out.", "{count} lines were left out.", left_out))
    return " ".join(str(sentence) for sentence in sentences)
