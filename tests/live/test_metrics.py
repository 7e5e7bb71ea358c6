"""/metrics for those who may read it, of all workers together; a number for every request, in log and answer."""

from __future__ import annotations

import json
import logging
import re

import pytest

from crosstable.live.metrics import BOUNDS, Metrics, may_watch
from crosstable.log import JsonLines, Lines
from house import OWN
from serving import running_server
from waiting import until


def numbers(text: str) -> dict[str, float]:
    return {
        name: float(value)
        for name, value in re.findall(r"^([a-z_]+(?:\{[^}]*\})?) (\S+)$", text, re.MULTILINE)
    }


def test_the_workers_count_together_and_nothing_is_written_about_people(tmp_path):
    env = {"CROSSTABLE_LOG_LEVEL": "INFO", "CROSSTABLE_LOG_FORMAT": "json"}
    with running_server(tmp_path / "data", "--workers", "2", **OWN, **env) as server:
        answers = [server.get("/leaderboard?q=Ann-Secret") for _ in range(20)]
        asked = server.get("/api/nowhere?q=Ann-Secret")
        read = numbers(server.get("/metrics").body.decode())
        assert server.get("/metrics", x_forwarded_for="203.0.113.7").status == 404
        assert read['crosstable_requests_total{kind="page",status="2xx"}'] >= 20  # the look at /healthz, too
        assert read['crosstable_requests_total{kind="api",status="4xx"}'] == 1
        assert (read["crosstable_workers"], read["crosstable_database_up"], read["crosstable_streams"]) == (
            2,
            1,
            0,
        )
        assert read["crosstable_request_seconds_count"] >= 21
        for process in ("worker", "page-renderer"):
            assert read[f'crosstable_resident_memory_bytes{{process="{process}"}}'] > 10_000_000
        until(lambda: server.output.count('"path": "/leaderboard"') == 20, "a line for every request")
        written = [json.loads(line) for line in server.output.splitlines() if line.startswith("{")]
        lines = [line for line in written if "request" in line]  # those of the start belong to none
    assert {line["request"] for line in lines} >= {
        answer.headers["X-Request-ID"] for answer in [*answers, asked]
    }
    (line,) = [line for line in lines if line.get("path") == "/api/nowhere"]
    assert (line["method"], line["status"], line["level"]) == ("GET", 404, "INFO")
    assert "Ann-Secret" not in server.output and "127.0.0.1" not in "".join(map(str, lines))


@pytest.mark.parametrize(
    ("client", "headers", "may"),
    [("127.0.0.1", {}, True), ("::1", {}, True), ("192.168.1.7", {}, False), ("", {}, False),
     ("127.0.0.1", {b"x-forwarded-for": b"203.0.113.7"}, False), ("127.0.0.1", {b"via": b"1.1 proxy"}, False)],
)  # fmt: skip
def test_only_this_machine_itself_reads_the_numbers(client, headers, may):
    assert may_watch({"client": (client, 1), "headers": list(headers.items())}) is may


def test_with_a_token_the_one_who_knows_it_reads_them_and_no_one_else(settings):
    settings.METRICS_TOKEN = "long-and-by-chance"
    known = [(b"authorization", b"Bearer long-and-by-chance")]
    assert may_watch({"client": ("192.168.1.7", 1), "headers": known})
    assert not may_watch({"client": ("127.0.0.1", 1), "headers": [(b"authorization", b"Bearer wrong")]})
    assert not may_watch({"client": ("127.0.0.1", 1), "headers": []})


def test_times_fall_into_their_buckets_and_the_last_holds_all():
    watched = Metrics()
    for seconds in (0.001, 0.005, 0.3, 99):
        watched.answered("page", 200, seconds)
    read = numbers("\n".join(watched.lines()))
    assert [read[f'crosstable_request_seconds_bucket{{le="{bound}"}}'] for bound in (*BOUNDS, "+Inf")] == (
        [2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4]
    )


@pytest.mark.parametrize("formatter", [JsonLines(), Lines()])
def test_the_row_a_database_did_not_take_is_not_in_the_log(formatter):
    row = "Key (email)=(ann@example.org) already exists."
    try:
        raise ValueError(f"duplicate key value\nDETAIL: {row}")
    except ValueError as error:
        broke = (ValueError, error, error.__traceback__)
    record = logging.LogRecord("x", logging.ERROR, "", 1, "It broke", (), broke)
    assert "duplicate key value" in formatter.format(record)
    assert row not in formatter.format(record)
