"""The demo people and their work (demo.toml), made by the actions of daily life where `seed --demo` asks for it."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.actions import people
from accounts.enums import Role
from accounts.models import User
from bulk.actions.prices import save_rule
from bulk.actions.results import add_rates
from bulk.actions.runs import start_runs
from bulk.games.terms import Terms
from earnings import actions as earnings
from loyalty import actions as loyalty
from marketplace.actions.configurations import seed_demo as seed_marketplace
from marketplace.enums import OrderState, Service
from notifications import actions as notifications
from notifications.enums import ChannelKind
from shell.volume import Worker, add_events, working_days
from tasks import actions as tasks


@dataclass(frozen=True)
class DemoPerson:
    username: str
    password: str
    full_name: str
    keenness: Decimal
    second_password: str = ""
    is_admin: bool = False


DEMO = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"), parse_float=Decimal)
PEOPLE = [DemoPerson(**each) for each in DEMO["people"]]
WORK = DEMO["work"]
BOTH = {market: Terms(**terms) for market, terms in WORK["both"].items()}
ONE: Mapping[str, Terms] = {Service.GAMEBOOST: Terms()}
PAYMENT_IN_DAYS = 7
HISTORY_DAYS = 30


def is_unwanted() -> bool:
    """Whether people reach this installation by https: the passwords of the demo are known to everybody."""
    return settings.PUBLIC_BASE_URL.startswith("https:")


def seed() -> bool:
    """Make the demo once; False when its people are there already."""
    if User.objects.filter(username=PEOPLE[0].username).exists():
        return False
    with transaction.atomic():
        by_name = {person.username: _person(person) for person in PEOPLE}
        admin, seller, lister = (by_name[name] for name in (PEOPLE[0].username, WORK["seller"], WORK["lister"]))
        seed_marketplace(seller_id=seller.id)
        notified, webhook = by_name[WORK["notified"]], ChannelKind.WEBHOOK
        # The sandbox's address is allowed to the processes that `start` begins, not yet to this one.
        notifications.connect(by=notified, kind=webhook, address="https://avisos.example/")
        address = f"{settings.SANDBOX_ORIGIN}/_control/notices"
        chosen = {"kinds": WORK["notices"], "quiet_from": 22, "quiet_until": 7}
        notifications.change_channel(by=notified, kind=webhook, address=address, **chosen)
        for username, change, reason in WORK["points"]:
            loyalty.adjust(user_id=by_name[username].id, points_change=change, reason=reason, by=admin)
        end_of_day = timezone.localtime().replace(hour=23, minute=59, second=59, microsecond=0)
        for each in DEMO["tasks"]:
            assignee, done = by_name[each["assignee"]], each.get("counted")
            due_at = end_of_day + timedelta(days=each["due_in_days"]) if "due_in_days" in each else None
            columns = each["task"] | {"payment_per_account": each["payment"], "due_at": due_at}
            task = tasks.create(assignee_id=assignee.id, **columns, by=admin)
            if done is None:
                tasks.complete(task_id=task.pk, by=assignee)
            elif done:
                tasks.set_quantity(task_id=task.pk, quantity=done, by=assignee)
        for username, amount, why in WORK["balances"]:
            earnings.add_balance(user_id=by_name[username].id, amount=amount, description=why, by=admin)
        for username, amount in WORK["transfers"]:
            earnings.transfer(user_id=by_name[username].id, amount=amount, by=admin)
        for username, game, count in WORK["runs"]:
            owner = by_name[username]
            lines = (f"{username.partition('.')[0]}.demo{number:02}:Demo#2026-{number}" for number in range(count))
            start_runs(owner=owner, game=game, by=owner, text="\n".join(lines), settings=WORK["cost"], markets=ONE)
        start_runs(owner=lister, game="roblox", by=lister, accounts=WORK["on_both"], markets=BOTH)
        sold = "\n".join(f"cliente.{state}:Demo#2026-{number}" for number, state in enumerate(OrderState))
        start_runs(owner=seller, game="roblox", by=seller, text=sold, settings=WORK["cost_abroad"], markets=ONE)
        today = timezone.localdate()
        for currency, brl in WORK["rates"]:
            days = {"first": today - timedelta(days=HISTORY_DAYS), "last": today}
            add_rates(currency=currency, **days, brl=brl, source="Exemplo", by=admin)
        save_rule(rule_id=None, values=DEMO["price_rule"], by=admin)
        payday = today + timedelta(days=PAYMENT_IN_DAYS)
        earnings.create_schedule(next_payment_date=payday, description="Pagamento mensal", by=admin)
        workers = [Worker(by_name[each.username].id, float(each.keenness), is_admin=each.is_admin) for each in PEOPLE]
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
