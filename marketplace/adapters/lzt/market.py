"""LZT Market: bearer token with scope `market`, errors as {"errors": [text, …]}. LZT Market documents a timeout of 300
seconds or more: checking an account takes half a minute at least, so the calls that check (publishing, buying) have a
longer time than a person's configured one. Reading keeps theirs."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from functools import partial
from typing import Any
from urllib.parse import quote

from marketplace.adapters import base
from marketplace.adapters.client import UNREADABLE, Client, Reply
from marketplace.adapters.lzt import reading
from marketplace.adapters.orders import RemoteOrder
from marketplace.enums import Bucket, Endpoint, OrderState, RemoteStatus, Service, WritableStatus
from marketplace.rules.governor import KeyLimits

LZT_HOSTS = frozenset({"prod-api.lzt.market", "api.lzt.market"})
SEARCH_WITHOUT = ("brute", "phishing", "stealer")  # of reading.REFUSED_ORIGINS, as a search takes them
SLOW_CALL_MS = 120_000
MAX_REPEATS = 10
REPEAT_PAUSE_S = 2.0  # between two tries that the server asked for
REMOVAL_REASON = "Anúncio retirado pelo vendedor"
BOUGHT_WITHIN = timedelta(days=1)
OWN_LOTS = "/user/items"
SEARCHING = (Bucket.GET, Bucket.SEARCH)  # searches, one lot and one's own lots share a counter


@dataclass(frozen=True)
class LotQuery:
    """Which lots: one's own in a `state`, those of a `category` (our game's slug or LZT's path), or the latest."""

    own: bool = False
    state: str = ""
    category: str = ""
    page: int = 1
    pmin: int | None = None
    pmax: int | None = None
    title: str = ""
    order_by: str = ""


