"""Django admin of runs: all is looked at, and no credential or key is shown; the acts are those of the screens."""

from typing import Any

from django import forms
from django.apps import apps
from django.contrib import admin
from django.db import transaction
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from accounts.queries import person_by_id
from bulk import models
from bulk.actions import rows, runs
from bulk.actions.games import change_game
from bulk.actions.prices import delete_rule, save_rule
from bulk.enums import ROW_SOURCE, RowState, RuleMode
from bulk.queries import doubled_rows
from bulk.rules import MAX_PAUSE_MINUTES
from core.actor import actor
from core.admin import Attention, ReadOnlyAdmin, ReasonForm, act, link_to

MOST_IN_AN_ADDRESS = 500


def doubled() -> dict[str, str] | None:
    """Those that wait for somebody to decide which listing of an account goes."""
    found = [str(row_id) for row_id in doubled_rows().values_list("pk", flat=True)[:MOST_IN_AN_ADDRESS]]
    return {"id__in": ",".join(found)} if found else None


class DecisionForm(ReasonForm):
    outcome = forms.ChoiceField(
        label="Decisão",
        required=False,
        choices=[(RowState.FAILED.value, "Não foi criada"), (RowState.CREATED.value, "Foi criada")],
    )
    remote_id = forms.CharField(label="Anúncio", required=False, max_length=100)


class PauseForm(ReasonForm):
    minutes = forms.IntegerField(label="Minutos", required=False, min_value=1, max_value=MAX_PAUSE_MINUTES, initial=60)


@act("Atribuir a uma pessoa")
def assign(_: ReadOnlyAdmin, request: HttpRequest, account: Model, reason: str) -> None:
    person_id = request.POST.get("person", "")
    person = person_by_id(int(person_id) if person_id.isdecimal() and len(person_id) < 10 else 0)
    rows.assign_listing(account_id=account.pk, person=person, reason=reason, by=actor(request))


# A listing is paid by this app, which stands above the one that keeps it.
admin.site.get_model_admin(apps.get_model("marketplace", "RemoteAccount")).actions = (assign,)


@admin.register(models.Lane)
class LaneAdmin(ReadOnlyAdmin):
    attention = (Attention("Chaves recusadas pelo marketplace", models.Lane, lambda: {"refused_at__isnull": "False"}),)
    list_display = (
        "__str__", "owner", "lease_until", "next_at", "quiet_until", "paused_until", "failures", "refused_at",
    )  # fmt: skip
    exclude = ("connection",)
    actions = ("pause_key", "release_key")
    action_form = PauseForm

    @act("Pausar chave")
    def pause_key(self, request: HttpRequest, lane: models.Lane, reason: str) -> None:
        typed = request.POST.get("minutes", "")
        minutes = min(int(typed), MAX_PAUSE_MINUTES) if typed.isdigit() else 60
        runs.pause_key(lane=lane, minutes=minutes, reason=reason, by=actor(request))

    @act("Liberar chave")
    def release_key(self, request: HttpRequest, lane: models.Lane, reason: str) -> None:
        runs.release_key(lane=lane, reason=reason, by=actor(request))


@admin.register(models.Run)
class RunAdmin(ReadOnlyAdmin):
    owner = "owner"
    attention = (
        Attention(
            "Execuções pausadas", models.Run, lambda: {"paused_at__isnull": "False", "finished_at__isnull": "True"}
        ),
    )
    list_display = (
        "__str__", link_to("owner", "pessoa"), "game", "market", "group", "total", "created_at", "paused_at", "cancelled_at", "finished_at",
    )  # fmt: skip
    list_filter = ("game", "pause_code", "training")
    search_fields = ("=id", "owner__search")
    date_hierarchy = "created_at"
    actions = ("pause_run", "resume_run")

    @act("Pausar execução")
    def pause_run(self, request: HttpRequest, run: models.Run, reason: str) -> None:
        runs.pause_run(run=run, by=actor(request), reason=reason)

    @act("Retomar execução")
    def resume_run(self, request: HttpRequest, run: models.Run, reason: str) -> None:
        runs.resume_run(run=run, by=actor(request), reason=reason)


@admin.register(models.Account)
class AccountAdmin(ReadOnlyAdmin):
    owner = "owner"
    attention = (Attention("Contas vendidas duas vezes", models.Account, lambda: {"sold_twice_at__isnull": "False"}),)
    list_display = ("__str__", link_to("owner", "pessoa"), "game", "listed_at", "sold_at", "sold_twice_at")
    list_filter = ("game",)
    search_fields = ("=id", "search")
    exclude = ("index",)


@admin.register(models.Order)
class OrderAdmin(ReadOnlyAdmin):
    attention = (Attention("Pedidos com prazo", models.Order, lambda: {"due_at__isnull": "False"}),)
    list_display = ("__str__", "market", link_to("row", "linha"), "title", "state", "price_eur", "due_at", "fine_eur")
    list_filter = ("state",)
    search_fields = ("=id", "search")
    date_hierarchy = "bought_at"


@admin.register(models.PriceRule)
class PriceRuleAdmin(ReadOnlyAdmin):
    list_display = (
        "name", "kind", "mode", "game", "service", "threshold", "percentage", "daily", "rest_days", "deleted_at",
    )  # fmt: skip
    list_filter = ("kind", "mode")
    actions = ("turn_off", "delete")

    @act("Desligar regra")
    def turn_off(self, request: HttpRequest, rule: models.PriceRule, reason: str) -> None:
        save_rule(rule_id=rule.pk, values={"mode": RuleMode.OFF}, reason=reason, by=actor(request))

    @act("Excluir regra")
    def delete(self, request: HttpRequest, rule: models.PriceRule, reason: str) -> None:
        delete_rule(rule_id=rule.pk, reason=reason, by=actor(request))


