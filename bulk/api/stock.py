"""Accounts over markets with their listings, the rules of their prices, and what was bought: orders and disputes."""

from decimal import Decimal
from functools import partial
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.http.response import HttpResponseBase
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from bulk import orders, queries
from bulk.actions import prices
from bulk.actions.runs import close_accounts
from bulk.enums import AccountState, Rounding, RuleKind, RuleMode
from bulk.games.catalogue import is_game, title_of
from bulk.models import Account, Order, OrderDecision, PriceChange, Row
from bulk.serializers import MAX_ASKED_LINE, GameField, GameTitle, MarketTitle
from core.actor import IsAdmin, IsSignedIn, actor
from core.api import Api, call, idempotent, paginate
from core.serializers import (
    MAX_ID,
    AmountField,
    Input,
    Output,
    PersonOutput,
    PlainField,
    ReasonInput,
    fields_of,
    required_texts,
    serializer,
)
from marketplace.adapters.registry import MARKETS
from marketplace.enums import OrderState
from marketplace.queries import service_of

DEFAULT_ACCOUNTS = DEFAULT_ORDERS = DEFAULT_PROPOSALS = 20
MAX_CHOSEN = 200
MOST_DAYS = 365
OUT_OF_BOUNDS = "Informe de 0 a 90 por cento."
NO_REDUCTION = "Informe de quanto por cento é a redução."


class StockQuery(Input):
    """`search` is found in titles, and is a whole login; `days` ago or more an account was first listed."""

    id = serializers.IntegerField(min_value=1, max_value=MAX_ASKED_LINE, required=False)
    game = GameField(required=False)
    state = serializers.ChoiceField(choices=AccountState.choices, required=False)
    service = serializers.CharField(required=False, max_length=20)
    days = serializers.IntegerField(min_value=1, max_value=3650, required=False)
    search = serializers.CharField(required=False, max_length=100)


_ID = partial(serializers.IntegerField, min_value=1, max_value=MAX_ID)


def _list_of(child: Any, most: int) -> serializers.ListField:
    return serializers.ListField(child=child, min_length=1, max_length=most)


class PriceInput(Input):
    """A listing's price as the reader saw it, and as it shall be."""

    id = _ID()
    before = AmountField(allow_null=True)
    after = AmountField()


BatchInput = serializer("BatchInput", Input, batch=serializers.UUIDField())
CloseInput = serializer("CloseInput", Input, ids=_list_of(_ID(), 50))
ProposalsInput = serializer("ProposalsInput", Input, ids=_list_of(_ID(), MAX_CHOSEN))
PricesInput = serializer("PricesInput", Input, prices=_list_of(PriceInput(), MAX_CHOSEN))
UndoneOutput = serializer("UndoneOutput", Output, **fields_of(int, "undone"))
StakeOutput = serializer("StakeOutput", Output, **fields_of(orders.Stake))
ShareQuery = serializer("ShareQuery", Input, percent=serializers.IntegerField(min_value=0, max_value=100))
PersonShareOutput = serializer("PersonShareOutput", Output, **fields_of(str, "name"), **fields_of(Decimal, "amount"))
DecisionOutput = serializer(
    "DecisionOutput", Output, **fields_of(OrderDecision, "deducted reason createdAt"), by=PersonOutput()
)


class PriceChangeOutput(Output):
    """Another price that was asked for, tried (again) at `dueAt`; without it and `appliedAt`, given up for `error`."""

    shown = fields_of(PriceChange, "before=before_eur after=after_eur askedAt dueAt appliedAt error")


