"""What is kept for a time only."""

from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.models import AccessRecord, SignInGuard, User, UserSession
from accounts.rules import ACCESS_RETENTION


@transaction.atomic
def purge_access() -> int:
    """Delete access records older than 180 days, and what people's rows tell of sign-ins that old; how many records.

    Counters of failures and sessions that have ended go too.
    """
    now = timezone.now()
    forgotten = now - ACCESS_RETENTION
    deleted, _ = AccessRecord.objects.filter(created_at__lt=forgotten).delete()
    User.objects.filter(last_seen_at__lt=forgotten).update(last_active_ip=None, browser_info="")
    SignInGuard.objects.filter(expires_at__lt=now).delete()
    UserSession.objects.filter(created_at__lt=now - timedelta(seconds=settings.SESSION_COOKIE_AGE)).delete()
    return deleted
