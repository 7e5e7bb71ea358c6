"""Every event has at least one stage: one that had none was one Swiss, and becomes a stage of that kind.

What was chosen for the whole event (rounds, system, tie-breaks …) is kept with its stages as well. The images undo keeps
speak of rounds without a stage and of a list of stages that was empty: they are patched to speak of the Swiss.
"""

from typing import Any

from django.db import migrations

OF_THE_EVENT = {
    "swiss": ("total_rounds", "system", "tie_breaks", "scoring", "accelerated", "initial_color"),
    "pools": ("tie_breaks", "scoring"),
    "knockout": (),
}


def give_stages(apps: Any, schema_editor: Any) -> None:
    Tournament, Stage, Round = (apps.get_model("events", name) for name in ("Tournament", "Stage", "Round"))
    staged = set(Stage.objects.values_list("tournament_id", flat=True))
    for tournament in Tournament.objects.all().iterator():
        if tournament.pk not in staged:
            swiss = _swiss(Stage, tournament, list(Round.objects.filter(tournament=tournament).order_by("number")))
            swiss.save()
            Round.objects.filter(tournament=tournament).update(stage=swiss)
        else:
            swiss = None
        _keep_choices(Stage, tournament)
        _patch_images(apps, tournament, swiss)


def _swiss(Stage: Any, tournament: Any, rounds: list[Any]) -> Any:
    closed = [round_ for round_ in rounds if round_.status == "closed"]
    is_played = any(round_.status in ("started", "closed") for round_ in rounds)
    is_over = len(closed) == len(rounds) >= tournament.total_rounds
    return Stage(
        tournament=tournament,
        number=1,
        kind="swiss",
        name="Swiss",
        status="closed" if is_over else "started" if is_played else "planned",
        settings={"per_pool": 0, "next_best": 0},
        started_at=next((round_.started_at for round_ in rounds if round_.started_at), None),
        closed_at=closed[-1].closed_at if is_over else None,
    )


def _keep_choices(Stage: Any, tournament: Any) -> None:
    for stage in Stage.objects.filter(tournament=tournament):
        stage.settings |= {name: getattr(tournament, name) for name in OF_THE_EVENT[stage.kind]}
        stage.save(update_fields=["settings"])


def _patch_images(apps: Any, tournament: Any, swiss: Any) -> None:
    """Undo goes back to the very Swiss there is; where there is none now, to one under a number nobody else gets."""
    ActionImage, Stage = apps.get_model("events", "ActionImage"), apps.get_model("events", "Stage")
    for image in ActionImage.objects.filter(entry__tournament=tournament).select_related("entry"):
        rounds = [row for row in _kept(image, "events.round") if row["stage_id"] is None]
        if not rounds and image.entry.verb != "stages.set":
            continue
        if swiss is None:
            swiss = _swiss(Stage, tournament, [])
            swiss.number = _unused(Stage, tournament)
            swiss.save()
            pk = swiss.pk
            swiss.delete()
            swiss.pk, swiss.number = pk, 1
        for row in rounds:
            row["stage_id"] = swiss.pk
        if image.entry.verb == "stages.set":
            _patch_list_of_stages(image, tournament, swiss)
        image.save(update_fields=["data"])


def _unused(Stage: Any, tournament: Any) -> int:
    return 1 + max(Stage.objects.filter(tournament=tournament).values_list("number", flat=True), default=0)


def _patch_list_of_stages(image: Any, tournament: Any, swiss: Any) -> None:
    if not _kept(image, "events.stage"):
        settings = {name: getattr(tournament, name) for name in OF_THE_EVENT["swiss"]}
        values = {
            "id": swiss.pk,
            "tournament_id": tournament.pk,
            "number": 1,
            "kind": "swiss",
            "name": "Swiss",
            "status": "planned",
            "settings": {"per_pool": 0, "next_best": 0, **settings},
            "version": 1,
            "published_at": None,
            "started_at": None,
            "closed_at": None,
        }
        image.data.setdefault("kept", []).append(["events.stage", values])
    if not any(label == "events.stage" for label, _ in image.data.get("made", [])):
        image.data.setdefault("made", []).append(["events.stage", swiss.pk])


def _kept(image: Any, label: str) -> list[Any]:
    return [values for known, values in image.data.get("kept", []) if known == label]


class Migration(migrations.Migration):
    dependencies = [("events", "0016_game_choices")]
    operations = [migrations.RunPython(give_stages, migrations.RunPython.noop)]
