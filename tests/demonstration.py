"""What `crosstable demo` makes of empty tables, made once for all processes of a run: it takes as long as fifty tests.

The fixture `demo` is its data directory; `demo_opened` makes a copy of it the tests' database.
"""

from __future__ import annotations

import fcntl
import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from serving import QUICK, running_server, start_with_tables
from worlds import database as opened


def made_demo(folder: Path) -> Path:
    """In an environment that names a real installation, which it must leave alone."""
    real = {"CROSSTABLE_DATA": str(folder / "real"), "DATABASE_URL": "postgres://nobody@127.0.0.1:1/none"}
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "demo").exists():
            start_with_tables(folder / "unfinished")
            with running_server(folder / "unfinished", command="demo", **QUICK, **real) as server:
                assert server.stop() == 0
                with closing(server.database) as database:
                    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # one file, to be copied
            (folder / "unfinished").rename(folder / "demo")
    return folder / "demo"


@contextmanager
def demo_opened(demo: Path) -> Iterator[None]:
    """A copy of it is the database of whatever is inside."""
    with TemporaryDirectory() as folder:
        shutil.copy(demo / "crosstable.sqlite3", folder)
        with opened(Path(folder) / "crosstable.sqlite3"):
            yield
