"""What people earn of an account's profit: credited once, when its marketplace has paid, by the version of the pay scheme
that held when the account was created."""

from collections.abc import Iterable

from django.db import transaction

from bulk.enums import ROW_SOURCE
from bulk.models import Result
from core.money import ZERO, format_brl, format_percent
from earnings import actions as earnings
from earnings.queries import credits_of
from loyalty.queries import bonus_percentage


def credit_shares(account_ids: Iterable[int]) -> list[int]:
    """Credit the shares of these accounts that are due; of which. A loss earns nothing. What becomes of a profit later
    takes nothing back: that is for an admin to decide. Locks one balance at a time."""
    due = Result.objects.filter(pk__in=account_ids, account__profit_scheme__isnull=False, profit__gt=ZERO, pay=ZERO)
    paid = due.filter(paid__gt=ZERO).select_related("account__first_row", "account__profit_scheme").order_by("pk")
    # What was credited and then deducted to nothing is credited.
    credited = credits_of(ROW_SOURCE, [result.account.first_row_id for result in paid])
    shared = []
    for result in paid:
        row, scheme, profit = result.account.first_row, result.account.profit_scheme, result.profit
        if row.pk in credited or scheme is None or profit is None:  # the query leaves the latter out
            continue
        with transaction.atomic():
            earnings.credit(
                user_id=result.owner_id,
                amount=scheme.share_of(profit),
                scheme_id=scheme.pk,
                bonus_percentage=bonus_percentage(result.owner_id),
                description=f"{format_percent(scheme.profit_percent or ZERO)} de {format_brl(profit)} de lucro: {row.title}",
                source_kind=ROW_SOURCE,
                source_id=row.pk,
                group_id=row.run_id,
            )
        shared.append(result.pk)
    return shared
