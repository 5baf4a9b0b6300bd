from collections.abc import Iterable
from datetime import timedelta
from decimal import Decimal
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import Count, Q, QuerySet, Value
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.queries import active_employees, filter_people
from core.errors import ensure
from core.statements import build
from loyalty.enums import Event, Tier
from loyalty.errors import EmployeeNotFound
from loyalty.models import History, Record, Settings
from loyalty.rules import START_POINTS, clamp

# Raw events are kept for as long; it is the span on which new settings are tried.
EFFECT_DAYS = 90
_settings = build(lambda: Settings.objects.order_by("pk")[:1])
_points_of = build(lambda user_id: Record.objects.filter(user_id=user_id).values_list("points", flat=True))
SORTABLE = {"user": "full_name", "points": "points", "updatedAt": "points_updated_at"}


def settings_in_force() -> Settings:
    """The saved settings, or the defaults until somebody saves."""
    return next(iter(_settings()), Settings())


def bonus_percentage(user_id: int) -> Decimal:
    """What is added to this person's earnings now, in percent."""
    return settings_in_force().bonus_of(points_of(user_id))


def tier_of(user_id: int) -> Tier:
    return settings_in_force().tier_of(points_of(user_id))


def points_of(user_id: int) -> int:
    return next(iter(_points_of(user_id=user_id)), START_POINTS)


def with_points(people: QuerySet[Any]) -> QuerySet[Any]:
    """The people, with `points` and `points_updated_at`; somebody nothing happened to stands at the start."""
    annotated: QuerySet[Any] = people.annotate(
        points=Coalesce("loyalty__points", Value(START_POINTS)),
        points_updated_at=Coalesce("loyalty__updated_at", "created_at"),
    )
    return annotated


def employees_with_points(*, search: str = "", tier: str = "", sort: str = "user") -> QuerySet[Any]:
    """Active employees by name, optionally those of a tier or with words in their name; order by a key of SORTABLE."""
    people = with_points(filter_people(active_employees(), search))
    if tier:
        people = people.filter(points__range=settings_in_force().tiers[Tier(tier)])
    minus = "-" if sort.startswith("-") else ""
    return people.order_by(minus + SORTABLE[sort.removeprefix("-")], f"{minus}id")


def standings(people: Iterable[Any]) -> list[Any]:
    """The people of `with_points`, with the `tier` and the `bonus_percentage` of each."""
    settings, rows = settings_in_force(), list(people)
    for person in rows:
        person.tier, person.bonus_percentage = settings.tier_of(person.points), settings.bonus_of(person.points)
    return rows


def standing_of(user_id: int) -> Any:
    """One person's; an unknown id is EmployeeNotFound."""
    person = with_points(get_user_model().objects.filter(pk=user_id)).first()
    return standings([ensure(person, EmployeeNotFound)])[0]


def tier_counts() -> dict[str, int]:
    bounds = settings_in_force().tiers
    counted = {str(tier): Count("id", filter=Q(points__range=bounds[tier])) for tier in Tier}
    return employees_with_points().aggregate(**counted)


def effect_of(settings: Settings) -> list[Any]:
    """Every active employee with the `new_tier` that settings would give them, and the `simulated_points` and
    `simulated_tier` had they scored the last 90 days."""
    current = settings_in_force()
    recent: dict[int, list[History]] = {}
    for change in History.objects.filter(created_at__gte=timezone.now() - timedelta(days=EFFECT_DAYS)).order_by("id"):
        recent.setdefault(change.user_id, []).append(change)
    people = list(employees_with_points())
    for person in people:
        changes = recent.get(person.pk, [])
        simulated: int = changes[0].previous_points if changes else person.points
        for change in changes:  # an admin's adjustment, which has no events, stays what it was
            events = [Event(event) for event in change.events]
            simulated = clamp(simulated + (settings.points_for(events) if events else change.points_changed))
        person.tier, person.new_tier = current.tier_of(person.points), settings.tier_of(person.points)
        person.simulated_points, person.simulated_tier = simulated, settings.tier_of(simulated)
    return people
