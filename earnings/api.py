"""The calls about earnings, payouts and payment dates."""

from functools import partial
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from core.actor import IsAdmin, IsSignedIn, actor, resolve_user_id
from core.api import Api, Paging, idempotent, paginate
from core.conditional import conditional, remembered
from core.downloads import answers_file
from core.errors import NotFound
from core.money import TOO_MANY_PLACES, has_too_many_places, parse_amount
from core.serializers import ReasonInput
from earnings import actions, queries, serializers
from earnings.enums import Status
from earnings.errors import InvalidAutomaticAmount
from earnings.statements import payouts_csv, statement_csv, statement_pdf


class EarningApi(Api):
    permissions_by_action = {
        **dict.fromkeys(
            ("everyone", "totals", "balances", "add", "transfer", "pay", "undo", "payouts_csv"), (IsAdmin,)
        ),
        **dict.fromkeys(("of_person", "pending", "paid", "groups", "credits", "payouts", "why"), (IsSignedIn,)),
        **dict.fromkeys(("receipt", "statement_csv", "statement_pdf"), (IsSignedIn,)),
    }

    @extend_schema(parameters=[serializers.EarningsQuery, Paging], responses=serializers.EarningOutput(many=True))
    @conditional(lambda request: queries.LISTED)
    def everyone(self, request: Request) -> Response:
        """Everybody's earnings, newest first."""
        filters = serializers.EarningsQuery.read(request.query_params)
        earnings = queries.narrowed(queries.everyones_earnings(), **filters)
        counted = sorted((name, str(value)) for name, value in filters.items() if name != "sort")
        total = partial(remembered, f"earnings:{counted}", queries.LISTED, earnings.count)
        return paginate(earnings, request, serializers.EarningOutput.json_of, total=total)

    @extend_schema(responses=serializers.TotalsOutput)
    @conditional(lambda request: [queries.ALL_EARNINGS])
    def totals(self, request: Request) -> Response:
        """What the company owes and has paid."""
        totals = remembered("earnings-totals", [queries.ALL_EARNINGS], queries.totals_of_everyone)
        return Response(serializers.TotalsOutput(totals).data)

    @extend_schema(parameters=[serializers.BalancesQuery, Paging], responses=serializers.BalanceOutput(many=True))
    @conditional(lambda request: queries.LISTED)
    def balances(self, request: Request) -> Response:
        """Who has money to receive."""
        found = queries.balances(**serializers.BalancesQuery.read(request.query_params))
        return paginate(found, request, serializers.BalanceOutput.json_of)

    @extend_schema(parameters=[Paging], responses=serializers.EarningOutput(many=True))
    def of_person(self, request: Request, user_id: int) -> Response:
        """A person's earnings, newest first."""
        return paginate(queries.earnings_of(self.looked_at(user_id)), request, serializers.EarningOutput.json_of)

    @extend_schema(parameters=[Paging], responses=serializers.PendingOutput)
    def pending(self, request: Request, user_id: int) -> Response:
        """What is not paid yet, and its sum."""
        person_id = self.looked_at(user_id)
        total = queries.totals_of(person_id).pending
        response = paginate(queries.earnings_of(person_id).filter(status=Status.PENDING), request, list)
        response.data = serializers.PendingOutput({"total": total, "earnings": response.data}).data
        return response

    @extend_schema(responses=serializers.PaidOutput)
    def paid(self, request: Request, user_id: int) -> Response:
        """The sum of what was paid."""
        return Response(serializers.PaidOutput({"total": queries.totals_of(self.looked_at(user_id)).paid}).data)

    @extend_schema(parameters=[serializers.GroupsQuery, Paging], responses=serializers.GroupOutput(many=True))
    def groups(self, request: Request, user_id: int) -> Response:
        """What each run and each task earned a person, the latest first."""
        filters = serializers.GroupsQuery.read(request.query_params)
        groups = queries.groups_of(queries.narrowed(queries.earnings_of(self.looked_at(user_id)), **filters))
        return paginate(groups, request, self.described, total=groups.count)

    @extend_schema(parameters=[serializers.CreditsQuery, Paging], responses=serializers.CreditOutput(many=True))
    def credits(self, request: Request, user_id: int) -> Response:
        """A person's earnings as they were credited, newest first; one that a transfer cut is one, in parts."""
        filters = serializers.CreditsQuery.read(request.query_params)
        earnings = queries.whole_earnings(self.looked_at(user_id), **filters)
        return paginate(earnings, request, serializers.CreditOutput.json_of, default_limit=50)

    @extend_schema(parameters=[Paging], responses=serializers.ReceiptOutput(many=True))
    def payouts(self, request: Request, user_id: int) -> Response:
        """What a person was paid, newest first."""
        payouts = queries.payouts().filter(user_id=self.looked_at(user_id))
        return paginate(payouts, request, serializers.ReceiptOutput.json_of)

    @extend_schema(responses=serializers.WhyOutput)
    def why(self, request: Request, earning_id: int) -> Response:
        """What an amount is made of and where it came from."""
        earning = get_object_or_404(queries.visible_earnings(actor(request)), pk=earning_id)
        self.looked_at(earning.user_id)
        pieces = list(queries.pieces_of(earning))
        answer = {
            "earning": earning,
            "pieces": pieces,
            "payouts": [piece.payout for piece in pieces if piece.payout],
            "cause": queries.cause_of(earning, to=actor(request)),
            "entries": queries.entries_of(piece.pk for piece in pieces),
        }
        return Response(serializers.WhyOutput(answer).data)

    @extend_schema(request=serializers.BalanceInput, responses={201: serializers.EarningOutput})
    @idempotent()
    def add(self, request: Request) -> Response:
        """Add a pending amount for a person."""
        wanted = serializers.BalanceInput.read(request.data)
        wanted.pop("status", None)
        earning = actions.add_balance(**wanted, by=actor(request))
        return Response(serializers.EarningOutput(earning).data, status=201)

    @extend_schema(request=serializers.TransferInput, responses=serializers.TransferOutput)
    @idempotent()
    def transfer(self, request: Request) -> Response:
        """Pay a person some of what is pending; the rest stays pending."""
        wanted = serializers.TransferInput.read(request.data)
        return Response(serializers.TransferOutput(actions.transfer(**wanted, by=actor(request))).data)

    @extend_schema(request=serializers.PaymentsInput, responses=serializers.PaymentsOutput)
    @idempotent()
    def pay(self, request: Request) -> Response:
        """Pay several people at once, or nobody."""
        wanted = serializers.PaymentsInput.read(request.data)
        paid = actions.pay_many(**wanted, by=actor(request))
        return Response(serializers.PaymentsOutput({"payments": paid}).data)

    @extend_schema(request=ReasonInput, responses={201: serializers.EarningOutput})
    def undo(self, request: Request, payout_id: int) -> Response:
        """Owe again what a payment settled, as a new pending earning; the payment stays in the books."""
        wanted = ReasonInput.read(request.data)
        earning = actions.undo_payout(payout_id=payout_id, **wanted, by=actor(request))
        return Response(serializers.EarningOutput(earning).data, status=201)

    @answers_file("application/pdf")
    def receipt(self, request: Request, payout_id: int) -> HttpResponse:
        """The receipt of one's own payment, of any for admins."""
        settled = queries.receipt(payout_id)
        if settled.person.id != actor(request).id and not actor(request).is_admin:
            raise NotFound
        self.looked_at(settled.person.id)
        return statement_pdf(settled)

    @answers_file("text/csv")
    @extend_schema(parameters=[serializers.PeriodInput])
    def statement_csv(self, request: Request, user_id: int) -> HttpResponse:
        """A period's statement as a sheet."""
        return statement_csv(self.statement(user_id))

    @answers_file("application/pdf")
    @extend_schema(parameters=[serializers.PeriodInput])
    def statement_pdf(self, request: Request, user_id: int) -> HttpResponse:
        """A period's statement for printing."""
        return statement_pdf(self.statement(user_id))

    @answers_file("text/csv")
    @extend_schema(parameters=[serializers.MonthQuery])
    def payouts_csv(self, request: Request) -> HttpResponse:
        """What was paid in a month, a line for each transfer."""
        return payouts_csv(serializers.MonthQuery.read(request.query_params).get("month") or timezone.localdate())

    def statement(self, user_id: int) -> queries.Statement:
        period = serializers.PeriodInput.read(self.request.query_params)
        return queries.statement(self.looked_at(user_id), **period)

    def described(self, groups: list[dict[str, Any]]) -> list[Any]:
        """Groups in words, as the person who asks sees them."""
        kinds = queries.describe_kinds((group["source_kind"], group["group_id"]) for group in groups)
        for group in groups:
            kind = kinds[group["source_kind"]]
            source = kind.groups.get(group["group_id"]) or queries.Source(kind.label)
            group |= {"kind": kind.label, "title": source.label, "url": source.url}
        return serializers.GroupOutput.json_of(groups)

    def looked_at(self, user_id: int) -> int:
        """The person whose money is read; an admin's look leaves a trace."""
        by = actor(self.request)
        person_id = resolve_user_id(self.request, user_id)
        if person_id != by.id:
            actions.note_look(by=by, subject_id=queries.person(person_id).id)
        return person_id


