"""Shared by GameBoost's two versions: translating a listing, checking it against its game's template, proving the key."""

import re
from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any
from urllib.parse import quote

from marketplace.adapters import base
from marketplace.adapters.client import UNREADABLE, Client, Reply
from marketplace.adapters.gameboost import templates
from marketplace.adapters.gameboost.translation import game_slug, translate
from marketplace.adapters.reading import AMOUNT, moment_of, reference_in, within, without_names
from marketplace.adapters.templates import Template
from marketplace.enums import Bucket, RemoteStatus, WritableStatus

GAMEBOOST_HOSTS = frozenset({"api.gameboost.com"})
SECRET_NAMES = frozenset({"password", "email_password", "credentials"})
MAX_GAME_PAGES = 20
KNOWN_STATUSES = {status.value.casefold(): status.value for status in RemoteStatus}


def is_id(raw: str) -> bool:
    """Whether this may stand in a path as an id."""
    return re.fullmatch(r"[A-Za-z0-9_-]{1,100}", raw) is not None


def id_of(item: Any) -> str:
    """The id of an item as text; v1 answers text, v2 a number; empty when there is none."""
    raw = item.get("id") if isinstance(item, dict) else None
    named = isinstance(raw, str | int) and not isinstance(raw, bool)
    return str(raw) if named and is_id(str(raw)) else ""


def status_of(raw: Any) -> str:
    """The RemoteStatus of a word in any case; a word that is new stays as it is."""
    status = str(raw or "")
    return KNOWN_STATUSES.get(status.casefold(), status)


def price_of(raw: Any) -> Decimal | None:
    """An amount in euro: a number, a text, or {value, currency {code}}, since the vendor's answers differ."""
    if isinstance(raw, dict):
        currency = raw.get("currency")
        code = currency.get("code") if isinstance(currency, dict) else currency
        return price_of(raw.get("value")) if code in (None, "", "EUR", "eur") else None
    written = AMOUNT.fullmatch(str(raw).strip("€ "))
    return Decimal(written[0]) if written else None


def without_secrets(value: Any) -> Any:
    return without_names(value, SECRET_NAMES.__contains__)


def outcome_of(reply: Reply, *, needs_data: bool = True) -> base.Outcome:
    """A success, if it can be read where there is something to read, and speaks of no errors."""
    readable = isinstance(reply.data, dict | list) or (reply.data is None and not needs_data)
    if reply.ok and readable and not reply.field("errors"):
        return reply.as_done(without_secrets(reply.data))
    return reply.failure()


def says_absent(reply: Reply) -> bool:
    """Whether the vendor says 404. One of something that is not its API (a wrong base URL, a proxy) says nothing."""
    return reply.status == 404 and isinstance(reply.data, dict) and "message" in reply.data


TemplateOf = Callable[[str], Template | None]  # the one in force of a game's slug; None where it is not checked


@dataclass(frozen=True)
class ListQuery:
    """Which listings; None and "" mean "not stated". `status` is the vendor's word, `sort` a field, '-' before it to descend."""

    with_data: bool = False
    page: int | None = None
    per_page: int | None = None
    search: str = ""
    status: str = ""
    game_id: int | None = None
    sort: str = ""


