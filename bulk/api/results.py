"""What accounts cost and brought in, and the rates that value it. Amounts are in R$ unless a currency stands beside them."""

from decimal import Decimal
from typing import Any

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from bulk.actions.results import add_rates
from bulk.enums import FOREIGN, EntryKind, Standing
from bulk.exports import results_sheet
from bulk.models import Account, Entry, Rate, Result
from bulk.results import figures
from bulk.results.ledger import waiting_entries
from bulk.serializers import GameField, GameTitle, MarketTitle
from core.actor import IsAdmin, IsSignedIn, actor
from core.api import Api, call, idempotent, paginate
from core.downloads import CSV, XLSX, answers_file, csv_sheet, download, xlsx_sheet
from core.serializers import MAX_ID, DayField, Input, Output, PersonOutput, PlainField, fields_of, required_texts, texts
from infra.shares import compute
from marketplace.adapters.registry import MARKETS

ACCOUNTS = GROUPS = RATES = 20


class ResultsQuery(Input):
    """Days of payment from `start` to `end`, both included; what is not paid yet is as it stands now. `supplier` is '-'
    for accounts without one; `search` is found in titles, and is a whole login."""

    start = DayField(required=False)
    end = DayField(required=False)
    game = GameField(required=False)
    person = serializers.IntegerField(source="owner", min_value=1, max_value=MAX_ID, required=False)
    supplier = serializers.CharField(required=False, max_length=80)
    market = serializers.ChoiceField(choices=sorted(MARKETS), required=False)
    search = serializers.CharField(required=False, max_length=100)


class GroupsQuery(ResultsQuery):
    by = serializers.ChoiceField(choices=list(figures.GROUPED), default="game")


class AccountsQuery(ResultsQuery):
    """`age` is that of accounts in stock, in days from which on."""

    standing = serializers.ChoiceField(choices=Standing.choices, required=False)
    age = serializers.ChoiceField(choices=list(figures.AGES), required=False)


class SumsOutput(Output):
    """See `figures.SUMS`; `margin` is in per cent of `paid`, `daysToSale` the mean."""

    shown = fields_of(Decimal, "profit paid cost pay fined refunded receivable stockCost")
    shown |= fields_of(int, "accountsClosed accountsReceivable accountsStock unvalued")
    shown |= fields_of(float | None, "margin daysToSale")


class ResultGroupOutput(SumsOutput):
    shown = fields_of(str, "key label")


class AgeOutput(Output):
    age = serializers.ChoiceField(choices=list(figures.AGES))
    shown = fields_of(int, "count") | fields_of(Result, "cost")


class OverviewOutput(Output):
    """`months` of payment, the oldest first; `stock` by its age in days."""

    totals = SumsOutput()
    months = ResultGroupOutput(many=True)
    stock = AgeOutput(many=True)


class AccountResultOutput(Output):
    """An account with its sums, of `figures.shown_results`; `profit` is null until it is paid and has all its rates."""

    shown = fields_of(Result, "game supplier listedOn soldOn paidOn cost sale paid fined refunded pay profit unvalued")
    shown |= fields_of(int, "id=pk") | fields_of(Account, "title login=login_hint", within="account")
    by = PersonOutput(source="owner")
    standing = serializers.ChoiceField(choices=Standing.choices)
    gameTitle = GameTitle(source="game", read_only=True)
    market = MarketTitle(read_only=True)


class RateOutput(Output):
    shown = fields_of(Rate, "id day currency source createdAt")
    brl = serializers.DecimalField(max_digits=12, decimal_places=6)
    by = PersonOutput(source="created_by", allow_null=True)


class RateInput(Input):
    """R$ for one unit of the currency on each of the days from `first` to `last`, and who says so."""

    currency = serializers.ChoiceField(choices=FOREIGN)
    first = DayField()
    last = DayField()
    brl = serializers.DecimalField(
        max_digits=12,
        decimal_places=6,
        min_value=Decimal("0.000001"),
        error_messages=texts("Informe a cotação em reais."),
    )
    source = PlainField(max_length=60, error_messages=required_texts("Fonte"))  # type: ignore[assignment]  # a field of that name


class RatedOutput(Output):
    """How many entries without a value these rates would give one, or gave."""

    shown = fields_of(int, "entries")


