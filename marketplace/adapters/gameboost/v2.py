"""GameBoost v2: account offers.

What differs from v1, and is settled here: offers are flat and not JSON:API; a new offer is a draft until `/list` is
called; a game's server is an entry of `account_data`; there is no look-up by login, and the documented search goes over
'id, title, or description' alone. So every listing that we make carries a reference to its login in its description,
which is what a look-up searches for: see `reference_of`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any
from urllib.parse import quote

from marketplace.adapters.base import (
    Absent,
    Created,
    CreateOutcome,
    Done,
    Found,
    Listing,
    ListingPage,
    LookupFailed,
    LookupOutcome,
    MaySend,
    Outcome,
    Refused,
    RemoteListing,
    Unknown,
    created_for,
    not_found,
    reason_of,
)
from marketplace.adapters.client import UNREADABLE, Reply
from marketplace.adapters.gameboost import dialect
from marketplace.adapters.gameboost.dialect import (
    GameBoost,
    ListQuery,
    data_of,
    id_of,
    is_id,
    lookup_failure,
    outcome_of,
    price_of,
    status_of,
    texts_of,
    without_secrets,
)
from marketplace.adapters.reading import moment_of, reference_in, reference_of
from marketplace.enums import Bucket, RemoteStatus, WritableStatus

PAGE_SIZE = 50
"""The most that the vendor answers a page."""
ACTIONS = {WritableStatus.LISTED: "list", WritableStatus.DRAFT: "draft"}
MAX_STATUSES_AT_ONCE = 50
MAX_CREDENTIALS_READ = 5

TOO_MANY_STATUSES = f"A API v2 do GameBoost muda um anúncio por vez: escolha no máximo {MAX_STATUSES_AT_ONCE}."

_LOGIN_LINE = re.compile(r"(?:^|,)[ \t]*login[ \t]*:[ \t]*(.+?)[ \t]*(?:,|$)", re.IGNORECASE | re.MULTILINE)


class GameBoostV2(GameBoost):
    accounts_path = "/account-offers"
    template_path = "/account-offers/templates"

    def read(self, item: Any) -> RemoteListing | None:
        return read_listing(item)

    def buckets(self, method: str) -> tuple[str, ...]:
        return (Bucket.CALLS, Bucket.READ if method == "GET" else Bucket.WRITE)

    def _create(self, listing: Listing, may_send: MaySend | None) -> CreateOutcome:
        body = create_body(listing)
        reply = self._call("POST", "/account-offers", endpoint="accounts", body=body, may_send=may_send)
        answer = read_listing(data_of(reply)) if reply.ok else None
        if answer is None:
            return reply.failure()
        created = created_for(listing, answer, reply.request_id)
        return replace(created, status=self._published(answer)) if isinstance(created, Created) else created

    def find_by_login(self, login: str) -> LookupOutcome:
        """Listings of our own making are found by their reference; others where the vendor's search shows them."""
        if not login:
            return LookupFailed("Login inválido")
        for words in (reference_of(login), login):
            reply = self._list({"filter[search]": words, "per_page": PAGE_SIZE, "sort": "-created_at"})
            items = data_of(reply)
            if not reply.ok or not isinstance(items, list):
                return lookup_failure(reply)
            named = self._named(items, login)
            if isinstance(named, LookupFailed):
                return named
            if named:
                return Found(named)
        return Absent()

    def _delete(self, remote_id: str) -> Outcome:
        if not is_id(remote_id):
            return not_found()
        path = f"/account-offers/{remote_id}"
        reply = self._call("DELETE", path, endpoint="accounts/{id}/delete", writes_to=(remote_id,))
        return outcome_of(reply, needs_data=False)

    def _set_status(self, remote_id: str, status: WritableStatus) -> Outcome:
        if not is_id(remote_id):
            return not_found()
        return _shown_one(self._act(remote_id, status))

    def set_status_of_many(self, remote_ids: list[str], status: WritableStatus) -> Outcome:
        """One by one. A failure of the key itself ends it, unless some were changed already: then it is told with them."""
        if len(remote_ids) > MAX_STATUSES_AT_ONCE:
            return Refused(422, TOO_MANY_STATUSES)
        changed: list[Any] = []
        errors: list[dict[str, str]] = []
        for remote_id in remote_ids:
            outcome = self.set_status(remote_id, status)
            if isinstance(outcome, Done):
                changed.append(outcome.data["data"])
            elif isinstance(outcome, Refused) or changed:
                errors.append({"id": remote_id, "message": reason_of(outcome)})
            else:
                return outcome
        return Done({"data": changed, "errors": errors})

    def show_by_login(self, login: str) -> Outcome:
        """The first listing that is found."""
        found = self.find_by_login(login)
        if isinstance(found, Found):
            return self.get(found.listings[0].remote_id)
        if isinstance(found, Absent):
            return not_found()
        return found.failure or Unknown(found.reason)

    def list_accounts(self, query: ListQuery) -> Outcome:
        reply = self._list(
            {
                "page": query.page,
                "per_page": query.per_page and min(query.per_page, PAGE_SIZE),
                "filter[search]": query.search or None,
                "filter[status]": query.status or None,
                "filter[game_id]": query.game_id,
                "sort": query.sort or None,
            }
        )
        items = data_of(reply)
        if not reply.ok or not isinstance(items, list):
            return reply.failure()
        meta = reply.data.get("meta")
        listed = [shown(item, with_data=query.with_data) for item in items if id_of(item)]
        return Done({"data": listed, "meta": meta if isinstance(meta, dict) else {}}, 200, reply.request_id)

    def list_page(self, page: int) -> ListingPage | LookupFailed:
        reply = self._list({"page": page, "per_page": PAGE_SIZE, "sort": "-created_at"})
        items = data_of(reply)
        if not reply.ok or not isinstance(items, list):
            return lookup_failure(reply)
        listings = [listing for item in items if (listing := read_listing(item))]
        return ListingPage(listings, has_more=_has_more(reply.data.get("meta")))

    def get(self, remote_id: str, *, with_data: bool = False) -> Outcome:
        if not is_id(remote_id):
            return not_found()
        reply = self._call("GET", f"/account-offers/{remote_id}", endpoint="accounts/{id}")
        return _shown_one(reply, with_data=with_data)

    def games(self, game_id: str = "") -> Outcome:
        if not game_id:
            return outcome_of(self._call("GET", "/games", endpoint="games"))
        return outcome_of(self._call("GET", f"/games/{quote(game_id, safe='')}", endpoint="games/{id}"))

    def orders(self) -> Outcome:
        return outcome_of(self._call("GET", "/account-orders", endpoint="orders"))

    def _list(self, params: dict[str, Any]) -> Reply:
        return self._call("GET", "/account-offers", endpoint="accounts", params=params)

    def _act(self, remote_id: str, status: WritableStatus) -> Reply:
        path = f"/account-offers/{remote_id}/{ACTIONS[status]}"
        return self._call("POST", path, endpoint="accounts/{id}/status", writes_to=(remote_id,))

    def _published(self, created: RemoteListing) -> str:
        """Publish a new offer; the status it has then. One that stays a draft was created all the same."""
        if created.status != RemoteStatus.DRAFT:
            return created.status
        reply = self._act(created.remote_id, WritableStatus.LISTED)
        published = read_listing(data_of(reply)) if reply.ok else None
        return published.status if published else created.status

    def _named(self, items: list[Any], login: str) -> list[RemoteListing] | LookupFailed:
        """Those of the offers that are of this very login: searching matches parts of words too."""
        named, unnamed = [], []
        for item in items:
            listing = read_listing(item)
            if listing is None:
                continue
            if listing.is_of(login):
                named.append(listing)
            elif not listing.login:
                unnamed.append(listing)
        # Offers made with a stock of credentials name no login themselves.
        for listing in unnamed[:MAX_CREDENTIALS_READ]:
            logins = self._logins_in_stock(listing.remote_id)
            if isinstance(logins, LookupFailed):
                return logins
            if login.casefold() in logins:
                named.append(listing)
        return named

    def _logins_in_stock(self, remote_id: str) -> set[str] | LookupFailed:
        path = f"/account-offers/{remote_id}/credentials"
        reply = self._call("GET", path, endpoint="accounts/{id}", params={"per_page": PAGE_SIZE})
        entries = data_of(reply)
        if not reply.ok:
            return lookup_failure(reply)
        if not isinstance(entries, list):
            return LookupFailed(UNREADABLE)
        written = (str(entry.get("credentials")) for entry in entries if isinstance(entry, dict))
        return {login.casefold() for text in written for login in _LOGIN_LINE.findall(text)}


