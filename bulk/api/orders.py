"""Orders and disputes, with what there is to show about each."""

from typing import Any

from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from bulk import decisions
from bulk.api.stock import AccountListingOutput
from bulk.games.catalogue import is_game, title_of
from bulk.models import Order, OrderDecision
from bulk.orders import narrowed_orders, visible_orders
from bulk.serializers import MAX_ASKED_LINE, GameField, MarketTitle
from core.actor import IsAdmin, IsSignedIn, actor
from core.api import Api, call, paginate
from core.serializers import AmountField, Input, Output, PersonOutput, ReasonInput, fields_of, required
from marketplace.enums import OrderState

DEFAULT_ORDERS = 20


class OrderQuery(Input):
    """`search` is found in titles, and in the ids of orders and listings; `waiting`: for the seller; `decision`: of the pay
    for its account, waited for or made; `account` is one of /api/stock."""

    id = serializers.IntegerField(min_value=1, max_value=MAX_ASKED_LINE, required=False)
    account = serializers.IntegerField(min_value=1, max_value=MAX_ASKED_LINE, required=False)
    game = GameField(required=False)
    state = serializers.ChoiceField(choices=OrderState.choices, required=False)
    service = serializers.CharField(required=False, max_length=20)
    waiting = serializers.BooleanField(required=False)
    decision = serializers.ChoiceField(choices=["open", "done"], required=False)
    search = serializers.CharField(required=False, max_length=100)


class StakeOutput(Output):
    """What is decided of: the earning of the account, what it came to, what of it is pending and so can be deducted, and
    what the setting suggests to deduct."""

    shown = fields_of(decisions.Stake)


class DecisionInput(ReasonInput):
    """How much of what is pending is deducted, in R$; zero keeps the pay."""

    amount = AmountField(error_messages=required("Valor"))


class DecisionOutput(Output):
    shown = fields_of(OrderDecision, "deducted reason createdAt")
    by = PersonOutput()


class ShareQuery(Input):
    percent = serializers.IntegerField(min_value=0, max_value=100)


class PersonShareOutput(Output):
    name = serializers.CharField()
    amount = AmountField()


class EffectOutput(Output):
    """What deducting a share of the pay would have come to, over the orders of the last 90 days: those with most first."""

    orders = serializers.IntegerField()
    total = AmountField()
    people = PersonShareOutput(many=True)


class OrderOutput(Output):
    """An order, from `orders.visible_orders`. Until `dueAt`, counted from `dueSince`, it waits for the seller, and `fine`
    is at stake. `runId`, `line` and `listings`, those of its account, are of the listing that was bought; without a run
    it was not made here. `stake`, for admins, is what there is to decide of an order that was refunded or fined."""

    shown = fields_of(Order, "id remoteId listingId title reason price=price_eur boughtAt settledAt") | fields_of(
        Order, "dueAt dueSince=asked_at fine=fine_eur"
    )
    market = MarketTitle(read_only=True)
    gameTitle = serializers.SerializerMethodField()
    state = serializers.ChoiceField(choices=OrderState.choices)
    by = PersonOutput(source="row.run.owner", allow_null=True, default=None, read_only=True)
    accountId = serializers.IntegerField(source="row.account_id", allow_null=True, default=None, read_only=True)
    runId = serializers.IntegerField(source="row.run_id", allow_null=True, default=None, read_only=True)
    line = serializers.IntegerField(source="row.line", allow_null=True, default=None, read_only=True)
    requestId = serializers.CharField(source="row.request_id", default="", read_only=True)
    listings = AccountListingOutput(source="row.account.listings", many=True, default=[], read_only=True)
    stake = serializers.SerializerMethodField()
    decision = DecisionOutput(allow_null=True, default=None, read_only=True)

    @extend_schema_field(StakeOutput(allow_null=True))
    def get_stake(self, order: Order) -> Any:
        stake = self.context.get("stakes", {}).get(order.pk)
        return stake and StakeOutput(stake).data

    def get_gameTitle(self, order: Order) -> str:
        slug = order.row.run.game if order.row else order.game
        return title_of(slug) if is_game(slug) else slug


class OrderApi(Api):
    permissions_by_action = {"list": [IsSignedIn], "decide": [IsAdmin], "effect": [IsAdmin]}

    @call(asks=OrderQuery, lists=OrderOutput)
    def list(self, request: Request, wanted: dict[str, Any]) -> HttpResponseBase:
        """What waits for the seller first: of one's own listings, all for an admin."""
        reader = actor(request)

        def shown(page: Any) -> Any:
            context = {"reader": reader, "stakes": decisions.stakes_of(page) if reader.is_admin else {}}
            return OrderOutput.json_of(page, context=context)

        return paginate(narrowed_orders(visible_orders(reader), **wanted), request, shown, default_limit=DEFAULT_ORDERS)

    @call(takes=DecisionInput, answers=DecisionOutput, status=201)
    def decide(self, request: Request, wanted: dict[str, Any], order_id: int) -> Any:
        """Keep the pay for the account of a refunded or fined order, or deduct some of what is pending of it; once."""
        return decisions.decide(order_id=order_id, **wanted, by=actor(request))

    @call(asks=ShareQuery, answers=EffectOutput)
    def effect(self, request: Request, wanted: dict[str, Any]) -> Any:
        """What a suggested share would have come to in the last 90 days."""
        return decisions.effect_of(**wanted)
