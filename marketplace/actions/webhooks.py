"""Signed calls of a marketplace. They only make a check due; nothing else in them is trusted."""

import hmac
from datetime import timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from core import audit
from core.actor import Actor
from core.errors import NotFound
from infra.schedule import run_soon
from marketplace import errors
from marketplace.adapters.registry import MARKETS
from marketplace.enums import Audited, Service
from marketplace.models import Configuration, WebhookCall
from marketplace.rules.integration import is_loopback

CALLS_KEPT = timedelta(days=30)


def public_url() -> str:
    """The address at which GameBoost can call us; '' where this installation has no public https address."""
    address = settings.PUBLIC_BASE_URL
    return "" if urlsplit(address).scheme != "https" or is_loopback(address) else f"{address}/api/webhooks/gameboost"


def receive_from_gameboost(*, body: bytes, signature: str) -> None:
    """Have the worker ask for sales and orders now. `signature` is the hexadecimal HMAC-SHA256 of `body` with
    somebody's secret. Raises NotFound without a public address, BadSignature, and CallRepeated."""
    if not public_url():
        raise NotFound()
    digest = signature.strip().lower()
    saved = Configuration.objects.filter(service=Service.GAMEBOOST).values_list("webhook_secret", flat=True)
    made = [hmac.new(secret.encode(), body, "sha256").hexdigest() for secret in saved if secret]
    if not any(hmac.compare_digest(each.encode(), digest.encode()) for each in made):
        raise errors.BadSignature()
    with transaction.atomic():
        if not WebhookCall.objects.get_or_create(signature=digest)[1]:
            raise errors.CallRepeated()
        run_soon("marketplace.find_sales", "marketplace.read_orders")


@transaction.atomic
def set_secret(*, user_id: int, secret: str, by: Actor, reason: str = "") -> None:
    """Keep what GameBoost signs its calls about this person's shop with; '' forgets it. Raises ConfigurationMissing."""
    if not Configuration.objects.filter(user=user_id, service=Service.GAMEBOOST).update(webhook_secret=secret):
        raise errors.ConfigurationMissing(MARKETS[Service.GAMEBOOST].title)
    after = {"service": Service.GAMEBOOST, "webhook": bool(secret)}
    audit.record(Audited.CONFIGURATION_SAVED, by=by, subject=user_id, after=after, reason=reason)


def purge_calls() -> int:
    return WebhookCall.objects.filter(received_at__lt=timezone.now() - CALLS_KEPT).delete()[0]
