"""Calls to a marketplace with a person's key (/api/proxy/gameboost/… and /api/proxy/lztmarket/…), and the purchases
made."""

from dataclasses import asdict
from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import MethodNotAllowed
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.queries import person_by_id
from core.actor import IsAdmin, IsSignedIn, actor, resolve_user_id
from core.api import Api, call, idempotent
from core.errors import ActionError
from marketplace import queries
from marketplace.actions import configurations, proxy
from marketplace.adapters.gameboost.dialect import ListQuery
from marketplace.adapters.lzt.market import LotQuery
from marketplace.adapters.registry import MARKETS
from marketplace.enums import Endpoint, Service, WritableStatus
from marketplace.errors import ConfigurationMissing, PurchaseOutcomeUnknown
from marketplace.models import Purchase
from marketplace.serializers import proxy as serializers


def person_id(request: Request, raw: object) -> int:
    """The actor's own id, or that of an active person an admin names; 403 and 404 otherwise."""
    user_id = resolve_user_id(request, raw)
    return user_id if user_id == actor(request).id else person_by_id(user_id).id


def parse_call(request: Request, service: Service, *methods: str) -> tuple[proxy.ProxyCall, dict[str, Any]]:
    """The call that a body asks for, by one of the methods, and the body's values."""
    values = serializers.ProxyInput.read(request.data)
    if values["method"] not in methods:
        raise MethodNotAllowed(values["method"])
    by = actor(request)
    effective = queries.configuration_in_effect(person_id(request, values["userId"]), service)
    if effective is None:
        raise ConfigurationMissing(MARKETS[service].title)
    connection = effective.connection
    if not connection.training:  # in training nothing goes elsewhere, whatever was typed
        typed = {name: values[name] for name in ("api_key", "base_url")}
        connection = configurations.unsaved_connection(effective, service=service, by=by, **typed)
    return proxy.ProxyCall(effective, connection, by, fresh=values["fresh"]), values


TAKES_ANY_JSON = extend_schema(request=serializers.ProxyInput, responses=OpenApiTypes.OBJECT)


@TAKES_ANY_JSON
class GameBoostProxyApi(Api):
    """Answers are the marketplace's own JSON without passwords; refusals are in the envelope, with its `status`."""

    operations = "proxy_gameboost"
    permissions_by_action = dict.fromkeys(
        ("accounts", "template", "by_login", "account", "status", "statuses", "games", "game", "orders"), IsSignedIn
    )

    @extend_schema(responses=dict.fromkeys((200, 201), OpenApiTypes.OBJECT))
    def accounts(self, request: Request) -> Response:
        """GET lists (params.with_data, page, per_page; with the v2 API search, status, game_id, sort too); POST creates
        (data: the new account payload)."""
        call, given = parse_call(request, Service.GAMEBOOST, "GET", "POST")
        if given["method"] == "POST":
            form = serializers.ListingInput(data=given["data"])
            form.is_valid(raise_exception=True)
            return Response(call.create(form.listing()), status=201)
        query = ListQuery(**serializers.ListParams.read(given["params"]))
        return Response(call.read("accounts", lambda adapter: adapter.list_accounts(query), cached_as=(asdict(query),)))

    def template(self, request: Request, game: str) -> Response:
        """The schema of a game."""
        call, _ = parse_call(request, Service.GAMEBOOST, "GET")
        return Response(call.read(Endpoint.TEMPLATE, lambda adapter: adapter.template(game), cached_as=(game,)))

    def by_login(self, request: Request, login: str) -> Response:
        """The listings of a login. Never from the cache: people ask it to learn whether a listing exists."""
        call, _ = parse_call(request, Service.GAMEBOOST, "GET")
        return Response(call.read("accounts/by-login/{login}", lambda adapter: adapter.show_by_login(login)))

    def account(self, request: Request, remote_id: str) -> Response:
        """GET (with_data) or DELETE."""
        call, given = parse_call(request, Service.GAMEBOOST, "GET", "DELETE")
        if given["method"] == "DELETE":
            answer = call.write("accounts/{id}/delete", lambda adapter: adapter.delete(remote_id), changes_others=True)
        else:
            full = serializers.ListParams.read(given["params"])["with_data"]
            which = (remote_id, full)
            answer = call.read("accounts/{id}", lambda adapter: adapter.get(remote_id, with_data=full), cached_as=which)
        return Response(answer)

    def status(self, request: Request, remote_id: str) -> Response:
        """PATCH, data {status} (listed or draft)."""
        call, given = parse_call(request, Service.GAMEBOOST, "PATCH")
        status = WritableStatus(serializers.StatusInput.read(given["data"])["status"])
        name = "accounts/{id}/status"
        return Response(call.write(name, lambda adapter: adapter.set_status(remote_id, status), changes_others=True))

    def statuses(self, request: Request) -> Response:
        """PATCH, data {accounts, status}."""
        call, given = parse_call(request, Service.GAMEBOOST, "PATCH")
        wanted = serializers.BulkStatusInput.read(given["data"])
        ids, status = [str(remote_id) for remote_id in wanted["accounts"]], WritableStatus(wanted["status"])
        name = "accounts/status/bulk"
        return Response(call.write(name, lambda adapter: adapter.set_status_of_many(ids, status), changes_others=True))

    def games(self, request: Request) -> Response:
        """The marketplace's games."""
        call, _ = parse_call(request, Service.GAMEBOOST, "GET")
        return Response(call.read("games", lambda adapter: adapter.games(), cached_as=()))

    def game(self, request: Request, game_id: str) -> Response:
        """One game."""
        call, _ = parse_call(request, Service.GAMEBOOST, "GET")
        return Response(call.read("games/{id}", lambda adapter: adapter.games(game_id), cached_as=(game_id,)))

    def orders(self, request: Request) -> Response:
        """GET lists, with the v2 API; POST is refused, as GameBoost creates no orders."""
        call, given = parse_call(request, Service.GAMEBOOST, "GET", "POST")
        if given["method"] == "GET":
            return Response(call.read("orders", lambda adapter: adapter.orders(), cached_as=()))
        return Response(call.write("orders", lambda adapter: adapter.create_order()))


