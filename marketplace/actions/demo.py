"""The demo's configurations, which point to the sandbox (decisions §1)."""

from django.conf import settings

from marketplace.enums import Service
from marketplace.models import Configuration, GlobalSettings
from marketplace.queries import SYSTEM_USER_ID
from marketplace.rules import ENDPOINTS
from marketplace.rules.training import SANDBOX_PATHS

DEMO_KEY = "sandbox-demo-key"


def seed_demo() -> None:
    """User 1's GameBoost and LZT configurations to the sandbox, 'so that a bulk run works at once' (decisions §1)."""
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
        id=1, defaults={"default_image_url": f"{settings.PUBLIC_BASE_URL}/static/marketplace/listing.png"}
    )


def point_demo_configurations(*, origin: str) -> None:
    """Let configurations with the demo's key follow the sandbox to the port where it listens now."""
    for service in Service:
        base_url = origin + SANDBOX_PATHS[service]
        for row in Configuration.objects.filter(service=service).exclude(base_url=base_url):
            if row.api_key == DEMO_KEY:
                row.base_url = base_url
                row.save(update_fields=["base_url"])
