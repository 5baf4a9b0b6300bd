"""Accounts in stock as they stand after years of work, without a marketplace."""

from datetime import datetime
from itertools import count
from typing import Any

from django.utils import timezone

from bulk.models import Account, Lane, Result, Row, Run

numbers = count(1)


def stock_account(
    owner: Any, *, game: str = "roblox", market: str = "gameboost:https://loja.example", **row: Any
) -> Account:
    """An account that was listed once; `row` are columns of its listing, and `listed_at`."""
    listed_at: datetime = row.pop("listed_at", timezone.now())
    number = next(numbers)
    lane, _ = Lane.objects.get_or_create(key=f"fábrica {market}"[:64], defaults={"market": market})
    stated = {"owner": owner, "lane": lane, "game": game, "market": market, "settings": {}, "usd_eur_rate": 1}
    run = Run.objects.create(**stated, total=1, finished_at=listed_at)
    made = {"state": "created", "title": f"Conta {number}", "price_eur": 10, "remote_id": f"F{number}"}
    first = Row.objects.create(run=run, line=1, settled_at=listed_at, **made | row)
    account = Account.objects.create(
        index=f"fábrica {number}", owner=owner, first_row=first, game=game, title=first.title, listed_at=listed_at,
        sold_at=first.sold_at,
    )  # fmt: skip
    Row.objects.filter(pk=first.pk).update(account=account)
    return account


def result_of(owner: Any, **columns: Any) -> Result:
    """The result of a new account, as if its entries had these sums in R$."""
    account = stock_account(owner, game=columns.get("game", "roblox"))
    listed_on = timezone.localdate(account.listed_at)
    stated = {"game": account.game, "market": "gameboost", "listed_on": listed_on} | columns
    return Result.objects.create(account=account, owner=owner, **stated)
