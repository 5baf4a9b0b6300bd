"""Django admin of the integration: configurations and calls are looked at, never changed, and no key is shown."""

from django import forms
from django.contrib import admin
from django.http import HttpRequest

from accounts.queries import active_people
from core.actor import actor
from core.admin import ReadOnlyAdmin, ReasonForm, act, read_only
from marketplace import models
from marketplace.actions import configurations, webhooks

called = "timestamp user service method endpoint status response_time_ms source"
read_only(models.Activity, called, filters="service success source", date_hierarchy="timestamp")
bought = "created_at user item_id title origin price currency state training"
read_only(models.Purchase, bought, filters="state training market", date_hierarchy="created_at")
read_only(
    models.Payment,
    "__str__ market order_id amount currency is_fine made_at",
    filters="is_fine market",
    search="=remote_id =order_id",
    date_hierarchy="made_at",
)
read_only(models.GameTemplate, "game created_at seen_at", filters="game")
read_only(models.MarketAlias, "spelling market")
read_only(models.SyncPass, "__str__ started_at stepped_at finished_at error")
read_only(models.TrainingMode, "user started_at")
read_only(models.WebhookCall, "received_at signature")


@admin.register(models.GlobalSettings)
class GlobalSettingsAdmin(ReadOnlyAdmin):
    columns = "__str__ error_handling retry_attempts usd_eur_rate price_rules_stopped price_changes_a_day updated_at"
    actions = ("stop_price_rules",)

    @act("Parar todas as regras de preço, ou deixá-las seguir")
    def stop_price_rules(self, request: HttpRequest, row: models.GlobalSettings, reason: str) -> None:
        changes = {"price_rules_stopped": not row.price_rules_stopped}
        configurations.save_global_settings(changes=changes, reason=reason, by=actor(request))


class WebhookForm(ReasonForm):
    secret = forms.CharField(
        label="Segredo (vazio apaga)", required=False, max_length=200, widget=forms.PasswordInput(render_value=False)
    )


@admin.register(models.Configuration)
class ConfigurationAdmin(ReadOnlyAdmin):
    columns = "user service base_url has_own_key has_webhook updated_at"
    list_filter = ("service",)
    exclude = ("api_key", "webhook_secret")
    actions = ("set_webhook_secret",)
    action_form = WebhookForm

    @admin.display(boolean=True, description="chave própria")
    def has_own_key(self, row: models.Configuration) -> bool:
        return bool(row.api_key)

    @admin.display(boolean=True, description="webhook")
    def has_webhook(self, row: models.Configuration) -> bool:
        return bool(row.webhook_secret)

    @act("Guardar segredo do webhook")
    def set_webhook_secret(self, request: HttpRequest, row: models.Configuration, reason: str) -> None:
        secret = request.POST.get("secret", "").strip()
        webhooks.set_secret(user_id=row.user_id, secret=secret, reason=reason, by=actor(request))


UNEXPLAINED = {"unexplained__exact": "1", "user__isnull": "True", "gone_at__isnull": "True"}


class AssignForm(ReasonForm):
    person = forms.ModelChoiceField(label="Pessoa", required=False, queryset=active_people())


read_only(
    models.RemoteAccount,
    "remote_id market game title status price_eur user seen_at gone_at lookup_error",
    filters="service status game unexplained",
    search="remote_id title",
    attention={"Anúncios sem execução conhecida": UNEXPLAINED},
    action_form=AssignForm,
)
to_handle = {"Mudanças em anúncios a tratar": {"handled_at__isnull": "True"}}
changes = "noticed_at kind account previous_status handled_at handled_by"
read_only(models.ListingChange, changes, filters="kind", attention=to_handle)
