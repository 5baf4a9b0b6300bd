from functools import partial
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from core.actor import IsAdmin, IsSignedIn, actor, resolve_user_id, seen_by
from core.api import Api, Paging, call, idempotent, paginate
from core.conditional import cache_by_stamps, conditional
from core.downloads import answers_file
from core.serializers import ReasonInput
from earnings import actions, queries, serializers
from earnings.enums import Status
from earnings.models import Posting
from earnings.statements import payouts_csv, statement_csv, statement_pdf
from infra.shares import compute


class EarningApi(Api):
    permissions_by_action = {
        **dict.fromkeys(("everyone", "totals", "balances", "add", "transfer", "pay", "undo", "payouts_csv"), IsAdmin),
        **dict.fromkeys(("of_person", "pending", "paid", "groups", "credits", "payouts", "why"), IsSignedIn),
        **dict.fromkeys(("receipt", "statement_csv", "statement_pdf"), IsSignedIn),
    }

    @conditional(lambda request: queries.LISTED)
    @call(asks=serializers.EarningsQuery, lists=serializers.EarningOutput)
    def everyone(self, request: Request, filters: dict[str, Any]) -> Response:
        """Everybody's earnings, newest first; those of one person are a look at them."""
        self.looked_at(filters.get("user_id"))
        earnings = queries.filter_earnings(queries.everyones_earnings(), **filters)
        counted = sorted((name, str(value)) for name, value in filters.items() if name != "sort")
        total = partial(cache_by_stamps, f"earnings:{counted}", queries.LISTED, earnings.count)
        return paginate(earnings, request, serializers.EarningOutput.json_of, total=total)

    @conditional(lambda request: queries.ALL_EARNINGS)
    @call(answers=serializers.TotalsOutput)
    def totals(self, request: Request) -> Any:
        """What the company owes and has paid."""
        return cache_by_stamps("earnings-totals", queries.ALL_EARNINGS, queries.totals_of_everyone)

    @conditional(lambda request: queries.LISTED)
    @call(asks=serializers.BalancesQuery, lists=serializers.BalanceOutput)
    def balances(self, request: Request, filters: dict[str, Any]) -> Any:
        """The people with money to receive."""
        return queries.balances(**filters)

    @call(lists=serializers.EarningOutput)
    def of_person(self, request: Request, user_id: int) -> Any:
        """A person's earnings, newest first."""
        return queries.earnings_of(self.looked_at(user_id))

    @extend_schema(parameters=[Paging], responses=serializers.PendingOutput)
    def pending(self, request: Request, user_id: int) -> Response:
        """A person's pending earnings, and their sum."""
        person_id = self.looked_at(user_id)
        known = {"total": queries.totals_of(person_id).pending}
        earnings = queries.earnings_of(person_id).filter(status=Status.PENDING)
        return paginate(earnings, request, lambda page: serializers.PendingOutput(known | {"earnings": page}).data)

    @call(answers=serializers.PaidOutput)
    def paid(self, request: Request, user_id: int) -> Any:
        """The sum of what was paid."""
        return {"total": queries.totals_of(self.looked_at(user_id)).paid}

    @call(asks=serializers.GroupsQuery, lists=serializers.GroupOutput)
    def groups(self, request: Request, filters: dict[str, Any], user_id: int) -> Response:
        """What each run and each task earned a person, the latest first."""
        groups = queries.groups_of(queries.filter_earnings(queries.earnings_of(self.looked_at(user_id)), **filters))
        return paginate(groups, request, self.describe_groups, total=groups.count)

    @call(asks=serializers.CreditsQuery, lists=serializers.CreditOutput, limit=50)
    def credits(self, request: Request, filters: dict[str, Any], user_id: int) -> Any:
        """A person's earnings as they were credited, newest first; one that a transfer cut is one, in parts."""
        return queries.whole_earnings(self.looked_at(user_id), **filters)

    @call(lists=serializers.ReceiptOutput)
    def payouts(self, request: Request, user_id: int) -> Any:
        """What a person was paid, newest first."""
        return queries.payouts().filter(user_id=self.looked_at(user_id))

    @call(answers=serializers.WhyOutput)
    def why(self, request: Request, earning_id: int) -> Any:
        """What an amount is made of and where it came from."""
        earning = get_object_or_404(queries.visible_earnings(actor(request)), pk=earning_id)
        self.looked_at(earning.user_id)
        pieces = list(queries.pieces_of(earning))
        return {
            "earning": earning,
            "pieces": pieces,
            "payouts": [piece.payout for piece in pieces if piece.payout],
            "cause": queries.cause_of(earning, to=actor(request)),
            "entries": Posting.objects.filter(earning__in=pieces).select_related("by").order_by("sequence"),
        }

    @idempotent()
    @call(takes=serializers.BalanceInput, answers=serializers.EarningOutput, status=201)
    def add(self, request: Request, wanted: dict[str, Any]) -> Any:
        """Add a pending amount for a person."""
        wanted.pop("status", None)
        return actions.add_balance(**wanted, by=actor(request))

    @idempotent()
    @call(takes=serializers.TransferInput, answers=serializers.TransferOutput)
    def transfer(self, request: Request, wanted: dict[str, Any]) -> Any:
        """Pay a person some of what is pending; the rest stays pending."""
        return actions.transfer(**wanted, by=actor(request))

    @idempotent()
    @call(takes=serializers.PaymentsInput, answers=serializers.PaymentsOutput)
    def pay(self, request: Request, wanted: dict[str, Any]) -> Any:
        """Pay several people at once, or nobody."""
        return {"payments": actions.pay_many(**wanted, by=actor(request))}

    @idempotent()
    @call(takes=ReasonInput, answers=serializers.EarningOutput, status=201)
    def undo(self, request: Request, wanted: dict[str, Any], payout_id: int) -> Any:
        """Owe again what a payment settled, as a new pending earning; the payment stays in the books."""
        return actions.undo_payout(payout_id=payout_id, **wanted, by=actor(request))

    @answers_file("application/pdf")
    def receipt(self, request: Request, payout_id: int) -> HttpResponse:
        """The receipt of one's own payment, of any for admins."""
        payout = get_object_or_404(seen_by(actor(request), queries.payouts(), owner="user"), pk=payout_id)
        self.looked_at(payout.user_id)
        return compute(statement_pdf, queries.receipt, payout_id)

    @answers_file("text/csv")
    @call(asks=serializers.PeriodInput)
    def statement_csv(self, request: Request, period: dict[str, Any], user_id: int) -> HttpResponse:
        """A period's statement as a sheet."""
        return compute(statement_csv, queries.statement, self.looked_at(user_id), **period)

    @answers_file("application/pdf")
    @call(asks=serializers.PeriodInput)
    def statement_pdf(self, request: Request, period: dict[str, Any], user_id: int) -> HttpResponse:
        """A period's statement for printing."""
        return compute(statement_pdf, queries.statement, self.looked_at(user_id), **period)

    @answers_file("text/csv")
    @call(asks=serializers.MonthQuery)
    def payouts_csv(self, request: Request, query: dict[str, Any]) -> HttpResponse:
        """What was paid in a month, a line for each transfer."""
        return payouts_csv(query.get("month") or timezone.localdate())

    def describe_groups(self, groups: list[dict[str, Any]]) -> list[Any]:
        """Groups in words, as the person who asks sees them."""
        kinds = queries.describe_kinds((group["source_kind"], group["group_id"]) for group in groups)
        for group in groups:
            kind = kinds[group["source_kind"]]
            source = kind.groups.get(group["group_id"]) or queries.Source(kind.label)
            group |= {"kind": kind.label, "title": source.label, "url": source.url}
        return serializers.GroupOutput.json_of(groups)

    def looked_at(self, user_id: int | None) -> int:
        """The person whose money is read, oneself without any; an admin's look leaves a trace."""
        by = actor(self.request)
        person_id = resolve_user_id(self.request, user_id)
        if person_id != by.id:
            actions.note_look(by=by, subject_id=queries.person(person_id).id)
        return person_id


