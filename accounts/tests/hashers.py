"""Argon2 at a cost that tests can pay, and a count of how often it runs."""

from typing import Any

from django.contrib.auth.hashers import Argon2PasswordHasher
from django.db import connection


class CheapArgon2(Argon2PasswordHasher):
    time_cost = 1
    memory_cost = 8
    parallelism = 1


class CountingArgon2(CheapArgon2):
    """Notes every hash made or checked, and whether a transaction was open around it."""

    in_transaction: list[bool] = []

    def encode(self, password: str, salt: str) -> str:
        self.in_transaction.append(connection.in_atomic_block)
        return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        self.in_transaction.append(connection.in_atomic_block)
        return super().verify(password, encoded)


def path(hasher: type[Any]) -> str:
    return f"{hasher.__module__}.{hasher.__qualname__}"
