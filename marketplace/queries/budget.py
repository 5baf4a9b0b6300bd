"""The live gauge of a key: what may still go out this minute."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db.models.functions import Now

from marketplace.adapters.registry import MARKETS
from marketplace.models import KeyBudget
from marketplace.queries.configurations import Effective, global_settings
from marketplace.rules import governor
from marketplace.rules.governor import Report


@dataclass(frozen=True)
class BucketGauge:
    """One counter: what we allow ourselves in a minute, and what was used of it by everyone with the key."""

    name: str
    limit: int
    used: int

    @property
    def left(self) -> int:
        return max(self.limit - self.used, 0)


def gauge(effective: Effective | None, *, service: str, user_id: int) -> dict[str, Any]:
    """How the key in effect for a person stands, for GaugeOutput; all zero where there is none.

    `left` is what the whole key may still send now, `your_left` what is left for the person's own screens, `reported` the
    marketplace's own latest word on the counter that is shown.
    """
    limits = MARKETS[service].limits
    enabled = global_settings().enable_rate_limiting
    if effective is None or not effective.api_key:
        none = dict.fromkeys(("limit", "used", "left", "your_left", "people"), 0)
        unknown = dict.fromkeys(("blocked_until", "reported", "reported_reset_at"))
        return {"configured": False, "enabled": enabled, "buckets": [], **none, **unknown}
    lane_key = effective.connection().lane_key
    row = KeyBudget.objects.annotate(now=Now()).filter(lane_key=lane_key).first()
    now: datetime = row.now if row else datetime.now(UTC)
    spent = governor.current(governor.spent_from(row.spent), now.timestamp()) if row else []
    reports = governor.reports_from(row.reports) if row else {}
    buckets = [
        BucketGauge(name.value, governor.limit_of(limits, name, reports), governor.used(spent, name))
        for name in limits.buckets
    ]
    main = next(each for each in buckets if each.name == limits.main)
    blocked_until = row.blocked_until if row and row.blocked_until and row.blocked_until > now else None
    left = 0 if blocked_until else min([main.left, *_reported_lefts(reports, now.timestamp())])
    mine = sum(each.calls for each in spent if each.screen and each.person == user_id)
    share = governor.screen_share(limits, spent, reports, user_id)
    reported = next((reports[each.name] for each in reversed(buckets) if each.name in reports), None)
    return {
        "configured": True,
        "enabled": enabled,
        "limit": main.limit,
        "used": main.used,
        "left": left,
        "your_left": max(min(share - mine, left), 0),
        "people": len({each.person for each in spent}),
        "blocked_until": blocked_until,
        "reported": reported,
        "reported_reset_at": datetime.fromtimestamp(reported.reset_at, UTC) if reported else None,
        "buckets": buckets,
    }


def _reported_lefts(reports: dict[str, Report], now: float) -> list[int]:
    """What the marketplace's own counts leave, less the tenth that we never use."""
    return [
        max(report.remaining - (report.limit - governor.allowed(report.limit)), 0)
        for report in reports.values()
        if report.reset_at > now
    ]
