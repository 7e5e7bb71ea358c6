"""The keys of an installation, as two processes and a power cut find them."""

from __future__ import annotations

import stat
from pathlib import Path

from crosstable.installation import kept_key


def test_a_key_is_made_once_and_read_by_its_owner_alone(tmp_path):
    path = tmp_path / "data" / "secret.key"
    assert kept_key(path, lambda: b"first") == b"first"
    assert kept_key(path, lambda: b"second") == b"first"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [one.name for one in path.parent.iterdir()] == ["secret.key"]


def test_the_first_of_two_processes_wins(tmp_path):
    path = tmp_path / "secret.key"

    def another_is_quicker() -> bytes:
        kept_key(path, lambda: b"theirs")
        return b"mine"

    assert kept_key(path, another_is_quicker) == b"theirs"


def test_a_key_file_left_empty_by_a_power_cut_is_replaced(tmp_path):
    path = tmp_path / "secret.key"
    path.touch()
    assert kept_key(path, lambda: b"new") == b"new"


def test_a_disk_where_a_file_has_one_name_only_will_do(tmp_path, monkeypatch):
    def refused(source: Path, target: Path) -> None:
        raise PermissionError

    monkeypatch.setattr("os.link", refused)
    assert kept_key(tmp_path / "secret.key", lambda: b"kept") == b"kept"
    assert (tmp_path / "secret.key").read_bytes() == b"kept"
