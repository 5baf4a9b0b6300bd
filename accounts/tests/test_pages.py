"""The profile page: its first data is in it."""

import json
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from accounts.tests.factories import SECOND_PASSWORD, UserFactory, hashed

pytestmark = pytest.mark.django_db


def props(response: Any) -> dict[str, Any]:
    return dict(response.context["props"])


def test_profile_carries_the_answers_of_its_own_calls(client: Client, employee: User) -> None:
    """The page carries the first query results of its island."""
    client.force_login(employee)

    page = client.get("/profile")

    assert page.status_code == 200
    assert "accounts/profile.html" in [template.name for template in page.templates]
    carried = props(page)
    assert carried["hasSecondPassword"] is False
    for path in ("/api/auth/me", f"/api/employee-settings/{employee.id}"):
        assert json.loads(json.dumps(carried["queries"][path])) == client.get(path).json()
    assert carried["queries"][f"/api/users/{employee.id}/activity-trail?limit=20&offset=0"] == {"rows": [], "total": 0}
    assert carried["queries"][f"/api/activities?userId={employee.id}&limit=10&offset=0"] == {"rows": [], "total": 0}
    assert carried["queries"]["/api/auth/sessions?limit=10&offset=0"] == {"rows": [], "total": 0}
    assert f"/api/configs/gameboost?userId={employee.id}" in carried["queries"]


def test_profile_says_where_its_owner_was_last(client: Client, employee: User) -> None:
    """Employees are not told lastActiveIp and browserInfo by the API, but may know their own."""
    employee.last_active_ip, employee.browser_info = "203.0.113.9", "Firefox/140.0"
    employee.save()
    client.force_login(employee)

    assert props(client.get("/profile"))["lastAccess"] == {"address": "203.0.113.9", "browser": "Firefox/140.0"}


def test_profile_knows_of_a_second_password(client: Client) -> None:
    client.force_login(UserFactory(second_password=hashed(SECOND_PASSWORD)))

    assert props(client.get("/profile"))["hasSecondPassword"] is True


def test_profile_of_nobody_is_the_login_page(client: Client) -> None:
    page = client.get("/profile")

    assert page.status_code == 200
    assert "accounts/login.html" in [template.name for template in page.templates]