class MovementOutput(Output):
    """A movement in its own currency, and in R$ by `rate`, which may have come later; without a value, `brl` is null."""

    shown = fields_of(Entry, "id day amount currency market") | fields_of(Decimal | None, "brl", within="value")
    kind = serializers.ChoiceField(choices=EntryKind.choices)
    rate = RateOutput(source="value.rate", allow_null=True, read_only=True)


class ChainOutput(AccountResultOutput):
    """The entries of an account, from its purchase to the pay for it, oldest first."""

    entries = MovementOutput(source="account.entries.all", many=True)


class ProductionOutput(Output):
    """`accounts` that one created, how many of them were `sold` and `refunded`, and one's own `pay` for them."""

    shown = fields_of(int, "accounts sold refunded") | fields_of(Result, "pay")


class ResultsApi(Api):
    permissions_by_action = {
        **dict.fromkeys(("overview", "groups", "accounts", "chain", "csv", "xlsx"), IsAdmin),
        "mine": IsSignedIn,
    }

    @call(asks=ResultsQuery, answers=OverviewOutput)
    def overview(self, request: Request, wanted: dict[str, Any]) -> Any:
        """Sums of all that is asked for, by month of payment, and what is in stock by age."""
        results = figures.filter_results(**wanted)
        totals, months = figures.totals_and_months(results)
        return {"totals": totals, "months": months, "stock": figures.stock_by_age(results)}

    @call(asks=GroupsQuery, lists=ResultGroupOutput, limit=GROUPS)
    def groups(self, request: Request, wanted: dict[str, Any]) -> Any:
        """The same sums by game, person, supplier, market or month."""
        return figures.grouped_by(wanted.pop("by"), figures.filter_results(**wanted))

    @call(asks=AccountsQuery, lists=AccountResultOutput)
    def accounts(self, request: Request, wanted: dict[str, Any]) -> Response:
        """The accounts that the sums are made of: the newest first, or as `figures.shown_results` orders a standing."""
        results = figures.filter_results(**wanted)
        shown = figures.shown_results(results, wanted.get("standing", ""))
        return paginate(shown, request, AccountResultOutput.json_of, default_limit=ACCOUNTS, total=results.count)

    @call(answers=ChainOutput)
    def chain(self, request: Request, account_id: int) -> Any:
        """One account from its purchase on: every amount in its own currency, with the rate that values it."""
        return figures.chain_of(account_id)

    @answers_file("text/csv")
    @call(asks=AccountsQuery)
    def csv(self, request: Request, wanted: dict[str, Any]) -> HttpResponse:
        """A line an account."""
        return download(compute(results_sheet, csv_sheet, wanted), name="resultados.csv", content_type=CSV)

    @answers_file(XLSX)
    @call(asks=AccountsQuery)
    def xlsx(self, request: Request, wanted: dict[str, Any]) -> HttpResponse:
        """The same as a workbook, in which amounts and days are numbers."""
        return download(compute(results_sheet, xlsx_sheet, wanted), name="resultados.xlsx", content_type=XLSX)

    @call(answers=ProductionOutput)
    def mine(self, request: Request) -> Any:
        """Counts of the person's own accounts (created, sold, refunded), and the pay for them."""
        return figures.production_of(actor(request).id)


class RatesApi(Api):
    permissions_by_action = dict.fromkeys(("list", "create", "preview"), IsAdmin)

    @call(lists=RateOutput, limit=RATES)
    def list(self, request: Request) -> Any:
        """The newest day first; of a currency and day the newest holds."""
        return Rate.objects.select_related("created_by")

    @idempotent()
    @call(takes=RateInput, answers=RatedOutput, status=201)
    def create(self, request: Request, wanted: dict[str, Any]) -> Any:
        """Add rates, and value by them the entries of their days that have no value; the others keep theirs."""
        return {"entries": add_rates(**wanted, by=actor(request))}

    @call(takes=RateInput, answers=RatedOutput)
    def preview(self, request: Request, wanted: dict[str, Any]) -> Any:
        """How many entries these rates would value, without saving them."""
        return {"entries": waiting_entries(wanted["currency"], wanted["first"], wanted["last"]).count()}
