"""/api/proxy/lztmarket/…: 'market/items (GET), /market/item/{id} (GET), /user/profile (GET), /market/purchase (POST,
data)', and the purchases made."""

from dataclasses import asdict
from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from core.actor import IsAdmin, IsSignedIn, actor
from core.api import Api, Paging, paginate
from core.errors import ActionError
from core.idempotency import idempotent
from marketplace import actions, queries
from marketplace.adapters.lzt.market import LotQuery
from marketplace.api.proxy_request import ProxyRequest
from marketplace.enums import Service
from marketplace.errors import PurchaseOutcomeUnknown
from marketplace.models import Purchase
from marketplace.rules.settings import LZT_PROXY_ENDPOINTS
from marketplace.serializers.proxy import (
    LotParams,
    ProxyInput,
    PurchaseInput,
    PurchaseOutput,
    PurchaseResolveInput,
)

DEFAULT_LIMIT = 20


def _documented(operation: str) -> Any:
    return extend_schema(operation_id=f"proxy_lztmarket_{operation}", request=ProxyInput, responses=OpenApiTypes.OBJECT)


def _proxied(request: Request, *methods: str) -> ProxyRequest:
    return ProxyRequest(request, Service.LZTMARKET, *methods)


def _refused_json(refusal: ActionError, purchase: Purchase) -> dict[str, Any]:
    return refusal.envelope() | {"purchase": PurchaseOutput(purchase).data}


class LztProxyApi(Api):
    """Answers are the marketplace's own JSON without credentials; refusals are in the envelope, with its `status`."""

    permissions_by_action = {
        "items": [IsSignedIn],
        "item": [IsSignedIn],
        "profile": [IsSignedIn],
        "purchase": [IsAdmin],
    }

    @_documented("items")
    def items(self, request: Request) -> Response:
        """The latest lots, a category's (params.category), or one's own (params.own, state); page, pmin, pmax, title,
        order_by."""
        call = _proxied(request, "GET")
        query = LotQuery(**LotParams.read(call.params))
        searched = bool(query.category) and not query.own
        endpoint = LZT_PROXY_ENDPOINTS["search" if searched else "items"]
        return call.read(endpoint, lambda adapter: adapter.lots(query), cached_as=("items", asdict(query)))

    @_documented("item")
    def item(self, request: Request, item_id: int) -> Response:
        """One lot."""
        endpoint = LZT_PROXY_ENDPOINTS["items"]
        call = _proxied(request, "GET")
        return call.read(endpoint, lambda adapter: adapter.lot(str(item_id)), cached_as=("item", item_id))

    @_documented("profile")
    def profile(self, request: Request) -> Response:
        """Whose key it is, and the balance."""
        endpoint = LZT_PROXY_ENDPOINTS["profile"]
        return _proxied(request, "GET").read(endpoint, lambda adapter: adapter.profile(), cached_as=("profile",))

    @_documented("purchase")
    @idempotent(atomic=False)
    def purchase(self, request: Request) -> Response:
        """Buy one lot: data {item_id, price, balance_id?}. `price` is the one that was shown, or nothing is bought."""
        call = _proxied(request, "POST")
        given = PurchaseInput.read(call.data)
        slot = request.idempotency  # type: ignore[attr-defined]  # put there by `idempotent`
        unknown = PurchaseOutcomeUnknown()
        result = actions.purchase_lot(
            effective=call.effective,
            connection=call.connection,
            item_id=str(given["item_id"]),
            price=given["price"],
            balance_id=given["balance_id"],
            by=call.by,
            keep=lambda purchase: slot.commit(unknown.status, _refused_json(unknown, purchase)),
        )
        if result.refusal is not None:
            # Answered and not raised: a repetition is told the same.
            body = _refused_json(result.refusal, result.purchase)
            return Response(body, status=result.refusal.status, headers=result.refusal.headers)
        return Response({"status": "ok", **(result.data or {}), "purchase": PurchaseOutput(result.purchase).data})


class PurchaseApi(Api):
    permissions_by_action = {"list": [IsAdmin], "resolve": [IsAdmin]}

    @extend_schema(
        operation_id="purchases_list",
        parameters=[Paging],
        responses={200: PurchaseOutput(many=True)},
    )
    def list(self, request: Request) -> Response:
        """Newest first."""
        return paginate(queries.purchases(), request, PurchaseOutput.json_of, default_limit=DEFAULT_LIMIT)

    @extend_schema(operation_id="purchases_resolve", request=PurchaseResolveInput, responses={200: PurchaseOutput})
    def resolve(self, request: Request, purchase_id: int) -> Response:
        """What a person found out about a purchase whose answer did not come."""
        given = PurchaseResolveInput.read(request.data)
        purchase = actions.resolve_purchase(
            purchase=get_object_or_404(queries.purchases(), pk=purchase_id),
            bought=given["outcome"] == "bought",
            by=actor(request),
        )
        return Response(PurchaseOutput(purchase).data)
