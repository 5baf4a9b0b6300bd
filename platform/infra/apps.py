from django.apps import AppConfig, apps
from django.conf import settings
from django.core.signals import got_request_exception
from django.db.models.signals import pre_migrate
from django.utils.module_loading import autodiscover_modules


class InfraConfig(AppConfig):
    name = "infra"
    verbose_name = "Infraestrutura"

    def ready(self) -> None:
        from infra import checks, connections, error_reports, logs  # noqa: F401, PLC0415 - checks register themselves once the registry is ready

        # Django sends the signal only for apps with models.
        pre_migrate.connect(connections.lift_limits, sender=apps.get_app_config("core"))
        logs.configure(level=settings.LOG_LEVEL)
        got_request_exception.connect(error_reports.record_server_error)
        if settings.SENTRY_DSN:
            error_reports.start_sentry(settings.SENTRY_DSN)
        autodiscover_modules("jobs")
