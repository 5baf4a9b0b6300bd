"""Pages: one path, one template, one island, its first data in the same answer."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import wraps
from pathlib import PurePath
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe
from rest_framework.response import Response
from rest_framework.status import HTTP_200_OK, HTTP_400_BAD_REQUEST, HTTP_404_NOT_FOUND

from core.actor import actor, role_of
from core.api import Api
from core.errors import NotFound

View = Callable[..., HttpResponse]

PREFETCH_S = 5
EVERYONE = frozenset({"admin", "employee"})
ADMINS = frozenset({"admin"})
EMPLOYEES = frozenset({"employee"})
_PAGE_NUMBER = re.compile(r"[1-9][0-9]{0,4}")


class AddressRefused(Exception):
    """The page's address asks for a list that the API refuses."""


@dataclass(frozen=True)
class Query:
    """A read that a page starts with: the address under which its island asks for it, and the action that answers it."""

    path: str
    api: type[Api]
    action: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


def page(roles: frozenset[str] = EVERYONE) -> Callable[[View], View]:
    """Declare who may open a page. To anyone else it does not exist (product: shell.not-found). What a query does not
    find is the 404 page as well, and an address that the API refuses leads to the page without its query."""

    def decorate(view: View) -> View:
        @require_safe
        @ensure_csrf_cookie
        @wraps(view)
        def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if role_of(actor(request)) not in roles:
                raise Http404
            try:
                response = view(request, *args, **kwargs)
            except NotFound:
                raise Http404 from None
            except AddressRefused:
                return redirect(request.path)
            # A page fetched ahead is of use only if it may be kept until the click that asks for it.
            ahead = fetched_ahead(request)
            response["Cache-Control"] = f"private, max-age={PREFETCH_S}" if ahead else "private, no-store"
            return response

        wrapper.page_roles = roles  # type: ignore[attr-defined]  # read by the test that walks every page
        return wrapper

    return decorate


def fetched_ahead(request: HttpRequest) -> bool:
    """Whether the browser asks before anybody does. It may keep such a page for a moment, so it carries no secret."""
    return request.headers.get("Sec-Purpose", "").startswith("prefetch")


def island_page(
    request: HttpRequest,
    template: str,
    *,
    title: str,
    island: str = "",
    entry: str = "",
    queries: Iterable[Query] = (),
    lists: Iterable[Query] = (),
    context: Mapping[str, Any] | None = None,
    **props: Any,
) -> HttpResponse:
    """Render a page whose body is one island that starts from answers of the API, with no second request. `island` is
    named like its template unless it says so, and `entry`, the folder of its screen, like the island; `queries` are
    answered as they are, `lists` as {rows, total}. `context` is for the template alone."""
    island = island or PurePath(template).stem
    answers = {query.path: answer(request, query).data for query in queries}
    for query in lists:
        listed = answer(request, query)
        answers[query.path] = {"rows": listed.data, "total": int(listed["X-Total-Count"])}
    page = {"title": title, "island": island, "entry": entry or island, "props": {"queries": answers, **props}}
    return render(request, template, {**page, **(context or {})})


def list_path(
    request: HttpRequest, path: str, *, limit: int, order: str = "", order_name: str = "sort", filters: Sequence[str] = ()
) -> str:
    """The page of a list that the page's address asks for, written as the screen writes it (use-list.ts):
    `?pagina=&ordem=&busca=` and the filters by their own names; `order` is the list's own one."""
    page_number = request.GET.get("pagina", "")
    offset = (int(page_number) - 1) * limit if _PAGE_NUMBER.fullmatch(page_number) else 0
    asked = {order_name: request.GET.get("ordem") or order, "search": request.GET.get("busca", "")}
    asked |= {name: request.GET.get(name, "") for name in filters}
    query = {"limit": limit, "offset": offset} | {name: value for name, value in asked.items() if value}
    return f"{path}?{urlencode(query)}"


def answer(request: HttpRequest, query: Query) -> Response:
    """What the API answers this person to a query: its own view, permission and shape."""
    read = copy(request)
    read.__dict__.pop("headers", None)  # made of META, once
    read.META = {name: value for name, value in request.META.items() if not name.startswith("HTTP_IF_")}
    read.method = "GET"  # the page of a refused POST reads as well
    read.GET = QueryDict(urlsplit(query.path).query)
    response: Response = query.api.as_view({"get": query.action})(read, **query.arguments)
    if response.status_code == HTTP_404_NOT_FOUND:
        raise NotFound
    if response.status_code == HTTP_400_BAD_REQUEST and request.GET:
        raise AddressRefused
    if response.status_code != HTTP_200_OK:
        raise RuntimeError(f"the page's own query {query.path} was answered {response.status_code}")
    return response


def first_hint(request: HttpRequest, name: str, text: str) -> dict[str, str] | None:
    """The prop `hint` of an island, {cookie, text}; None once its cookie is there: the person has sent it away."""
    cookie = f"hint-{actor(request).id}-{name}"
    return None if cookie in request.COOKIES else {"cookie": cookie, "text": text}
