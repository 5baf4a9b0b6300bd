"""`manage.py marketplace_sandbox`: the marketplace of the demo, the training mode and the tests."""

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from infra import pulse
from marketplace.sandbox.server import add_arguments, serve


class Command(BaseCommand):
    help = "Serve a marketplace that speaks the vendors' contracts and can be told to fail (see /_control)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        default_port = urlsplit(settings.SANDBOX_ORIGIN).port or 8001
        add_arguments(parser, default_state=settings.VAR_DIR / "sandbox.sqlite3", default_port=default_port)

    def handle(self, *args: Any, **options: Any) -> None:
        pulse.start()
        try:
            serve(
                host=options["host"],
                port=options["port"],
                state=options["state"],
                latency_ms=options["latency_ms"],
                quiet=options["quiet"],
            )
        except OSError as error:
            raise CommandError(
                f"Não foi possível abrir {options['host']}:{options['port']}: {error.strerror}"
            ) from None
