"""Password hashing with a bounded cost: little memory, and only a few hashes at once in the whole installation.

Argon2id with 19 MiB, two passes and one lane, the smallest setting OWASP recommends. Three at once need 57 MiB, where
Django's default of 100 MiB for each took 1.4 GB from a small machine when 60 people logged in at the same time.
"""

from typing import Any

from django.contrib.auth.hashers import Argon2PasswordHasher

from crosstable.slots import Slots

HASHES = Slots("passwords", "other log-ins", at_once=3, waiting=12, patience=5.0)


class BoundedArgon2(Argon2PasswordHasher):
    """Raises Busy where too many passwords are being hashed. Older hashes are replaced at the next log-in."""

    time_cost = 2
    memory_cost = 19_456
    parallelism = 1

    def encode(self, password: str, salt: str) -> Any:
        with HASHES.taken():
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> Any:
        with HASHES.taken():
            return super().verify(password, encoded)
