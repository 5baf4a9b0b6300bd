"""Pages of people."""

from typing import cast

from django.http import HttpRequest, HttpResponse

from accounts.api.people import TRAIL_LENGTH
from accounts.models import User
from core.pages import island_page, page

SESSIONS = 10
# 'activities default limit 10'
ACTIVITIES = 10


@page()
def profile(request: HttpRequest) -> HttpResponse:
    """personal data, upload settings, the GameBoost API, activity.

    `lastAccess` is one's own: the API tells lastActiveIp and browserInfo to admins only.
    """
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
        lists=[
            f"/api/auth/sessions?limit={SESSIONS}&offset=0",
            f"/api/users/{person.id}/activity-trail?limit={TRAIL_LENGTH}&offset=0",
            f"/api/activities?userId={person.id}&limit={ACTIVITIES}&offset=0",
        ],
        hasSecondPassword=person.has_second_password,
        lastAccess={"address": person.last_active_ip, "browser": person.browser_info},
    )
