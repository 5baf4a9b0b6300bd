"""GameBoost v1, whose payloads the API documents.

The vendor's reading and writing differ, and this module is the only place that knows: ids come as text, statuses as
Draft … Refunded and level-up methods as Handmade or Botted, while listed or draft and by_hand or by_bot are written.
`server` is left out where a game has none, and so is every value that is not stated: null is refused.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from marketplace.adapters.base import (
    Absent,
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
    created_for,
    not_found,
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
    says_absent,
    status_of,
    texts_of,
)
from marketplace.adapters.reading import moment_of, reference_in
from marketplace.enums import Bucket, WritableStatus

LEVEL_UP_METHODS = {"handmade": "by_hand", "botted": "by_bot"}
PAGE_SIZE = 100
VERSION_GONE = "O GameBoost desativou a versão 1 da API (HTTP 410). Use a versão 2."
NO_ORDERS = "Os pedidos exigem a API v2 do GameBoost."
NO_FILTERS = "Busca, filtros e ordenação exigem a API v2 do GameBoost."
# The last segment of a path cannot be one of these.
UNASKABLE_LOGINS = ("", ".", "..")


class GameBoostV1(GameBoost):
    version_gone = VERSION_GONE
    accounts_path = "/accounts"
    template_path = "/accounts/template"

    def read(self, item: Any) -> RemoteListing | None:
        return read_listing(item)

    def buckets(self, method: str) -> tuple[str, ...]:
        return (Bucket.CALLS,)

    def _create(self, listing: Listing, may_send: MaySend | None) -> CreateOutcome:
        body = create_body(listing)
        reply = self._call("POST", "/accounts", endpoint="accounts", body=body, may_send=may_send)
        answer = read_listing(data_of(reply)) if reply.ok else None
        return created_for(listing, answer, reply.request_id) if answer else reply.failure()

    def find_by_login(self, login: str) -> LookupOutcome:
        if login in UNASKABLE_LOGINS:
            return LookupFailed("Login inválido")
        reply = self._by_login(login)
        if says_absent(reply):
            return Absent()
        if not reply.ok:
            return lookup_failure(reply)
        data = data_of(reply)
        if data == []:
            return Absent()
        listings = [read_listing(item) for item in (data if isinstance(data, list) else [data])]
        named = [item for item in listings if item and item.login.casefold() in ("", login.casefold())]
        return Found(named) if named else LookupFailed(UNREADABLE)

    def _delete(self, remote_id: str) -> Outcome:
        return self._one("DELETE", remote_id, "", endpoint="accounts/{id}/delete")

    def _set_status(self, remote_id: str, status: WritableStatus) -> Outcome:
        body = {"status": status.value}
        return self._one("PATCH", remote_id, "/status", endpoint="accounts/{id}/status", body=body)

    def set_status_of_many(self, remote_ids: list[str], status: WritableStatus) -> Outcome:
        if not all(remote_id.isascii() and remote_id.isdigit() for remote_id in remote_ids):
            return not_found()
        body = {"accounts": [int(remote_id) for remote_id in remote_ids], "status": status.value}
        reply = self._call(
            "PATCH",
            "/accounts/status/bulk",
            endpoint="accounts/status/bulk",
            body=body,
            writes_to=tuple(remote_ids),
        )
        outcome = outcome_of(reply, needs_data=False)
        if isinstance(outcome, Done):
            self.watcher.status_set(remote_ids, status)
        return outcome

    def list_accounts(self, query: ListQuery) -> Outcome:
        if query.filters:
            return Refused(400, NO_FILTERS)
        params = {"with_data": int(query.with_data), "page": query.page, "per_page": query.per_page}
        return outcome_of(self._call("GET", "/accounts", endpoint="accounts", params=params))

    def list_page(self, page: int) -> ListingPage | LookupFailed:
        params = {"page": page, "per_page": PAGE_SIZE}
        reply = self._call("GET", "/accounts", endpoint="accounts", params=params)
        items = data_of(reply)
        if not reply.ok or not isinstance(items, list):
            return lookup_failure(reply)
        listings = [listing for item in items if (listing := read_listing(item))]
        # Paging is used in practice and absent from the vendor's document: a server that ignores it answers
        # the whole list, and its meta, when there is one, says so.
        meta = reply.data.get("meta")
        last = meta.get("to") == meta.get("total") if isinstance(meta, dict) else len(items) != PAGE_SIZE
        return ListingPage(listings, has_more=not last)

    def get(self, remote_id: str, *, with_data: bool = False) -> Outcome:
        return self._one("GET", remote_id, "", endpoint="accounts/{id}", params={"with_data": int(with_data)})

    def show_by_login(self, login: str) -> Outcome:
        if login in UNASKABLE_LOGINS:
            return not_found()
        return outcome_of(self._by_login(login))

    def games(self, game_id: str = "") -> Outcome:
        """v1 has no call for games. What it answers about the template of a game that it does not have names them all."""
        endpoint = "games/{id}" if game_id else "games"
        reply = self._call("GET", f"{self.template_path}/all", endpoint=endpoint, may_find_nothing=True)
        named = reply.data.get("games") if isinstance(reply.data, dict) else None
        if not isinstance(named, dict):
            return reply.failure()
        games = [{"id": slug, "slug": slug, "name": name} for slug, name in named.items()]
        if not game_id:
            return Done({"data": games}, 200, reply.request_id)
        return Done({"data": games[list(named).index(game_id)]}) if game_id in named else not_found()

    def orders(self) -> Outcome:
        return Refused(404, NO_ORDERS)

    def _by_login(self, login: str) -> Reply:
        path = f"/accounts/by-login/{quote(login, safe='')}"
        return self._call("GET", path, endpoint="accounts/by-login/{login}", may_find_nothing=True)

    def _one(self, method: str, remote_id: str, suffix: str, *, endpoint: str, **call: Any) -> Outcome:
        if not is_id(remote_id):
            return not_found()
        reads = method == "GET"
        writes_to = () if reads else (remote_id,)
        reply = self._call(method, f"/accounts/{remote_id}{suffix}", endpoint=endpoint, writes_to=writes_to, **call)
        return outcome_of(reply, needs_data=reads)


def create_body(listing: Listing) -> dict[str, Any]:
    """The documented create payload."""
    own = {"server": listing.server, "note": listing.note}
    return dialect.create_body(
        listing,
        ign=listing.ign or listing.login,
        has_2fa=listing.has_2fa,
        level_up_method=listing.level_up_method,
        **{name: value for name, value in own.items() if value},
    )


def read_listing(item: Any) -> RemoteListing | None:
    """A listing from the vendor's JSON:API item; None when there is no id in it."""
    remote_id = id_of(item)
    if not remote_id:
        return None
    attributes = item.get("attributes")
    if not isinstance(attributes, dict):
        attributes = item
    method = str(attributes.get("level_up_method") or "")
    return RemoteListing(
        remote_id=remote_id,
        title=str(attributes.get("title") or ""),
        game=str(attributes.get("game_slug") or ""),
        status=status_of(attributes.get("status")),
        price_eur=price_of(attributes.get("price")),
        login=str(attributes.get("login") or ""),
        server=str(attributes.get("server") or ""),
        level_up_method=LEVEL_UP_METHODS.get(method.casefold(), method),
        image_urls=texts_of(attributes.get("images")),
        is_featured=attributes.get("is_featured") is True,
        created_at=moment_of(attributes.get("created_at")),
        reference=reference_in(attributes.get("description")),
    )
