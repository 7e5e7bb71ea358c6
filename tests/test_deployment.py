"""The files to deploy bound what an installation takes of its machine."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
COMPOSE = (ROOT / "compose.yaml").read_text()


def service(name: str) -> str:
    """The lines of one service."""
    return re.search(rf"(?ms)^  {name}:\n(.*?)(?=^  \w|^\w)", COMPOSE)[1]


@pytest.mark.parametrize("name", ["crosstable", "database", "caddy"])
def test_every_container_has_limits_of_memory_processes_and_processors(name):
    found = set(re.findall(r"(?m)^    (mem_limit|pids_limit|cpus|security_opt):", service(name)))
    assert found == {"mem_limit", "pids_limit", "cpus", "security_opt"}


def test_the_server_s_container_has_a_read_only_root_and_no_capabilities():
    lines = service("crosstable")
    assert "    read_only: true\n" in lines
    assert "    cap_drop: [ALL]\n" in lines


def test_the_systemd_unit_has_limits_of_memory_tasks_and_processors():
    unit = (ROOT / "deploy" / "crosstable.service").read_text()
    assert set(re.findall(r"(?m)^(MemoryHigh|MemoryMax|TasksMax|CPUQuota)=", unit)) == {
        "MemoryHigh",
        "MemoryMax",
        "TasksMax",
        "CPUQuota",
    }


def test_the_nginx_example_limits_requests_by_address_and_expensive_ones_more():
    example = (ROOT / "deploy" / "nginx.conf").read_text()
    assert set(re.findall(r"limit_req zone=(\w+)", example)) == {"pages", "heavy"}
    heavy = re.search(r"location ~ (\S+) {\s+limit_req zone=heavy", example)[1]
    expensive = [
        "/login",
        "/signup",
        "/password/forgotten",
        "/api/accounts",
        "/api/tournaments/7/print/schedule",
    ]
    expensive += ["/t/open/control/print/schedule-a4.pdf", "/t/open/control/web-pages.zip"]
    expensive += ["/api/tournaments/7/web-pages"]
    assert [address for address in expensive if not re.match(heavy, address)] == []
    assert [
        address for address in ("/t/open", "/t/open/control", "/t/open/me") if re.match(heavy, address)
    ] == []