class AccountListingOutput(Output):
    """A listing of an account, with the `prices` that were asked for it, the last one first; a new one is a
    multiple of `priceStep`. Since `closingSince` it is to go, as the account was sold elsewhere; `nextTryAt` is when
    that is tried again, for `error`. `url` leads to its row where the reader may see it."""

    shown = fields_of(Row, "id remoteId soldAt orderId error price=price_eur listedAt=settled_at")
    shown |= fields_of(Row, "closedAt=withdrawn_at closingSince=closing_at nextTryAt=due_at")
    market = MarketTitle(source="run.market", read_only=True)
    state = serializers.ChoiceField(choices=AccountState.choices, source="listing_state", read_only=True)
    prices = PriceChangeOutput(source="price_changes", many=True)
    priceStep = serializers.SerializerMethodField()
    url = serializers.SerializerMethodField()

    def get_priceStep(self, row: Row) -> str:
        return f"{MARKETS[service_of(row.run.market)].price_step_eur:.2f}"

    def get_url(self, row: Row) -> str | None:
        return queries.row_url_for(self.context["reader"], owner_id=row.run.owner_id, run_id=row.run_id, line=row.line)


class AccountOutput(Output):
    """An account in stock, from `queries.accounts_in_stock`."""

    shown = fields_of(Account, "id game title login=login_hint listedAt")
    gameTitle = GameTitle(source="game", read_only=True)
    by = PersonOutput(source="owner")
    state = serializers.ChoiceField(choices=AccountState.choices)
    listings = AccountListingOutput(many=True)


class StockApi(Api):
    permissions_by_action = dict.fromkeys(("list", "close", "prices", "undo_prices"), IsSignedIn)

    @call(asks=StockQuery, lists=AccountOutput, limit=DEFAULT_ACCOUNTS)
    def list(self, request: Request, wanted: dict[str, Any]) -> Any:
        """Newest first: one's own, all for an admin."""
        return queries.filter_stock(queries.accounts_in_stock(actor(request)), **wanted)

    @call(takes=CloseInput, status=204)
    def close(self, request: Request, chosen: dict[str, Any]) -> None:
        """Take down every listing of these accounts that is on sale; one by one, by the worker."""
        close_accounts(**chosen, by=actor(request))

    @call(takes=PricesInput, responses={202: BatchInput})
    def prices(self, request: Request, given: dict[str, Any]) -> Response:
        """Ask for other prices of listings on sale; they go one by one, at most 5 a minute and 10 an hour a listing."""
        return Response({"batch": prices.change_prices(wanted=given["prices"], by=actor(request))}, status=202)

    @call(takes=BatchInput, answers=UndoneOutput)
    def undo_prices(self, request: Request, given: dict[str, Any]) -> Any:
        """Take back prices that were asked for at once: what did not go yet stays, the rest is set back."""
        return {"undone": prices.undo_prices(**given, by=actor(request))}


class OrderQuery(Input):
    """`search` is found in titles, and in the ids of orders and listings; `waiting`: for the seller; `decision`: of the
    pay for its account, waited for or made; `account` is one of /api/stock."""

    id = serializers.IntegerField(min_value=1, max_value=MAX_ASKED_LINE, required=False)
    account = serializers.IntegerField(source="row__account", min_value=1, max_value=MAX_ASKED_LINE, required=False)
    game = GameField(required=False)
    state = serializers.ChoiceField(choices=OrderState.choices, required=False)
    service = serializers.CharField(required=False, max_length=20)
    waiting = serializers.BooleanField(required=False)
    decision = serializers.ChoiceField(choices=["open", "done"], required=False)
    search = serializers.CharField(required=False, max_length=100)


class DecisionInput(ReasonInput):
    """How much of what is pending is deducted, in R$; zero keeps the pay."""

    amount = AmountField(error_messages=required_texts("Valor"))


class EffectOutput(Output):
    """What deducting a share of the pay would have cost each person over the last 90 days of orders, highest first."""

    shown = fields_of(int, "orders") | fields_of(Decimal, "total")
    people = PersonShareOutput(many=True)


