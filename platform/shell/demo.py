"""The demo people and their work. They exist only where `seed --demo` was asked for.

Everything is made through the same actions as in daily life, so balances, ledgers and histories agree.
"""

from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.actions import people
from accounts.enums import Role
from accounts.models import User
from bulk.actions.prices import save_rule
from bulk.actions.results import add_rates
from bulk.actions.runs import start_runs
from bulk.enums import Ending, Rounding, RuleKind, RuleMode
from bulk.games.terms import Terms
from earnings import actions as earnings
from loyalty import actions as loyalty
from marketplace.actions.configurations import seed_demo as seed_marketplace
from marketplace.enums import OrderState, Service
from notifications import actions as notifications
from notifications.enums import ChannelKind, NotificationKind
from shell.volume import Worker, add_events, working_days
from tasks import actions as tasks
from tasks.enums import Priority


@dataclass(frozen=True)
class DemoPerson:
    """`keenness` is how often they were here lately; what they did is counted from the tasks, runs and earnings below."""

    username: str
    password: str
    second_password: str
    full_name: str
    keenness: float
    is_admin: bool = False


ADMIN = DemoPerson("admin", "admin-demo-2026", "segunda-demo-2026", "Administração", 0.8, is_admin=True)
PEOPLE = (
    ADMIN,
    DemoPerson("ana.souza", "ana-demo-2026", "", "Ana Souza", 0.95),
    DemoPerson("bruno.lima", "bruno-demo-2026", "segunda-bruno-2026", "Bruno Lima", 0.75),
    DemoPerson("carla.dias", "carla-demo-2026", "", "Carla Dias", 0.55),
    DemoPerson("diego.alves", "diego-demo-2026", "", "Diego Alves", 0.15),
)


# (whose, title, description, target, payment, priority, due in days, how many accounts are counted already). No days are
# no deadline, and None for the last is the whole task.
TASKS = (
    ("ana.souza", "Contas Roblox com Robux", "Anunciar com a tag Has Robux.", 20, "3.50", Priority.HIGH, 3, None),
    ("ana.souza", "Contas War Thunder premium", "Três nações ou mais.", 15, "4.00", Priority.MEDIUM, 6, 6),
    ("ana.souza", "Reforço de estoque Valorant", "Servidor Brasil.", 10, "5.25", Priority.LOW, None, 2),
    ("bruno.lima", "Contas Fortnite de janeiro", "Com e-mail original.", 12, "4.50", Priority.HIGH, -2, 5),
    ("bruno.lima", "Contas Roblox antigas", "Criadas antes de 2020.", 8, "2.75", Priority.MEDIUM, 5, 0),
    ("bruno.lima", "Lote de teste Roblox", "Primeiro lote do mês.", 5, "3.00", Priority.LOW, None, None),
    ("carla.dias", "Contas Valorant nível 20", "Prontas para ranqueada.", 6, "3.25", Priority.MEDIUM, 2, 1),
)
POINTS = (
    ("ana.souza", 30, "Três meses sem atraso"),
    ("bruno.lima", 4, "Ajudou no treinamento da equipe"),
    ("carla.dias", -25, "Contas devolvidas por senha incorreta"),
)
BALANCES = (
    ("ana.souza", "75.00", "Bônus de outubro"),
    ("bruno.lima", "42.50", "Revisão de anúncios antigos"),
    ("carla.dias", "18.00", "Fotos das contas"),
)
# (whose, game, accounts): the worker creates them on the sandbox, and everything that is counted of them follows.
RUNS = (("ana.souza", "roblox", 6), ("bruno.lima", "war-thunder", 4))
COST = {"cost": "8.50", "costCurrency": "BRL", "supplier": "Loja Exemplo"}
COST_ABROAD = {"cost": "2.20", "costCurrency": "USD", "supplier": "Example Store"}
RATES = (("EUR", "6.20"), ("USD", "5.40"))
LISTER = "carla.dias"
BOTH: dict[str, Terms] = {
    Service.GAMEBOOST: Terms(),
    Service.LZTMARKET: Terms(factor=Decimal("1.20"), ending=Ending.NINETY),
}
ON_BOTH = [
    {
        "login": f"carla.dupla{number}",
        "password": f"Demo#2026-{number}",
        "emailLogin": f"carla.dupla{number}@example.com",
        "emailPassword": "Demo#2026",
    }
    for number in range(2)
]
"""Accounts of theirs are on two marketplaces."""
SELLER = "bruno.lima"
"""The sandbox buys accounts of theirs, one for each state of an order: their logins say so to it."""
PRICE_RULE = {
    "name": "Estoque parado de Roblox",
    "kind": RuleKind.STOCK,
    "mode": RuleMode.PROPOSE,
    "game": "roblox",
    "threshold": 3,
    "percentage": Decimal(5),
    "rounding": Rounding.NINETY_NINE,
    "cost_eur": Decimal("2.00"),
    "fee_percentage": Decimal(10),
}
NOTIFIED = "carla.dias"
"""The sandbox takes their notices by webhook."""
NOTICES = [NotificationKind.TASK_ASSIGNED, NotificationKind.PAYMENT_MADE, NotificationKind.RUN_FINISHED]
TRANSFERS = (("ana.souza", "60.00"), ("bruno.lima", "30.00"))
PAYMENT_IN_DAYS = 7
HISTORY_DAYS = 30


