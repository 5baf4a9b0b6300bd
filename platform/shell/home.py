"""A person's home beside its cards (product: dashboard.home): earnings, production, the next task, what waits."""

from collections import Counter
from datetime import timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.utils import timezone

from accounts.queries import locked_people
from bulk.games.catalogue import all_titles, creator_path
from bulk.queries import Made, game_named, made_since, needing_owner, unsent_games
from core.actor import Actor
from core.money import ZERO, format_brl
from core.text import pluralize
from earnings.queries import earned_since, payment_schedule, totals_of_everyone
from shell.queries import BAD, GOOD, TONES, WARN, Check, address_of, checks, paused_checks, uncertain_checks
from tasks.enums import Status
from tasks.queries import counts, next_task

PRODUCTION_DAYS = 14
PAYMENT_NEAR = timedelta(days=3)


def home(person: Actor) -> dict[str, Any]:
    """What HomeOutput shows, in a constant number of queries: what they earned this month, what waits for them,
    accounts created on each recent day by them or, for an admin, everybody; then `team` says by whom, of which game."""
    today = timezone.localdate()
    first = today - timedelta(days=PRODUCTION_DAYS - 1)
    made = made_since(first, owner_id=None if person.is_admin else person.id)
    days = dict.fromkeys((first + timedelta(days=number) for number in range(PRODUCTION_DAYS)), 0)
    for day, _, _, accounts in made:
        if day in days:  # not of a day that began meanwhile
            days[day] += accounts
    return {
        "earned": earned_since(person.id, today.replace(day=1)),
        "checks": _admin_checks(person) if person.is_admin else _own_checks(person),
        "days": [{"day": day, "accounts": accounts} for day, accounts in days.items()],
        "next_task": _next_task(person),
        "team": _team(made) if person.is_admin else [],
    }


def _admin_checks(reader: Any) -> list[Check]:
    """What needs an admin: failed health checks, payments due, overdue tasks, locked people."""
    found = [check for check in checks() if check.tone != GOOD]
    schedule, due, today = payment_schedule(), totals_of_everyone()["pending"], timezone.localdate()
    if schedule and due > ZERO and schedule.next_payment_date <= today + PAYMENT_NEAR:
        tone = BAD if schedule.next_payment_date < today else WARN
        text = f"{format_brl(due)} a pagar; a data é {schedule.next_payment_date:%d/%m}."
        found.append(Check("Pagamento", tone, text, "/ganhos", "Pagar"))
    if overdue := counts()[Status.OVERDUE]:
        text = f"{pluralize(overdue, 'tarefa passou', 'tarefas passaram')} do prazo."
        found.append(Check("Tarefas", WARN, text, "/admin-panel?tab=tarefas&status=overdue", "Ver tarefas"))
    for person in locked_people():
        text = f"{person.full_name or person.username} errou a senha demais e espera para entrar."
        may_unlock = reader.is_staff and reader.has_perm("accounts.change_user")
        href = address_of("/admin/accounts/user/", q=person.username) if may_unlock else ""
        found.append(Check("Acesso bloqueado", WARN, text, href, "Desbloquear"))
    return sorted(found, key=lambda check: TONES.index(check.tone))


def _own_checks(person: Actor) -> list[Check]:
    waiting = needing_owner(person.id)
    found = [*uncertain_checks(waiting)]
    if waiting["refused"]:
        text = f"{pluralize(waiting['refused'], 'conta recusada', 'contas recusadas')} nos últimos 7 dias."
        href = f"/runs/{waiting['last_refused_run']}?state=failed"
        found.append(Check("Recusadas", WARN, text, href, "Ver e reenviar"))
    found += paused_checks(waiting)
    if unsent := unsent_games(person.id):
        game_titles = dict(all_titles())
        text = "Há contas que você ainda não enviou. Ficam guardadas por 7 dias."
        found += [Check(game_titles[slug], WARN, text, creator_path(slug), "Continuar") for slug in unsent]
    return found


def _next_task(person: Actor) -> dict[str, Any] | None:
    """The task due first, with the creator of the game that its words name, else of any."""
    task = next_task(person.id)
    if task is None:
        return None
    game = game_named(task.title, task.description)
    if game is None:
        return {"task": task, "href": "/game-selection", "action": "Criar contas"}
    return {"task": task, "href": f"/{game.page}", "action": f"Criar contas {game.title}"}


def _team(made: list[Made]) -> list[dict[str, Any]]:
    games: dict[int, Counter[str]] = {}
    game_titles = dict(all_titles())
    for _, owner_id, game, accounts in made:
        games.setdefault(owner_id, Counter())[game_titles[game]] += accounts
    people = get_user_model().objects.in_bulk(games)
    ranked = sorted(games.items(), key=lambda each: (-each[1].total(), each[0]))
    return [{"person": people[pk], "games": of, "accounts": of.total()} for pk, of in ranked]
