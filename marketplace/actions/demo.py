"""The demo's configurations, which point to the sandbox."""

from django.conf import settings

from marketplace.enums import Service
from marketplace.models import Configuration, GlobalSettings
from marketplace.queries import SYSTEM_USER_ID
from marketplace.queries.configurations import DEMO_IMAGE, DEMO_KEY
from marketplace.rules import ENDPOINTS
from marketplace.rules.training import SANDBOX_PATHS


def seed_demo() -> None:
    """User 1's GameBoost and LZT configurations to the sandbox, 'so that a bulk run works at once'."""
    for service in Service:
        Configuration.objects.get_or_create(
            user_id=SYSTEM_USER_ID,
            service=service,
            defaults={
                "base_url": settings.SANDBOX_ORIGIN + SANDBOX_PATHS[service],
                "api_key": DEMO_KEY,
                "enabled_endpoints": list(ENDPOINTS[service]),
            },
        )
    GlobalSettings.objects.get_or_create(
        id=1, defaults={"default_image_url": f"{settings.PUBLIC_BASE_URL}{DEMO_IMAGE}"}
    )
