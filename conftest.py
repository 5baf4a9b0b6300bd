"""Fixtures that every app's tests share: the three people, and clients signed in as them."""

from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.tests.factories import AdminFactory, UserFactory
from core import crypto


@pytest.fixture(autouse=True)
def _sealed(settings: Any, tmp_path: Any) -> None:
    """Nothing of one test reaches another: media, keys made by the installation."""
    settings.MEDIA_ROOT = tmp_path / "media"
    crypto.forget_index_key()


@pytest.fixture
def admin(db: Any) -> Any:
    return AdminFactory(username="admin.teste", full_name="Administradora de Teste")


@pytest.fixture
def employee(db: Any) -> Any:
    return UserFactory(username="funcionaria.teste", full_name="Funcionária de Teste")


@pytest.fixture
def other_employee(db: Any) -> Any:
    return UserFactory(username="outro.teste", full_name="Outro Funcionário")


@pytest.fixture
def client_for() -> Callable[[Any], APIClient]:
    """A client with a session of the person given; None is an anonymous one."""

    def signed_in(user: Any) -> APIClient:
        client = APIClient()
        if user is not None:
            client.force_login(user)
        return client

    return signed_in
