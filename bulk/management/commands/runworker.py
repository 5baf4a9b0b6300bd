"""The worker: sends bulk runs and does what is periodic."""

import signal
from contextlib import suppress
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import DEFAULT_DB_ALIAS, DatabaseError
from django.utils import autoreload

from bulk.engine.worker import Worker
from core import crypto
from infra import pulse
from infra.connections import short_read


class Command(BaseCommand):
    help = (
        "Envia as execuções em massa e roda as tarefas periódicas até ser interrompido (SIGTERM ou Ctrl-C termina a "
        "conta em andamento e devolve as filas). Qualquer número de processos pode rodar ao mesmo tempo."
    )
    requires_system_checks = ["installation"]  # the others read every page, which is a fifth of a start

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="faz o que está pendente agora e termina")
        parser.add_argument("--reload", action="store_true", help="recomeça quando o código muda (desenvolvimento)")

    def handle(self, *args: Any, once: bool = False, reload: bool = False, **options: Any) -> None:
        with suppress(DatabaseError), short_read():  # a database that is not there yet is waited for by the worker
            crypto.make_own_keys(DEFAULT_DB_ALIAS)  # with keys that open nothing this ends with what to do
        worker = Worker()
        if once:
            worker.run_once()
            return
        pulse.start()
        if reload:  # what was in hand when the code changed is looked up, as after a kill
            autoreload.run_with_reloader(worker.run)
            return
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            if number != signal.SIGHUP or signal.getsignal(number) is not signal.SIG_IGN:  # nohup: outlives its terminal
                signal.signal(number, lambda number, frame: worker.stop())
        worker.run()
