"""What holds on every page of both roles: no serious accessibility finding, no sideways scrolling, nothing asked for
before somebody does something, in both themes and at both widths."""

from typing import Literal

import pytest

from e2e.accessibility import LOOKS, serious_findings, unnamed
from e2e.conftest import SignIn
from e2e.first_paint import asked_at_first
from e2e.people import ADMIN, ANA, BRUNO
from e2e.visits import ADMIN_PAGES, EMPLOYEE_PAGES, PANEL_TABS


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
@pytest.mark.parametrize(
    ("who", "paths"),
    [
        (ANA, EMPLOYEE_PAGES),
        (ADMIN, ADMIN_PAGES),
    ],
)
def test_page_is_accessible_and_fits(
    sign_in: SignIn, who: tuple[str, ...], paths: tuple[str, ...], width: int, scheme: Literal["light", "dark"]
) -> None:
    page = sign_in(*who)
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")

    for path in paths:
        page.goto(path)
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        assert serious_findings(page) == [], path
        assert unnamed(page) == [], path


def test_first_paint_needs_no_api_call(sign_in: SignIn) -> None:
    """Saying that one is online is not asking for data."""
    assert asked_at_first(sign_in(*BRUNO), *EMPLOYEE_PAGES) == []


def test_first_paint_of_an_admin_needs_no_api_call(sign_in: SignIn) -> None:
    narrowed = (
        "/employee-analytics?range=90d&aba=performance",
        "/admin-panel?tab=tarefas&busca=a&ordem=priority&status=pending",
        "/admin-loyalty-points?busca=a+b&ordem=-points",
        "/tasks?status=overdue",
    )
    assert asked_at_first(sign_in(*ADMIN), *ADMIN_PAGES, *PANEL_TABS, *narrowed) == []
