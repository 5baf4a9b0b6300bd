"""/api/proxy/gameboost/…: 'All are POST with body {userId, method, optional apiKey, baseUrl, params, data}'. What is asked for is the `method` of the body."""

from dataclasses import asdict
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from core.api import Api
from core.permissions import IsSignedIn
from marketplace.adapters.gameboost.dialect import ListQuery
from marketplace.api.asked import Asked
from marketplace.enums import Service, WritableStatus
from marketplace.serializers import BulkStatusInput, ListingInput, ListParams, ProxyInput, StatusInput


def _asked(request: Request, *methods: str) -> Asked:
    return Asked(request, Service.GAMEBOOST, *methods)


def _list_query(asked: Asked) -> ListQuery:
    return ListQuery(**ListParams.read(asked.params))


def _documented(operation: str, *others: int) -> Any:
    """`others` are successes beside 200."""
    answers = dict.fromkeys((200, *others), OpenApiTypes.OBJECT)
    return extend_schema(operation_id=f"proxy_gameboost_{operation}", request=ProxyInput, responses=answers)


class GameBoostProxyApi(Api):
    """Answers are the marketplace's own JSON without passwords; refusals are in the envelope, with its `status`."""

    permissions_by_action = dict.fromkeys(
        ("accounts", "template", "by_login", "account", "status", "statuses", "games", "game", "orders"), (IsSignedIn,)
    )

    @_documented("accounts", 201)
    def accounts(self, request: Request) -> Response:
        """GET lists (params.with_data, page, per_page; with the v2 API search, status, game_id, sort too); POST creates
        (data: the new account payload)."""
        asked = _asked(request, "GET", "POST")
        if asked.method == "GET":
            query = _list_query(asked)
            return asked.read("accounts", lambda adapter: adapter.list_accounts(query), cached_as=(asdict(query),))
        form = ListingInput(data=asked.data)
        form.is_valid(raise_exception=True)
        listing = form.listing()
        return asked.create(listing)

    @_documented("template")
    def template(self, request: Request, game: str) -> Response:
        """The schema of a game."""
        asked = _asked(request, "GET")
        return asked.read("accounts/template/{gameSlug}", lambda adapter: adapter.template(game), cached_as=(game,))

    @_documented("by_login")
    def by_login(self, request: Request, login: str) -> Response:
        """The listings of a login. Never from the cache: people ask it to learn whether a listing exists."""
        asked = _asked(request, "GET")
        return asked.read("accounts/by-login/{login}", lambda adapter: adapter.show_by_login(login))

    @_documented("account")
    def account(self, request: Request, remote_id: str) -> Response:
        """GET (with_data) or DELETE."""
        asked = _asked(request, "GET", "DELETE")
        if asked.method == "DELETE":
            return asked.write("accounts/{id}/delete", lambda adapter: adapter.delete(remote_id), changes_others=True)
        with_data = _list_query(asked).with_data
        return asked.read(
            "accounts/{id}",
            lambda adapter: adapter.get(remote_id, with_data=with_data),
            cached_as=(remote_id, with_data),
        )

    @_documented("status")
    def status(self, request: Request, remote_id: str) -> Response:
        """PATCH, data {status} (listed or draft)."""
        asked = _asked(request, "PATCH")
        given = StatusInput.read(asked.data)
        status = WritableStatus(given["status"])
        return asked.write(
            "accounts/{id}/status", lambda adapter: adapter.set_status(remote_id, status), changes_others=True
        )

    @_documented("statuses")
    def statuses(self, request: Request) -> Response:
        """PATCH, data {accounts, status}."""
        asked = _asked(request, "PATCH")
        given = BulkStatusInput.read(asked.data)
        ids = [str(remote_id) for remote_id in given["accounts"]]
        status = WritableStatus(given["status"])
        return asked.write(
            "accounts/status/bulk", lambda adapter: adapter.set_status_of_many(ids, status), changes_others=True
        )

    @_documented("games")
    def games(self, request: Request) -> Response:
        """The marketplace's games."""
        return _asked(request, "GET").read("games", lambda adapter: adapter.games(), cached_as=())

    @_documented("game")
    def game(self, request: Request, game_id: str) -> Response:
        """One game."""
        return _asked(request, "GET").read("games/{id}", lambda adapter: adapter.games(game_id), cached_as=(game_id,))

    @_documented("orders")
    def orders(self, request: Request) -> Response:
        """GET lists, POST creates (data)."""
        asked = _asked(request, "GET", "POST")
        if asked.method == "GET":
            return asked.read("orders", lambda adapter: adapter.orders(), cached_as=())
        return asked.write("orders", lambda adapter: adapter.create_order(asked.data))