class OrderOutput(Output):
    """An order, from `orders.visible_orders`. Until `dueAt`, counted from `dueSince`, it waits for the seller, and `fine`
    is at stake. `runId`, `line` and `listings`, those of its account, are of the listing that was bought; without a run
    it was not made here. `stake`, for admins, is what there is to decide of an order that was refunded or fined."""

    shown = fields_of(Order, "id remoteId listingId title reason price=price_eur boughtAt settledAt")
    shown |= fields_of(Order, "dueAt dueSince=asked_at fine=fine_eur")
    shown |= fields_of(int | None, "accountId runId line", within="row")
    market = MarketTitle(read_only=True)
    gameTitle = serializers.SerializerMethodField()
    state = serializers.ChoiceField(choices=OrderState.choices)
    by = PersonOutput(source="row.run.owner", allow_null=True, default=None, read_only=True)
    requestId = serializers.CharField(source="row.request_id", default="", read_only=True)
    listings = AccountListingOutput(source="row.account.listings", many=True, default=[], read_only=True)
    stake = StakeOutput(allow_null=True, read_only=True)
    decision = DecisionOutput(source="told", allow_null=True, read_only=True)

    def get_gameTitle(self, order: Order) -> str:
        slug = order.row.run.game if order.row else order.game
        return title_of(slug) if is_game(slug) else slug


class OrderApi(Api):
    permissions_by_action = {"list": IsSignedIn, "decide": IsAdmin, "effect": IsAdmin}

    @call(asks=OrderQuery, lists=OrderOutput)
    def list(self, request: Request, wanted: dict[str, Any]) -> HttpResponseBase:
        """Orders of one's own listings, all for an admin; those that wait for the seller first."""
        reader = actor(request)
        found = orders.filter_orders(orders.visible_orders(reader), **wanted)

        def to_json(page: Any) -> Any:
            stakes = orders.stakes_of(page) if reader.is_admin else {}
            for order in page:
                order.stake = stakes.get(order.pk)
                order.told = getattr(order, "decision", None)
                if order.told and not reader.is_admin and order.row.account.owner_id != reader.id:
                    order.told = None  # of the pay of who listed the account first
            return OrderOutput.json_of(page, context={"reader": reader})

        return paginate(found, request, to_json, default_limit=DEFAULT_ORDERS)

    @idempotent()
    @call(takes=DecisionInput, answers=DecisionOutput, status=201)
    def decide(self, request: Request, wanted: dict[str, Any], order_id: int) -> Any:
        """Keep the pay for the account of a refunded or fined order, or deduct some of what is pending of it; once."""
        return orders.decide(order_id=order_id, **wanted, by=actor(request))

    @call(asks=ShareQuery, answers=EffectOutput)
    def effect(self, request: Request, wanted: dict[str, Any]) -> Any:
        """What a suggested share would have come to in the last 90 days."""
        return orders.effect_of(**wanted)


def _percentage(**options: Any) -> serializers.DecimalField:
    texts: dict[str, Any] = dict.fromkeys(("invalid", "min_value", "max_value", "max_digits"), OUT_OF_BOUNDS)
    bounds: dict[str, Any] = {"max_digits": 4, "decimal_places": 2, "min_value": 0, "max_value": 90}
    return serializers.DecimalField(error_messages=texts, **bounds, **options)


class PriceRuleFields(serializers.Serializer[Any]):
    """The fields of `models.PriceRule`; `cost` is in euro."""

    name = PlainField(max_length=80, error_messages=required_texts("Nome"))
    kind = serializers.ChoiceField(choices=RuleKind.choices)
    mode = serializers.ChoiceField(choices=RuleMode.choices)
    game = GameField(allow_blank=True)
    service = serializers.ChoiceField(choices=list(MARKETS), allow_blank=True)
    threshold = serializers.IntegerField(min_value=0, max_value=100_000)
    percentage = _percentage()
    rounding = serializers.ChoiceField(choices=Rounding.choices)
    cost = AmountField(source="cost_eur", allow_null=True)
    feePercentage = _percentage(source="fee_percentage", allow_null=True)
    daily = serializers.IntegerField(min_value=1, max_value=10)
    restDays = serializers.IntegerField(source="rest_days", min_value=0, max_value=MOST_DAYS)


