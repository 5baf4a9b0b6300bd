from django.apps import AppConfig
from django.conf import settings
from django.db.models.signals import post_migrate, pre_migrate
from django.utils.module_loading import autodiscover_modules


class CoreConfig(AppConfig):
    name = "core"
    verbose_name = "Núcleo"

    def ready(self) -> None:
        from core import checks, connections, crypto, logs  # noqa: F401, PLC0415 - checks register themselves once the registry is ready

        pre_migrate.connect(connections.lift_limits, sender=self)
        post_migrate.connect(crypto.make_own_keys, sender=self)
        logs.configure(level=settings.LOG_LEVEL)
        autodiscover_modules("jobs")
