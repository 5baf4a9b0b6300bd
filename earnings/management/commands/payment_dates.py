from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from core.errors import ActionError
from earnings import actions
from earnings.enums import Frequency
from earnings.queries import payment_schedule


class Command(BaseCommand):
    help = "Mostra, define ou avança a próxima data de pagamento."

    def add_arguments(self, parser: CommandParser) -> None:
        verbs = parser.add_subparsers(dest="verb", required=True)
        verbs.add_parser("show", help="mostra a data")
        define = verbs.add_parser("set", help="define a data")
        define.add_argument("date", metavar="AAAA-MM-DD", type=date.fromisoformat)
        advance = verbs.add_parser("advance", help="leva uma data passada para a próxima do ritmo")
        advance.add_argument("--every", choices=Frequency.values, default=Frequency.MONTHLY, help="o ritmo")

    def handle(self, *args: Any, verb: str, **options: Any) -> None:
        try:
            getattr(self, verb)(**options)
        except ActionError as refusal:
            raise CommandError(refusal.message) from None

    def show(self, **options: Any) -> None:
        schedule = payment_schedule()
        self.stdout.write(str(schedule) if schedule else "Não definido")

    def set(self, date: date, **options: Any) -> None:
        schedule = payment_schedule()
        if schedule is None:
            actions.create_schedule(next_payment_date=date, by=None)
        else:
            actions.update_schedule(schedule_id=schedule.pk, next_payment_date=date, by=None)
        self.show()

    def advance(self, every: str, **options: Any) -> None:
        if payment_schedule() is None:
            raise CommandError("Não há data de pagamento definida.")
        actions.advance_schedule(every=Frequency(every))
        self.show()
