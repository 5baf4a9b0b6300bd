"""GameBoost's two versions. v1, whose payloads the API documents: reading and writing differ, and only this module
knows. Ids come as text, statuses as Draft … Refunded and level-up methods as Handmade or Botted, while listed or draft
and by_hand or by_bot are written. `server` is left out where a game has none, and so is every value that is not stated:
null is refused. v2, account offers: flat and not JSON:API; an offer is made with its account in one call, is a draft
until `/list` is called, and shows its login to the credentials calls alone; a game's server is an entry of
`account_data`; there is no look-up by login, and the documented search goes over id, title and description alone. So
a listing that we make has a reference to its login in its description, which a look-up searches for: `reference_of`."""

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any
from urllib.parse import quote

from core.money import quantize
from marketplace.adapters import base
from marketplace.adapters.client import UNREADABLE, Reply
from marketplace.adapters.gameboost import dialect
from marketplace.adapters.gameboost.templates import WORDS
from marketplace.adapters.orders import RemoteDispute, RemoteOrder, RemotePayment
from marketplace.adapters.reading import moment_of, reference_of, within
from marketplace.enums import PURCHASED, Bucket, OrderState, RemoteStatus, WritableStatus

UNASKABLE_LOGINS = ("", ".", "..")  # the last segment of a path cannot be one of these
STATUS_CALLS = {WritableStatus.LISTED: "list", WritableStatus.DRAFT: "draft"}
MAX_STATUSES_AT_ONCE = 50
TOO_MANY_STATUSES = f"A API v2 do GameBoost muda um anúncio por vez: escolha no máximo {MAX_STATUSES_AT_ONCE}."
MAX_CREDENTIALS_READ = 5
MAX_CREDENTIALS = 500
CREDENTIALS_TOO_LONG = f"O GameBoost aceita até {MAX_CREDENTIALS} caracteres de credenciais por conta, com os rótulos."
MAX_DISPUTE_PAGES = 10
SILENCE_FINE_EUR = Decimal("5.00")  # the vendor's page on penalties: 'Seller not responding'
LATE_FINE = Decimal("0.10")  # the same page: 'Late delivery'
STATES = {state.value: state for state in OrderState}
STATES |= {"pending": OrderState.IN_DELIVERY, "canceled": OrderState.CANCELLED}
ACCOUNT_ORDER = re.compile(r"account_?order$", re.IGNORECASE)
MOVED = re.compile(r"-?[0-9]{1,10}(\.[0-9]{1,6})?")

_LOGIN_LINE = re.compile(r"(?:^|,)[ \t]*login[ \t]*:[ \t]*(.+?)[ \t]*(?:,|$)", re.IGNORECASE | re.MULTILINE)


