"""The demo's configurations, which point to the sandbox."""

from django.conf import settings

from marketplace.adapters.registry import MARKETS
from marketplace.models import Configuration, GlobalSettings
from marketplace.queries import SYSTEM_USER_ID
from marketplace.queries.configurations import DEMO_IMAGE, DEMO_KEY


def seed_demo() -> None:
    """User 1's GameBoost and LZT configurations to the sandbox, 'so that a bulk run works at once'."""
    for market in MARKETS.values():
        Configuration.objects.get_or_create(
            user_id=SYSTEM_USER_ID,
            service=market.slug,
            defaults={
                "base_url": settings.SANDBOX_ORIGIN + market.sandbox_path,
                "api_key": DEMO_KEY,
                "enabled_endpoints": list(market.endpoints),
            },
        )
    GlobalSettings.objects.get_or_create(
        id=1, defaults={"default_image_url": f"{settings.PUBLIC_BASE_URL}{DEMO_IMAGE}"}
    )
