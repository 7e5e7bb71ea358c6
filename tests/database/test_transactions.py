"""Many rows read as they are at one moment."""

from __future__ import annotations

import pytest
from django.db import connection

from building import user
from crosstable.accounts.models import User
from crosstable.database.transactions import read_snapshot


@pytest.mark.django_db(transaction=True)
def test_what_is_read_at_one_moment_is_one_transaction_and_the_next_one_writes_again():
    user("ann")
    with read_snapshot():
        assert connection.in_atomic_block
        assert User.objects.filter(username="ann").exists()
    assert not connection.in_atomic_block
    user("bo")
    assert User.objects.filter(username__in=["ann", "bo"]).count() == 2
