"""Compile the translations and pack the documents, when the package is built or installed."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileTranslations(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        sys.path.insert(0, str(Path(self.root) / "tools"))
        from messages import compile_all

        compile_all()
        if self.target_name == "wheel" and version != "editable":
            # The help in the product shows these; a checkout reads them where they are.
            guides = sorted((Path(self.root) / "docs").rglob("*.md"))
            build_data["force_include"].update(
                {str(path): f"crosstable/{path.relative_to(self.root)}" for path in guides}
            )
