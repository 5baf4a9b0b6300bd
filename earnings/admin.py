from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from core.actor import actor
from core.admin import Lookups, ReadOnlyAdmin, ReasonForm, act, acts, link_to_source, read_only
from core.errors import INVALID_AMOUNT, TOO_MANY_PLACES
from core.money import has_too_many_places, parse_amount
from earnings import actions
from earnings.enums import PAYOUT_SOURCE
from earnings.errors import AmountNegative
from earnings.models import Balance, Earning, PaymentSchedule, Payout, PayScheme, Posting
from earnings.queries import describe_kinds


def payments_due() -> Lookups | None:
    come = PaymentSchedule.objects.filter(next_payment_date__lte=timezone.localdate()).exists()
    return {"pending__gt": "0.00"} if come else None


def note_view(_: Any, request: HttpRequest, row: Any) -> None:
    """Audit an admin's look, which the owner of the money can read as those on the screens."""
    if row.user_id != actor(request).id:
        actions.note_look(by=actor(request), subject_id=row.user_id)


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
    on_view = note_view
    columns = "__str__ >user amount bonus_amount status accounts_count origin created_at >payout"
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
        if (amount := parse_amount(typed)) is None:
            raise AmountNegative(TOO_MANY_PLACES if has_too_many_places(typed) else INVALID_AMOUNT)
        actions.correct(earning_id=earning.pk, amount=amount, reason=reason, by=actor(request))


read_only(
    Payout,
    "__str__ >user amount by created_at",
    search="=id user__search",
    owner="user",
    on_view=note_view,
    source_kind=PAYOUT_SOURCE,
    date_hierarchy="created_at",
    actions=acts(undo=("Desfazer pagamento", actions.undo_payout, "payout_id")),
)
due = {"Pagamentos vencidos": payments_due}
read_only(Balance, "user pending paid sequence", search="user__search", attention=due, on_view=note_view)
posted = "__str__ user amount >earning by reason created_at"
read_only(Posting, posted, filters="kind", search="=earning__id user__search", on_view=note_view)
read_only(PaymentSchedule)  # changed on the admin panel and on the settings page
read_only(PayScheme, "__str__ kind amount by created_at")