class PriceRuleInput(PriceRuleFields, Input):
    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["kind"] != RuleKind.SUGGESTED and not attrs["percentage"]:
            raise serializers.ValidationError({"percentage": NO_REDUCTION})
        if attrs["cost_eur"] is not None and attrs["cost_eur"] < 0:
            raise serializers.ValidationError({"cost": AmountField.default_error_messages["invalid"]})
        return attrs


class PriceRuleOutput(PriceRuleFields, Output):
    """`proposals` is how many wait for an admin."""

    shown = fields_of(int, "id proposals")


class AppliedOutput(Output):
    """How many of the proposals still hold and fit into the day's limit; `batch` undoes them."""

    batch = serializers.UUIDField()
    applied = serializers.IntegerField()


class ProposalOutput(PriceChangeOutput):
    """What a rule proposed, `open` until it is decided: a price not under `floor`, for `reason`. What is not known of the
    floor is `unknown`. Once asked for it has the `batch` that it is undone by; else `error` says why not, or why it waits."""

    shown = fields_of(PriceChange, "id floor=floor_eur reason unknown") | fields_of(Row, "title url", within="row")
    batch = serializers.UUIDField(allow_null=True)
    rule = serializers.CharField(source="rule.name")
    gameTitle = GameTitle(source="row.run.game", read_only=True)
    market = MarketTitle(source="row.run.market", read_only=True)
    open = serializers.BooleanField()


class PriceRuleApi(Api):
    permissions_by_action = dict.fromkeys(("list", "create", "update", "destroy"), IsAdmin)

    @call(lists=PriceRuleOutput)
    def list(self, request: Request) -> Any:
        """The rules of prices, the oldest first, each with how many of its proposals wait."""
        return _rules()

    @idempotent()
    @call(takes=PriceRuleInput, answers=PriceRuleOutput, status=201)
    def create(self, request: Request, values: dict[str, Any]) -> Any:
        """Write a rule; what it proposes comes within seconds."""
        return _rules().get(pk=prices.save_rule(rule_id=None, values=values, by=actor(request)).pk)

    @call(takes=PriceRuleInput, answers=PriceRuleOutput)
    def update(self, request: Request, values: dict[str, Any], rule_id: int) -> Any:
        """Change a rule; what it proposed is looked at anew."""
        return _rules().get(pk=prices.save_rule(rule_id=rule_id, values=values, by=actor(request)).pk)

    @call(status=204)
    def destroy(self, request: Request, rule_id: int) -> None:
        """Delete a rule; what it proposed stays in the list of proposals."""
        prices.delete_rule(rule_id=rule_id, by=actor(request))


class ProposalApi(Api):
    permissions_by_action = dict.fromkeys(("list", "apply", "decline"), IsAdmin)

    @call(lists=ProposalOutput, limit=DEFAULT_PROPOSALS)
    def list(self, request: Request) -> Any:
        """Proposals that wait for a decision, then decided ones, newest first."""
        changes = PriceChange.objects.filter(rule__isnull=False).select_related("rule", "row__run")
        changes = changes.defer("row__credentials", "row__listing").annotate(open=queries.PROPOSED)
        return changes.order_by("-open", "-pk")

    @call(takes=ProposalsInput, answers=AppliedOutput, status=202)
    def apply(self, request: Request, chosen: dict[str, Any]) -> Any:
        """Ask for the prices of these proposals, as far as they still hold and the day's limits reach; they go like those
        that people ask for, and are taken back by /api/stock/prices/undo."""
        return prices.apply_proposals(**chosen, by=actor(request))

    @call(takes=ProposalsInput, status=204)
    def decline(self, request: Request, chosen: dict[str, Any]) -> None:
        """Leave these listings alone for the days between two changes."""
        prices.decline_proposals(**chosen, by=actor(request))


def _rules() -> QuerySet[Any]:
    waiting = Q(changes__batch=None, changes__error="", changes__isnull=False)
    return prices.RULES.annotate(proposals=Count("changes", filter=waiting)).order_by("pk")