def create_body(listing: Listing) -> dict[str, Any]:
    """The body of POST /account-offers."""
    server = {"server": listing.server} if listing.server else {}
    note = {"private_note": listing.note} if listing.note else {}
    return dialect.create_body(
        listing,
        description=f"{listing.description}\n\nRef. {reference_of(listing.login)}",
        account_data=server | dict(listing.account_data),
        **note,
    )


def read_listing(item: Any) -> RemoteListing | None:
    """A listing from an account offer; None when there is no id in it."""
    remote_id = id_of(item)
    if not remote_id:
        return None
    return RemoteListing(
        remote_id=remote_id,
        title=str(item.get("title") or ""),
        game=str(_within(item, "game").get("slug") or ""),
        status=status_of(item.get("status")),
        price_eur=price_of(item.get("price")),
        login=str(_within(item, "credentials").get("login") or ""),
        server=str(_within(item, "parameters").get("server") or ""),
        image_urls=texts_of(item.get("image_urls")),
        created_at=moment_of(item.get("created_at")),
        reference=reference_in(item.get("description")),
    )


def shown(item: dict[str, Any], *, with_data: bool = False) -> dict[str, Any]:
    """An account offer in the documented shape of a remote account, for the screens, without its passwords."""
    listing = read_listing(item)
    assert listing is not None
    own = {"id", "game", "status", "price", "credentials", "parameters", "image_urls"}
    credentials = _within(item, "credentials")
    return {
        "id": listing.remote_id,
        "type": "accounts",
        "attributes": {
            **{name: without_secrets(value) for name, value in item.items() if name not in own},
            "game_slug": listing.game,
            "status": listing.status,
            "price": None if listing.price_eur is None else float(listing.price_eur),
            "login": listing.login,
            "email_login": credentials.get("email_login"),
            "server": listing.server or None,
            "level_up_method": "",
            "images": list(listing.image_urls),
            "is_featured": listing.is_featured,
            "data": _within(item, "parameters") if with_data else {},
        },
    }


def _shown_one(reply: Reply, *, with_data: bool = False) -> Outcome:
    item = data_of(reply)
    if not reply.ok or not id_of(item):
        return reply.failure()
    return Done({"data": shown(item, with_data=with_data)}, reply.status or 200, reply.request_id)


def _has_more(meta: Any) -> bool:
    """Whether the envelope's meta {current_page, last_page, …} names a later page."""
    pages = (meta.get("current_page"), meta.get("last_page")) if isinstance(meta, dict) else (None, None)
    current, last = pages
    return isinstance(current, int) and isinstance(last, int) and current < last


def _within(item: dict[str, Any], name: str) -> dict[str, Any]:
    """A nested object; the vendor writes an empty one as a list or null."""
    value = item.get(name)
    return value if isinstance(value, dict) else {}
