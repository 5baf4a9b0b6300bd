from typing import Any

import pytest
from django.http import HttpRequest
from django.test import RequestFactory

from core.pages import first_hint


@pytest.fixture
def request_of(employee: Any) -> Any:
    def build(cookies: dict[str, str]) -> HttpRequest:
        request = RequestFactory().get("/")
        request.COOKIES = cookies
        request.user = employee
        return request

    return build


def test_hint_is_its_text_and_the_cookie_that_sends_it_away(employee: Any, request_of: Any) -> None:
    assert first_hint(request_of({}), "runs", "Abra uma execução.") == {
        "cookie": f"hint-{employee.id}-runs",
        "text": "Abra uma execução.",
    }


@pytest.mark.parametrize("value", ["gone", "", "lixo;\x00{}"])
def test_hint_is_gone_once_its_cookie_is_there_whatever_it_holds(employee: Any, request_of: Any, value: str) -> None:
    request = request_of({f"hint-{employee.id}-runs": value})

    assert first_hint(request, "runs", "Abra uma execução.") is None


def test_hint_stays_with_the_cookies_of_other_people_and_hints(
    employee: Any, other_employee: Any, request_of: Any
) -> None:
    request = request_of(
        {
            f"hint-{other_employee.id}-runs": "gone",
            f"hint-{employee.id}-dashboard": "gone",
            f"hint-{employee.id}-runs2": "gone",
            f"hint-{employee.id}": "runs",
            "hint--runs": "gone",
        }
    )

    assert first_hint(request, "runs", "Abra uma execução.") is not None
