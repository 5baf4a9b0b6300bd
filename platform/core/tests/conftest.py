"""Fixtures of the kernel's tests."""

from collections.abc import Callable
from typing import Any

import pytest


@pytest.fixture
def keys(settings: Any) -> Callable[..., None]:
    """Set FIELD_ENCRYPTION_KEYS for the rest of the test."""

    def use(*values: str) -> None:
        settings.FIELD_ENCRYPTION_KEYS = list(values)

    return use
