"""Writers on SQLite queue up: in their order, across processes, and for a limited time."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
import time

import pytest
from django.db.utils import OperationalError

from crosstable.database import write_queue
from crosstable.database.base import DatabaseWrapper
from crosstable.database.write_queue import WriteQueue
from waiting import until

# Thirty writers of a twentieth of a second each: SQLite itself would give up on most; the queue gives up on none, even
# on a slow machine.
OPTIONS = {"transaction_mode": "IMMEDIATE", "timeout": 0.5}


def test_threads_write_in_the_order_they_came(tmp_path):
    one, order = WriteQueue(str(tmp_path / "queue")), []
    assert one.acquire()

    def write(name: int) -> None:
        assert one.acquire()
        order.append(name)
        one.release()

    threads = []
    for name in range(8):
        threads.append(threading.Thread(target=write, args=[name]))
        threads[-1].start()
        until(lambda: len(one._waiting) == len(threads), "everyone in the queue")
    assert order == []
    one.release()
    for thread in threads:
        thread.join()
    assert order == list(range(8))
    assert one.acquire()
    one.release()


def test_a_lock_of_another_process_is_waited_for_and_ends_with_the_process(tmp_path):
    path = str(tmp_path / "queue")
    imports = "from crosstable.database.write_queue import WriteQueue"
    lines = f"{imports}; WriteQueue({path!r}).acquire(); print('mine', flush=True); input()"
    other = subprocess.Popen(
        [sys.executable, "-c", lines], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=dict(os.environ)
    )
    assert other.stdout is not None and other.stdout.readline() == b"mine\n"
    mine, acquired = WriteQueue(path), []
    waiting = threading.Thread(target=lambda: acquired.append(mine.acquire()))
    waiting.start()
    time.sleep(0.1)
    assert acquired == []
    other.kill()
    other.wait()
    waiting.join()
    assert acquired == [True]
    mine.release()


def test_a_writer_that_waited_too_long_goes_on_without_the_lock(tmp_path, monkeypatch):
    monkeypatch.setattr(write_queue, "PATIENCE", 0.05)
    one = WriteQueue(str(tmp_path / "queue"))
    assert one.acquire()
    assert one.acquire() is False
    one.release()
    assert one.acquire() is True


@pytest.fixture
def database(tmp_path):
    path = tmp_path / "some.sqlite3"
    with sqlite3.connect(path) as made:
        made.execute("PRAGMA journal_mode=WAL")
        made.execute("CREATE TABLE written (n INTEGER)")
    made.close()
    return path


def connect(path, **options) -> DatabaseWrapper:
    defaults = {"CONN_MAX_AGE": 0, "AUTOCOMMIT": True, "ATOMIC_REQUESTS": False, "TIME_ZONE": None}
    defaults |= {"CONN_HEALTH_CHECKS": False, "TEST": {}, "OPTIONS": OPTIONS | options, "NAME": str(path)}
    return DatabaseWrapper(defaults, alias="queue")


@pytest.mark.django_db(transaction=True)
def test_thirty_writers_at_once_all_write_though_sqlite_itself_would_give_up_on_most(database):
    failed: list[str] = []
    everyone = threading.Barrier(30)

    def write(n: int) -> None:
        own = connect(database)
        everyone.wait()
        try:
            own.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
            with own.cursor() as cursor:
                cursor.execute("INSERT INTO written VALUES (%s)", [n])
                time.sleep(0.05)
            own.commit()
        except OperationalError as error:
            failed.append(str(error))
        finally:
            own.close()

    threads = [threading.Thread(target=write, args=[n]) for n in range(30)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with sqlite3.connect(database) as read:
        stored = read.execute("SELECT COUNT(*) FROM written").fetchone()
    read.close()
    assert (failed, stored) == ([], (30,))


@pytest.mark.django_db(transaction=True)
def test_the_queue_is_released_by_a_commit_a_rollback_and_a_lost_connection(database):
    own = connect(database)
    for end in (own.commit, own.rollback, own.close):
        own.connect() if own.connection is None else None
        own.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
        assert own._held_queue is not None
        end()
        assert own._held_queue is None
        if own.connection is not None:
            own.set_autocommit(True)


@pytest.mark.django_db(transaction=True)
def test_a_reader_sees_one_state_and_no_writer_waits_for_it(database):
    reader, writer = connect(database), connect(database)

    def count() -> int:
        with reader.cursor() as cursor:
            return int(cursor.execute("SELECT COUNT(*) FROM written").fetchone()[0])

    reader.only_reads = True
    reader.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    counted = [count()]
    writer.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    writer.cursor().execute("INSERT INTO written VALUES (1)")
    writer.commit()
    counted.append(count())
    reader.commit()
    reader.set_autocommit(True)
    assert [*counted, count()] == [0, 0, 1]
    reader.close(), writer.close()


@pytest.mark.django_db(transaction=True)
def test_a_commit_waits_for_the_disk_and_lets_the_next_writer_in_meanwhile(database, monkeypatch):
    own, seen = connect(database, init_command="PRAGMA synchronous=FULL"), []
    own.connect()
    fsync = os.fsync

    def watched(file: int) -> None:
        queue = write_queue.write_queue_of(str(database))
        seen.append((os.path.samestat(os.fstat(file), os.stat(f"{database}-wal")), queue.acquire()))
        queue.release()
        fsync(file)

    monkeypatch.setattr(os, "fsync", watched)
    write(own, 1)
    assert seen == [(True, True)]
    assert own.connection.execute("PRAGMA synchronous").fetchone() == (2,)
    own.close()


@pytest.mark.django_db(transaction=True)
def test_a_disk_that_fails_is_no_commit_and_keeps_no_one_waiting(database, monkeypatch):
    own = connect(database, init_command="PRAGMA synchronous=FULL")
    own.connect()

    def broken(file: int) -> None:
        raise OSError("Input/output error")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", broken)
        with pytest.raises(OperationalError, match="The disk did not take it: Input/output error"):
            write(own, 1)
    own.close()
    other = connect(database, init_command="PRAGMA synchronous=FULL")
    write(other, 2)
    other.close()


def write(own: DatabaseWrapper, n: int) -> None:
    own.ensure_connection()
    own.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    own.connection.execute("INSERT INTO written VALUES (?)", [n])
    own.commit()