def _refused_json(refusal: ActionError, purchase: Purchase) -> dict[str, Any]:
    return refusal.envelope() | {"purchase": serializers.PurchaseOutput(purchase).data}


@TAKES_ANY_JSON
class LztProxyApi(Api):
    """Answers are the marketplace's own JSON without credentials; refusals are in the envelope, with its `status`."""

    operations = "proxy_lztmarket"
    permissions_by_action = dict.fromkeys(("items", "item", "profile"), IsSignedIn) | {"purchase": IsAdmin}

    def items(self, request: Request) -> Response:
        """The latest lots, a category's (params.category), or one's own (params.own, state); page, pmin, pmax, title,
        order_by."""
        call, given = parse_call(request, Service.LZTMARKET, "GET")
        query = LotQuery(**serializers.LotParams.read(given["params"]))
        endpoint = Endpoint.CATEGORIES if query.category and not query.own else Endpoint.LISTINGS
        return Response(call.read(endpoint, lambda adapter: adapter.lots(query), cached_as=("items", asdict(query))))

    def item(self, request: Request, item_id: int) -> Response:
        """One lot."""
        call, _ = parse_call(request, Service.LZTMARKET, "GET")
        which = ("item", item_id)
        return Response(call.read(Endpoint.LISTINGS, lambda adapter: adapter.lot(str(item_id)), cached_as=which))

    def profile(self, request: Request) -> Response:
        """The owner of the key, and their balance."""
        call, _ = parse_call(request, Service.LZTMARKET, "GET")
        return Response(call.read(Endpoint.LISTINGS, lambda adapter: adapter.profile(), cached_as=("profile",)))

    @idempotent(atomic=False)
    def purchase(self, request: Request) -> Response:
        """Buy one lot: data {item_id, price, balance_id?}. `price` is the one that was shown, or nothing is bought."""
        call, asked_for = parse_call(request, Service.LZTMARKET, "POST")
        given = serializers.PurchaseInput.read(asked_for["data"])
        slot = request.idempotency  # type: ignore[attr-defined]  # put there by `idempotent`
        unknown = PurchaseOutcomeUnknown()
        lot = given | {"item_id": str(given["item_id"])}
        result = proxy.purchase_lot(
            call=call, keep=lambda purchase: slot.commit(unknown.status, _refused_json(unknown, purchase)), **lot
        )
        if result.refusal is not None:
            # Answered and not raised: a repetition is told the same.
            body = _refused_json(result.refusal, result.purchase)
            return Response(body, status=result.refusal.status, headers=result.refusal.headers)
        shown = serializers.PurchaseOutput(result.purchase).data
        return Response({"status": "ok", **(result.data or {}), "purchase": shown})


class PurchaseApi(Api):
    operations = "purchases"
    permissions_by_action = {"list": IsAdmin, "resolve": IsAdmin}

    @call(lists=serializers.PurchaseOutput, limit=20)
    def list(self, request: Request) -> Any:
        """Newest first."""
        return queries.purchases()

    @call(takes=serializers.PurchaseResolveInput, answers=serializers.PurchaseOutput)
    def resolve(self, request: Request, given: dict[str, Any], purchase_id: int) -> Any:
        """Record what a person found out about a purchase whose outcome is unknown."""
        purchase = get_object_or_404(queries.purchases(), pk=purchase_id)
        return proxy.resolve_purchase(purchase=purchase, bought=given["outcome"] == "bought", by=actor(request))
