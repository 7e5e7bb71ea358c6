"""Checks the locked versions against a public list of known vulnerabilities; reports if the list cannot be reached.

    python .ci/audit.py requirements/runtime.txt

AUDIT_FEED names another address that answers as https://api.osv.dev/v1/querybatch does.
"""

from __future__ import annotations

import json
import os
import re
import sys
import urllib.request
from pathlib import Path

FEED = os.environ.get("AUDIT_FEED", "https://api.osv.dev/v1/querybatch")
LOCKED = re.compile(r"^([a-z0-9._-]+)==([^ ;\\]+)", re.MULTILINE)


def known_vulnerabilities(locked: list[tuple[str, str]]) -> list[str]:
    queries = [{"version": v, "package": {"name": n, "ecosystem": "PyPI"}} for n, v in locked]
    request = urllib.request.Request(FEED, json.dumps({"queries": queries}).encode())  # noqa: S310
    with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310
        results = json.load(answer)["results"]
    return [
        f"{name} {version}: {one['id']}"
        for (name, version), found in zip(locked, results, strict=True)
        for one in found.get("vulns", ())
    ]


def main(file: str) -> int:
    locked = LOCKED.findall(Path(file).read_text())
    try:
        vulnerabilities = known_vulnerabilities(locked)
    except (OSError, ValueError, KeyError) as error:
        print(f"Dependencies: not audited, the feed cannot be reached ({type(error).__name__}).")
        return 0
    print(
        "\n".join(vulnerabilities)
        or f"Dependencies: no vulnerability is known in {len(locked)} locked packages."
    )
    return 1 if vulnerabilities else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
