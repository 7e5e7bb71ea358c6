"""Every operation that takes a body shows it in /api/docs, with an example that its schema accepts."""

from __future__ import annotations

import json
from html import unescape
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from crosstable.api.app import api
from crosstable.api.examples import EXAMPLES

DOCUMENT = json.loads(json.dumps(api.get_openapi_schema()))
OPERATIONS = {
    operation["operationId"]: operation
    for operations in DOCUMENT["paths"].values()
    for operation in operations.values()
}
WITH_BODY = {name: one["requestBody"]["content"] for name, one in OPERATIONS.items() if "requestBody" in one}


def test_there_is_an_example_for_every_body_and_no_other():
    assert sorted(EXAMPLES) == sorted(WITH_BODY)
    without = [
        name for name, content in WITH_BODY.items() if not all("example" in one for one in content.values())
    ]
    assert without == []


@pytest.mark.parametrize("name", sorted(WITH_BODY))
def test_the_schema_of_a_body_accepts_its_example(name):
    for kind, content in WITH_BODY[name].items():
        schema: dict[str, Any] = {**content["schema"], "components": DOCUMENT["components"]}
        errors = [error.message for error in Draft202012Validator(schema).iter_errors(content["example"])]
        assert errors == [], (name, kind)


@pytest.mark.django_db
def test_the_page_shows_the_fields_and_the_example_of_every_body(client):
    page = unescape(client.get("/api/docs").content.decode())
    parts = dict(zip(OPERATIONS, page.split("<details")[1:], strict=False))
    assert len(parts) == len(OPERATIONS)
    by_id = {text.split('id="', 1)[1].split('"', 1)[0]: text for text in page.split("<details")[1:]}
    for name, content in WITH_BODY.items():
        example = next(iter(content.values()))["example"]
        assert "<h3>Body" in by_id[name], name
        shown = json.dumps(example, ensure_ascii=False, indent=1)
        assert (f"-F file=@{example['file']}" if "file" in example else shown) in by_id[name], name
