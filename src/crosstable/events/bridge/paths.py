"""The lookup from the rows of each model to their tournament, derived from the models' foreign keys."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import ForeignKey, Model

from crosstable.events.models import Tournament


def foreign_keys(model: type[Model]) -> list[ForeignKey[Any, Any]]:
    return [field for field in model._meta.concrete_fields if isinstance(field, ForeignKey)]


def paths_to_tournament(models: Iterable[type[Model]]) -> dict[type[Model], str]:
    """Map each model to the lookup from its rows to the tournament; "pk" for the tournament itself. The models nearest
    to it come first, so a row comes after the rows it requires. A required link is preferred to a nullable one; a model
    without any link is left out."""
    rest = list(models)
    paths: dict[type[Model], str] = {Tournament: "pk"}
    for may_be_empty in (False, True):
        while found := {
            model: path
            for model in rest
            if model not in paths and (path := _path(model, paths, may_be_empty))
        }:
            paths |= found
    return paths


def _path(model: type[Model], paths: Mapping[type[Model], str], may_be_empty: bool) -> str:
    for link in foreign_keys(model):
        if link.related_model in paths and (may_be_empty or not link.null):
            above = paths[link.related_model]
            return link.name if above == "pk" else f"{link.name}__{above}"
    return ""