class GameBoostV1(dialect.GameBoost):
    version_gone = "O GameBoost desativou a versão 1 da API (HTTP 410). Use a versão 2."
    accounts_path = create_path = "/accounts"
    template_path = "/accounts/template"
    page_size = 100
    latest_bought_first = False

    @staticmethod
    def body(listing: base.Listing) -> dict[str, Any]:
        optional = ("server", "note", "email_login", "email_password")
        return dialect.create_body(
            listing,
            login=listing.login,
            password=listing.password,
            ign=listing.ign or listing.login,
            has_2fa=listing.has_2fa,
            level_up_method=listing.level_up_method,
            **{name: value for name in optional if (value := getattr(listing, name))},
        )

    def find_by_login(self, login: str) -> base.LookupOutcome:
        if login in UNASKABLE_LOGINS:
            return base.LookupFailed("Login inválido")
        reply = self._by_login(login)
        if dialect.says_absent(reply):
            return base.Absent()
        if not reply.ok:
            return base.lookup_failed(reply.failure())
        data = reply.field("data")
        if data == []:
            return base.Absent()
        listings = [self.read(item) for item in (data if isinstance(data, list) else [data])]
        named = [item for item in listings if item and item.login.casefold() in ("", login.casefold())]
        return base.Found(named) if named else base.LookupFailed(UNREADABLE)

    def _set_status(self, remote_id: str, status: WritableStatus) -> base.Outcome:
        return self._one("PATCH", remote_id, "/status", endpoint="accounts/{id}/status", body={"status": status.value})

    def set_price(self, remote_id: str, price_eur: Decimal) -> base.Outcome:
        return base.Refused(404, "A API v1 do GameBoost não muda preços. Mude a chave para a versão 2.")

    def set_status_of_many(self, remote_ids: list[str], status: WritableStatus) -> base.Outcome:
        if not all(remote_id.isascii() and remote_id.isdigit() for remote_id in remote_ids):
            return base.not_found()
        body = {"accounts": [int(remote_id) for remote_id in remote_ids], "status": status.value}
        name = "accounts/status/bulk"
        reply = self._call("PATCH", f"/{name}", endpoint=name, body=body, writes_to=tuple(remote_ids))
        outcome = dialect.outcome_of(reply, needs_data=False)
        if isinstance(outcome, base.Done):
            self.watcher.status_set(remote_ids, status)
        return outcome

    def list_accounts(self, query: dialect.ListQuery) -> base.Outcome:
        if query.search or query.status or query.game_id or query.sort:
            return base.Refused(400, "Busca, filtros e ordenação exigem a API v2 do GameBoost.")
        params = {"with_data": int(query.with_data), "page": query.page, "per_page": query.per_page}
        return dialect.outcome_of(self._call("GET", self.accounts_path, endpoint="accounts", params=params))

    def bought_page(self, page: int) -> base.Page[base.RemoteListing] | base.LookupFailed:
        """v1 takes no filter: those of a page of all that were bought."""
        shown = self.list_page(page)
        if isinstance(shown, base.LookupFailed):
            return shown
        return base.Page([each for each in shown.items if each.status in PURCHASED], shown.has_more)

    def has_more(self, meta: dict[str, Any], items: int) -> bool:
        """Paging is used in practice and absent from the vendor's document: a server that ignores it answers the whole
        list, and its meta, when there is one, says so."""
        return items > 0 and (meta.get("to") != meta.get("total") if meta else items == self.page_size)

    def get(self, remote_id: str, *, with_data: bool = False) -> base.Outcome:
        return self._one("GET", remote_id, endpoint="accounts/{id}", params={"with_data": int(with_data)})

    def show_by_login(self, login: str) -> base.Outcome:
        return base.not_found() if login in UNASKABLE_LOGINS else dialect.outcome_of(self._by_login(login))

    def games(self, game_id: str = "", *, page: int = 1) -> base.Outcome:
        """v1 has no call for games. What it answers about the template of a game that it does not have names them all."""
        endpoint = "games/{id}" if game_id else "games"
        reply = self._call("GET", f"{self.template_path}/all", endpoint=endpoint, may_find_nothing=True)
        named = reply.field("games")
        if not isinstance(named, dict):
            return reply.failure()
        games = [{"id": slug, "slug": slug, "name": name} for slug, name in named.items()]
        if not game_id:
            return base.Done({"data": games}, request_id=reply.request_id)
        return base.Done({"data": games[list(named).index(game_id)]}) if game_id in named else base.not_found()

    def _by_login(self, login: str) -> Reply:
        path = f"/accounts/by-login/{quote(login, safe='')}"
        return self._call("GET", path, endpoint="accounts/by-login/{login}", may_find_nothing=True)


