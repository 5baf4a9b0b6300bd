from django.apps import AppConfig

from core import happenings


class AnalyticsConfig(AppConfig):
    name = "analytics"
    verbose_name = "Análise"

    def ready(self) -> None:
        from analytics.actions import record  # noqa: PLC0415 - models exist once the registry is ready

        happenings.listeners.append(record)
