"""Fixtures of the tests of people."""

import json
from pathlib import Path
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
def _built_frontend(settings: Any, tmp_path: Path) -> None:
    """What the frontend build leaves behind, as far as pages of people need it."""
    entries = {name: {"file": f"dist/{name}.js", "imports": []} for name in ("shell", "login", "profile")}
    manifest = {"css": "dist/app.css", "theme": "dist/theme.js", "fonts": [], "entries": entries}
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist/manifest.json").write_text(json.dumps(manifest))
    settings.STATICFILES_DIRS = [tmp_path]


@pytest.fixture
def ana(db: Any) -> User:
    return UserFactory(username="ana.souza", full_name="Ana Souza")


@pytest.fixture
def bruno(db: Any) -> User:
    return UserFactory(username="bruno.lima", full_name="Bruno Lima", two_step=True)
