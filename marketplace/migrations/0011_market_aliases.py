"""One name for a market, however its address was spelled; the older spellings stay as aliases.

The functions above `take_one_name` are those of the product as they were when this was written.
"""

import re
import socket
from ipaddress import IPv6Address
from typing import Any
from urllib.parse import urlsplit

import idna
from django.conf import settings
from django.db import migrations, models

from core.crypto import blind_index

DEFAULT_PORTS = {"http": 80, "https": 443}


def canonical_origin(address: str) -> str:
    parts = urlsplit(address)
    if parts.scheme not in DEFAULT_PORTS or not parts.hostname or "@" in parts.netloc:
        raise ValueError("not the address of a marketplace")
    host = canonical_host(parts.hostname)
    named = f"[{host}]" if ":" in host else host
    port = "" if parts.port in (None, DEFAULT_PORTS[parts.scheme]) else f":{parts.port}"
    return f"{parts.scheme}://{named}{port}"


def canonical_host(host: str) -> str:
    if ":" in host:
        address = IPv6Address(host)
        return str(address.ipv4_mapped or address)
    host = idna.uts46_remap(host, std3_rules=False, transitional=False).removesuffix(".")
    if re.search(r"(^|\.)([0-9]+|0x[0-9a-f]*)$", host):
        try:
            return socket.inet_ntoa(socket.inet_aton(host))
        except OSError:
            raise ValueError("not an IPv4 address") from None
    if not host.isascii() or "xn--" in host:
        host = idna.encode(host).decode()
    if not re.fullmatch(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*", host):
        raise ValueError("not the name of a host")
    return host


def canonical_market(spelling: str) -> str:
    provider, _, address = spelling.partition(":")
    try:
        origin = canonical_origin(address)
    except ValueError:
        return spelling
    is_sandbox = bool(settings.SANDBOX_ORIGIN) and origin == canonical_origin(settings.SANDBOX_ORIGIN)
    return f"{provider}:{'sandbox' if is_sandbox else origin}"


def lane_key(provider: str, address: str, api_key: str) -> str:
    return blind_index("lane", provider, canonical_origin(address), api_key)


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
    service, api_key = configuration.service, configuration.api_key
    scheme, _, rest = configuration.base_url.partition("://")
    origin = f"{scheme}://{rest.partition('/')[0]}".lower()
    former = blind_index("lane", service, origin, api_key)
    try:
        key = lane_key(service, configuration.base_url, api_key)
    except ValueError:
        return
    if not api_key or key == former:
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
