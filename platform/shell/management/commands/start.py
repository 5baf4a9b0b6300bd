"""`manage.py start`: what `make run` calls once dependencies and frontend are in place."""

import os
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import DEFAULT_DB_ALIAS, connection

from accounts.models import User
from core import crypto
from infra.health import is_migrated
from shell import supervisor
from shell.demo import PEOPLE, is_unwanted

# Files of libraries that no page of ours asks for; compressing them would make the first start long.
UNSERVED = ["*.map", "redoc", "rest_framework"]

# A machine that is busy may keep a healthy process from its turn for a moment.
MIN_SILENCE_S = 5


class Command(BaseCommand):
    help = "Prepara o banco, depois inicia web, worker e sandbox em um só comando; Ctrl-C encerra tudo."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=settings.HOST, help="endereço em que a web escuta")
        parser.add_argument("--dev", action="store_true", help="recarrega o código e refaz o frontend a cada mudança")

    def handle(self, *args: Any, host: str, dev: bool, **options: Any) -> None:
        started = time.monotonic()
        port, sandbox_port = settings.PORT, settings.PORT + 1
        at = f"[{host}]" if ":" in host else host
        supervisor.require_free(host, port)
        supervisor.require_free("127.0.0.1", sandbox_port)
        self._prepare(collect=not dev)
        # One line a request would bury what is printed here; LOG_LEVEL=INFO brings it back.
        environment = {"LOG_LEVEL": "WARNING", **os.environ} | {
            "DEBUG": "1" if dev or settings.DEBUG else "0",
            "HOST": host,
            "PORT": str(port),
            "SANDBOX_ORIGIN": f"http://127.0.0.1:{sandbox_port}",
            "OUTBOUND_ALLOWED_HOSTS": ",".join({*settings.OUTBOUND_ALLOWED_HOSTS, f"127.0.0.1:{sandbox_port}"}),
        }
        supervisor.run(
            supervisor.children(settings.ROOT, host=at, port=port, sandbox_port=sandbox_port, dev=dev),
            environment=environment,
            health=supervisor.health_of(f"{at}:{port}", settings.ALLOWED_HOSTS),
            lease_s=max(settings.BULK_LEASE_S, MIN_SILENCE_S),
            on_ready=lambda: self._announce(f"http://{at}:{port}", time.monotonic() - started),
        )
        self.stdout.write("Tudo encerrado.")

    def _prepare(self, *, collect: bool) -> None:
        if not is_migrated():
            self.stdout.write("Atualizando as tabelas…")
            call_command("migrate", interactive=False, verbosity=0)
        crypto.make_own_keys(DEFAULT_DB_ALIAS)  # they are there: with keys that open nothing this ends with what to do
        if not User.objects.exists() and not is_unwanted():
            call_command("seed", demo=True, stdout=self.stdout)
        # In development the frontend's files are served as built; otherwise collected once they were built anew.
        roots = (*settings.STATICFILES_DIRS, settings.STATIC_ROOT)
        built, collected = (Path(root, "dist/manifest.json") for root in roots)
        if collect and not (collected.exists() and collected.stat().st_mtime >= built.stat().st_mtime):
            self.stdout.write("Comprimindo os arquivos das páginas…")
            call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=UNSERVED)
        connection.close()

    def _announce(self, url: str, seconds: float) -> None:
        self.stdout.write(f"\n  Plataforma no ar em {seconds:.1f} s:  {url}\n")
        if User.objects.filter(username=PEOPLE[0].username).exists():
            self.stdout.write("\n  Acessos de demonstração (usuário / senha / segunda senha):")
            for person in PEOPLE:
                self.stdout.write(f"    {person.username:<12} {person.password:<18} {person.second_password or '-'}")
        self.stdout.write("\n  Ctrl-C encerra tudo.\n")
        self.stdout.flush()
        connection.close()
