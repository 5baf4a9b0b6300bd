"""Give the hash chains of the ledger a key.

Each person's chain is verified as it was first. One that does not verify keeps its hashes, so that `verify_ledger` goes
on finding it. An audit row tells how many were sealed and which were not.
"""

import hashlib
import hmac
import json
import secrets
from collections.abc import Callable
from typing import Any

from django.db import migrations

from core.append_only import ForbidUpdateAndDelete

GENESIS = "0" * 64
GUARD = ForbidUpdateAndDelete("earnings_posting")
Seal = Callable[[list[Any]], str]

_encode = json.JSONEncoder(ensure_ascii=False).encode


def seal_with_key(apps: Any, schema_editor: Any) -> None:
    using = schema_editor.connection.alias
    postings = apps.get_model("earnings", "Posting")._base_manager.using(using).order_by("user_id", "sequence")
    if not postings.exists():
        return
    material, _ = (
        apps.get_model("core", "KeyMaterial")
        .objects.using(using)
        .get_or_create(name="ledger", defaults={"value": secrets.token_hex(32)})
    )
    key = bytes.fromhex(material.value)
    balances = apps.get_model("earnings", "Balance").objects.using(using)
    sealed, refused = 0, []
    GUARD.database_backwards("earnings", schema_editor, None, None)
    for user_id in list(postings.order_by("user_id").values_list("user_id", flat=True).distinct()):
        chain = list(postings.filter(user_id=user_id))
        balance = balances.filter(pk=user_id).first()
        old = chained(chain, lambda values: hashlib.sha256(_encode(values).encode()).hexdigest())
        if balance is None or balance.head != old[-1] or [posting.hash for posting in chain] != old:
            refused.append(user_id)
            continue
        new = chained(chain, lambda values: hmac.new(key, _encode(values).encode(), hashlib.sha256).hexdigest())
        with schema_editor.connection.cursor() as cursor:
            cursor.executemany(
                "UPDATE earnings_posting SET previous_hash = %s, hash = %s WHERE id = %s",
                [
                    (before, after, posting.pk)
                    for before, after, posting in zip([GENESIS, *new], new, chain, strict=False)
                ],
            )
        balances.filter(pk=user_id).update(head=new[-1])
        sealed += len(chain)
    GUARD.database_forwards("earnings", schema_editor, None, None)
    apps.get_model("core", "AuditEvent")._base_manager.using(using).create(
        event="earnings.ledger_sealed",
        actor_label="sistema",
        after={"postings": sealed, "peopleWithFaults": refused},
    )


def chained(chain: list[Any], seal: Seal) -> list[str]:
    """The hash of every posting of a person, each sealed with the one before."""
    hashes = [GENESIS]
    for posting in chain:
        hashes.append(
            seal(
                [
                    hashes[-1],
                    posting.user_id,
                    posting.sequence,
                    posting.kind,
                    int(posting.amount * 100),
                    posting.earning_id,
                    posting.payout_id,
                    posting.by_id,
                    posting.reason,
                    posting.created_at.timestamp(),
                    posting.earning_seal,
                ]
            )
        )
    return hashes[1:]


class Migration(migrations.Migration):
    dependencies = [
        ("core", "0001_initial"),
        ("earnings", "0003_index_of_splits"),
    ]

    operations = [migrations.RunPython(seal_with_key, migrations.RunPython.noop)]
