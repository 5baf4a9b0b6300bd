"""Configurations for tests."""

from typing import Any

from marketplace.adapters.registry import MARKETS
from marketplace.enums import Service
from marketplace.models import Configuration
from marketplace.tests.sandbox_fixture import PATIENCE_MS

OWN_KEY = "sandbox-chave-propria-1234"
SYSTEM_KEY = "sandbox-chave-do-sistema-9876"


def configure(
    user: Any, base_url: str, *, key: str = OWN_KEY, service: str = Service.GAMEBOOST, **changes: Any
) -> Configuration:
    """A configuration with every endpoint enabled."""
    return Configuration.objects.create(
        user=user,
        service=service,
        base_url=base_url,
        api_key=key,
        **{"enabled_endpoints": list(MARKETS[service].endpoints), "timeout_ms": PATIENCE_MS} | changes,
    )
