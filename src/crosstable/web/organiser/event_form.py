"""The form of an event's settings for every game: the game defines the fields and the choices.

The form parses text into values; the action decides whether a value is allowed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any

from django import forms
from django.conf import settings
from django.utils.html import format_html

from crosstable.engine.model import Scoring
from crosstable.engine.pairing.registry import SYSTEMS
from crosstable.engine.pairing.small_fields import USUAL
from crosstable.engine.tie_breaks import EventKind, TieBreak, find_tie_break
from crosstable.events.actions.event.details import Details, check_dates
from crosstable.events.bridge.rules import (
    LARGE_EVENT,
    can_be_rated,
    is_usually_rated,
    kind_ranked,
    rules_of,
)
from crosstable.events.bridge.settings.game_checks import FIXED_BY_PLAY, fixed_choices, play_has_fixed
from crosstable.events.models import Tournament
from crosstable.fields import EVENT_FIELDS
from crosstable.games import (
    WORTH_AS,
    Choices,
    Game,
    Rules,
    TieBreakList,
    Use,
    all_points,
    list_of,
    offered_tie_breaks,
    tie_break_of,
)
from crosstable.installation import installation_zone
from crosstable.text import tr
from crosstable.web.forms import (
    PREFIX,
    TimeZoneSelect,
    add_refusal,
    choice_field,
    form_field,
    time_zone_choices,
)

POINTS = {
    "win": tr("Win"),
    "draw": tr("Draw"),
    "loss": tr("Loss"),
    "allocated_bye": tr("Bye without an opponent"),
    "half_bye": tr("Half-point bye"),
    "forfeit_win": tr("Win by forfeit"),
    "forfeit_loss": tr("Loss by forfeit"),
}
TIE_BREAK_ROWS = 6
ONLY_IN = {EventKind.SWISS: tr("Only in a Swiss"), EventKind.ROUND_ROBIN: tr("Only in a round robin")}
# Placeholders of the points that are worth as much as others.
WORTH = {"win": tr("as a win"), "draw": tr("as a draw")}
EVENT_KINDS = {"swiss": EventKind.SWISS, "pools": EventKind.ROUND_ROBIN}

ROUNDS_HELP = tr(
    "Players → usual number of rounds: {examples}",
    examples=" · ".join(f"{most} → {low}–{high}" for most, low, high in USUAL[:5]),
)
RATED_HERE = [
    ("", tr("As usual: rated here, unless players of the event have FIDE ratings")),
    ("yes", tr("Rated here: its games change the ratings of this site")),
    ("no", tr("Not rated here: player cards and leaderboard stay unchanged")),
]
ROUND_FLOWS = [
    ("", tr("As usual: one click, but step by step with more than {large} players", large=LARGE_EVENT)),
    ("one-click", tr("One click: “Next round” closes, pairs, publishes and starts")),
    ("steps", tr("Step by step: check each draft before you publish it, then start")),
]
FIDE_STEP_BY_STEP = tr(
    "As usual: one click, but step by step with FIDE Dutch or more than {large} players", large=LARGE_EVENT
)
RATED_AS_USUAL = tr("As usual: rated here")
NOT_RATED_AS_USUAL = tr("As usual: not rated here, because players have FIDE ratings")
RATED_HERE_HELP = tr(
    "Players have FIDE ratings if at least one has a rating and a FIDE ID or a title. The event of a club changes the "
    "club's Elo ratings."
)
FIXED = tr("You cannot change this after the first round is published.")
# Fields that only a Swiss needs: in pools all players meet, and a bracket sets the pairings.
ONLY_IN_SWISS = (
    "total_rounds",
    "system",
    "accelerated",
    "initial_color",
    "most_requested_byes",
    "round_flow",
)
# Fields that only some games have → the feature such a game uses.
ONLY_WITH = {
    "time_control": Use.TRF,
    "chief_arbiter": Use.TRF,
    "initial_color": Use.COLORS,
    "most_requested_byes": Use.BYE_REQUESTS,
}


def _date(label: str, *, required: bool = True) -> forms.DateField:
    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    return forms.DateField(widget=widget, label=label, required=required)


class EventForm(forms.Form):
    """The settings of an event.

    Points stay text until the action parses them: exact, and empty for the defaults.
    """

    name = form_field(EVENT_FIELDS["name"], required=True, label=tr("Name of the event"))
    date = _date(tr("Starts"))
    end_date = _date(tr("Ends"), required=False)
    location = form_field(EVENT_FIELDS["location"])
    time_zone = forms.ChoiceField(
        widget=TimeZoneSelect,
        required=False,
        label=tr("Time zone"),
        help_text=tr("Times of the event are shown in this zone, and the times you enter are read in it."),
    )
    format_text = form_field(
        EVENT_FIELDS["format_text"],
        help_text=tr("In your own words: “2,000 points”, “501, double out”."),
    )
    time_control = form_field(EVENT_FIELDS["time_control"], help_text=tr("“90 min + 30 s per move”"))
    chief_arbiter = form_field(EVENT_FIELDS["chief_arbiter"], help_text=tr("Named in the report file."))
    total_rounds = form_field(EVENT_FIELDS["total_rounds"], required=True, initial=5, help_text=ROUNDS_HELP)
    max_players = form_field(EVENT_FIELDS["max_players"])
    system = forms.ChoiceField(widget=forms.RadioSelect, label=tr("Pairing system"), required=False)
    accelerated = forms.BooleanField(
        required=False,
        label=tr("Accelerate the first rounds (Baku)"),
        help_text=tr("For many players of mixed strength. Used by FIDE Dutch."),
    )
    initial_color = forms.ChoiceField(required=False, label=tr("Colour of the highest rated in round 1"))
    round_minutes = form_field(
        EVENT_FIELDS["round_minutes"],
        help_text=tr(
            "For the round clock on displays and phones. Leave empty for no clock. Each round can have its own length."
        ),
    )
    players_may_report = forms.BooleanField(
        required=False, initial=True, label=tr("Players can report results on their phones")
    )
    scores_without_account = forms.BooleanField(
        required=False,
        initial=True,
        label=tr("Players can report with the code on the result slip, without an account"),
    )
    one_device_for_both = forms.BooleanField(
        required=False, label=tr("One device may report for both sides with the code")
    )
    players_see_reasons = forms.BooleanField(
        required=False, initial=True, label=tr("Players can see why they were paired")
    )
    most_requested_byes = form_field(EVENT_FIELDS["most_requested_byes"], required=True, initial=1)
    round_flow = forms.ChoiceField(choices=ROUND_FLOWS, required=False, label=tr("Next round"))
    rated_here = forms.ChoiceField(
        choices=RATED_HERE, required=False, label=tr("Ratings"), help_text=RATED_HERE_HELP
    )
    description = form_field(
        EVENT_FIELDS["description"], widget=forms.Textarea, help_text=tr("Schedule, prizes, what to bring.")
    )

    def __init__(self, game: Game, *args: Any, event: Tournament | None = None, **kwargs: Any) -> None:
        """Without an event, offer the fields of all formats and variants."""
        super().__init__(*args, **kwargs)
        self.game, self.choices = game, rules_of(event).choices if event else Choices()
        self.kinds = set(event.stages.values_list("kind", flat=True)) if event else set(EVENT_KINDS)
        # The kind of stage the tie-breaks are for; empty until it is known.
        self.ranked = kind_ranked(event) if event else ""
        self.vocabularies = [
            Rules(game, one).vocabulary for one in ([self.choices] if event else _all_variants(game))
        ]
        self.usual_tie_breaks = self._usual_tie_breaks(event)
        self._leave_out_what_the_game_has_not()
        self._leave_out_what_the_format_has_not()
        self._ask_what_the_game_asks()
        self._offer_time_zones(event)
        self._offer_systems()
        self._offer_colors()
        self._offer_round_flows()
        self._offer_points()
        self._offer_tie_breaks()
        self._offer_ratings(event)
        self.is_fixed = event is not None and play_has_fixed(event)
        if event is not None and self.is_fixed:
            self._show_as_fixed(event)

    def _usual_tie_breaks(self, event: Tournament | None) -> tuple[str, ...]:
        codes = rules_of(event).pairing_system.tie_breaks if event and self.ranked == "swiss" else ()
        return Rules(self.game, self.choices).tie_breaks_in(self.ranked or "swiss", codes)

    def _leave_out_what_the_game_has_not(self) -> None:
        for name, use in ONLY_WITH.items():
            if use not in self.game.uses:
                del self.fields[name]
        if "time_control" in self.fields:
            del self.fields["format_text"]
        if not any(SYSTEMS[name].accelerates for name in self.game.systems):
            del self.fields["accelerated"]

    def _leave_out_what_the_format_has_not(self) -> None:
        for name in ONLY_IN_SWISS:
            if "swiss" not in self.kinds:
                self.fields.pop(name, None)

    def _ask_what_the_game_asks(self) -> None:
        for setting in self.game.settings:
            self.fields[f"{PREFIX}{setting.name}"] = choice_field(self.game, setting)
        if limit := self.game.limit:
            self.fields[f"{PREFIX}{limit.name}"].initial = settings.MAX_VP

    def _offer_systems(self) -> None:
        if (field := self.fields.get("system")) is None:
            return
        named, say = [SYSTEMS[name] for name in self.game.systems], self.game.vocabulary.say
        field.choices = [  # type: ignore[attr-defined]
            (one.name, format_html("<b>{}</b> <span>{}</span>", one.title, say(one.sentence)))
            for one in named
        ]
        field.initial = self.game.system

    def _offer_time_zones(self, event: Tournament | None) -> None:
        same = ("", tr("Same as the installation ({zone})", zone=installation_zone()))
        own = event.time_zone if event else ""
        self.fields["time_zone"].choices = [same, *time_zone_choices(own)]  # type: ignore[attr-defined]

    def _offer_colors(self) -> None:
        if (field := self.fields.get("initial_color")) is not None:
            vocabulary = self.game.vocabulary
            sides = [("white", vocabulary.first), ("black", vocabulary.second)]
            field.choices = [("", tr("by lot, when round 1 is paired")), *sides]  # type: ignore[attr-defined]
            field.help_text = vocabulary.say("Used by FIDE Dutch. In the other systems it is {first}.")

    def _offer_round_flows(self) -> None:
        field = self.fields.get("round_flow")
        if field is not None and any(SYSTEMS[name].is_looked_over for name in self.game.systems):
            field.choices = [("", FIDE_STEP_BY_STEP), *ROUND_FLOWS[1:]]  # type: ignore[attr-defined]

    def _offer_ratings(self, event: Tournament | None) -> None:
        """Offer the choice if the games could be rated, and name the default."""
        if not self.game.rating_pool or (event is not None and not can_be_rated(event)):
            del self.fields["rated_here"]
            return
        field = self.fields["rated_here"]
        if Use.TRF not in self.game.uses:
            field.help_text = ""
        if event is not None:
            usual = RATED_AS_USUAL if is_usually_rated(event) else NOT_RATED_AS_USUAL
            field.choices = [("", usual), *RATED_HERE[1:]]  # type: ignore[attr-defined]
        elif Use.TRF not in self.game.uses:
            field.choices = [("", RATED_AS_USUAL), *RATED_HERE[1:]]  # type: ignore[attr-defined]

    def _offer_points(self) -> None:
        worth = _points_shown(self.game.scoring)
        for name, label in POINTS.items():
            self.fields[name] = forms.DecimalField(
                min_value=0, max_value=100, decimal_places=2, label=label, required=False, initial=worth[name]
            )
            if name in WORTH_AS:
                self.fields[name].widget.attrs["placeholder"] = str(WORTH[WORTH_AS[name]])

    def _offer_tie_breaks(self) -> None:
        choices = [("", "—"), *self._tie_break_choices()]
        for n, code in enumerate(_padded(self.usual_tie_breaks[1:]), start=1):
            self.fields[f"tie_break_{n}"] = forms.ChoiceField(
                choices=choices, required=False, label=f"{n}.", initial=code
            )
        if self._lists():
            named = [(one.code, self._list_words(one)) for one in self._lists()]
            self.fields["tie_break_list"] = forms.ChoiceField(
                choices=[("", tr("The order below")), *named],
                required=False,
                label=tr("Order"),
                help_text=tr("A standard list, or your own order in the rows below."),
            )

    def _lists(self) -> list[TieBreakList]:
        """Return the lists of tie-breaks that can rank the stage; all of them until it is known."""
        kind = EVENT_KINDS.get(self.ranked)
        return [
            one
            for one in self.game.tie_break_lists
            if kind is None or all(find_tie_break(code).suits(kind) for code in one.tie_breaks)
        ]

    def _list_words(self, named: TieBreakList) -> str:
        return f"{named.name}: {', '.join(str(self._named(code).name) for code in named.tie_breaks)}"

    def _show_as_fixed(self, event: Tournament) -> None:
        """Disable the fields that play has fixed. A browser does not send them, so they stay unchanged.

        A value sent anyway is read, for the action to refuse.
        """
        about_the_game = {f"{PREFIX}{name}" for name in fixed_choices(event)}
        for name in self.fields.keys() & {*FIXED_BY_PLAY, *POINTS, *about_the_game}:
            field = self.fields[name]
            field.disabled = name not in self.data
            field.widget.attrs["disabled"] = True
            field.help_text = FIXED

    def _tie_break_choices(self) -> list[tuple[str, Any]]:
        """Return the tie-breaks for the stage; before there is one, those of a single kind are grouped apart."""
        offered = [self._named(code) for code in offered_tie_breaks(self.game)]
        if self.ranked:
            return [_option(one) for one in offered if one.suits(EVENT_KINDS[self.ranked])]
        everywhere = [_option(one) for one in offered if one.only_in is None]
        apart = ((kind, [_option(one) for one in offered if one.only_in is kind]) for kind in EventKind)
        return [*everywhere, *((ONLY_IN[kind], rest) for kind, rest in apart if rest)]

    def _named(self, code: str) -> TieBreak:
        """Return the tie-break under all its names until the variant is chosen: “Set ratio / Leg ratio”."""
        named = [tie_break_of(self.game, code, words) for words in self.vocabularies]
        return replace(named[0], name=" / ".join(dict.fromkeys(str(one.name) for one in named)))

    def clean(self) -> dict[str, Any]:
        """Check the dates even if another field is wrong: all errors appear together."""
        cleaned = super().clean() or {}
        first, last = cleaned.get("date"), cleaned.get("end_date")
        if self.errors and first and (refused := check_dates(first, last)):
            add_refusal(self, refused)
        return cleaned

    @property
    def lead(self) -> str:
        """Return the name of what comes before every tie-break: Points or Wins."""
        return self._named(self.usual_tie_breaks[0]).name

    @property
    def usual_in_pools(self) -> list[str]:
        """Return the usual order of a round robin, if the format is open and the order differs there."""
        usual = self.game.tie_breaks["pools"]
        if self.ranked or usual == self.usual_tie_breaks:
            return []
        return [self._named(code).name for code in usual]

    @property
    def offers_systems(self) -> bool:
        return "system" in self.fields and len(self.game.systems) > 1

    @property
    def ranks_by_tie_breaks(self) -> bool:
        """Return whether tie-breaks apply: places of a lone bracket follow from the bracket."""
        return not self.kinds.isdisjoint(EVENT_KINDS)

    def about_the_game(self) -> list[forms.BoundField]:
        return [self[f"{PREFIX}{setting.name}"] for setting in self.game.settings]

    def points(self) -> list[forms.BoundField]:
        return [self[name] for name in POINTS]

    def tie_breaks(self) -> list[forms.BoundField]:
        return [self[f"tie_break_{n}"] for n in range(1, TIE_BREAK_ROWS + 1)]

    def details(self, before: Details | None = None) -> Details:
        """Return the details entered. A choice with the same meaning as before keeps its stored form."""
        asked = {k: v for k, v in self.cleaned_data.items() if k in Details.__slots__}
        asked |= {"scoring": self._scoring(), "tie_breaks": self._chosen_tie_breaks()}
        asked["choices"] = self._choices(before)
        if asked["tie_breaks"] == self.usual_tie_breaks and not (before and before.tie_breaks):
            asked["tie_breaks"] = ()  # the default of the chosen format
        if before is None:
            return Details(**asked)
        if (
            before.tie_breaks and asked["tie_breaks"] and not self._chosen_list()
        ):  # the form does not ask for the leading criterion
            asked["tie_breaks"] = (before.tie_breaks[0], *asked["tie_breaks"][1:])
        if not before.system and asked.get("system") == self.game.system:
            asked["system"] = ""
        if self._worth(asked["scoring"]) == self._worth(before.scoring):
            asked["scoring"] = before.scoring
        return replace(before, **asked)

    def _worth(self, points: Mapping[str, str]) -> dict[str, Decimal]:
        scoring = Rules(self.game, self.choices, points=tuple(points.items())).scoring
        return {name: getattr(scoring, name) for name in POINTS}

    def _choices(self, before: Details | None) -> dict[str, Any]:
        """Return the choices entered. One that is unchanged keeps its stored value, or stays unstored."""
        names = {setting.name: f"{PREFIX}{setting.name}" for setting in self.game.settings}
        typed = {name: self.cleaned_data[field] for name, field in names.items()}
        if before is None:
            return typed
        as_shown = {name for name in typed if names[name] not in self.changed_data}
        unchanged = {name: before.choices[name] for name in as_shown if name in before.choices}
        return {name: value for name, value in typed.items() if name not in as_shown} | unchanged

    def _scoring(self) -> dict[str, str]:
        typed = {name: self.cleaned_data[name] for name in POINTS if self.cleaned_data[name] is not None}
        usual = self._worth({})
        changed = {name for name, value in typed.items() if value != usual[name]}
        values = {n: v for n, v in typed.items() if n in changed or WORTH_AS.get(n) in changed}
        return all_points({name: str(Decimal(value).normalize()) for name, value in values.items()})

    def _chosen_list(self) -> TieBreakList | None:
        """Return the list chosen now. One chosen earlier is in the rows, where it may have been edited."""
        code = self.cleaned_data.get("tie_break_list") if "tie_break_list" in self.changed_data else ""
        return next((one for one in self.game.tie_break_lists if one.code == code), None)

    def _chosen_tie_breaks(self) -> tuple[str, ...]:
        """Return the tie-breaks: points or wins first, empty rows skipped, repeated ones once."""
        if named := self._chosen_list():
            return named.tie_breaks
        if "tie_break_1" not in self.data:
            return ()
        rows = [self.cleaned_data[f"tie_break_{n}"] for n in range(1, TIE_BREAK_ROWS + 1)]
        return (self.usual_tie_breaks[0], *dict.fromkeys(code for code in rows if code))

    @classmethod
    def of(cls, tournament: Tournament, data: Mapping[str, Any] | None = None) -> EventForm:
        rules = rules_of(tournament)
        game = rules.game
        initial = {name: getattr(tournament, name) for name in Details.__slots__}
        initial |= {f"{PREFIX}{one.name}": getattr(rules.choices, one.name) for one in game.settings}
        for name in ("draws", "factions"):  # not chosen: the game's default
            if initial.get(f"{PREFIX}{name}") in ("", None):
                initial.pop(f"{PREFIX}{name}", None)
        ranked = kind_ranked(tournament)
        chosen = rules.pool_tie_breaks if ranked == "pools" else rules.chosen_tie_breaks
        initial |= _points_shown(rules.scoring)
        initial |= {f"tie_break_{n}": code for n, code in enumerate(_padded(chosen[1:]), start=1)}
        initial["system"] = rules.system
        named = list_of(game, chosen)
        initial["tie_break_list"] = named.code if named else ""
        return cls(game, data, event=tournament, initial=initial)


def _all_variants(game: Game) -> list[Choices]:
    return [Choices(), *(Choices(variant=one.code) for one in game.variants)]


def _option(tie_break: TieBreak) -> tuple[str, str]:
    return tie_break.code, f"{tie_break.name} ({tie_break.code})"


def _points_shown(scoring: Scoring) -> dict[str, Decimal | None]:
    """Leave a field empty if it is worth as much as the win or the draw it defaults to."""
    worth = {name: getattr(scoring, name) for name in POINTS}
    return {
        name: value if value != worth.get(WORTH_AS.get(name, "")) else None for name, value in worth.items()
    }


def _padded(codes: tuple[str, ...]) -> list[str]:
    return [*codes, *[""] * TIE_BREAK_ROWS][:TIE_BREAK_ROWS]