class PaymentScheduleApi(Api):
    """'can be read by everyone signed in and written by admins'."""

    permissions_by_action = {"retrieve": [IsSignedIn], "create": [IsAdmin], "partial_update": [IsAdmin]}

    @extend_schema(responses=serializers.ScheduleOutput)
    @conditional(lambda request: [queries.PAYMENT_SCHEDULE])
    def retrieve(self, request: Request) -> Response:
        """The payment date shown to everyone, or null."""
        schedule = queries.payment_schedule()
        return Response(serializers.ScheduleOutput(schedule).data if schedule else None)

    @extend_schema(request=serializers.ScheduleInput, responses={201: serializers.ScheduleOutput})
    def create(self, request: Request) -> Response:
        """Set the payment date."""
        wanted = serializers.ScheduleInput.read(request.data)
        schedule = actions.create_schedule(**wanted, by=actor(request))
        return Response(serializers.ScheduleOutput(schedule).data, status=201)

    @extend_schema(request=serializers.ScheduleInput(partial=True), responses=serializers.ScheduleOutput)
    def partial_update(self, request: Request, schedule_id: int) -> Response:
        """Move the payment date, or change its words."""
        wanted = serializers.ScheduleInput.read(request.data, partial=True)
        schedule = actions.update_schedule(schedule_id=schedule_id, **wanted, by=actor(request))
        return Response(serializers.ScheduleOutput(schedule).data)


