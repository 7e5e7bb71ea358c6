"""docs/operations.md lists every environment variable the settings read, and no other."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_the_one_table_of_settings_is_true():
    source = (ROOT / "src/crosstable/settings.py").read_text()
    read = set(re.findall(r'"(CROSSTABLE_\w+|DATABASE_URL)"', source))
    listed = re.findall(r"^\| `([A-Z_]+)` \|", (ROOT / "docs/operations.md").read_text(), re.MULTILINE)
    assert sorted(listed) == sorted(read)