class GameBoostV2(dialect.GameBoost):
    accounts_path = "/account-offers"
    create_path = "/account-offers/create"
    template_path = "/account-offers/templates"
    page_size = 50  # the most that the vendor answers a page
    newest_first = {"sort": "-created_at"}

    def buckets(self, method: str) -> tuple[str, ...]:
        return (Bucket.CALLS, Bucket.READ if method == "GET" else Bucket.WRITE)

    @staticmethod
    def body(listing: base.Listing) -> dict[str, Any]:
        server = {"server": listing.server} if listing.server else {}
        note = {"private_note": listing.note} if listing.note else {}
        described = f"{listing.description}\n\nRef. {reference_of(listing.login)}"
        credentials, data = [credentials_of(listing)], server | dict(listing.account_data)
        return dialect.create_body(listing, description=described, credentials=credentials, account_data=data, **note)

    def bought_page(self, page: int) -> base.Page[base.RemoteListing] | base.LookupFailed:
        return self.list_page(page, **{"filter[status]": "processing,sold", "sort": "-updated_at"})

    def orders_page(self, page: int, *, ids: Sequence[str] = ()) -> base.Page[RemoteOrder] | base.LookupFailed:
        wanted = {"sort": "-updated_at", "filter[id]": ",".join(ids) or None}
        return self._page("/account-orders", "orders", read_order, page, **wanted)

    def payments_page(self, page: int) -> base.Page[RemotePayment] | base.LookupFailed:
        return self._page("/payments", "orders", read_payment, page, sort="-created_at")

    def disputes(self) -> list[RemoteDispute] | base.LookupFailed:
        """The vendor's pages are read to the end, since it documents neither an order nor a filter for them."""
        found: list[RemoteDispute] = []
        for number in range(1, MAX_DISPUTE_PAGES + 1):
            page = self._page("/order-disputes", "orders", read_dispute, number)
            if isinstance(page, base.LookupFailed):
                return page
            found += page.items
            if not page.has_more:
                break
        return found

    def prepare(self, listing: base.Listing) -> base.Prepared:
        return within_bounds(super().prepare(listing))

    def _create(self, listing: base.Listing, may_send: base.MaySend | None) -> base.CreateOutcome:
        """Create an offer, then publish it; one that stays a draft was created all the same."""
        created = super()._create(listing, may_send)
        if not isinstance(created, base.Created) or created.status != RemoteStatus.DRAFT:
            return created
        reply = self._act(created.remote_id, WritableStatus.LISTED)
        published = self.read(reply.field("data")) if reply.ok else None
        return replace(created, status=published.status) if published else created

    def find_by_login(self, login: str) -> base.LookupOutcome:
        """Listings of our own making are found by their reference; others where the vendor's search shows them."""
        if not login:
            return base.LookupFailed("Login inválido")
        for words in (reference_of(login), login):
            page = self.list_page(1, **{"filter[search]": words})
            named = page if isinstance(page, base.LookupFailed) else self._match(page.items, login)
            if isinstance(named, base.LookupFailed):
                return named
            if named:
                return base.Found(named)
        return base.Absent()

    def set_price(self, remote_id: str, price_eur: Decimal) -> base.Outcome:
        return self._one("PATCH", remote_id, endpoint="accounts/{id}", body={"price": float(price_eur)})

    def _set_status(self, remote_id: str, status: WritableStatus) -> base.Outcome:
        return _read_one(self._act(remote_id, status)) if dialect.is_id(remote_id) else base.not_found()

    def set_status_of_many(self, remote_ids: list[str], status: WritableStatus) -> base.Outcome:
        """One by one. A failure of the key itself ends it, unless some were changed already: then it is told with them."""
        if len(remote_ids) > MAX_STATUSES_AT_ONCE:
            return base.Refused(422, TOO_MANY_STATUSES)
        changed: list[Any] = []
        errors: list[dict[str, str]] = []
        for remote_id in remote_ids:
            outcome = self.set_status(remote_id, status)
            if isinstance(outcome, base.Done):
                changed.append(outcome.data["data"])
            elif isinstance(outcome, base.Refused) or changed:
                errors.append({"id": remote_id, "message": base.reason_of(outcome)})
            else:
                return outcome
        return base.Done({"data": changed, "errors": errors})

    def show_by_login(self, login: str) -> base.Outcome:
        """The first listing that is found."""
        found = self.find_by_login(login)
        if isinstance(found, base.Found):
            return self.get(found.listings[0].remote_id)
        if isinstance(found, base.Absent):
            return base.not_found()
        return found.failure or base.Unknown(found.reason)

    def list_accounts(self, query: dialect.ListQuery) -> base.Outcome:
        params = {
            "page": query.page,
            "per_page": query.per_page and min(query.per_page, self.page_size),
            "filter[search]": query.search or None,
            "filter[status]": query.status or None,
            "filter[game_id]": query.game_id,
            "sort": query.sort or None,
        }
        reply = self._call("GET", self.accounts_path, endpoint="accounts", params=params)
        items = reply.field("data")
        if not reply.ok or not isinstance(items, list):
            return reply.failure()
        listed = [offer_json(item, with_data=query.with_data) for item in items if dialect.id_of(item)]
        return reply.as_done({"data": listed, "meta": within(reply.data, "meta")})

    def has_more(self, meta: dict[str, Any], items: int) -> bool:
        current, last = meta.get("current_page"), meta.get("last_page")
        return isinstance(current, int) and isinstance(last, int) and current < last

    def get(self, remote_id: str, *, with_data: bool = False) -> base.Outcome:
        if not dialect.is_id(remote_id):
            return base.not_found()
        reply = self._call("GET", f"/account-offers/{remote_id}", endpoint="accounts/{id}")
        return _read_one(reply, with_data=with_data)

    def games(self, game_id: str = "", *, page: int = 1) -> base.Outcome:
        if game_id:
            return dialect.outcome_of(self._call("GET", f"/games/{quote(game_id, safe='')}", endpoint="games/{id}"))
        params = {"page": page, "per_page": self.page_size}
        return dialect.outcome_of(self._call("GET", "/games", endpoint="games", params=params))

    def orders(self) -> base.Outcome:
        return dialect.outcome_of(self._call("GET", "/account-orders", endpoint="orders"))

    def _act(self, remote_id: str, status: WritableStatus) -> Reply:
        path = f"/account-offers/{remote_id}/{STATUS_CALLS[status]}"
        return self._call("POST", path, endpoint="accounts/{id}/status", writes_to=(remote_id,))

    def _match(self, listings: list[base.RemoteListing], login: str) -> list[base.RemoteListing] | base.LookupFailed:
        """Keep the listings of exactly this login: the search matches parts of words too."""
        named = [each for each in listings if each.is_of(login)]
        unnamed = [each for each in listings if not each.login and each not in named]
        # Offers made with a stock of credentials name no login themselves.
        for listing in unnamed[:MAX_CREDENTIALS_READ]:
            logins = self._logins_in_stock(listing.remote_id)
            if isinstance(logins, base.LookupFailed):
                return logins
            if login.casefold() in logins:
                named.append(listing)
        return named

    def _logins_in_stock(self, remote_id: str) -> set[str] | base.LookupFailed:
        path = f"/account-offers/{remote_id}/credentials"
        reply = self._call("GET", path, endpoint="accounts/{id}", params={"per_page": self.page_size})
        entries = reply.field("data")
        if not reply.ok:
            return base.lookup_failed(reply.failure())
        if not isinstance(entries, list):
            return base.LookupFailed(UNREADABLE)
        written = (str(entry.get("credentials")) for entry in entries if isinstance(entry, dict))
        return {login.casefold() for text in written for login in _LOGIN_LINE.findall(text)}


