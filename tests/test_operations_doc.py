"""docs/operations.md lists every environment variable the settings and commands read, and no other."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_the_one_table_of_settings_is_true():
    source = "".join(
        (ROOT / f"src/crosstable/{name}.py").read_text() for name in ("settings", "text", "cli/main")
    )
    read = set(re.findall(r'"(CROSSTABLE_\w+|DATABASE_URL)"', source))
    listed = re.findall(r"^\| `([A-Z_]+)` \|", (ROOT / "docs/operations.md").read_text(), re.MULTILINE)
    assert sorted(listed) == sorted(read)
