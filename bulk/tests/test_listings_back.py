"""Listings that a marketplace did not show for a while, and shows again."""

import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from bulk.models import Row
from bulk.tests.helpers import row_of, work
from bulk.tests.test_stock import Start, close_all, listed, remote_status, sell
from bulk.transitions import note_back, note_gone
from marketplace.actions.sync import find_sales, sync_listings
from marketplace.models import RemoteAccount, SyncPass

__all__ = ["listed"]
pytestmark = pytest.mark.django_db


def passes_over() -> None:
    for _ in range(3):
        SyncPass.objects.update(finished_at=timezone.now() - timedelta(hours=1), resting_until=None)
        sync_listings()


@pytest.mark.parametrize("is_sold", [False, True])
def test_listing_that_comes_back_is_on_sale_again_or_goes_where_its_account_was_sold(
    listed: tuple[Row, Row], market: Any, owner: Any, client_for: Any, tmp_path: Path, is_sold: bool
) -> None:
    """As when a marketplace hides a seller's listings for a while."""
    here, there = listed
    passes_over()
    with closing(sqlite3.connect(tmp_path / "sandbox.sqlite3")) as kept:
        kept.execute("UPDATE listing SET deleted_at = 1 WHERE id = ?", [here.remote_id])
        kept.commit()
        passes_over()
        assert Row.objects.get(pk=here.pk).withdrawn_at is not None
        RemoteAccount.objects.filter(gone_at__isnull=False).update(gone_at=timezone.now() - timedelta(hours=2))
        if is_sold:
            sell(market, there)
            find_sales()
        kept.execute("UPDATE listing SET deleted_at = NULL WHERE id = ?", [here.remote_id])
        kept.commit()
    passes_over()

    [shown] = client_for(owner).get("/api/stock").json()
    assert shown["listings"][0]["state"] == ("closing" if is_sold else "on_sale")
    close_all()
    assert (remote_status(market, here) == "gone") is is_sold


def test_listing_that_comes_back_stays_closed_where_its_login_was_listed_again(two_markets: None, start: Start) -> None:
    first = start("jogador01")
    work()
    row = row_of(first)
    note_gone(row.run.market, row.remote_id)
    again = start("jogador01")
    Row.objects.filter(run=again).update(state="created", remote_id="outro")

    note_back(row.run.market, row.remote_id)

    row.refresh_from_db()
    assert row.withdrawn_at is not None