def within_bounds(prepared: base.Prepared) -> base.Prepared:
    """Refused by its password where the credentials are longer than an offer may have them."""
    if len(credentials_of(prepared.listing)) <= MAX_CREDENTIALS:
        return prepared
    return replace(prepared, errors={"password": [CREDENTIALS_TOO_LONG], **prepared.errors})


def credentials_of(listing: base.Listing) -> str:
    """The credentials for the buyer of an offer, one line each."""
    stated = {name: getattr(listing, name) for name in ("login", "password", "email_login", "email_password")}
    return "\n".join(f"{name.replace('_', ' ').capitalize()}: {value}" for name, value in stated.items() if value)


def offer_json(item: dict[str, Any], *, with_data: bool = False) -> dict[str, Any]:
    """An account offer in the shape of a version 1 account, for the screens, without its passwords."""
    listing = GameBoostV2.read(item)
    assert listing is not None
    own = {"id", "game", "status", "price", "credentials", "parameters", "image_urls"}
    credentials, parameters, images = within(item, "credentials"), within(item, "parameters"), item.get("image_urls")
    return {
        "id": listing.remote_id,
        "type": "accounts",
        "attributes": {
            **{name: dialect.without_secrets(value) for name, value in item.items() if name not in own},
            "game_slug": listing.game,
            "status": listing.status,
            "price": None if listing.price_eur is None else float(listing.price_eur),
            "login": listing.login,
            "email_login": credentials.get("email_login"),
            "server": parameters.get("server") or None,
            "level_up_method": "",
            "images": images if isinstance(images, list) else [],
            "is_featured": False,
            "data": parameters if with_data else {},
        },
    }


