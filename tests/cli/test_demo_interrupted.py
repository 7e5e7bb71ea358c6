"""The demo's content is there whole or not at all."""

from __future__ import annotations

import pytest
from django.apps import apps

from crosstable.cli.demo_content import load, story


@pytest.mark.django_db
def test_an_interrupted_load_leaves_nothing_behind(monkeypatch):
    before = everything()
    monkeypatch.setattr(story, "_until_play_begins", _power_cut)
    with pytest.raises(KeyboardInterrupt):
        load()
    assert everything() == before


def everything() -> dict[str, list[tuple[object, ...]]]:
    return {
        model.__name__: list(model._default_manager.order_by("pk").values_list())
        for model in apps.get_models()
    }


def _power_cut(*_: object) -> None:
    raise KeyboardInterrupt
