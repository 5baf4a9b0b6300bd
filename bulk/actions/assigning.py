"""Listings that this product made and no run here knows of, since an older copy of the database was restored."""

from django.db import transaction

from accounts.models import User
from bulk.enums import Audited
from bulk.errors import RemoteIdTaken
from bulk.models import Row
from core import audit
from core.actor import Actor
from core.errors import Forbidden
from earnings import actions as earnings
from loyalty.queries import bonus_percentage
from marketplace import actions as marketplace
from marketplace.enums import LISTING_SOURCE


def assign_listing(*, account_id: int, person: User, reason: str, by: Actor) -> None:
    """Credit a person for a listing (a RemoteAccount) whose run is lost, once for ever. Admins only.

    Raises RemoteIdTaken where a row answers for it, Conflict where somebody has it already; nothing is credited then.
    """
    if not by.is_admin:
        raise Forbidden
    with transaction.atomic():
        account = marketplace.claim_unexplained(account_id=account_id, user_id=person.id)
        if Row.objects.filter(remote_id=account.remote_id, run__market=account.market).exists():
            raise RemoteIdTaken()
        earnings.credit_account(
            user=person,
            bonus_percentage=bonus_percentage(person.id),
            description=f"Anúncio {account.remote_id}: {account.title}",
            source_kind=LISTING_SOURCE,
            source_id=account_id,
            by=by,
        )
        audit.record(
            Audited.LISTING_ASSIGNED,
            by=by,
            target=account,
            subject=person.id,
            reason=reason,
            after={"remoteId": account.remote_id},
        )
