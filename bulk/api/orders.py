"""Orders and disputes, with what there is to show about each."""

from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from bulk.api.stock import AccountListingOutput
from bulk.games.catalogue import is_game, title_of
from bulk.models import Order
from bulk.orders import narrowed_orders, visible_orders
from bulk.serializers import MAX_ASKED_LINE, GameField
from core.actor import IsSignedIn, actor
from core.api import Api, Paging, paginate
from core.serializers import AmountField, Input, Output, PersonOutput, fields_of
from marketplace.adapters.registry import MARKETS
from marketplace.enums import OrderState
from marketplace.queries import service_of

DEFAULT_ORDERS = 20


class OrderQuery(Input):
    """`search` is found in titles, and in the ids of orders and listings; `waiting`: for the seller; `account` is one of
    /api/stock."""

    id = serializers.IntegerField(min_value=1, max_value=MAX_ASKED_LINE, required=False)
    account = serializers.IntegerField(min_value=1, max_value=MAX_ASKED_LINE, required=False)
    game = GameField(required=False)
    state = serializers.ChoiceField(choices=OrderState.choices, required=False)
    service = serializers.CharField(required=False, max_length=20)
    waiting = serializers.BooleanField(required=False)
    search = serializers.CharField(required=False, max_length=100)


class OrderOutput(Output):
    """An order, from `orders.visible_orders`. Until `dueAt`, counted from `dueSince`, it waits for the seller, and `fine`
    is at stake. `runId`, `line` and `listings`, those of its account, are of the listing that was bought; without a run
    it was not made here."""

    shown = fields_of(Order, "id remoteId listingId title reason boughtAt settledAt dueAt")
    market = serializers.SerializerMethodField()
    gameTitle = serializers.SerializerMethodField()
    state = serializers.ChoiceField(choices=OrderState.choices)
    price = AmountField(source="price_eur", allow_null=True)
    dueSince = serializers.DateTimeField(source="asked_at", allow_null=True)
    fine = AmountField(source="fine_eur", allow_null=True)
    by = PersonOutput(source="row.run.owner", allow_null=True, default=None, read_only=True)
    accountId = serializers.IntegerField(source="row.account_id", allow_null=True, default=None, read_only=True)
    runId = serializers.IntegerField(source="row.run_id", allow_null=True, default=None, read_only=True)
    line = serializers.IntegerField(source="row.line", allow_null=True, default=None, read_only=True)
    requestId = serializers.CharField(source="row.request_id", default="", read_only=True)
    listings = AccountListingOutput(source="row.account.listings", many=True, default=[], read_only=True)

    def get_market(self, order: Order) -> str:
        return MARKETS[service_of(order.market)].title

    def get_gameTitle(self, order: Order) -> str:
        slug = order.row.run.game if order.row else order.game
        return title_of(slug) if is_game(slug) else slug


class OrderApi(Api):
    permissions_by_action = {"list": [IsSignedIn]}

    @extend_schema(parameters=[OrderQuery, Paging], responses=OrderOutput(many=True))
    def list(self, request: Request) -> HttpResponseBase:
        """What waits for the seller first: of one's own listings, all for an admin."""
        wanted = OrderQuery.read(request.query_params)
        reader = actor(request)
        return paginate(
            narrowed_orders(visible_orders(reader), **wanted),
            request,
            lambda page: OrderOutput(page, many=True, context={"reader": reader}).data,
            default_limit=DEFAULT_ORDERS,
        )