def _read_one(reply: Reply, *, with_data: bool = False) -> base.Outcome:
    item = reply.field("data")
    if not reply.ok or not dialect.id_of(item):
        return reply.failure()
    return reply.as_done({"data": offer_json(item, with_data=with_data)})


def read_order(item: Any) -> RemoteOrder | None:
    """From an account order; None without an id. A status that is new is one that people should look at."""
    remote_id = dialect.id_of(item)
    if not remote_id:
        return None
    state = STATES.get(str(item.get("status") or "").casefold(), OrderState.IN_DELIVERY)
    price = dialect.price_of(item.get("price"))
    bought_at = moment_of(item.get("purchased_at")) or moment_of(item.get("created_at"))
    wait = within(item, "delivery_time").get("seconds")
    by_hand = state is OrderState.IN_DELIVERY and item.get("is_manual_delivery") is True
    deliver_by = moment_of(int(bought_at.timestamp()) + wait) if by_hand and bought_at and isinstance(wait, int) else None
    return RemoteOrder(
        remote_id=remote_id,
        listing_id=str(item.get("account_offer_id") or ""),
        state=OrderState.DISPUTED if item.get("is_disputed") is True else state,
        title=str(item.get("title") or ""),
        game=str(within(item, "game").get("slug") or ""),
        price_eur=price,
        bought_at=bought_at,
        settled_at=moment_of(item.get("refunded_at")) or moment_of(item.get("completed_at")),
        deliver_by=deliver_by,
        late_fine_eur=quantize(price * LATE_FINE) if price is not None else None,
    )


def read_payment(item: Any) -> RemotePayment | None:
    """From a payment; None for one that is about no order of an account. The vendor names its types in no page: the sign
    says whether money came or went, and `is_fine` that it is a penalty."""
    remote_id = dialect.id_of(item)
    if not remote_id or not ACCOUNT_ORDER.search(str(item.get("order_type") or "")) or not item.get("order_id"):
        return None
    amount, made_at = MOVED.fullmatch(str(item.get("amount_eur")).strip()), moment_of(item.get("created_at"))
    if amount is None or made_at is None:
        return None
    value, is_fine = quantize(Decimal(amount[0])), item.get("is_fine") is True
    return RemotePayment(remote_id, str(item["order_id"]), -abs(value) if is_fine else value, "EUR", made_at, is_fine)


def read_dispute(item: Any) -> RemoteDispute | None:
    """From an order dispute; None for that of another kind of order, and for one that is closed."""
    if not dialect.id_of(item) or item.get("orderable_type") != "account_order" or item.get("closed_at"):
        return None
    waits = item.get("status") == "waiting_for_seller"
    reason = str(item.get("reason") or "")
    return RemoteDispute(
        order_id=str(item.get("orderable_id") or ""),
        reason=WORDS["disputes"].get(reason, reason.replace("_", " ")),
        opened_at=moment_of(item.get("created_at")),
        respond_by=moment_of(item.get("seller_response_due_at")) if waits else None,
        silence_fine_eur=SILENCE_FINE_EUR,
    )
