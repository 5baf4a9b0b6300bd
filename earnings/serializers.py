from decimal import Decimal
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from core.serializers import (
    INVALID_DATE,
    MAX_ID,
    AmountField,
    DayField,
    Input,
    Output,
    PersonOutput,
    PlainField,
    SortField,
    blank_text,
    fields_of,
    required_texts,
    serializer,
    texts,
)
from earnings import rules
from earnings.enums import SchemeKind, Status
from earnings.errors import NOBODY_PAID, PAID_TWICE
from earnings.models import DESCRIPTION_LENGTH, Balance, Earning, PaymentSchedule, Payout, PayScheme, Posting

MAX_PAID = 500


class PeriodInput(Input):
    """`?start=&end=`: local days, both included."""

    start = DayField(required=False)
    end = DayField(required=False)


class GroupsQuery(PeriodInput):
    """Filters of a person's earnings."""

    status = serializers.ChoiceField(Status.choices, required=False)
    search = serializers.CharField(required=False, max_length=100)


class EarningsQuery(GroupsQuery):
    """Filters and order of the list of everybody's earnings."""

    userId = serializers.IntegerField(source="user_id", required=False, min_value=1, max_value=MAX_ID)
    sort = SortField(Earning.ORDERS)


class BalancesQuery(Input):
    """Words of a name, and the order, of the list of balances; `?due=true` leaves out who has nothing to receive."""

    due = serializers.BooleanField(required=False)
    search = serializers.CharField(required=False, max_length=100)
    sort = SortField(Balance.SORTABLE)


class CreditsQuery(GroupsQuery):
    """The same, in the group of a kind where `sourceKind` names one: without `groupId`, those without."""

    sourceKind = serializers.CharField(source="source_kind", required=False, max_length=30)
    groupId = serializers.IntegerField(source="group_id", required=False, min_value=1, max_value=MAX_ID)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        return {"group_id": None} | attrs if "source_kind" in attrs else attrs


MonthQuery = serializer("MonthQuery", Input, month=DayField(input_formats=["%Y-%m"], required=False))


class TransferInput(Input):
    userId = serializers.IntegerField(source="user_id", error_messages=required_texts("Funcionário"))
    amount = AmountField(error_messages=required_texts("Valor"))


class PaymentsInput(Input):
    """Whom to pay, each once."""

    payments = serializers.ListField(
        child=TransferInput(), allow_empty=False, max_length=MAX_PAID, error_messages=texts(NOBODY_PAID, "empty")
    )

    def validate_payments(self, value: list[dict[str, Any]]) -> dict[int, Decimal]:
        amounts = {payment["user_id"]: payment["amount"] for payment in value}
        if len(amounts) < len(value):
            raise serializers.ValidationError(PAID_TWICE)
        return amounts


class BalanceInput(TransferInput):
    """An amount to credit by hand, with its description (product: earnings.pending)."""

    description = PlainField(max_length=DESCRIPTION_LENGTH, error_messages=required_texts("Descrição"))
    status = serializers.ChoiceField([Status.PENDING], required=False)
    accountsCount = serializers.IntegerField(source="accounts_count", default=1, min_value=1, max_value=1_000_000)


class ScheduleInput(Input):
    nextPaymentDate = DayField(source="next_payment_date", error_messages=blank_text(INVALID_DATE))
    description = PlainField(required=False, allow_blank=True, max_length=DESCRIPTION_LENGTH)


class AutomaticEarningInput(Input):
    """The amount is taken as it is written: every refusal has one text."""

    amount = serializers.JSONField(allow_null=True, default=None)


class PaySchemeInput(Input):
    """`terms` are amounts by game, or by the price in EUR from which on they are paid; `amount` is paid for all others.
    Without `validFrom` it holds from this moment on."""

    kind = serializers.ChoiceField(SchemeKind.choices)
    amount = AmountField(error_messages=required_texts("Valor por conta"))
    terms = serializers.DictField(child=AmountField(), default=dict)
    validFrom = DayField(source="valid_from", required=False)


class EarningOutput(Output):
    """An earning as lists show it; its times are answered in both spellings (product: api.shape)."""

    dual = ("createdAt", "updatedAt")

    shown = fields_of(
        Earning,
        "id userId description amount baseAmount bonusPercentage bonusAmount accountsCount sourceKind payoutId createdAt"
        " updatedAt paidAt splitFrom=split_from_id",
    )
    user = PersonOutput()
    status = serializers.ChoiceField(Status.choices)


class PartOutput(Output):
    """What a transfer left of an earning, or split off it."""

    shown = fields_of(Earning, "id amount paidAt")
    status = serializers.ChoiceField(Status.choices)


