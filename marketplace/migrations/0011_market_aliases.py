"""One name for a market, however its address was spelled; the older spellings stay as aliases."""

from typing import Any

from django.db import migrations, models

from core.crypto import blind_index
from marketplace.adapters.base import Connection
from marketplace.queries.configurations import canonical_market


def take_one_name(apps: Any, schema_editor: Any) -> None:
    alias = apps.get_model("marketplace", "MarketAlias").objects
    accounts = apps.get_model("marketplace", "RemoteAccount").objects
    purchases = apps.get_model("marketplace", "Purchase").objects
    spellings = {*accounts.values_list("market", flat=True).distinct()} | {
        *purchases.values_list("market", flat=True).distinct()
    }
    for spelling in sorted(spellings):
        market = canonical_market(spelling)
        if market == spelling:
            continue
        alias.get_or_create(spelling=spelling, defaults={"market": market})
        merge_accounts(apps, spelling, market)
        accounts.filter(market=spelling).update(market=market)
        # One that was bought under both stays as it is spelled: nothing of it is to be done any more.
        bought = purchases.filter(market=market).exclude(state="refused").values("item_id")
        purchases.filter(market=spelling).exclude(item_id__in=bought).update(market=market)
    for configuration in apps.get_model("marketplace", "Configuration").objects.all():
        take_one_key(apps, configuration)


def merge_accounts(apps: Any, spelling: str, market: str) -> None:
    """A listing seen under two spellings is one; its changes stay, each that is open once."""
    accounts = apps.get_model("marketplace", "RemoteAccount").objects
    changes = apps.get_model("marketplace", "ListingChange").objects
    kept_ids = accounts.filter(market=market).values("remote_id")
    for twin in accounts.filter(market=spelling, remote_id__in=kept_ids):
        kept = accounts.get(market=market, remote_id=twin.remote_id)
        open_kinds = changes.filter(account=kept, handled_at=None).values_list("kind", flat=True)
        changes.filter(account=twin, handled_at=None, kind__in=list(open_kinds)).delete()
        changes.filter(account=twin).update(account=kept)
        newer = twin if twin.seen_at > kept.seen_at else kept
        kept.user_id = kept.user_id or twin.user_id
        for name in ("title", "game", "status", "price_eur", "seen_at", "gone_at", "publish_at", "publish_tries"):
            setattr(kept, name, getattr(newer, name))
        kept.save()
        twin.delete()


def take_one_key(apps: Any, configuration: Any) -> None:
    """What is counted by a key goes by its one name."""
    given = Connection(configuration.service, configuration.base_url, configuration.api_key)
    scheme, _, rest = configuration.base_url.partition("://")
    origin = f"{scheme}://{rest.partition('/')[0]}".lower()
    former = blind_index("lane", given.provider, origin, given.api_key)
    try:
        key = given.lane_key
    except ValueError:
        return
    if not given.api_key or key == former:
        return
    for name in ("RemoteAccount", "ListingWrite"):
        apps.get_model("marketplace", name).objects.filter(lane_key=former).update(lane_key=key)
    for name in ("SyncPass", "KeyBudget"):
        rows = apps.get_model("marketplace", name).objects
        if rows.filter(lane_key=key).exists():
            rows.filter(lane_key=former).delete()
        rows.filter(lane_key=former).update(lane_key=key)


class Migration(migrations.Migration):
    dependencies = [("marketplace", "0010_lookup_failures")]

    operations = [
        migrations.CreateModel(
            name="MarketAlias",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("spelling", models.CharField(max_length=200, unique=True, verbose_name="grafia antiga")),
                ("market", models.CharField(db_index=True, max_length=200, verbose_name="marketplace")),
            ],
            options={
                "verbose_name": "grafia antiga de um marketplace",
                "verbose_name_plural": "grafias antigas de marketplaces",
            },
        ),
        migrations.RunPython(take_one_name, migrations.RunPython.noop),
    ]
