"""GameBoost v1, the dialect of the documents' payloads.

The vendor's reading and writing differ, and this module is the only place that knows: ids come as text, statuses as
Draft … Refunded and level-up methods as Handmade or Botted, while listed or draft and by_hand or by_bot are written.
`server` is left out where a game has none, and so is every value that is not stated: null is refused.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation
from typing import Any
from urllib.parse import quote

from marketplace.adapters.base import (
    Absent,
    Connection,
    Created,
    CreateOutcome,
    Done,
    Found,
    Listing,
    ListingAdapter,
    ListingPage,
    LookupFailed,
    LookupOutcome,
    MaySend,
    OnCall,
    Outcome,
    Prepared,
    Refused,
    RemoteListing,
    Throttled,
    reason_of,
)
from marketplace.adapters.client import UNREADABLE, Client, Reply, message_of
from marketplace.adapters.gameboost import templates
from marketplace.adapters.gameboost.translation import game_slug, translate
from marketplace.enums import RemoteStatus, WritableStatus

PAGE_SIZE = 100
SECRET_NAMES = frozenset({"password", "email_password", "credentials"})
LEVEL_UP_METHODS = {"handmade": "by_hand", "botted": "by_bot"}
STATUSES = {status.value.casefold(): status.value for status in RemoteStatus}
_PATH_SEGMENT = re.compile(r"[A-Za-z0-9_-]{1,100}")


class GameBoostV1(ListingAdapter):
    """See `Adapter` for the contract of each call; the endpoint names are those of document 2 §3."""

    def __init__(self, connection: Connection, on_call: OnCall, *, default_image_url: str = "") -> None:
        super().__init__(connection)
        self._client = Client(connection, on_call)
        self._default_image_url = default_image_url

    def prepare(self, listing: Listing) -> Prepared:
        return prepare(listing, default_image_url=self._default_image_url)

    def create(self, listing: Listing, *, may_send: MaySend | None = None) -> CreateOutcome:
        prepared = self.prepare(listing)
        if prepared.errors:
            first = next(iter(prepared.errors.values()))[0]
            return Refused(422, first, prepared.errors)
        reply = self._client.call(
            "POST", "/accounts", endpoint="accounts", body=create_body(prepared.listing), may_send=may_send
        )
        if not reply.ok:
            return reply.failure()
        remote_id = _id_of(_data_of(reply))
        return Created(remote_id, reply.request_id) if remote_id else reply.failure()

    def find_by_login(self, login: str) -> LookupOutcome:
        if login in ("", ".", ".."):
            return LookupFailed("Login inválido")
        reply = self._by_login(login)
        # A 404 of something that is not the vendor's API (a wrong base URL, a proxy) says nothing of the login.
        if reply.status == 404 and isinstance(reply.data, dict) and "message" in reply.data:
            return Absent()
        if not reply.ok:
            return _lookup_failure(reply)
        data = _data_of(reply)
        if data == []:
            return Absent()
        listings = [read_listing(item) for item in (data if isinstance(data, list) else [data])]
        named = [item for item in listings if item and item.login.casefold() in ("", login.casefold())]
        return Found(named) if named else LookupFailed(UNREADABLE)

    def delete(self, remote_id: str) -> Outcome:
        return self._one("DELETE", remote_id, "", endpoint="accounts/{id}/delete")

    def set_status(self, remote_id: str, status: WritableStatus) -> Outcome:
        body = {"status": status.value}
        return self._one("PATCH", remote_id, "/status", endpoint="accounts/{id}/status", body=body)

    def set_status_of_many(self, remote_ids: list[str], status: WritableStatus) -> Outcome:
        if not all(remote_id.isascii() and remote_id.isdigit() for remote_id in remote_ids):
            return Refused(404, message_of(None, 404))
        body = {"accounts": [int(remote_id) for remote_id in remote_ids], "status": status.value}
        reply = self._client.call("PATCH", "/accounts/status/bulk", endpoint="accounts/status/bulk", body=body)
        return _outcome(reply, needs_data=False)

    def list_accounts(
        self, *, with_data: bool = False, page: int | None = None, per_page: int | None = None
    ) -> Outcome:
        params = {"with_data": int(with_data), "page": page, "per_page": per_page}
        return _outcome(self._client.call("GET", "/accounts", endpoint="accounts", params=params))

    def list_page(self, page: int) -> ListingPage | LookupFailed:
        params = {"page": page, "per_page": PAGE_SIZE}
        reply = self._client.call("GET", "/accounts", endpoint="accounts", params=params)
        items = _data_of(reply)
        if not reply.ok or not isinstance(items, list):
            return _lookup_failure(reply)
        listings = [listing for item in items if (listing := read_listing(item))]
        # Paging is used in practice and absent from the vendor's document: a server that ignores it answers
        # the whole list, and its meta, when there is one, says so.
        meta = reply.data.get("meta")
        last = meta.get("to") == meta.get("total") if isinstance(meta, dict) else len(items) != PAGE_SIZE
        return ListingPage(listings, has_more=not last)

    def get(self, remote_id: str, *, with_data: bool = False) -> Outcome:
        return self._one("GET", remote_id, "", endpoint="accounts/{id}", params={"with_data": int(with_data)})

    def show_by_login(self, login: str) -> Outcome:
        if login in ("", ".", ".."):
            return Refused(404, message_of(None, 404))
        return _outcome(self._by_login(login))

    def template(self, game: str) -> Outcome:
        path = f"/accounts/template/{quote(game_slug(game), safe='')}"
        return _outcome(self._client.call("GET", path, endpoint="accounts/template/{gameSlug}"))

    def games(self, game_id: str = "") -> Outcome:
        if not game_id:
            return _outcome(self._client.call("GET", "/games", endpoint="games"))
        return _outcome(self._client.call("GET", f"/games/{quote(game_id, safe='')}", endpoint="games/{id}"))

    def orders(self) -> Outcome:
        return _outcome(self._client.call("GET", "/orders", endpoint="orders"))

    def create_order(self, data: dict[str, Any]) -> Outcome:
        return _outcome(self._client.call("POST", "/orders", endpoint="orders", body=data))

    def test(self) -> Outcome:
        """A page of one listing; Done.data is {"accounts": how many there are, None when the vendor does not say}."""
        outcome = self.list_accounts(per_page=1)
        if not isinstance(outcome, Done):
            return outcome
        meta = outcome.data.get("meta") if isinstance(outcome.data, dict) else None
        total = meta.get("total") if isinstance(meta, dict) else None
        return replace(outcome, data={"accounts": total})

    def close(self) -> None:
        self._client.close()

    def _by_login(self, login: str) -> Reply:
        path = f"/accounts/by-login/{quote(login, safe='')}"
        return self._client.call("GET", path, endpoint="accounts/by-login/{login}")

    def _one(self, method: str, remote_id: str, suffix: str, *, endpoint: str, **call: Any) -> Outcome:
        if not _PATH_SEGMENT.fullmatch(remote_id):
            return Refused(404, message_of(None, 404))
        reply = self._client.call(method, f"/accounts/{remote_id}{suffix}", endpoint=endpoint, **call)
        return _outcome(reply, needs_data=method == "GET")


def prepare(listing: Listing, *, default_image_url: str = "") -> Prepared:
    """Translate and check a listing for GameBoost. Needs no connection, so a preview can ask it too."""
    if not listing.image_urls and default_image_url:
        listing = replace(listing, image_urls=(default_image_url,))
    template = templates.bundled(game_slug(listing.game))
    translated, notes = translate(listing, template)
    return Prepared(translated, templates.check(translated, template), notes)


def create_body(listing: Listing) -> dict[str, Any]:
    """The documented create payload of a translated listing; what is not stated is left out."""
    optional = {
        "slug": listing.slug,
        "email_login": listing.email_login,
        "email_password": listing.email_password,
        "server": listing.server,
        "note": listing.note,
        "dump": listing.dump,
        "delivery_instructions": listing.delivery_instructions,
        "game_items": dict(listing.game_items),
    }
    duration, unit = listing.delivery_time
    return {
        "game": listing.game,
        "title": listing.title,
        "description": listing.description,
        "price": float(listing.price_eur),
        "ign": listing.ign or listing.login,
        "login": listing.login,
        "password": listing.password,
        "has_2fa": listing.has_2fa,
        "level_up_method": listing.level_up_method,
        "is_manual": listing.is_manual,
        "delivery_time": {"duration": duration, "unit": unit},
        "image_urls": list(listing.image_urls),
        "account_data": dict(listing.account_data),
        **{name: value for name, value in optional.items() if value},
    }


def read_listing(item: Any) -> RemoteListing | None:
    """A listing from the vendor's JSON:API item; None when there is no id in it."""
    remote_id = _id_of(item)
    if not remote_id:
        return None
    attributes = item.get("attributes")
    if not isinstance(attributes, dict):
        attributes = item
    status = str(attributes.get("status") or "")
    method = str(attributes.get("level_up_method") or "")
    images = attributes.get("images")
    return RemoteListing(
        remote_id=remote_id,
        title=str(attributes.get("title") or ""),
        game=str(attributes.get("game_slug") or ""),
        status=STATUSES.get(status.casefold(), status),
        price_eur=_price(attributes.get("price")),
        login=str(attributes.get("login") or ""),
        server=str(attributes.get("server") or ""),
        level_up_method=LEVEL_UP_METHODS.get(method.casefold(), method),
        image_urls=tuple(map(str, images)) if isinstance(images, list) else (),
        is_featured=attributes.get("is_featured") is True,
        created_at=_moment(attributes.get("created_at")),
    )


