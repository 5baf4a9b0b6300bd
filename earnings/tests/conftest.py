"""Clients of the tests of money."""

from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User

ClientFor = Callable[[Any], APIClient]


@pytest.fixture
def as_admin(admin: User, client_for: ClientFor) -> APIClient:
    return client_for(admin)


@pytest.fixture
def as_employee(employee: User, client_for: ClientFor) -> APIClient:
    return client_for(employee)
