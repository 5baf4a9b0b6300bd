"""Runs, lanes and logins by the one name of their market, and accounts by an index that has no market in it."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from django.db import migrations
from django.db.models import Q

from bulk.planning import account_index, login_indexes
from bulk.rules.states import LIVE
from marketplace.adapters.base import Connection
from marketplace.queries.configurations import canonical_market

BATCH = 500
STANDING = Q(state__in=sorted(LIVE), withdrawn_at=None)


def take_one_name(apps: Any, schema_editor: Any) -> None:
    alias = apps.get_model("marketplace", "MarketAlias").objects
    runs, lanes = apps.get_model("bulk", "Run").objects, apps.get_model("bulk", "Lane").objects
    markets = runs.order_by().values_list("market", flat=True).distinct()
    for spelling in sorted({*markets, *lanes.values_list("market", flat=True).distinct()}):
        market = canonical_market(spelling)
        if market != spelling:
            alias.get_or_create(spelling=spelling, defaults={"market": market})
            runs.filter(market=spelling).update(market=market)
            lanes.filter(market=spelling).update(market=market)


def take_one_lane(apps: Any, schema_editor: Any) -> None:
    """Keys that had a lane for each spelling have one from now on. A lane whose key is forgotten has nothing to do."""
    lanes = apps.get_model("bulk", "Lane").objects
    for lane in lanes.filter(connection__isnull=False).order_by("pk"):
        key = Connection(**lane.connection).lane_key
        twin = lanes.filter(key=key).exclude(pk=lane.pk).first()
        if twin is None:
            lanes.filter(pk=lane.pk).update(key=key)
            continue
        apps.get_model("bulk", "Run").objects.filter(lane=lane).update(lane=twin)
        apps.get_model("bulk", "Row").objects.filter(sent_via=lane).update(sent_via=twin)
        apps.get_model("bulk", "OrphanListing").objects.filter(lane=lane).update(lane=twin)
        newer = lane if twin.connection is None or lane.vouched_at > twin.vouched_at else twin
        twin.connection, twin.vouched_at, twin.refused_at = newer.connection, newer.vouched_at, newer.refused_at
        twin.fence, twin.owner, twin.lease_until = max(lane.fence, twin.fence) + 1, "", None
        twin.next_at = max(lane.next_at, twin.next_at)
        twin.quiet_until = max(filter(None, (lane.quiet_until, twin.quiet_until)), default=None)
        twin.failures = max(lane.failures, twin.failures)
        twin.save()
        lane.delete()


def index_accounts(apps: Any, schema_editor: Any) -> None:
    """Rows whose login is stored get both indexes, and so do older ones that any of the first one's indexes finds. Two
    live rows of one account cannot both have the market's one index: the second keeps its own (`doubled_rows`)."""
    rows = apps.get_model("bulk", "Row").objects
    spellings: dict[str, list[str]] = defaultdict(list)
    for spelling, market in apps.get_model("marketplace", "MarketAlias").objects.values_list("spelling", "market"):
        spellings[market].append(spelling)
    for batch in batches(rows.filter(credentials__isnull=False).exclude(login_index="")):
        accounts, canonical = {}, {}
        for row in batch:
            game, login = row.run.game, row.credentials["login"]
            found = login_indexes([row.run.market, *spellings[row.run.market]], game, login)
            accounts |= dict.fromkeys(found, account_index(game, login))
            canonical |= dict.fromkeys(found, found[0])
        held = set(rows.filter(STANDING, login_index__in=canonical.values()).values_list("login_index", flat=True))
        same = list(rows.filter(login_index__in=accounts).defer("credentials").order_by("pk"))
        for row in same:
            row.account_index, index = accounts[row.login_index], canonical[row.login_index]
            live = row.state in LIVE and row.withdrawn_at is None
            if index != row.login_index and not (live and index in held):
                row.login_index = index
                held |= {index} if live else set()
        rows.bulk_update(same, ["account_index", "login_index"], batch_size=BATCH)


def batches(rows: Any) -> Iterator[list[Any]]:
    last = 0
    while batch := list(rows.filter(pk__gt=last).select_related("run").order_by("pk")[:BATCH]):
        yield batch
        last = batch[-1].pk


class Migration(migrations.Migration):
    dependencies = [("bulk", "0007_account_index"), ("marketplace", "0011_market_aliases")]

    operations = [
        migrations.RunPython(take_one_name, migrations.RunPython.noop),
        migrations.RunPython(take_one_lane, migrations.RunPython.noop),
        migrations.RunPython(index_accounts, migrations.RunPython.noop),
    ]
