import pytest
from django.core.cache import cache

from crosstable.api.router import forget_all


@pytest.fixture(autouse=True)
def _nothing_remembered():
    cache.clear()
    forget_all()