def is_unwanted() -> bool:
    """Whether people reach this installation by https: the passwords of the demo are known to everybody."""
    return settings.PUBLIC_BASE_URL.startswith("https:")


def seed() -> bool:
    """Make the demo once; False when its people are there already."""
    if User.objects.filter(username=ADMIN.username).exists():
        return False
    with transaction.atomic():
        by_name = {person.username: _person(person) for person in PEOPLE}
        admin = by_name[ADMIN.username]
        seed_marketplace(seller_id=by_name[SELLER].id)
        notified, webhook = by_name[NOTIFIED], ChannelKind.WEBHOOK
        # The sandbox's address is allowed to the processes that `start` begins, not yet to this one.
        notifications.connect(by=notified, kind=webhook, address="https://avisos.example/")
        address = f"{settings.SANDBOX_ORIGIN}/_control/notices"
        chosen = {"kinds": NOTICES, "quiet_from": 22, "quiet_until": 7}
        notifications.change_channel(by=notified, kind=webhook, address=address, **chosen)
        for username, change, reason in POINTS:
            loyalty.adjust(user_id=by_name[username].id, points_change=change, reason=reason, by=admin)
        for username, title, description, target, payment, priority, due_in_days, done in TASKS:
            assignee = by_name[username]
            end_of_day = timezone.localtime().replace(hour=23, minute=59, second=59, microsecond=0)
            task = tasks.create(
                title=title,
                description=description,
                assignee_id=assignee.id,
                target_quantity=target,
                payment_per_account=Decimal(payment),
                priority=priority,
                due_at=None if due_in_days is None else end_of_day + timedelta(days=due_in_days),
                by=admin,
            )
            if done is None:
                tasks.complete(task_id=task.pk, by=assignee)
            elif done:
                tasks.set_quantity(task_id=task.pk, quantity=done, by=assignee)
        for username, amount, why in BALANCES:
            earnings.add_balance(user_id=by_name[username].id, amount=Decimal(amount), description=why, by=admin)
        for username, amount in TRANSFERS:
            earnings.transfer(user_id=by_name[username].id, amount=Decimal(amount), by=admin)
        for username, game, count in RUNS:
            owner = by_name[username]
            lines = (f"{username.partition('.')[0]}.demo{number:02}:Demo#2026-{number}" for number in range(count))
            start_runs(owner=owner, game=game, by=owner, text="\n".join(lines), settings=COST)
        start_runs(owner=by_name[LISTER], game="roblox", by=by_name[LISTER], accounts=ON_BOTH, markets=BOTH)
        sold = "\n".join(f"cliente.{state}:Demo#2026-{number}" for number, state in enumerate(OrderState))
        start_runs(owner=by_name[SELLER], game="roblox", by=by_name[SELLER], text=sold, settings=COST_ABROAD)
        today = timezone.localdate()
        for currency, brl in RATES:
            days = {"first": today - timedelta(days=HISTORY_DAYS), "last": today}
            add_rates(currency=currency, **days, brl=Decimal(brl), source="Exemplo", by=admin)
        save_rule(rule_id=None, values=PRICE_RULE, by=admin)
        payday = today + timedelta(days=PAYMENT_IN_DAYS)
        earnings.create_schedule(next_payment_date=payday, description="Pagamento mensal", by=admin)
        workers = [Worker(by_name[each.username].id, each.keenness, is_admin=each.is_admin) for each in PEOPLE]
        add_events(working_days(workers, HISTORY_DAYS))
    return True


def _person(demo: DemoPerson) -> User:
    """An admin comes first and is user 1, whose marketplace configuration is the system default."""
    passwords = {"password": demo.password, "second_password": demo.second_password}
    role = Role.ADMIN if demo.is_admin else Role.EMPLOYEE
    person = people.create_person(by=None, username=demo.username, role=role, full_name=demo.full_name, **passwords)
    if demo.is_admin:
        User.objects.filter(pk=person.pk).update(is_staff=True, is_superuser=True)
    return person
