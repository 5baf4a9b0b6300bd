"""Random sales of accounts that are listed on two marketplaces, the calls that tell of them, and what came of it all.

What the test of kills and `bench.storm` share. The caller's settings name a public https address.
"""

import hmac
import json
import random
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from django.db import DatabaseError

from bulk.enums import ROW_SOURCE
from bulk.models import Account, Row
from earnings.models import Earning
from earnings.queries import verify_ledger
from marketplace.actions.webhooks import receive_from_gameboost
from marketplace.errors import BadSignature, CallRepeated
from marketplace.tests.sandbox_client import SandboxControl

LATEST_S = 120.0
FOR_SALE = ("Listed", "active")
LIVE = (*FOR_SALE, "Draft")
SOLD = ("Sold", "paid")
BOTH, LOST, DOUBLED, FORGED = 0.1, 0.35, 0.25, 0.3
"""How many accounts are sold on both marketplaces at once, and how many calls meet which fate."""


class Sales:
    """Sells accounts whose login begins with `prefix`. Calls are signed with the `secret` of every configuration."""

    def __init__(self, market: SandboxControl, chance: random.Random, *, prefix: str, secret: str) -> None:
        self._market, self._chance, self._prefix, self._secret = market, chance, prefix, secret
        self._calls: list[tuple[bytes, str]] = []
        self._believed = 0
        self.sold: dict[str, float] = {}
        """{login: when it was first sold}, Unix time."""

    def sell_some(self, most: int) -> None:
        """Sell up to so many accounts, of the listings that are open now."""
        unsold = defaultdict(list)
        for listing in self._listings():
            if listing["status"] in FOR_SALE and not listing["deleted_at"] and listing["login"] not in self.sold:
                unsold[listing["login"]].append(listing)
        for login in self._chance.sample(sorted(unsold), min(most, len(unsold))):
            both = self._chance.random() < BOTH
            self.sold[login] = time.time()
            for listing in self._chance.sample(unsold[login], len(unsold[login]) if both else 1):
                if listing["market"] == "lzt":
                    self._market.set_listing_status(listing["id"], "paid")
                else:
                    self._market.set_order(listing["id"], status="delivered")
                    self._tell(listing["id"])
        if unsold and self._chance.random() < FORGED:
            self._forge(self._chance.choice([each for listings in unsold.values() for each in listings])["id"])

    def _tell(self, listing_id: int) -> None:
        """A call that finds the database held by what is frozen is one more that is lost."""
        body, signature = _call(listing_id, self._secret)
        fate = self._chance.random()
        for _ in range(0 if fate < LOST else 2 if fate < LOST + DOUBLED else 1):
            with suppress(CallRepeated, DatabaseError):
                receive_from_gameboost(body=body, signature=signature)
                self._calls.append((body, signature))

    def _forge(self, listing_id: int) -> None:
        """Say of a listing that it was bought, signed with another secret or as an earlier call; and repeat that one."""
        body, signature = _call(listing_id, "outro-segredo")
        forged = [(body, signature), *((body, told) for _, told in self._calls[-1:]), *self._calls[-1:]]
        for each in forged:
            with suppress(BadSignature, CallRepeated, DatabaseError):
                receive_from_gameboost(body=each[0], signature=each[1])
                self._believed += 1

    def _listings(self) -> Iterator[dict[str, Any]]:
        return (listing for listing in self._market.listings() if listing["login"].startswith(self._prefix))

    def waits_s(self) -> list[float]:
        """For how long each listing stayed open after its account was sold elsewhere; those that still are, until now."""
        waits = []
        for listing in self._listings():
            sold_at = self.sold.get(listing["login"])
            if sold_at is None or listing["status"] in SOLD:
                continue
            gone_at = listing["deleted_at"] or (listing["updated_at"] if listing["status"] == "deleted" else time.time())
            waits.append(gone_at - max(sold_at, listing["created_at"]))
        return waits

    def are_over(self) -> bool:
        """Whether every sale is noted and nothing is open any more of what was sold."""
        live = (each for each in self._listings() if each["status"] in LIVE and not each["deleted_at"])
        return self.sold.keys().isdisjoint(each["login"] for each in live) and not any(self._unnoted().values())

    def _unnoted(self) -> dict[str, int]:
        logins = {str(each["id"]): each["login"] for each in self._listings()}
        bought = Counter(each["login"] for each in self._listings() if each["status"] in SOLD)
        rows = Row.objects.filter(state="created", remote_id__in=logins, account__isnull=False).select_related("account")
        accounts = {logins[row.remote_id]: row.account for row in rows if row.account}
        return {
            "sales not noted": sum(each.sold_at is None for login, each in accounts.items() if bought[login]),
            "double sales not told": sum(
                each.sold_twice_at is None for login, each in accounts.items() if bought[login] > 1
            ),
        }

    def faults(self) -> dict[str, int]:
        """What must not be, counted: {name: how many}."""
        listings = {str(each["id"]): each for each in self._listings()}
        live = {key for key, each in listings.items() if each["status"] in LIVE and not each["deleted_at"]}
        rows = list(Row.objects.filter(state="created").select_related("run", "account"))
        mine = [(row, listings[row.remote_id]["login"]) for row in rows if row.remote_id in listings]
        unsold = [row for row, login in mine if login not in self.sold]
        paid = Counter(Earning.objects.filter(source_kind=ROW_SOURCE).values_list("source_id", flat=True))
        credited = Counter({login: 0 for _, login in mine})
        for row, login in mine:
            credited[login] += paid[row.pk]
        return {
            "listings open 120 s after a sale elsewhere": sum(wait > LATEST_S for wait in self.waits_s()),
            "listings of sold accounts still open": sum(listings[key]["login"] in self.sold for key in live),
            "accounts credited twice": sum(count > 1 for count in credited.values()),
            "accounts not credited": sum(count < 1 for count in credited.values()),
            "closings of an unsold account": sum(row.remote_id not in live for row in unsold)
            + sum(bool(row.closing_at or row.withdrawn_at or row.withdrawal) for row in unsold)
            + Account.objects.filter(pk__in=[row.account_id for row in unsold], sold_at__isnull=False).count(),
            **self._unnoted(),
            "listed twice on one marketplace": _beyond_one(
                Counter((each["market"], each["login"]) for key, each in listings.items() if key in live)
            ),
            "listings of nobody": len(live - {row.remote_id for row in rows}),
            "calls of others that were believed": self._believed,
            "faults of the ledger": len(verify_ledger().faults),
        }


def _call(listing_id: int, secret: str) -> tuple[bytes, str]:
    """The body of a call and its signature; no two calls have the same."""
    told = {"event": "account.order.purchased", "payload": {"account_offer_id": listing_id, "at": time.time_ns()}}
    body = json.dumps(told).encode()
    return body, hmac.new(secret.encode(), body, "sha256").hexdigest()


def _beyond_one(counted: "Counter[Any]") -> int:
    return sum(times - 1 for times in counted.values())
