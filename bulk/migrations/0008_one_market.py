"""Runs, lanes and logins by the one name of their market, and accounts by an index that has no market in it.

`LIVE`, `fold_login` and the markets' names are those of the product as they were when this was written.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from django.db import migrations
from django.db.models import Q

from core.crypto import blind_index

markets = import_module("marketplace.migrations.0011_market_aliases")

BATCH = 500
LIVE = frozenset({"queued", "sending", "verifying", "uncertain", "created"})
INVISIBLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ud800-\udfff]"
)
WHITE_SPACE = (
    " \t\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)
STANDING = Q(state__in=sorted(LIVE), withdrawn_at=None)


def fold_login(login: str) -> str:
    return INVISIBLE.sub("", login).strip(WHITE_SPACE).casefold()


def take_one_name(apps: Any, schema_editor: Any) -> None:
    alias = apps.get_model("marketplace", "MarketAlias").objects
    runs, lanes = apps.get_model("bulk", "Run").objects, apps.get_model("bulk", "Lane").objects
    known = runs.order_by().values_list("market", flat=True).distinct()
    for spelling in sorted({*known, *lanes.values_list("market", flat=True).distinct()}):
        market = markets.canonical_market(spelling)
        if market != spelling:
            alias.get_or_create(spelling=spelling, defaults={"market": market})
            runs.filter(market=spelling).update(market=market)
            lanes.filter(market=spelling).update(market=market)


def take_one_lane(apps: Any, schema_editor: Any) -> None:
    """Keys that had a lane for each spelling have one from now on. A lane whose key is forgotten has nothing to do."""
    lanes = apps.get_model("bulk", "Lane").objects
    for lane in lanes.filter(connection__isnull=False).order_by("pk"):
        stored = lane.connection
        key = markets.lane_key(stored["provider"], stored["base_url"], stored["api_key"])
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
            game, login = row.run.game, fold_login(row.credentials["login"])
            names = [row.run.market, *spellings[row.run.market]]
            found = [blind_index("login", name, game, login) for name in names]
            accounts |= dict.fromkeys(found, blind_index("account", game, login))
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
