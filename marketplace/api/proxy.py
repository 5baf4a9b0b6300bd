"""/api/proxy/gameboost/…: see `ProxyRequest`."""

from dataclasses import asdict
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from core.actor import IsSignedIn
from core.api import Api
from marketplace.adapters.gameboost.dialect import ListQuery
from marketplace.api.proxy_request import ProxyRequest
from marketplace.enums import Service, WritableStatus
from marketplace.serializers.proxy import BulkStatusInput, ListingInput, ListParams, ProxyInput, StatusInput


def _proxied(request: Request, *methods: str) -> ProxyRequest:
    return ProxyRequest(request, Service.GAMEBOOST, *methods)


def _list_query(call: ProxyRequest) -> ListQuery:
    return ListQuery(**ListParams.read(call.params))


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
        call = _proxied(request, "GET", "POST")
        if call.method == "GET":
            query = _list_query(call)
            return call.read("accounts", lambda adapter: adapter.list_accounts(query), cached_as=(asdict(query),))
        form = ListingInput(data=call.data)
        form.is_valid(raise_exception=True)
        listing = form.listing()
        return call.create(listing)

    @_documented("template")
    def template(self, request: Request, game: str) -> Response:
        """The schema of a game."""
        call = _proxied(request, "GET")
        return call.read("accounts/template/{gameSlug}", lambda adapter: adapter.template(game), cached_as=(game,))

    @_documented("by_login")
    def by_login(self, request: Request, login: str) -> Response:
        """The listings of a login. Never from the cache: people ask it to learn whether a listing exists."""
        call = _proxied(request, "GET")
        return call.read("accounts/by-login/{login}", lambda adapter: adapter.show_by_login(login))

    @_documented("account")
    def account(self, request: Request, remote_id: str) -> Response:
        """GET (with_data) or DELETE."""
        call = _proxied(request, "GET", "DELETE")
        if call.method == "DELETE":
            return call.write("accounts/{id}/delete", lambda adapter: adapter.delete(remote_id), changes_others=True)
        with_data = _list_query(call).with_data
        return call.read(
            "accounts/{id}",
            lambda adapter: adapter.get(remote_id, with_data=with_data),
            cached_as=(remote_id, with_data),
        )

    @_documented("status")
    def status(self, request: Request, remote_id: str) -> Response:
        """PATCH, data {status} (listed or draft)."""
        call = _proxied(request, "PATCH")
        given = StatusInput.read(call.data)
        status = WritableStatus(given["status"])
        return call.write(
            "accounts/{id}/status", lambda adapter: adapter.set_status(remote_id, status), changes_others=True
        )

    @_documented("statuses")
    def statuses(self, request: Request) -> Response:
        """PATCH, data {accounts, status}."""
        call = _proxied(request, "PATCH")
        given = BulkStatusInput.read(call.data)
        ids = [str(remote_id) for remote_id in given["accounts"]]
        status = WritableStatus(given["status"])
        return call.write(
            "accounts/status/bulk", lambda adapter: adapter.set_status_of_many(ids, status), changes_others=True
        )

    @_documented("games")
    def games(self, request: Request) -> Response:
        """The marketplace's games."""
        return _proxied(request, "GET").read("games", lambda adapter: adapter.games(), cached_as=())

    @_documented("game")
    def game(self, request: Request, game_id: str) -> Response:
        """One game."""
        return _proxied(request, "GET").read("games/{id}", lambda adapter: adapter.games(game_id), cached_as=(game_id,))

    @_documented("orders")
    def orders(self, request: Request) -> Response:
        """GET lists, with the v2 API; POST is refused, as GameBoost creates no orders."""
        call = _proxied(request, "GET", "POST")
        if call.method == "GET":
            return call.read("orders", lambda adapter: adapter.orders(), cached_as=())
        return call.write("orders", lambda adapter: adapter.create_order())
