"""The calls that were made, and the figures counted from them."""

from django.db.models import Avg, Count, Q
from django.utils import timezone

from core.dates import midnight
from marketplace.models import Activity, ActivityQuerySet


def activities(user_id: int | None, *, service: str = "") -> ActivityQuerySet:
    """Newest first; of one person, or everybody's for None."""
    rows = Activity.objects.all()
    if user_id is not None:
        rows = rows.filter(user_id=user_id)
    return rows.filter(service=service) if service else rows


def call_figures(*, service: str = "") -> dict[str, float | None]:
    """Today's figures (America/Sao_Paulo) over everybody's calls, for CallFiguresOutput.

    `success_rate` is percent with one place, None while there is no call; the quota is the latest that the marketplace
    reported in its rate headers, None when it never did.
    """
    today = midnight(timezone.localdate())
    rows = activities(None, service=service).outbound().filter(timestamp__gte=today)
    counted = rows.aggregate(
        total=Count("id"), succeeded=Count("id", filter=Q(success=True)), average=Avg("response_time_ms")
    )
    last = rows.filter(rate_remaining__isnull=False).first()
    total = counted["total"]
    return {
        "requests_today": total,
        "success_rate": round(counted["succeeded"] * 100 / total, 1) if total else None,
        "average_response_ms": round(counted["average"]) if total else None,
        "quota_limit": last.rate_limit if last else None,
        "quota_remaining": last.rate_remaining if last else None,
    }
