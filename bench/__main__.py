"""`python -m bench` runs every benchmark, `python -m bench serving swiss` the named ones."""

from __future__ import annotations

import importlib
import pkgutil
import sys

from rich.console import Console

import bench


def main(wanted: list[str]) -> None:
    names = sorted(
        module.name for module in pkgutil.iter_modules(bench.__path__) if module.name != "__main__"
    )
    if unknown := set(wanted) - set(names):
        sys.exit(f"There is no benchmark called {', '.join(sorted(unknown))}; there are {', '.join(names)}.")
    for name in wanted or names:
        run = getattr(importlib.import_module(f"bench.{name}"), "run", None)
        if run is not None:
            Console().rule(name)
            run()


main(sys.argv[1:])