class LztMarket(base.ListingAdapter):
    """LZT Market; a lot has no image."""

    withdrawn_at_once = 5_000
    latest_bought_first = False  # none of the documented orders goes by the time of the sale

    def __init__(self, connection: base.Connection, on_call: base.OnCall, gate: base.Gate) -> None:
        super().__init__(connection)
        self._client = Client(connection, on_call, gate, hosts=LZT_HOSTS, failure_of=reading.failure_of)
        patient = replace(connection, timeout_ms=max(connection.timeout_ms, SLOW_CALL_MS))
        self._patient = Client(patient, on_call, gate, hosts=LZT_HOSTS, failure_of=reading.failure_of)

    def test(self) -> base.Outcome:
        """The owner of the token; Done.data is {"userId", "username"}."""
        outcome = self.profile()
        if not isinstance(outcome, base.Done):
            return outcome
        user = outcome.data["user"]
        return replace(outcome, data={"userId": user.get("user_id"), "username": user.get("username")})

    def profile(self) -> base.Outcome:
        """'/user/profile (GET)': {"user": {user_id, username, balance, …}}."""
        reply = self._call("GET", "/me", Bucket.GET, endpoint="profile")
        user = reply.field("user")
        if not reply.ok or not isinstance(user, dict):
            return reading.failure_of(reply)
        return reply.as_done({"user": {name: user[name] for name in reading.PROFILE_FIELDS if name in user}})

    def lots(self, query: LotQuery) -> base.Outcome:
        """{"items": [lots], "totalItems", "page", "hasNextPage", …}; no origins of others that are not bought."""
        if query.category in reading.WITHOUT_CATEGORY:
            return base.Refused(404, reading.WITHOUT_CATEGORY[query.category])
        category = reading.PATHS.get(query.category, query.category)
        params: dict[str, Any] = {
            "page": query.page,
            "pmin": query.pmin,
            "pmax": query.pmax,
            "title": query.title or None,
            "order_by": query.order_by or None,
        }
        if query.own:
            params |= {"show": query.state or None, "category_id": reading.CATEGORIES.get(query.category)}
            reply = self._call("GET", OWN_LOTS, *SEARCHING, params=params)
        else:
            params["not_origin[]"] = list(SEARCH_WITHOUT)
            endpoint = "categories" if category else "listings"
            reply = self._call("GET", f"/{quote(category, safe='')}", *SEARCHING, endpoint=endpoint, params=params)
        items = reading.items_in(reply)
        if not reply.ok or items is None:
            return reading.failure_of(reply)
        lots = [reading.shown_lot(item) for item in items if reading.item_id_of(item)]
        rest = {name: value for name, value in reply.data.items() if name not in ("stickyItems", "system_info")}
        return reply.as_done(reading.without_credentials(rest | {"items": []}) | {"items": lots})

    def lot(self, item_id: str) -> base.Outcome:
        """'/market/item/{id} (GET)': {"item": lot}."""
        reply = self._call("GET", f"/{item_id}", *SEARCHING)
        item = reply.field("item")
        if not reply.ok or not reading.item_id_of(item):
            return reading.failure_of(reply)
        return reply.as_done({"item": reading.shown_lot(item)})

    def fast_buy(self, item_id: str, *, price: float, balance_id: int | None = None) -> base.Outcome:
        """Check and buy one lot; Done.data is {"item": lot, "credentials": {"account", "email"}}. It is repeated only
        where the server asks for it, never after a timeout, and Unknown means that the money may be spent."""
        body = {"price": price} | ({} if balance_id is None else {"balance_id": balance_id})
        reply = self._slow(f"/{item_id}/fast-buy", "orders", body)
        item = reply.field("item")
        if not reply.ok or not isinstance(item, dict):
            return reading.failure_of(reply)
        credentials = {"account": item.get("loginData"), "email": item.get("emailLoginData")}
        return reply.as_done({"item": reading.shown_lot(item), "credentials": credentials})

    def prepare(self, listing: base.Listing) -> base.Prepared:
        return reading.check_listing(listing)

    def _create(self, listing: base.Listing, may_send: base.MaySend | None) -> base.CreateOutcome:
        """Add a lot, then have it checked, which publishes it: its id is known before the slow step. When the 30 writes
        of a minute are used up, `fast-sell` (300) does both at once."""
        # The look at the lot is counted with its adding: held between the two, the row would be in doubt.
        counted, body = (*SEARCHING, Bucket.WRITE), reading.add_body(listing)
        reply = self._call("POST", "/item/add", *counted, body=body, may_send=may_send)
        if reply.hold is not None:
            return self._fast_sell(listing, may_send)
        added = reading.read_listing(reply.field("item")) if reply.ok else None
        if added is None:
            return reading.failure_of(reply)
        # What was only added has no login yet and is not listed: any other lot is another account's.
        shown = self._find_one(added.remote_id, Bucket.GET)
        if shown is None or shown.login or shown.status == RemoteStatus.LISTED:
            return base.Unknown(base.OTHER_ACCOUNT, request_id=reply.request_id)
        return self._check_lot(added.remote_id, listing, reply.request_id)

    def find_by_login(self, login: str) -> base.LookupOutcome:
        if not login:
            return base.LookupFailed("Login inválido")
        for state in reading.OWN_STATES:
            page = self._own_page({"login": login, "show": state})
            if isinstance(page, base.LookupFailed):
                return page
            named = [each for each in page.items if each.login.casefold() in ("", login.casefold())]
            if named:
                return base.Found(named)
        return base.Absent()

    def find_by_id(self, remote_id: str) -> base.LookupOutcome:
        """Deleting is soft: what was deleted can still be read, and is listed no more."""
        return self._find(remote_id, *SEARCHING)

    def _find(self, remote_id: str, *buckets: Bucket) -> base.LookupOutcome:
        if not reading.ITEM_ID.fullmatch(remote_id):
            return base.Absent()
        reply = self._call("GET", f"/{remote_id}", *buckets, may_find_nothing=True)
        if reply.status == 404 and reading.error_texts(reply.data):
            return base.Absent()
        if not reply.ok:
            return base.lookup_failed(reading.failure_of(reply))
        listing = reading.read_listing(reply.field("item"))
        if listing and listing.status == RemoteStatus.ARCHIVED:
            return base.Absent()
        return base.Found([listing]) if listing else base.LookupFailed(UNREADABLE)

    def _delete(self, remote_id: str) -> base.Outcome:
        return self._write("DELETE", remote_id, "", Bucket.DELETE, body={"reason": REMOVAL_REASON})

    def withdraw_many(self, remote_ids: Sequence[str], *, delete: bool) -> base.Outcome:
        what = {"action": "delete", "reason": REMOVAL_REASON} if delete else {"action": "close"}
        body = what | {"item_ids": [int(each) for each in remote_ids]}
        reply = self._call("POST", "/items/bulk-action", Bucket.WRITE, body=body)
        return reply.as_done({}) if reply.ok and reply.field("queued") is True else reading.failure_of(reply)

    def set_price(self, remote_id: str, price_eur: Decimal) -> base.Outcome:
        """The vendor takes whole amounts here, though a lot may be added with cents."""
        if price_eur != int(price_eur):
            return base.Refused(422, reading.WHOLE_PRICES)
        body = {"price": int(price_eur), "currency": reading.CURRENCY}
        return self._write("PUT", remote_id, "/edit", Bucket.WRITE, body=body)

    def suggest_price(self, remote_id: str) -> base.Outcome:
        """A whole amount in the currency of the key's profile: two calls of the 300 reads a minute."""
        if not reading.ITEM_ID.fullmatch(remote_id):
            return base.not_found()
        profile = self.profile()
        if not isinstance(profile, base.Done):
            return profile
        reply = self._call("GET", f"/{remote_id}/ai-price", Bucket.GET)
        price = reply.field("price")
        if not reply.ok or not isinstance(price, int) or price <= 0:
            return reading.failure_of(reply)
        is_euro = str(profile.data["user"].get("currency") or "").lower() == reading.CURRENCY
        return reply.as_done(Decimal(price) if is_euro else None)

    def _set_status(self, remote_id: str, status: WritableStatus) -> base.Outcome:
        action = "open" if status is WritableStatus.LISTED else "close"
        outcome = self._write("POST", remote_id, f"/{action}", Bucket.WRITE)
        return replace(outcome, data={"data": {"id": remote_id}}) if isinstance(outcome, base.Done) else outcome

    def list_page(self, page: int) -> base.Page[base.RemoteListing] | base.LookupFailed:
        return self._own_page({"page": page})

    def bought_page(self, page: int) -> base.Page[base.RemoteListing] | base.LookupFailed:
        since = (datetime.now(UTC) - BOUGHT_WITHIN).isoformat(timespec="seconds")
        bought = {"show": "paid", "filter_by_buyer_operation_date": "true", "paid_startDate": since}
        return self._own_page({"page": page, **bought})

    def orders_page(self, page: int, *, ids: Sequence[str] = ()) -> base.Page[RemoteOrder] | base.LookupFailed:
        """The vendor tells no orders: a lot that was paid is one, handed over at once. Its claims name no lot."""
        shown = self.bought_page(page)
        if isinstance(shown, base.LookupFailed):
            return shown
        sold = [
            RemoteOrder(lot.remote_id, lot.remote_id, OrderState.DELIVERED, lot.title, lot.game, lot.price_eur)
            for lot in shown.items
        ]
        return base.Page(sold, shown.has_more)

    def _own_page(self, params: dict[str, Any]) -> base.Page[base.RemoteListing] | base.LookupFailed:
        reply = self._call("GET", OWN_LOTS, *SEARCHING, params=params)
        items = reading.items_in(reply)
        if not reply.ok or items is None:
            return base.lookup_failed(reading.failure_of(reply))
        listings = [listing for item in items if (listing := reading.read_listing(item))]
        return base.Page(listings, has_more=reply.field("hasNextPage") is True)

    def close(self) -> None:
        self._client.close()
        self._patient.close()

    def _check_lot(self, item_id: str, listing: base.Listing, request_id: str) -> base.CreateOutcome:
        """Have an added lot checked. One that is refused goes again, so that nothing half made stays behind."""
        reply = self._slow(f"/{item_id}/goods/check", "listings", reading.check_body(listing))
        checked = reading.read_listing(reply.field("item")) if reply.ok else None
        if checked and checked.remote_id == item_id:
            return base.created_for(listing, checked, request_id)
        failure = reading.failure_of(reply)
        if isinstance(failure, base.Refused):
            self._delete(item_id)
            return failure
        shown = self._find_one(item_id)
        if shown and shown.status == RemoteStatus.LISTED:
            return base.created_for(listing, shown, request_id)
        return base.Unknown("O anúncio foi adicionado, mas a conferência da conta não terminou.", reply.status)

    def _fast_sell(self, listing: base.Listing, may_send: base.MaySend | None) -> base.CreateOutcome:
        body = reading.add_body(listing) | reading.check_body(listing)
        reply = self._slow("/item/fast-sell", "listings", body, may_send=may_send)
        created = reading.read_listing(reply.field("item")) if reply.ok else None
        return base.created_for(listing, created, reply.request_id) if created else reading.failure_of(reply)

    def _find_one(self, item_id: str, *buckets: Bucket) -> base.RemoteListing | None:
        found = self._find(item_id, *buckets or SEARCHING)
        return found.listings[0] if isinstance(found, base.Found) else None

    def _slow(self, path: str, endpoint: str, body: Any, *, may_send: base.MaySend | None = None) -> Reply:
        """LZT Market documents up to 100 repeats of one call: we make fewer, not for long, and only while it asks for them."""
        checked = {"endpoint": endpoint, "buckets": (Bucket.CHECK,), "body": body, "may_send": may_send}
        call = partial(self._patient.call, "POST", path, **checked)
        give_up_at = time.monotonic() + SLOW_CALL_MS / 1000
        reply = call()
        for _ in range(MAX_REPEATS - 1):
            if not reading.asks_to_repeat(reply) or time.monotonic() > give_up_at:
                break
            time.sleep(REPEAT_PAUSE_S)
            reply = call()
        return reply

    def _call(self, method: str, path: str, *buckets: Bucket, endpoint: str = "listings", **call: Any) -> Reply:
        return self._client.call(method, path, endpoint=endpoint, buckets=buckets, **call)

    def _write(self, method: str, remote_id: str, suffix: str, bucket: Bucket, *, body: Any = None) -> base.Outcome:
        if not reading.ITEM_ID.fullmatch(remote_id):
            return base.not_found()
        reply = self._call(method, f"/{remote_id}{suffix}", bucket, body=body)
        if reply.ok and isinstance(reply.data, dict) and not reading.error_texts(reply.data):
            return reply.as_done(reading.without_credentials(reply.data))
        return reading.failure_of(reply)


_DEFAULTS = (Endpoint.LISTINGS, Endpoint.CATEGORIES)
_CHOICE = base.EndpointChoice((*_DEFAULTS, Endpoint.ORDERS, Endpoint.MESSAGES), _DEFAULTS)
LZT_MARKET = base.Market(
    slug=Service.LZTMARKET,
    title="LZT Market",
    hosts=LZT_HOSTS,
    sandbox_path="/lzt",
    games=frozenset(reading.CATEGORIES) - reading.UNSUPPORTED.keys(),
    unsupported=reading.UNSUPPORTED,
    limits=KeyLimits(
        buckets={Bucket.GET: 300, Bucket.SEARCH: 120, Bucket.WRITE: 30, Bucket.DELETE: 300, Bucket.CHECK: 300},
        main=Bucket.GET,
        screen_part=(1, 1),
    ),
    endpoints=(*_CHOICE.options, "profile"),
    choice=_CHOICE,
    default_endpoints=_CHOICE.defaults,
    sync_endpoints=(Endpoint.LISTINGS,),
    open=LztMarket,
    prepare=reading.check_listing,
    lowest_price_eur=reading.LOWEST_PRICE_EUR,
    price_step_eur=Decimal(1),
)
