"""Training: whether it can be, who is in it, and the configuration that holds there."""

from django.conf import settings
from django.utils import timezone

from marketplace.adapters.registry import MARKETS
from marketplace.enums import AuthMethod
from marketplace.models import TrainingMode
from marketplace.queries.addresses import may_be_called
from marketplace.queries.effective import Effective
from marketplace.rules import DEFAULT_TIMEOUT_MS


def training_is_possible() -> bool:
    """Whether this installation has a sandbox that may be called."""
    return bool(settings.SANDBOX_ORIGIN) and may_be_called(settings.SANDBOX_ORIGIN)


def is_training(user_id: int) -> bool:
    """Without a sandbox nobody is, whatever was chosen before."""
    return training_is_possible() and TrainingMode.objects.filter(pk=user_id).exists()


def training_configuration(user_id: int, service: str) -> Effective | None:
    """The sandbox under a key of the person's own, so that nobody meets what others practise; None without a sandbox."""
    if not training_is_possible():
        return None
    market = MARKETS[service]
    return Effective(
        user_id=user_id,
        service=service,
        base_url=settings.SANDBOX_ORIGIN + market.sandbox_path,
        api_key=f"sandbox-ensaio-{user_id}",
        timeout_ms=DEFAULT_TIMEOUT_MS,
        enabled_endpoints=list(market.endpoints),
        updated_at=timezone.now(),
        is_system_default=False,
        key_owner_id=user_id,
        auth_method=AuthMethod.API_KEY,
        training=True,
    )
