"""Every model is declared here: what may change, what may not, and what operators look at."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.contrib.admin import site
from django.db import connection, models

from config.tests.house import APPS, require_none
from core.append_only import AppendOnlyModel
from core.fields import EncryptedTextField

# Ledgers and trails: a row is added and read, nothing else; a correction is a new row.
APPEND_ONLY = {
    "bulk.Cost",
    "bulk.Entry",
    "bulk.OrderDecision",
    "bulk.Rate",
    "core.AuditEvent",
    "earnings.PayScheme",
    "earnings.Payout",
    "earnings.Posting",
    "loyalty.History",
    "marketplace.Payment",
}
MUTABLE = {
    "accounts.AccessRecord",
    "accounts.SignInGuard",
    "accounts.UploadSettings",
    "accounts.User",
    "accounts.UserSession",
    "bulk.FieldLabel",
    "bulk.LabelAlias",
    "analytics.Event",
    "analytics.HourlyFigure",
    "analytics.PageDay",
    "analytics.PersonDay",
    "analytics.RollUp",
    "analytics.TimingDay",
    "bulk.Account",
    "bulk.ContentTemplate",
    "bulk.Lane",
    "bulk.Order",
    "bulk.OrphanListing",
    "bulk.OtherGame",
    "bulk.PriceChange",
    "bulk.PriceRule",
    "bulk.QueueDraft",
    "bulk.RareItemList",
    "bulk.Result",
    "bulk.Row",
    "bulk.Run",
    "bulk.TextDraft",
    "core.IdempotencyRecord",
    "core.KeyMaterial",
    "core.PeriodicJob",
    "core.Stamp",
    "core.WorkerHeartbeat",
    "earnings.Balance",
    "earnings.Earning",
    "earnings.PaymentSchedule",
    "infra.ErrorReport",
    "infra.Logo",
    "loyalty.Record",
    "loyalty.Settings",
    "marketplace.Activity",
    "marketplace.Configuration",
    "marketplace.GameTemplate",
    "marketplace.GlobalSettings",
    "marketplace.KeyBudget",
    "marketplace.ListingChange",
    "marketplace.ListingWrite",
    "marketplace.MarketAlias",
    "marketplace.Purchase",
    "marketplace.RemoteAccount",
    "marketplace.SyncPass",
    "marketplace.TrainingMode",
    "marketplace.WebhookCall",
    "notifications.Channel",
    "notifications.Delivery",
    "notifications.Notification",
    "tasks.Task",
}
# Not in Django admin, and why.
NOT_IN_ADMIN = {
    "accounts.AccessRecord": "a look at someone's access writes an audit row, which a list here would not",
    "accounts.SignInGuard": "counters under keyed names; nobody could read them",
    "accounts.UploadSettings": "texts that people keep for themselves in their profile",
    "accounts.UserSession": "sessions are ended by their owner or with their person",
    "core.IdempotencyRecord": "answers that other people got",
    "core.KeyMaterial": "a secret",
    "core.Stamp": "version numbers of polled reads",
    "marketplace.KeyBudget": "the pace of a key, rewritten at every call",
    "marketplace.ListingWrite": "the pace of one listing, forgotten after an hour",
}
SECRET_NAME = re.compile(r"(^|_)(api_key|password|secret|token|cookie|credentials?|login|key)($|_)")
# Named like a secret and none, or kept so that it cannot be read back.
HARMLESS = {
    "accounts.User.last_login": "a time",
    "accounts.User.password": "an Argon2 hash",
    "accounts.User.previous_login_at": "a time",
    "accounts.User.second_password": "an Argon2 hash",
    "accounts.UserSession.key_hash": "a hash of the session's key",
    "bulk.Lane.key": "a keyed hash of provider, origin and API key",
    "bulk.Account.login_hint": "a masked login",
    "bulk.Row.login_hint": "a masked login",
    "bulk.Row.login_index": "a keyed hash",
    "bulk.Run.credentials_purged_at": "a time",
    "bulk.Run.key_hint": "a masked key",
    "bulk.Run.system_key": "a choice",
    "core.IdempotencyRecord.key": "the browser's name for one attempt",
    "marketplace.GlobalSettings.credential_days": "how long credentials are kept",
    "marketplace.GlobalSettings.token_rotation": "a choice",
    "marketplace.GlobalSettings.token_storage": "a choice",
    "marketplace.KeyBudget.lane_key": "a keyed hash of provider, origin and API key",
    "marketplace.ListingWrite.lane_key": "a keyed hash of provider, origin and API key",
    "marketplace.RemoteAccount.lane_key": "a keyed hash of provider, origin and API key",
    "marketplace.SyncPass.lane_key": "a keyed hash of provider, origin and API key",
}


# Names of moments that are not ours to choose.
GIVEN = {"accounts.User.last_login", "marketplace.Activity.timestamp"}


def our_models() -> list[type[models.Model]]:
    return [model for app in apps.get_app_configs() if app.name in APPS for model in app.get_models()]


def label(model: type[models.Model]) -> str:
    return model._meta.label


def columns() -> Iterator[tuple[str, models.Field[Any, Any]]]:
    for model in our_models():
        for field in model._meta.local_fields:
            yield f"{label(model)}.{field.name}", field


def test_every_model_is_declared_append_only_or_mutable() -> None:
    known = {label(model) for model in our_models()}

    require_none(sorted(known - APPEND_ONLY - MUTABLE), "add these to APPEND_ONLY or to MUTABLE:")
    require_none(sorted((APPEND_ONLY | MUTABLE) - known), "these models are gone; take them out:")
    require_none(sorted(APPEND_ONLY & MUTABLE), "these are declared both:")


def test_append_only_models_are_so_in_python() -> None:
    assert {label(model) for model in our_models() if issubclass(model, AppendOnlyModel)} == APPEND_ONLY


@pytest.mark.django_db
@pytest.mark.parametrize("name", sorted(APPEND_ONLY))
def test_append_only_tables_are_guarded_by_the_database(name: str) -> None:
    """SQLite rebuilds a table when a migration alters it, and its triggers are lost: the migration adds them again."""
    table = apps.get_model(name)._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s", [table])
            needed = {f"{table}_no_update", f"{table}_no_delete"}
        else:
            cursor.execute("SELECT tgname FROM pg_trigger WHERE tgrelid = %s::regclass AND tgenabled = 'O'", [table])
            needed = {f"{table}_no_change"}
        found = {row[0] for row in cursor.fetchall()}

    require_none(sorted(needed - found), f"end the newest migration of {name} with ForbidUpdateAndDelete({table!r}):")


def test_every_constraint_and_index_has_a_name_to_read() -> None:
    def wrong() -> Iterator[str]:
        for model in our_models():
            if model._meta.unique_together:
                yield f"{label(model)}: unique_together; use a UniqueConstraint with a name"
            for index in model._meta.indexes:
                if re.search(r"_[0-9a-f]{6,8}_idx$", index.name):
                    yield f"{label(model)}: index {index.name}"

    require_none(wrong(), "name these for what they hold:")


def test_every_model_is_in_django_admin_or_absent_for_a_reason() -> None:
    seen = {label(model) for model in our_models() if site.is_registered(model)}
    known = APPEND_ONLY | MUTABLE

    require_none(sorted(known - seen - NOT_IN_ADMIN.keys()), "register these, or say in NOT_IN_ADMIN why not:")
    require_none(sorted(seen & NOT_IN_ADMIN.keys()), "these are registered after all; take them out of NOT_IN_ADMIN:")


def test_append_only_models_are_read_only_in_django_admin(rf: Any, admin: Any) -> None:
    """Admin is read-only for money, points, audit, runs (architecture)."""
    request = rf.get("/admin/")
    request.user = admin
    admin.is_superuser = admin.is_staff = True

    for name in sorted(APPEND_ONLY):
        view = site._registry[apps.get_model(name)]
        allowed = (
            view.has_add_permission(request),
            view.has_change_permission(request),
            view.has_delete_permission(request),
        )
        assert allowed == (False, False, False), name
        assert view.has_view_permission(request), name


def test_what_is_named_like_a_secret_is_encrypted() -> None:
    """API keys and all account credentials are encrypted at rest."""
    suspects = {name: field for name, field in columns() if SECRET_NAME.search(field.name)}
    plain = {name for name, field in suspects.items() if not isinstance(field, EncryptedTextField)}

    require_none(sorted(plain - HARMLESS.keys()), "encrypt these columns, or say in HARMLESS what they are:")
    require_none(sorted(HARMLESS.keys() - plain), "these columns are gone or encrypted; take them out of HARMLESS:")


def test_moments_carry_their_zone_and_end_in_at() -> None:
    wrong = [
        name
        for name, field in columns()
        if isinstance(field, models.DateTimeField) and not re.search(r"_(at|until)$", field.name) and name not in GIVEN
    ]

    require_none(wrong, "name moments …_at, and ends …_until:")