admin.site.register(
    models.OrderDecision,
    ReadOnlyAdmin,
    list_display=("__str__", link_to("order", "pedido"), "deducted", "reason", "by", "created_at"),
)


admin.site.register(
    models.Rate,
    ReadOnlyAdmin,
    list_display=("__str__", "brl", "source", link_to("created_by", "informada por"), "created_at"),
    list_filter=("currency",),
    date_hierarchy="day",
)


@admin.register(models.Entry)
class EntryAdmin(ReadOnlyAdmin):
    list_display = (
        "__str__", link_to("account", "conta"), "market", "amount", "currency", "day", link_to("rate", "cotação"),
        "brl", "source",
    )  # fmt: skip
    list_filter = ("kind", "currency")
    search_fields = ("=account__id", "=source")
    date_hierarchy = "day"


@admin.register(models.Result)
class ResultAdmin(ReadOnlyAdmin):
    owner = "owner"
    list_display = (
        "__str__", link_to("owner", "pessoa"), "game", "market", "supplier", "cost", "sale", "paid", "fined",
        "refunded", "pay", "profit", "unvalued",
    )  # fmt: skip
    list_filter = ("game", "market")
    search_fields = ("=account__id", "supplier")


admin.site.register(
    models.Cost,
    ReadOnlyAdmin,
    list_display=("__str__", link_to("row", "linha"), "supplier", "created_at"),
    search_fields=("=row__id", "supplier"),
)


@admin.register(models.PriceChange)
class PriceChangeAdmin(ReadOnlyAdmin):
    owner = "by"
    list_display = (
        "__str__", link_to("row", "linha"), link_to("by", "pessoa"), link_to("rule", "regra"), "floor_eur", "asked_at",
        "due_at", "applied_at", "error",
    )  # fmt: skip
    list_filter = ("rule",)
    date_hierarchy = "asked_at"


@admin.register(models.Row)
class RowAdmin(ReadOnlyAdmin):
    source_kind = ROW_SOURCE
    attention = (
        Attention("Contas de resultado incerto", models.Row, lambda: {"state__exact": RowState.UNCERTAIN.value}),
        Attention("Contas anunciadas em dobro", models.Row, doubled),
    )
    list_display = (
        "__str__", link_to("run", "execução"), "state", "login_hint", "remote_id", "linked", "attempts", "sent_at",
        "settled_at",
    )  # fmt: skip
    list_filter = ("state", "in_doubt")
    list_select_related = ("run__owner",)
    search_fields = ("=run__id", "=remote_id")
    exclude = ("credentials", "listing", "login_index", "account_index")
    actions = ("resolve", "withdraw")
    action_form = DecisionForm

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).defer("credentials", "listing")

    @admin.display(description="conta em outros marketplaces", empty_value="—")
    def linked(self, row: models.Row) -> str | None:
        """Rows whose login was purged before accounts had an index cannot be told to be the same account elsewhere."""
        if row.account_index:
            return "Vinculada"
        return "Sem vínculo (login apagado antes)" if row.login_index else None

    @act("Decidir conta incerta ou duplicada")
    def resolve(self, request: HttpRequest, row: models.Row, reason: str) -> None:
        outcome, remote_id = request.POST.get("outcome", ""), request.POST.get("remote_id", "").strip()
        decidable = row.state in (RowState.UNCERTAIN, RowState.DUPLICATE)
        proof = rows.proof_of(row, remote_id) if outcome == RowState.CREATED and decidable else None
        with transaction.atomic():
            rows.resolve_row(
                row=row, outcome=outcome, remote_id=remote_id, proof=proof, reason=reason, by=actor(request)
            )

    @act("Excluir o anúncio no marketplace")
    def withdraw(self, request: HttpRequest, row: models.Row, reason: str) -> None:
        runs.withdraw_row(row=row, reason=reason, by=actor(request))


admin.site.register(
    models.OrphanListing,
    ReadOnlyAdmin,
    list_display=("__str__", link_to("row", "linha"), "remote_id", "state", "tries", "due_at", "created_at"),
    list_filter=("state",),
    list_select_related=("row__run",),
)


@admin.register(models.QueueDraft, models.TextDraft)
class DraftAdmin(ReadOnlyAdmin):
    """Whose work waits; what is in it is theirs."""

    list_display = ("__str__", link_to("owner", "pessoa"), "updated_at")
    fields = readonly_fields = ("owner", "game", "updated_at")


@admin.register(models.OtherGame)
class OtherGameAdmin(ReadOnlyAdmin):
    list_display = ("title", "slug", "pinned", "created_at")
    list_filter = ("pinned",)
    actions = ("pin",)

    @act("Fixar no menu, ou tirar dele")
    def pin(self, request: HttpRequest, game: models.OtherGame, reason: str) -> None:
        change_game(slug=game.slug, by=actor(request), pinned=not game.pinned, reason=reason)


# What fields of templates are called, once for all; without a game, in every game.
admin.site.register(models.FieldLabel, list_display=("name", "label", "game"), search_fields=("name", "label"))
admin.site.register(
    models.LabelAlias,
    ReadOnlyAdmin,
    list_display=("__str__", link_to("owner", "pessoa"), "game"),
    list_filter=("game",),
)
admin.site.register(
    (models.ContentTemplate, models.RareItemList),
    ReadOnlyAdmin,
    list_display=("name", "game", link_to("owner", "pessoa")),
    list_filter=("game",),
    search_fields=("search",),
)