class PaymentScheduleApi(Api):
    """Read by everyone who is signed in, written by admins (product: api.reads)."""

    permissions_by_action = {"retrieve": IsSignedIn, "create": IsAdmin, "partial_update": IsAdmin}

    @conditional(lambda request: [queries.PAYMENT_SCHEDULE])
    @call(answers=serializers.ScheduleOutput)
    def retrieve(self, request: Request) -> Any:
        """The payment date shown to everyone, or null."""
        return queries.payment_schedule()

    @call(takes=serializers.ScheduleInput, answers=serializers.ScheduleOutput, status=201)
    def create(self, request: Request, wanted: dict[str, Any]) -> Any:
        """Set the payment date."""
        return actions.create_schedule(**wanted, by=actor(request))

    @call(takes=serializers.ScheduleInput, partial=True, answers=serializers.ScheduleOutput)
    def partial_update(self, request: Request, wanted: dict[str, Any], schedule_id: int) -> Any:
        """Move the payment date, or change its words."""
        return actions.update_schedule(schedule_id=schedule_id, **wanted, by=actor(request))


class AutomaticEarningApi(Api):
    """Read by everyone who is signed in, written by admins (product: api.reads)."""

    permissions_by_action = {"retrieve": IsSignedIn, "update": IsAdmin}

    @call(answers=serializers.AutomaticEarningOutput)
    def retrieve(self, request: Request) -> Any:
        """What a created account earns."""
        return {"amount": queries.scheme_in_force().amount}

    @call(takes=serializers.AutomaticEarningInput, answers=serializers.AutomaticEarningOutput)
    def update(self, request: Request, wanted: dict[str, Any]) -> Any:
        """Change what a created account earns from now on."""
        return {"amount": actions.set_automatic_amount(written=wanted["amount"], by=actor(request))}


class PaySchemeApi(Api):
    """The pay schemes: what created accounts earn, version by version."""

    permissions_by_action = dict.fromkeys(("list", "create", "preview"), IsAdmin)

    @call(lists=serializers.PaySchemeOutput)
    def list(self, request: Request) -> Response:
        """All versions, newest first."""
        context = {"titles": queries.game_titles(), "current": queries.scheme_in_force().pk}
        serialize = partial(serializers.PaySchemeOutput.json_of, context=context)
        return paginate(queries.schemes(), request, serialize, default_limit=50)

    @idempotent()
    @call(takes=serializers.PaySchemeInput, answers=serializers.SchemeTextOutput, status=201)
    def create(self, request: Request, wanted: dict[str, Any]) -> Any:
        """Add a version. It holds for what is credited from its day on; what was earned stays as it is."""
        return self.describe(actions.save_scheme(**wanted, by=actor(request)))

    @call(takes=serializers.PaySchemeInput, answers=serializers.SchemeTextOutput)
    def preview(self, request: Request, wanted: dict[str, Any]) -> Any:
        """What a version would pay, before it is saved."""
        return self.describe(actions.drafted_scheme(**wanted, by=actor(request)))

    def describe(self, scheme: Any) -> dict[str, str]:
        titles = queries.game_titles()
        return {"text": scheme.text(titles), "example": scheme.example(titles)}
