"""Pages of people (document 1 §2 'Profile')."""

from typing import cast

from django.http import HttpRequest, HttpResponse

from accounts.models import User
from core.pages import island_page, page


@page()
def profile(request: HttpRequest) -> HttpResponse:
    """One's own data and texts. The marketplace configuration is fetched by its tab."""
    person = cast(User, request.user)
    return island_page(
        request,
        "profile",
        title="Perfil",
        template="accounts/profile.html",
        queries=["/api/auth/me", f"/api/employee-settings/{person.id}"],
        hasSecondPassword=person.has_second_password,
    )
