"""Fixtures of the tests of people."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from accounts.tests.factories import UserFactory
from accounts.tests.hashers import CheapArgon2, CountingArgon2, path


@pytest.fixture(autouse=True)
def _cheap_hashes(settings: Any) -> None:
    settings.PASSWORD_HASHERS = [path(CheapArgon2)]


@pytest.fixture
def hashes(settings: Any) -> list[bool]:
    """One entry a hash made or checked from here on: whether it ran inside a transaction."""
    settings.PASSWORD_HASHERS = [path(CountingArgon2)]
    CountingArgon2.in_transaction.clear()
    return CountingArgon2.in_transaction


@pytest.fixture
def visitor() -> APIClient:
    """A browser that nobody is signed in with."""
    return APIClient()


@pytest.fixture(autouse=True)
def _pages(built_frontend: None) -> None:
    """Signed-out people are answered a page at every path."""


@pytest.fixture
def ana(db: Any) -> User:
    return UserFactory(username="ana.souza", full_name="Ana Souza")


@pytest.fixture
def bruno(db: Any) -> User:
    return UserFactory(username="bruno.lima", full_name="Bruno Lima", two_step=True)
