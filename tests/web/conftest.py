import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _nothing_remembered():
    """Every test counts its events from one again; what another one reckoned about them is not true here."""
    cache.clear()
