from django.apps import AppConfig
from django.db.models.signals import post_migrate


class CoreConfig(AppConfig):
    name = "core"
    verbose_name = "Núcleo"

    def ready(self) -> None:
        from core import crypto  # noqa: PLC0415 - models exist once the registry is ready

        post_migrate.connect(crypto.make_own_keys, sender=self)
