"""The pages of loyalty: their first data is in them, and each is for one role."""

import pytest
from django.test import Client

from accounts.models import User
from loyalty.tests.factories import stand_at

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("built_frontend")]


def test_loyalty_points_carries_points_settings_and_history(client: Client, employee: User) -> None:
    stand_at(employee, 72)
    client.force_login(employee)

    page = client.get("/loyalty-points")

    assert page.status_code == 200
    assert "loyalty/loyalty-points.html" in [template.name for template in page.templates]
    queries = page.context["props"]["queries"]
    points = f"/api/loyalty-points/{employee.id}"
    assert set(queries) == {points, "/api/loyalty-points/settings", f"{points}/history?limit=20&offset=0"}
    assert queries[points]["currentPoints"] == 72
    assert queries[f"{points}/history?limit=20&offset=0"]["total"] == 1


def test_admin_loyalty_points_carries_counts_settings_and_the_first_employees(
    client: Client, admin: User, employee: User
) -> None:
    client.force_login(admin)

    page = client.get("/admin-loyalty-points")

    assert page.status_code == 200
    assert "loyalty/admin-loyalty-points.html" in [template.name for template in page.templates]
    queries = page.context["props"]["queries"]
    listed = "/api/loyalty-points?limit=20&offset=0&sort=user"
    assert set(queries) == {"/api/loyalty-points/summary", "/api/loyalty-points/settings", listed}
    assert queries["/api/loyalty-points/summary"]["employees"] == 1
    assert [row["userId"] for row in queries[listed]["rows"]] == [employee.id]


def test_admin_loyalty_points_carries_the_list_that_its_address_asks_for(client: Client, admin: User) -> None:
    client.force_login(admin)

    queries = client.get("/admin-loyalty-points?tier=poor&ordem=-points&busca=ana").context["props"]["queries"]

    assert "/api/loyalty-points?limit=20&offset=0&sort=-points&search=ana&tier=poor" in queries


@pytest.mark.parametrize(
    ("path", "for_admin", "for_employee"), [("/loyalty-points", 404, 200), ("/admin-loyalty-points", 200, 404)]
)
def test_page_of_the_other_role_does_not_exist(
    client: Client, admin: User, employee: User, path: str, for_admin: int, for_employee: int
) -> None:
    """An admin page asked for by an employee is the 404 page with status 404."""
    for person, status in ((admin, for_admin), (employee, for_employee)):
        client.force_login(person)

        assert client.get(path).status_code == status
