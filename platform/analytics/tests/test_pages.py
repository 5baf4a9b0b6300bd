"""'/employee-analytics' for both roles."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from analytics.enums import Name
from analytics.tests.factories import happened

pytestmark = pytest.mark.django_db
PATH = "/employee-analytics"
DENIED = "Acesso Negado: Apenas administradores podem acessar análises comportamentais."


@pytest.fixture(autouse=True)
def built(settings: Any, tmp_path: Any) -> None:
    """A manifest as the frontend build writes it; this page has a stylesheet of its own."""
    entries = {name: {"file": f"dist/{name}-AAAAAAAA.js", "imports": []} for name in ("shell", "employee-analytics")}
    entries["employee-analytics"]["css"] = "dist/employee-analytics-AAAAAAAA.css"
    manifest = {"css": "dist/app-AAAAAAAA.css", "theme": "dist/theme-AAAAAAAA.js", "fonts": [], "entries": entries}
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist/manifest.json").write_text(json.dumps(manifest))
    settings.STATICFILES_DIRS = [tmp_path]


def props_of(answer: Any) -> dict[str, Any]:
    block = re.search(r'id="island-props-employee-analytics"[^>]*>(.*?)</script>', answer.content.decode(), re.S)
    assert block is not None
    return dict(json.loads(block[1]))


def test_an_employee_is_told_why_not(client_for: Callable[[Any], APIClient], employee: Any) -> None:
    """'Non-admins see 'Acesso Negado: …'' with 403, inside the shell and without a figure."""
    answer = client_for(employee).get(PATH)

    text = answer.content.decode()
    assert answer.status_code == 403
    assert DENIED in text
    assert 'href="/profile"' in text
    assert "employee-analytics-AAAAAAAA.js" not in text
    assert "island-props" not in text


@pytest.mark.parametrize(("asked", "shown"), [("", "7d"), ("?range=90d", "90d"), ("?range=5y", "7d")])
def test_the_page_carries_the_figures_of_its_range(
    client_for: Callable[[Any], APIClient], admin: Any, employee: Any, asked: str, shown: str
) -> None:
    """First paint has data: the page carries the first query results of its island."""
    happened(Name.PAGE_VIEW, timezone.now(), employee, path="/")

    answer = client_for(admin).get(PATH + asked)

    queries = props_of(answer)["queries"]
    people = f"/api/analytics/people?limit=10&offset=0&sort=seconds&range={shown}"
    assert answer.status_code == 200
    assert set(queries) == {f"/api/analytics/summary?range={shown}", people}
    assert queries[f"/api/analytics/summary?range={shown}"]["sessions"]["value"] == 1
    assert (queries[people]["total"], queries[people]["rows"][0]["id"]) == (1, employee.id)


def test_the_page_links_its_own_stylesheet_after_the_common_one(
    client_for: Callable[[Any], APIClient], admin: Any
) -> None:
    sheets = re.findall(r'<link rel="stylesheet" href="([^"]+)">', client_for(admin).get(PATH).content.decode())

    assert sheets == ["/static/dist/app-AAAAAAAA.css", "/static/dist/employee-analytics-AAAAAAAA.css"]
