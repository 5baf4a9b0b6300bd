"""Django in this process, on a database of its own."""

import os
import sys
import tempfile
from typing import Any

from e2e.installation import ROOT


def ready() -> None:
    """Set Django up once; the temporary folder lives as long as the process."""
    if "DJANGO_SETTINGS_MODULE" in os.environ:
        return
    sys.path[:0] = [str(ROOT), str(ROOT / "platform")]
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    os.environ.setdefault("VAR_DIR", tempfile.mkdtemp(prefix="bench-"))
    os.environ.setdefault("LOG_LEVEL", "ERROR")
    import django

    django.setup()


def connect(person: Any, *, key: str, base_url: str, service: str = "gameboost", timeout_ms: int = 30_000) -> None:
    """Give a person a configuration with every endpoint of its market."""
    from marketplace.actions.configurations import save_configuration
    from marketplace.adapters.registry import MARKETS

    save_configuration(
        user_id=person.pk,
        service=service,
        by=person,
        api_key=key,
        base_url=base_url,
        timeout_ms=timeout_ms,
        enabled_endpoints=list(MARKETS[service].endpoints),
    )
