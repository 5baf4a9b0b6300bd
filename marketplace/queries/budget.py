"""The live gauge of a key: what may still go out this minute."""

from dataclasses import dataclass
from datetime import UTC, datetime

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


@dataclass(frozen=True)
class Gauge:
    """How the key in effect stands. `left` is what the whole key may still send now; `your_left` what is left for the
    person's own screens. `reported` is the marketplace's own latest word on the counter that is shown."""

    configured: bool
    enabled: bool
    limit: int
    used: int
    left: int
    your_left: int
    people: int
    blocked_until: datetime | None
    reported: Report | None
    buckets: list[BucketGauge]

    @property
    def reported_reset_at(self) -> datetime | None:
        return datetime.fromtimestamp(self.reported.reset_at, UTC) if self.reported else None


def gauge(effective: Effective | None, *, service: str, user_id: int) -> Gauge:
    """The gauge of the key in effect for a person; all zero where there is none."""
    limits = MARKETS[service].limits
    enabled = global_settings().enable_rate_limiting
    if effective is None or not effective.api_key:
        return Gauge(False, enabled, 0, 0, 0, 0, 0, None, None, [])
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
    return Gauge(
        configured=True,
        enabled=enabled,
        limit=main.limit,
        used=main.used,
        left=left,
        your_left=max(min(share - mine, left), 0),
        people=len({each.person for each in spent}),
        blocked_until=blocked_until,
        reported=next((reports[each.name] for each in reversed(buckets) if each.name in reports), None),
        buckets=buckets,
    )


def _reported_lefts(reports: dict[str, Report], now: float) -> list[int]:
    """What the marketplace's own counts leave, less the tenth that we never use."""
    return [
        max(report.remaining - (report.limit - governor.allowed(report.limit)), 0)
        for report in reports.values()
        if report.reset_at > now
    ]
