"""Django admin of runs: read-only, without credentials and keys; its acts are those of the screens."""

from typing import Any

from django import forms
from django.apps import apps
from django.contrib import admin
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
from core.admin import ReadOnlyAdmin, ReasonForm, act, acts, read_only

MOST_IN_AN_ADDRESS = 500


def duplicates_filter() -> dict[str, str] | None:
    """Rows of accounts listed twice, of which somebody has to decide which listing to delete."""
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
    attention = {"Chaves recusadas pelo marketplace": {"refused_at__isnull": "False"}}
    columns = "__str__ owner lease_until next_at quiet_until paused_until failures refused_at"
    exclude = ("connection",)
    actions = ("pause_key", *acts(release_key=("Liberar chave", runs.release_key, "lane")))
    action_form = PauseForm

    @act("Pausar chave")
    def pause_key(self, request: HttpRequest, lane: models.Lane, reason: str) -> None:
        typed = request.POST.get("minutes", "")
        minutes = min(int(typed), MAX_PAUSE_MINUTES) if typed.isdigit() else 60
        runs.pause_key(lane=lane, minutes=minutes, reason=reason, by=actor(request))


@act("Desligar regra")
def turn_off(_: ReadOnlyAdmin, request: HttpRequest, rule: models.PriceRule, reason: str) -> None:
    save_rule(rule_id=rule.pk, values={"mode": RuleMode.OFF}, reason=reason, by=actor(request))


@act("Fixar no menu, ou tirar dele")
def pin(_: ReadOnlyAdmin, request: HttpRequest, game: models.OtherGame, reason: str) -> None:
    change_game(slug=game.slug, by=actor(request), pinned=not game.pinned, reason=reason)


read_only(
    models.Run,
    "__str__ >owner game market group total created_at paused_at cancelled_at finished_at",
    filters="game pause_code training",
    search="=id owner__search",
    owner="owner",
    attention={"Execuções pausadas": {"paused_at__isnull": "False", "finished_at__isnull": "True"}},
    date_hierarchy="created_at",
    actions=acts(
        pause_run=("Pausar execução", runs.pause_run, "run"), resume_run=("Retomar execução", runs.resume_run, "run")
    ),
)
read_only(
    models.Account,
    "__str__ >owner game listed_at sold_at sold_twice_at",
    filters="game",
    search="=id search",
    owner="owner",
    attention={"Contas vendidas duas vezes": {"sold_twice_at__isnull": "False"}},
    exclude=("index",),
)
read_only(
    models.Order,
    "__str__ market >row title state price_eur due_at fine_eur",
    filters="state",
    search="=id search",
    attention={"Pedidos com prazo": {"due_at__isnull": "False"}},
    date_hierarchy="bought_at",
)
read_only(
    models.PriceRule,
    "name kind mode game service threshold percentage daily rest_days deleted_at",
    filters="kind mode",
    actions=(turn_off, *acts(delete=("Excluir regra", delete_rule, "rule_id"))),
)
read_only(models.OrderDecision, "__str__ >order deducted reason by created_at")
read_only(models.Rate, "__str__ brl source >created_by created_at", filters="currency", date_hierarchy="day")
read_only(
    models.Entry,
    "__str__ >account market amount currency day >rate brl source",
    filters="kind currency",
    search="=account__id =source",
    date_hierarchy="day",
)
read_only(
    models.Result,
    "__str__ >owner game market supplier cost sale paid fined refunded pay profit unvalued",
    filters="game market",
    search="=account__id supplier",
    owner="owner",
)
read_only(models.Cost, "__str__ >row supplier created_at", search="=row__id supplier")
priced = "__str__ >row >by=pessoa >rule floor_eur asked_at due_at applied_at error"
read_only(models.PriceChange, priced, filters="rule", owner="by", date_hierarchy="asked_at")


@admin.register(models.Row)
class RowAdmin(ReadOnlyAdmin):
    source_kind = ROW_SOURCE
    attention = {
        "Contas de resultado incerto": {"state__exact": RowState.UNCERTAIN.value},
        "Contas anunciadas em dobro": duplicates_filter,
    }
    columns = "__str__ >run state login_hint remote_id linked attempts sent_at settled_at"
    list_filter = ("state", "in_doubt")
    list_select_related = ("run__owner",)
    search_fields = ("=run__id", "=remote_id")
    exclude = ("credentials", "listing", "login_index", "account_index")
    actions = ("resolve", *acts(withdraw=("Excluir o anúncio no marketplace", runs.withdraw_row, "row")))
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
        proof = rows.proof_of(row, outcome, remote_id)
        rows.resolve_row(row=row, outcome=outcome, remote_id=remote_id, proof=proof, reason=reason, by=actor(request))


orphans = "__str__ >row remote_id state tries due_at created_at"
read_only(models.OrphanListing, orphans, filters="state", list_select_related=("row__run",))
# Whose work waits; what is in it is theirs.
for draft in (models.QueueDraft, models.TextDraft):
    of_draft = ("owner", "game", "updated_at")
    read_only(draft, "__str__ >owner updated_at", fields=of_draft, readonly_fields=of_draft)
read_only(models.OtherGame, "title slug pinned created_at", filters="pinned", actions=(pin,))
# What fields of templates are called, once for all; without a game, in every game.
admin.site.register(models.FieldLabel, list_display=("name", "label", "game"), search_fields=("name", "label"))
read_only(models.LabelAlias, "__str__ >owner game", filters="game")
for texts in (models.ContentTemplate, models.RareItemList):
    read_only(texts, "name game >owner", filters="game", search="search")
