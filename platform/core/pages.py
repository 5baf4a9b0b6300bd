"""Pages: one path, one template, one island, its first data in the same answer (decisions §4)."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from core.actor import actor
from core.errors import NotFound

View = Callable[..., HttpResponse]

EVERYONE = frozenset({"admin", "employee"})
ADMINS = frozenset({"admin"})
EMPLOYEES = frozenset({"employee"})


def page(roles: frozenset[str] = EVERYONE) -> Callable[[View], View]:
    """Declare who may open a page. To anyone else it does not exist: 'an admin page asked for by an employee is the
    404 page with status 404' (decisions §3). Signed-out people never get here; they see the log-in page. What a query
    does not find is the 404 page as well.
    """

    def decorate(view: View) -> View:
        @require_safe
        @ensure_csrf_cookie
        @wraps(view)
        def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            person = actor(request)
            if ("admin" if person.is_admin else "employee") not in roles:
                raise Http404
            try:
                response = view(request, *args, **kwargs)
            except NotFound:
                raise Http404 from None
            response["Cache-Control"] = "private, no-store"
            return response

        wrapped.page_roles = roles  # type: ignore[attr-defined]  # read by the test that walks every page
        return wrapped

    return decorate


def island_page(
    request: HttpRequest,
    island: str,
    *,
    title: str,
    template: str,
    queries: dict[str, Any] | None = None,
    status: int = 200,
    **props: Any,
) -> HttpResponse:
    """Render a page whose body is one island. `queries` maps API paths to the answers they would give now."""
    context = {"title": title, "island": island, "props": {"queries": queries or {}, **props}}
    return render(request, template, context, status=status)
