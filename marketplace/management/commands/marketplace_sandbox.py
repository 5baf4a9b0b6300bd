"""`manage.py marketplace_sandbox`: the marketplace of the demo, the training mode and the tests."""

import signal
import sys
from contextlib import closing, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from infra import pulse
from marketplace.sandbox.dialect import Policy
from marketplace.sandbox.server import Sandbox, SandboxServer


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
            sandbox = Sandbox(state, Policy(latency_ms=latency_ms))
            with closing(sandbox.state), SandboxServer(sandbox, host, port, quiet=quiet) as server:
                sys.stderr.write(f"Marketplace sandbox on {server.url}\n")
                # By a supervisor or by Ctrl-C it ends the same way, also when the shell that started it ignores SIGINT.
                for number in (signal.SIGINT, signal.SIGTERM):
                    signal.signal(number, signal.default_int_handler)
                with suppress(KeyboardInterrupt):
                    server.serve_forever(poll_interval=0.1)
        except OSError as error:
            raise CommandError(f"Não foi possível abrir {host}:{port}: {error.strerror}") from None