class GameBoost(base.ListingAdapter):
    """See `ListingAdapter` for the contract of each call; the endpoint names are those of the settings screen."""

    version_gone = ""  # what a 410 means to people
    accounts_path: str
    create_path: str
    template_path: str
    page_size: int  # the most that is asked for in one page
    newest_first: Mapping[str, str] = {}  # what asks a list for the newest listings first, where that can be asked for

    def __init__(self, connection: base.Connection, on_call: base.OnCall, gate: base.Gate) -> None:
        super().__init__(connection)
        self._client = Client(connection, on_call, gate, hosts=GAMEBOOST_HOSTS, version_gone=self.version_gone)
        self.template_of: TemplateOf = templates.BUNDLED.get

    def buckets(self, method: str) -> tuple[str, ...]:
        """The buckets in which a call of this method is counted."""
        return (Bucket.CALLS,)

    @staticmethod
    @abstractmethod
    def body(listing: base.Listing) -> dict[str, Any]:
        """The payload that creates a prepared listing."""

    @staticmethod
    def read(item: Any) -> base.RemoteListing | None:
        """A listing from an item of an answer, which v1 writes as JSON:API and v2 flat; None when there is no id in it."""
        remote_id = id_of(item)
        if not remote_id:
            return None
        attributes = within(item, "attributes") or item
        orders = attributes.get("account_order_ids")
        return base.RemoteListing(
            remote_id=remote_id,
            title=str(attributes.get("title") or ""),
            game=str(attributes.get("game_slug") or within(attributes, "game").get("slug") or ""),
            status=status_of(attributes.get("status")),
            price_eur=price_of(attributes.get("price")),
            login=str(attributes.get("login") or within(attributes, "credentials").get("login") or ""),
            created_at=moment_of(attributes.get("created_at")),
            reference=reference_in(attributes.get("description")),
            order_id=str(orders[-1]) if orders and isinstance(orders, list) else "",
        )

    @abstractmethod
    def has_more(self, meta: dict[str, Any], items: int) -> bool:
        """Whether a list has a later page, from its envelope's meta and how many items it showed."""

    @abstractmethod
    def list_accounts(self, query: ListQuery) -> base.Outcome:
        """One page of listings: Done.data is {"data": [{id, attributes}]} and, where there is one, "meta"."""

    @abstractmethod
    def get(self, remote_id: str, *, with_data: bool = False) -> base.Outcome:
        """One listing as the vendor describes it."""

    @abstractmethod
    def set_status_of_many(self, remote_ids: list[str], status: WritableStatus) -> base.Outcome:
        """Done.data is {"data": [listings]}, with "errors" [{"id", "message"}] where they go one by one."""

    @abstractmethod
    def show_by_login(self, login: str) -> base.Outcome:
        """The vendor's own answer about a login, for people to see; runs use `find_by_login`."""

    @abstractmethod
    def games(self, game_id: str = "", *, page: int = 1) -> base.Outcome:
        """A page of the vendor's games, or one of them: Done.data is {"data": [{id, slug, name, …}]}."""

    def all_games(self) -> base.Outcome:
        """{"data": [{slug, name, …}]} of every page."""
        found: list[Any] = []
        for page in range(1, MAX_GAME_PAGES + 1):
            outcome = self.games(page=page)
            if not isinstance(outcome, base.Done):
                return outcome
            listed = outcome.data.get("data") if isinstance(outcome.data, dict) else outcome.data
            meta = within(outcome.data, "meta")
            games = [each for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []
            found += games
            if not meta or not self.has_more(meta, len(games)):
                break
        return base.Done({"data": found})

    def orders(self) -> base.Outcome:
        """The orders of this key's listings."""
        return base.Refused(404, "Os pedidos exigem a API v2 do GameBoost.")

    def template(self, game: str) -> base.Outcome:
        path = f"{self.template_path}/{quote(game_slug(game), safe='')}"
        return outcome_of(self._call("GET", path, endpoint="accounts/template/{gameSlug}"))

    def create_order(self) -> base.Outcome:
        return base.Refused(404, "A API do GameBoost não cria pedidos.")

    def find_by_id(self, remote_id: str) -> base.LookupOutcome:
        if not is_id(remote_id):
            return base.Absent()
        reply = self._call("GET", f"{self.accounts_path}/{remote_id}", endpoint="accounts/{id}", may_find_nothing=True)
        if says_absent(reply):
            return base.Absent()
        if not reply.ok:
            return base.lookup_failed(reply.failure())
        listing = self.read(reply.field("data"))
        return base.Found([listing]) if listing else base.LookupFailed(UNREADABLE)

    def list_page(self, page: int, **narrowed: str) -> base.Page[base.RemoteListing] | base.LookupFailed:
        return self._page(self.accounts_path, "accounts", self.read, page, **{**self.newest_first, **narrowed})

    def prepare(self, listing: base.Listing) -> base.Prepared:
        if not listing.image_urls and self.default_image_url:
            listing = replace(listing, image_urls=(self.default_image_url,))
        return prepare_listing(listing, template_of=self.template_of)

    def test(self) -> base.Outcome:
        """A page of one listing; Done.data is {"accounts": how many there are, None when the vendor does not say}."""
        outcome = self.list_accounts(ListQuery(per_page=1))
        if not isinstance(outcome, base.Done):
            return outcome
        return replace(outcome, data={"accounts": within(outcome.data, "meta").get("total")})

    def close(self) -> None:
        self._client.close()

    def _create(self, listing: base.Listing, may_send: base.MaySend | None) -> base.CreateOutcome:
        reply = self._call("POST", self.create_path, endpoint="accounts", body=self.body(listing), may_send=may_send)
        answer = self.read(reply.field("data")) if reply.ok else None
        return base.created_for(listing, answer, reply.request_id) if answer else reply.failure()

    def _delete(self, remote_id: str) -> base.Outcome:
        return self._one("DELETE", remote_id, endpoint="accounts/{id}/delete")

    def _one(self, method: str, remote_id: str, suffix: str = "", *, endpoint: str, **call: Any) -> base.Outcome:
        if not is_id(remote_id):
            return base.not_found()
        reads = method == "GET"
        path, writes_to = f"{self.accounts_path}/{remote_id}{suffix}", () if reads else (remote_id,)
        return outcome_of(self._call(method, path, endpoint=endpoint, writes_to=writes_to, **call), needs_data=reads)

    def _page(
        self, path: str, endpoint: str, read: Callable[[Any], base.T | None], page: int, **params: str | None
    ) -> base.Page[base.T] | base.LookupFailed:
        """The readable listings of a page."""
        asked = {"page": page, "per_page": self.page_size, **params}
        reply = self._call("GET", path, endpoint=endpoint, params=asked)
        items = reply.field("data")
        if not reply.ok or not isinstance(items, list):
            return base.lookup_failed(reply.failure())
        shown = [found for item in items if (found := read(item))]
        return base.Page(shown, self.has_more(within(reply.data, "meta"), len(items)))

    def _call(self, method: str, path: str, *, endpoint: str, **call: Any) -> Reply:
        return self._client.call(method, path, endpoint=endpoint, buckets=self.buckets(method), **call)


def create_body(listing: base.Listing, **own: Any) -> dict[str, Any]:
    """The create payload of a translated listing, with a version's `own` entries; what is not stated is left out."""
    duration, unit = listing.delivery_time
    optional = ("slug", "email_provider", "dump", "delivery_instructions", "game_items")
    return {
        "game": listing.game,
        "title": listing.title,
        "description": listing.description,
        "price": float(listing.price_eur),
        "is_manual": listing.is_manual,
        "delivery_time": {"duration": duration, "unit": unit},
        "image_urls": list(listing.image_urls),
        "account_data": dict(listing.account_data),
        **{name: value for name in optional if (value := getattr(listing, name))},
        **own,
    }


def prepare_listing(listing: base.Listing, *, template_of: TemplateOf = templates.BUNDLED.get) -> base.Prepared:
    """Translate and check a listing for GameBoost. Needs no connection, so a preview can ask it too."""
    template = template_of(game_slug(listing.game))
    translated, notes = translate(listing, template)
    return base.Prepared(translated, templates.check(translated, template), notes)
