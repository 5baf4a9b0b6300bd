"""`manage.py marketplace_sandbox`: the marketplace of the demo, the training mode and the tests."""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from infra import pulse
from marketplace.sandbox.server import serve


class Command(BaseCommand):
    help = "Serve a marketplace that speaks the vendors' contracts and can be told to fail (see /_control)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        port, state = urlsplit(settings.SANDBOX_ORIGIN).port or 8001, settings.VAR_DIR / "sandbox.sqlite3"
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (127.0.0.1)")
        parser.add_argument("--port", type=int, default=port, help=f"port to listen on ({port})")
        parser.add_argument("--state", type=Path, default=state, help=f"file of its state ({state})")
        parser.add_argument("--latency-ms", type=int, default=0, help="time added to every answer (0)")
        parser.add_argument("--quiet", action="store_true", help="do not write a line per call")

    def handle(self, *args: Any, host: str, port: int, state: Path, latency_ms: int, quiet: bool, **_: Any) -> None:
        pulse.start()
        try:
            serve(host=host, port=port, state=state, latency_ms=latency_ms, quiet=quiet)
        except OSError as error:
            raise CommandError(f"Não foi possível abrir {host}:{port}: {error.strerror}") from None
