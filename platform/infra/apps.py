"""The app of the infrastructure, and system checks: what would hurt later is said at the start."""

import sqlite3
from typing import Any

from django.apps import AppConfig, apps
from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register  # noqa: A004 - Django's own name
from django.core.signals import got_request_exception
from django.db.models.signals import post_migrate, pre_migrate
from django.utils.module_loading import autodiscover_modules

from core import crypto


class InfraConfig(AppConfig):
    name = "infra"
    verbose_name = "Infraestrutura"

    def ready(self) -> None:
        from infra import connections, error_reports, logs, search  # noqa: PLC0415 - models exist once the registry is ready

        kernel = apps.get_app_config("core")
        pre_migrate.connect(connections.lift_limits, sender=kernel)
        post_migrate.connect(crypto.make_own_keys, sender=kernel)
        post_migrate.connect(search.make_indexes, sender=kernel)
        logs.configure(level=settings.LOG_LEVEL)
        got_request_exception.connect(error_reports.record_server_error)
        if settings.SENTRY_DSN:
            error_reports.start_sentry(settings.SENTRY_DSN)
        autodiscover_modules("jobs")


@register("installation")
def sqlite_library_is_safe(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """SQLite 3.7.0 to 3.51.2 can corrupt a WAL database (fixed in 3.51.3)."""
    if settings.DATABASES["default"]["ENGINE"] != "infra.db.sqlite3" or sqlite3.sqlite_version_info >= (3, 51, 3):
        return []
    text = f"The linked SQLite {sqlite3.sqlite_version} has the WAL-reset bug."
    return [Warning(text, hint="Install the pinned pysqlite3, which bundles a fixed library.", id="core.W001")]


@register("installation")
def lease_outlives_the_pause(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """A lease that ends within the pause between two rows would be lost at every row."""
    if settings.BULK_LEASE_S * 1000 > settings.BULK_PAUSE_MS:
        return []
    return [Error("BULK_LEASE_S must be longer than BULK_PAUSE_MS.", id="core.E001")]
