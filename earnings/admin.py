"""Money in Django admin: looked at; the one act is a correction, which is a new posting."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from core.actor import actor
from core.admin import Attention, Lookups, ReadOnlyAdmin, ReasonForm, act, link_to, link_to_source
from core.money import TOO_MANY_PLACES, has_too_many_places, parse_amount
from earnings import actions
from earnings.enums import PAYOUT_SOURCE
from earnings.errors import INVALID_AMOUNT, AmountNegative
from earnings.models import Balance, Earning, PaymentSchedule, Payout, PayScheme, Posting
from earnings.queries import describe_kinds


def payments_due() -> Lookups | None:
    come = PaymentSchedule.objects.filter(next_payment_date__lte=timezone.localdate()).exists()
    return {"pending__gt": "0.00"} if come else None


class CorrectionForm(ReasonForm):
    amount = forms.CharField(label="Novo valor (R$)", required=False, max_length=20)


class SourceFilter(admin.SimpleListFilter):
    title = "origem"
    parameter_name = "source_kind"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        kinds = Earning.objects.order_by().values_list("source_kind", flat=True).distinct()
        return sorted(((name, kind.label) for name, kind in describe_kinds((kind, None) for kind in kinds).items()))

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(source_kind=self.value()) if self.value() else queryset


@admin.register(Earning)
class EarningAdmin(ReadOnlyAdmin):
    owner = "user"
    list_display = (
        "__str__", link_to("user", "pessoa"), "amount", "bonus_amount", "status", "accounts_count", "origin", "created_at",
        link_to("payout", "pagamento"),
    )  # fmt: skip
    list_filter = ("status", SourceFilter)
    search_fields = ("=id", "search", "user__search")
    date_hierarchy = "created_at"
    actions = ("correct",)
    action_form = CorrectionForm

    @admin.display(description="origem")
    def origin(self, earning: Earning) -> str:
        if earning.source_id is None:
            return describe_kinds([(earning.source_kind, None)])[earning.source_kind].label
        return link_to_source(earning.source_kind, earning.source_id)

    @act("Corrigir valor")
    def correct(self, request: HttpRequest, earning: Earning, reason: str) -> None:
        typed = request.POST.get("amount", "").replace(",", ".")
        amount = parse_amount(typed)
        if amount is None:
            raise AmountNegative(TOO_MANY_PLACES if has_too_many_places(typed) else INVALID_AMOUNT)
        actions.correct(earning_id=earning.pk, amount=amount, reason=reason, by=actor(request))


@admin.register(Payout)
class PayoutAdmin(ReadOnlyAdmin):
    owner = "user"
    source_kind = PAYOUT_SOURCE
    list_display = ("__str__", link_to("user", "pessoa"), "amount", "by", "created_at")
    search_fields = ("=id", "user__search")
    date_hierarchy = "created_at"
    actions = ("undo",)
    action_form = ReasonForm

    @act("Desfazer pagamento")
    def undo(self, request: HttpRequest, payout: Payout, reason: str) -> None:
        actions.undo_payout(payout_id=payout.pk, reason=reason, by=actor(request))


@admin.register(Balance)
class BalanceAdmin(ReadOnlyAdmin):
    attention = (Attention("Pagamentos vencidos", Balance, payments_due),)
    list_display = ("user", "pending", "paid", "sequence")
    search_fields = ("user__search",)


admin.site.register(
    Posting,
    ReadOnlyAdmin,
    list_display=("__str__", "user", "amount", link_to("earning", "ganho"), "by", "reason", "created_at"),
    list_filter=("kind",),
    search_fields=("=earning__id", "user__search"),
)
# Changed on the admin panel and on the settings page.
admin.site.register(PaymentSchedule, ReadOnlyAdmin)
admin.site.register(PayScheme, ReadOnlyAdmin, list_display=("__str__", "kind", "amount", "by", "created_at"))
