"""Accounts over markets, with their listings."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from bulk import queries
from bulk.actions.prices import Wanted, change_prices, undo_prices
from bulk.actions.runs import close_accounts
from bulk.enums import AccountState
from bulk.models import Account, PriceChange, Row
from bulk.queries import row_url_for
from bulk.serializers import MAX_ASKED_LINE, GameField, GameTitle, MarketTitle
from core.actor import Actor, IsSignedIn, actor
from core.api import Api, call
from core.serializers import MAX_ID, AmountField, Input, Output, PersonOutput, fields_of
from marketplace.adapters.registry import MARKETS
from marketplace.queries import service_of

DEFAULT_ACCOUNTS = 20
MAX_PRICES = 200


class StockQuery(Input):
    """`search` is found in titles, and is a whole login; `days` ago or more an account was first listed."""

    id = serializers.IntegerField(min_value=1, max_value=MAX_ASKED_LINE, required=False)
    game = GameField(required=False)
    state = serializers.ChoiceField(choices=AccountState.choices, required=False)
    service = serializers.CharField(required=False, max_length=20)
    days = serializers.IntegerField(min_value=1, max_value=3650, required=False)
    search = serializers.CharField(required=False, max_length=100)


class CloseInput(Input):
    ids = serializers.ListField(child=serializers.IntegerField(min_value=1), min_length=1, max_length=50)


class PriceInput(Input):
    """A listing's price as the reader saw it, and as it shall be."""

    id = serializers.IntegerField(min_value=1, max_value=MAX_ID)
    before = AmountField(allow_null=True)
    after = AmountField()


class PricesInput(Input):
    prices = serializers.ListField(child=PriceInput(), min_length=1, max_length=MAX_PRICES)


class BatchInput(Input):
    """What a change of prices answered."""

    batch = serializers.UUIDField()


class UndoneOutput(Output):
    undone = serializers.IntegerField()


class PriceChangeOutput(Output):
    """Another price that was asked for. `dueAt` is when it is tried (again), for `error`; without it and `appliedAt` it was
    given up, for `error`."""

    shown = fields_of(PriceChange, "before=before_eur after=after_eur askedAt dueAt appliedAt error")


class AccountListingOutput(Output):
    """A listing of an account, with the `prices` that were asked for it, the last one first; a new one is a
    multiple of `priceStep`. Since `closingSince` it is to go, as the account was sold elsewhere; `nextTryAt` is when
    that is tried again, for `error`. `url` leads to its row where the reader may see it."""

    shown = fields_of(Row, "id remoteId soldAt orderId error price=price_eur listedAt=settled_at") | fields_of(
        Row, "closedAt=withdrawn_at closingSince=closing_at nextTryAt=due_at"
    )
    market = MarketTitle(source="run.market", read_only=True)
    state = serializers.SerializerMethodField()
    prices = PriceChangeOutput(source="price_changes", many=True)
    priceStep = serializers.SerializerMethodField()
    url = serializers.SerializerMethodField()

    @extend_schema_field(serializers.ChoiceField(choices=AccountState.choices))
    def get_state(self, row: Row) -> str:
        if row.sold_at:
            return AccountState.SOLD
        if row.withdrawn_at:
            return AccountState.CLOSED
        return AccountState.CLOSING if row.withdrawal else AccountState.ON_SALE

    def get_priceStep(self, row: Row) -> str:
        return f"{MARKETS[service_of(row.run.market)].price_step_eur:.2f}"

    def get_url(self, row: Row) -> str | None:
        reader: Actor = self.context["reader"]
        return row_url_for(reader, owner_id=row.run.owner_id, run_id=row.run_id, line=row.line)


class AccountOutput(Output):
    """An account in stock, from `queries.accounts_in_stock`."""

    shown = fields_of(Account, "id game title login=login_hint listedAt")
    gameTitle = GameTitle(source="game", read_only=True)
    by = PersonOutput(source="owner")
    state = serializers.ChoiceField(choices=AccountState.choices)
    listings = AccountListingOutput(many=True)


class StockApi(Api):
    permissions_by_action = {name: [IsSignedIn] for name in ("list", "close", "prices", "undo_prices")}

    @call(asks=StockQuery, lists=AccountOutput, limit=DEFAULT_ACCOUNTS)
    def list(self, request: Request, wanted: dict[str, Any]) -> Any:
        """Newest first: one's own, all for an admin."""
        return queries.narrowed_stock(queries.accounts_in_stock(actor(request)), **wanted)

    @call(takes=CloseInput, status=204)
    def close(self, request: Request, chosen: dict[str, Any]) -> None:
        """Take down every listing of these accounts that is on sale; one by one, by the worker."""
        close_accounts(**chosen, by=actor(request))

    @call(takes=PricesInput, responses={202: BatchInput})
    def prices(self, request: Request, given: dict[str, Any]) -> Response:
        """Ask for other prices of listings on sale; they go one by one, at most 5 a minute and 10 an hour a listing."""
        wanted = [Wanted(**each) for each in given["prices"]]
        return Response({"batch": change_prices(wanted=wanted, by=actor(request))}, status=202)

    @call(takes=BatchInput, answers=UndoneOutput)
    def undo_prices(self, request: Request, given: dict[str, Any]) -> Any:
        """Take back prices that were asked for at once: what did not go yet stays, the rest is set back."""
        return {"undone": undo_prices(**given, by=actor(request))}
