"""`make explore MINUTES=5`: the property tests with new random examples, until the time is up. Not a test.

What it finds is shown with the example. Add that as an `@example(…)` to the test, where every run tries it, and fix
the bug. Until then it is stored in `.hypothesis`, and the next search begins with it.
"""

from __future__ import annotations

import subprocess
import sys
import time
from itertools import cycle
from pathlib import Path

COMMAND = [sys.executable, "-m", "pytest", "-q", "-n0", "-x", "-m", "hypothesis"]
SECONDS_TO_MAKE_IT_SMALLER = 60


def main(minutes: float) -> int:
    end = time.monotonic() + 60 * minutes
    for file in cycle(files_with_properties()):
        code = run(file, "explore", end - time.monotonic())
        if code is None:
            print(f"Nothing found in {minutes:g} minutes.")
            return 0
        if code != 0:
            print("Found. Perhaps a smaller example shows it, too:", flush=True)
            run(file, "make-smaller", SECONDS_TO_MAKE_IT_SMALLER)
            print("Add the example as @example(…) to its test, then fix the bug.")
            return 1
    raise AssertionError("no test uses Hypothesis")


def files_with_properties() -> list[Path]:
    """The quickest first: requests made up for every operation of the API take longer than all others together."""
    files = [
        file for file in Path(__file__).parent.rglob("test_*.py") if "from hypothesis" in file.read_text()
    ]
    return sorted(files, key=lambda file: ("schemathesis" in file.name, file))


def run(file: Path, profile: str, seconds: float) -> int | None:
    """How a run of these property tests ended; None when the time is up."""
    print(file.name, flush=True)
    tests = subprocess.Popen([*COMMAND, f"--hypothesis-profile={profile}", str(file)])
    try:
        return tests.wait(max(seconds, 0))
    except subprocess.TimeoutExpired:
        tests.terminate()
        tests.wait()
        return None


if __name__ == "__main__":
    raise SystemExit(main(float(sys.argv[1])))