class AutomaticEarningApi(Api):
    """'can be read by everyone signed in and written by admins'."""

    permissions_by_action = {"retrieve": [IsSignedIn], "update": [IsAdmin]}

    @extend_schema(responses=serializers.AutomaticEarningOutput)
    def retrieve(self, request: Request) -> Response:
        """What a created account earns."""
        return Response(serializers.AutomaticEarningOutput({"amount": queries.automatic_amount()}).data)

    @extend_schema(request=serializers.AutomaticEarningInput, responses=serializers.AutomaticEarningOutput)
    def update(self, request: Request) -> Response:
        """Change what a created account earns from now on."""
        wanted = serializers.AutomaticEarningInput.read(request.data)
        if has_too_many_places(wanted["amount"]):
            raise InvalidAutomaticAmount(TOO_MANY_PLACES)
        amount = actions.set_automatic_amount(amount=parse_amount(wanted["amount"]), by=actor(request))
        return Response(serializers.AutomaticEarningOutput({"amount": amount}).data)


class PaySchemeApi(Api):
    """What created accounts earn, version by version."""

    permissions_by_action = dict.fromkeys(("list", "create", "preview"), (IsAdmin,))

    @extend_schema(parameters=[Paging], responses=serializers.PaySchemeOutput(many=True))
    def list(self, request: Request) -> Response:
        """All versions, newest first."""
        context = {"titles": queries.game_titles(), "current": queries.scheme_in_force().pk}
        serialize = partial(serializers.PaySchemeOutput.json_of, context=context)
        return paginate(queries.schemes(), request, serialize, default_limit=50)

    @extend_schema(request=serializers.PaySchemeInput, responses={201: serializers.SchemeTextOutput})
    @idempotent()
    def create(self, request: Request) -> Response:
        """Add a version. It holds for what is credited from its day on; what was earned stays as it is."""
        wanted = serializers.PaySchemeInput.read(request.data)
        return Response(self.told(actions.save_scheme(**wanted, by=actor(request))), status=201)

    @extend_schema(request=serializers.PaySchemeInput, responses=serializers.SchemeTextOutput)
    def preview(self, request: Request) -> Response:
        """What a version would pay, before it is saved."""
        wanted = serializers.PaySchemeInput.read(request.data)
        return Response(self.told(actions.drafted_scheme(**wanted, by=actor(request))))

    def told(self, scheme: Any) -> Any:
        titles = queries.game_titles()
        return serializers.SchemeTextOutput({"text": scheme.text(titles), "example": scheme.example(titles)}).data