class CreditOutput(EarningOutput):
    """An earning as it was first credited: `amount` and `accountsCount` are the whole, `parts` what became of it."""

    parts = serializers.SerializerMethodField()

    @extend_schema_field(PartOutput(many=True))
    def get_parts(self, earning: Earning) -> list[Any]:
        return PartOutput.json_of([earning, *earning.splits.all()])

    def to_representation(self, instance: Earning) -> dict[str, Any]:
        whole = rules.whole(part.parts for part in (instance, *instance.splits.all()))
        return super().to_representation(instance) | {
            "amount": str(whole.amount),
            "baseAmount": str(whole.base),
            "bonusAmount": str(whole.bonus),
            "accountsCount": whole.accounts,
        }


class GroupOutput(Output):
    """What one run or one task earned, or all else of a kind: `kind` in words, and where it is seen."""

    shown = fields_of(str, "sourceKind kind title url") | fields_of(Decimal, "amount=total pending")
    shown |= fields_of(int, "accountsCount=accounts creditsCount")
    groupId = serializers.IntegerField(source="group_id", allow_null=True)
    earningId = serializers.IntegerField(source="earning_id", help_text="The first earning of the group.")
    lastAt = serializers.DateTimeField(source="last_at")


class PendingOutput(Output):
    """What is pending, in all and earning by earning."""

    total = AmountField()
    earnings = EarningOutput(many=True)


TotalsOutput = serializer("TotalsOutput", Output, **fields_of(Decimal, "pending paid"))
BalanceOutput = serializer("BalanceOutput", TotalsOutput, user=PersonOutput())
PaidOutput = serializer("PaidOutput", Output, total=AmountField())
AutomaticEarningOutput = serializer("AutomaticEarningOutput", Output, amount=AmountField())
ScheduleOutput = serializer("ScheduleOutput", Output, **fields_of(PaymentSchedule, "id nextPaymentDate description"))


class PayoutOutput(Output):
    dual = ("createdAt",)

    shown = fields_of(Payout, "id userId amount createdAt")
    by = PersonOutput(allow_null=True)


ReceiptOutput = serializer(
    "ReceiptOutput", PayoutOutput, undone=serializers.BooleanField(help_text="Whether it is due again.")
)
PaymentOutput = serializer(
    "PaymentOutput", Output, payout=PayoutOutput(), pendingTotal=AmountField(source="pending_total")
)
TransferOutput = serializer("TransferOutput", PaymentOutput, paid=EarningOutput(many=True))
PaymentsOutput = serializer("PaymentsOutput", Output, payments=PaymentOutput(many=True))
FactOutput = serializer("FactOutput", Output, **fields_of(str, "name value"))
SchemeTextOutput = serializer("SchemeTextOutput", Output, **fields_of(str, "text example"))


class CauseOutput(Output):
    shown = fields_of(str, "title=label url")
    facts = serializers.SerializerMethodField()

    @extend_schema_field(FactOutput(many=True))
    def get_facts(self, source: Any) -> list[dict[str, str]]:
        return [{"name": name, "value": value} for name, value in source.facts]


class PostingOutput(Output):
    shown = fields_of(Posting, "sequence kind amount earningId reason createdAt hash")
    kindLabel = serializers.CharField(source="get_kind_display")
    by = PersonOutput(allow_null=True)


class WhyOutput(Output):
    """'Por que este valor?': the earning, what it was split into and paid by, its cause, its ledger lines."""

    earning = EarningOutput()
    pieces = EarningOutput(many=True)
    payouts = PayoutOutput(many=True)
    cause = CauseOutput(allow_null=True)
    entries = PostingOutput(many=True)


class PaySchemeOutput(Output):
    """A version of the pay scheme, its terms as in PaySchemeInput. Needs the context `titles` and `current`, the id of
    the version in force. A `next` one has yet to come; one that another version of its day replaced is `past`."""

    shown = fields_of(PayScheme, "id amount validFrom createdAt")
    kind = serializers.ChoiceField(SchemeKind.choices)
    terms = serializers.DictField(child=serializers.CharField())
    text = serializers.SerializerMethodField()
    state = serializers.SerializerMethodField()
    by = PersonOutput(allow_null=True)

    def get_text(self, scheme: PayScheme) -> str:
        return scheme.text(self.context["titles"])

    @extend_schema_field(serializers.ChoiceField(["current", "next", "past"]))
    def get_state(self, scheme: Any) -> str:
        if scheme.pk == self.context["current"]:
            return "current"
        return "next" if scheme.valid_from > timezone.localdate() and not scheme.replaced else "past"