def without_secrets(value: Any) -> Any:
    """The vendor's JSON without the passwords that it answers in clear."""
    if isinstance(value, dict):
        return {name: without_secrets(item) for name, item in value.items() if name not in SECRET_NAMES}
    if isinstance(value, list):
        return [without_secrets(item) for item in value]
    return value


def _outcome(reply: Reply, *, needs_data: bool = True) -> Outcome:
    """A success, if it can be read where there is something to read."""
    if reply.ok and reply.status is not None and (reply.data is not None or not needs_data):
        return Done(without_secrets(reply.data), reply.status, reply.request_id)
    return reply.failure()


def _lookup_failure(reply: Reply) -> LookupFailed:
    failure = reply.failure()
    wait = failure.retry_after_s if isinstance(failure, Throttled) else None
    return LookupFailed(reason_of(failure), wait)


def _data_of(reply: Reply) -> Any:
    return reply.data.get("data") if isinstance(reply.data, dict) else None


def _id_of(item: Any) -> str:
    raw = item.get("id") if isinstance(item, dict) else None
    is_id = isinstance(raw, str | int) and not isinstance(raw, bool)
    return str(raw) if is_id and _PATH_SEGMENT.fullmatch(str(raw)) else ""


def _price(raw: Any) -> Decimal | None:
    try:
        price = Decimal(str(raw))
    except InvalidOperation:
        return None
    return price if price.is_finite() else None


def _moment(raw: Any) -> datetime | None:
    if isinstance(raw, bool) or not isinstance(raw, int | float) or not 0 < raw < 32_503_680_000:
        return None
    return datetime.fromtimestamp(raw, UTC)
