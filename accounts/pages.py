"""Pages of people."""

from typing import cast

from django.http import HttpRequest, HttpResponse

from accounts.api.people import TRAIL_LENGTH
from accounts.models import User
from core.pages import island_page, page


@page()
def profile(request: HttpRequest) -> HttpResponse:
    """Document 1 §2 'Profile': personal data, upload settings, the GameBoost API, activity."""
    person = cast(User, request.user)
    return island_page(
        request,
        "profile",
        title="Perfil",
        template="accounts/profile.html",
        queries=[
            "/api/auth/me",
            f"/api/employee-settings/{person.id}",
            f"/api/configs/gameboost?userId={person.id}",
        ],
        lists=[f"/api/users/{person.id}/activity-trail?limit={TRAIL_LENGTH}&offset=0"],
        hasSecondPassword=person.has_second_password,
    )
