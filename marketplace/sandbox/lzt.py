"""LZT Market over the sandbox's state: lots of others to search and buy, lots of one's own to publish."""

import json
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

from marketplace.sandbox.dialect import BucketState, Dialect, Limit, Request, Response, Route, whole_number

BALANCE = 1000
_KEPT = json.loads(Path(__file__).with_name("lots.json").read_text("utf-8"))
VENDOR_CATEGORIES: dict[str, int] = _KEPT["categories"]
SELLER: dict[str, Any] = _KEPT["seller"]
LOTS: dict[int, dict[str, Any]] = {lot["item_id"]: _KEPT["every"] | lot for lot in _KEPT["lots"]}


def login_data(login: str, password: str, email: str, email_password: str) -> dict[str, Any]:
    """What opens an account, as its buyer and its seller are given it. An empty map is written as a list, as PHP does."""
    account, mail = _login_data(login, password), _login_data(email, email_password)
    copied = {"title_link": "", "full": "\n".join(each["raw"] for each in (account, mail) if each)}
    return {"loginData": account or [], "emailLoginData": mail or [], "copyFormatData": copied}


def _login_data(login: str, password: str) -> dict[str, Any]:
    if not login:
        return {}
    raw = f"{login}:{password}"
    encoded = {"encodedRaw": quote(raw, safe=""), "encodedPassword": quote(password, safe="")}
    return encoded | {"raw": raw, "login": login, "password": password, "oldPassword": "", "encodedOldPassword": ""}


def own_lot(row: dict[str, Any]) -> dict[str, Any]:
    sent = row["attributes"]
    email, _, email_password = str(sent.get("email_login_data") or "").partition(":")
    return dict(_KEPT["own"]) | {
        **{name: sent[name] for name in ("category_id", "title", "description", "price", "item_origin")},
        "item_id": row["id"],
        "item_state": row["status"],
        "published_date": int(row["created_at"]),
        "title_en": sent["title"],
        "price_currency": sent["currency"],
        "seller": {"user_id": SELLER["user_id"]},
        **login_data(row["login"], str(sent.get("password") or ""), email, email_password),
    }


BOUGHT = "lzt-bought"
PER_PAGE = 40
REQUIRED = ("price", "category_id", "currency", "item_origin")
TITLES = ("title", "title_en", "auto_generate_title")
LOWEST_PRICE = 1
NEED_EMAIL = frozenset({9, 12, 18})
NEED_COOKIES = frozenset({9, 12})
ORIGINS = frozenset(_KEPT["origins"])
MISSING = "Please enter a value for the required field '{}'."
INVALID = "Please enter a valid value for the field '{}'."
NO_EMAIL = 'You must provide login data from your first mail, because this is a "personal account"'
SOLD = "This item is sold."
NO_MONEY = 'You do not have enough money to buy this product. <b><a href="/balance/">Top up</a></b>'


class SandboxLzt(Dialect):
    """Routes and performs the calls under /lzt. Deleting is soft: the lot can still be read, and is not listed."""

    prefix = "lzt"
    market = "lzt"
    missing = "Requested item not found"

    def login_of(self, request: Request) -> str:
        return request.query.get("login") or _credentials(request.fields)[0]

    def failure(self, status: int, message: str, errors: dict[str, Any] | None = None) -> Response:
        """The vendor's error envelope: a list of texts."""
        texts = [text for field_texts in (errors or {}).values() for text in field_texts]
        return Response(status, {"errors": texts or [message], "system_info": _system_info()})

    def refusal(self, errors: dict[str, list[str]]) -> Response:
        return self.failure(400, "", errors)

    def limits(self, route: Route) -> tuple[Limit, ...]:
        policy = self._policy
        most = {"get": 300, "check-account": 300, "write": policy.lzt_writes_per_minute}
        most |= {"search": policy.lzt_searches_per_minute, "delete": policy.lzt_deletes_per_minute}
        return (Limit(most[route.bucket]),)

    def tell_rate(self, response: Response, rate: BucketState) -> None:
        super().tell_rate(response, rate)
        if isinstance(response.body, dict) and "system_info" in response.body:
            values = {"limit": rate.limit, "remaining": rate.remaining, "reset": rate.reset, "bucket": rate.bucket}
            response.body["system_info"]["rate_limit"] = values

    def _search(self, request: Request) -> Response:
        number = VENDOR_CATEGORIES.get(request.segments[0]) if request.segments else None
        refused = set(request.lists.get("not_origin[]", ()))
        words = request.query.get("title", "").casefold()
        lowest, highest = (whole_number(request.query.get(name)) for name in ("pmin", "pmax"))
        lots = [
            lot
            for lot in LOTS.values()
            if (number is None or lot["category_id"] == number)
            and lot["item_origin"] not in refused
            and words in lot["title"].casefold()
            and (lowest is None or lot["price"] >= lowest)
            and (highest is None or lot["price"] <= highest)
            and not self._state.has(BOUGHT, str(lot["item_id"]))
        ]
        if request.query.get("order_by") in ("price_to_up", "price_to_down"):
            lots.sort(key=lambda lot: lot["price"], reverse=request.query["order_by"] == "price_to_down")
        return self._list_page(request, lots)

    def _own(self, request: Request) -> Response:
        state = request.query.get("show", "active")
        login = request.query.get("login", "")
        since = request.query.get("paid_startDate", "")
        bought_after = datetime.fromisoformat(since).timestamp() if since else 0.0
        rows = self._state.search(self.market, request.key_hash, statuses=(state,))
        rows = [row for row in rows if row["updated_at"] >= bought_after and login in ("", row["login"])]
        return self._list_page(request, rows, own_lot)

    def _list_page(
        self, request: Request, lots: list[dict[str, Any]], show: Callable[[dict[str, Any]], dict[str, Any]] = dict
    ) -> Response:
        start = (request.number("page") - 1) * PER_PAGE
        return _answer(
            {
                "items": [show(lot) for lot in lots[start : start + PER_PAGE]],
                "totalItems": len(lots),
                "totalItemsPrice": sum(lot.get("attributes", lot)["price"] for lot in lots),
                "hasNextPage": start + PER_PAGE < len(lots),
                "perPage": PER_PAGE,
                "page": request.number("page"),
                **_KEPT["listed"],  # an empty map is written as a list, as PHP does
            }
        )

    def _item(self, request: Request) -> Response:
        number = int(request.named)
        row = self._state.get(self.market, request.key_hash, number)
        lot = own_lot(row) if row else LOTS.get(number, {})
        self._require(lot, 404, self.missing)
        if self._state.has(BOUGHT, str(number)):
            lot = lot | {"item_state": "paid", "canBuyItem": False}
        if self._state.by_login(BOUGHT, request.key_hash, str(number)):
            login = f"conta{number}"
            lot = lot | login_data(login, f"Exemplo#{number}", f"{login}@example.com", "Exemplo#456")
        names = [name for name, category in VENDOR_CATEGORIES.items() if category == lot["category_id"]]
        category = {"category_id": lot["category_id"], "category_name": names[0]} if names else []
        return _answer({"item": lot | {"category": category}})

    def _add(self, request: Request) -> Response:
        self._judge(request.fields)
        return _answer({"status": "ok", "item": own_lot(self._store_lot(request, "", "awaiting"))})

    def _fast_sell(self, request: Request) -> Response:
        self._judge(request.fields)
        self._judge_account(request.fields)
        row = self._store_lot(request, self.login_of(request), "active")
        return _answer({"status": "ok", "item": own_lot(row), "itemLink": f"market/{row['id']}/"})

    def _check(self, request: Request) -> Response:
        attributes = self._require_row(request)["attributes"] | request.fields
        self._judge_account(attributes)
        login, attributes["password"] = _credentials(request.fields)
        checked = self._change_row(request, login=login, attributes=attributes, status="active")
        return _answer({"status": "ok", "item": own_lot(checked)})

    def _judge(self, body: dict[str, Any]) -> None:
        for name in REQUIRED:
            self._require(body.get(name), 400, MISSING.format(name))
        self._require(any(body.get(name) for name in TITLES), 400, MISSING.format("title"))
        self._require(_is_price(body["price"]), 400, INVALID.format("price"))
        self._require(body["item_origin"] in ORIGINS, 400, INVALID.format("item_origin"))
        known = body["category_id"] in VENDOR_CATEGORIES.values()
        self._require(known, 403, "This category does not exist or you cannot add accounts to it.")
        needs_email = body["item_origin"] == "personal" or body["category_id"] in NEED_EMAIL
        has_email = body.get("has_email_login_data") and ":" in str(body.get("email_login_data"))
        self._require(has_email or not needs_email, 400, NO_EMAIL)

    def _judge_account(self, body: dict[str, Any]) -> None:
        self._require(all(_credentials(body)), 400, MISSING.format("login_password"))
        has_cookies = (body.get("extra") or {}).get("cookies")
        self._require(has_cookies or body["category_id"] not in NEED_COOKIES, 400, MISSING.format("cookies"))

    def _store_lot(self, request: Request, login: str, state: str) -> dict[str, Any]:
        body = request.fields
        title = body.get("title") or body.get("title_en") or ""
        kept = {"description": "", "game": "", **body, "title": title, "password": _credentials(body)[1]}
        return self._state.add(self.market, request.key_hash, login, state, kept, hidden_s=request.hidden_s)

    def _buy(self, request: Request) -> Response:
        lot = LOTS.get(whole_number(request.named) or 0, {})
        self._require(lot, 404, self.missing)
        self._require(not self._state.has(BOUGHT, str(lot["item_id"])), 403, SOLD)
        self._require(request.fields.get("price") == lot["price"], 400, "Price of this item has been changed.")
        self._require(lot["price"] <= BALANCE, 400, NO_MONEY)
        kept = {"title": lot["title"], "description": "", "game": "", "price": lot["price"]}
        self._state.add(BOUGHT, request.key_hash, str(lot["item_id"]), "paid", kept)
        return _answer({"status": "ok", "item": self._item(request).body["item"]})

    def _edit(self, request: Request) -> Response:
        row, price = self._require_unsold(request), request.fields.get("price")
        self._require(row["status"] != "deleted", 403, SOLD)
        self._require(price is None or _is_price(price), 400, INVALID.format("price"))
        self._require(price is None or request.fields.get("currency"), 400, MISSING.format("currency"))
        return self._save(request, attributes=row["attributes"] | request.fields)

    def _suggest(self, request: Request) -> Response:
        """A tenth less than what is asked, in whole euros."""
        price = self._require_row(request)["attributes"]["price"]
        return _answer({"price": max(int(price * 0.9), LOWEST_PRICE)})

    def _set_state(self, request: Request) -> Response:
        stands = self._require_unsold(request)["status"] != "deleted"
        self._require(stands, 403, "You do not have permission to view this page or perform this action.")
        return self._save(request, status="active" if request.segments[1] == "open" else "closed")

    def _delete(self, request: Request) -> Response:
        self._require_row(request)
        self._require(request.fields.get("reason"), 403, "Enter the correct reason for deleting the ad")
        self._require_unsold(request)
        return self._save(request, status="deleted")

    def _require_unsold(self, request: Request) -> dict[str, Any]:
        row = self._require_row(request)
        self._require(row["status"] != "paid", 403, SOLD)
        return row

    def _save(self, request: Request, **columns: Any) -> Response:
        self._change_row(request, **columns)
        return _answer({"status": "ok", "message": "Changes Saved"})

    def _change_many(self, request: Request) -> Response:
        """Of those that cannot be changed nothing is said."""
        body = request.fields
        self._require(body.get("action") in ("delete", "close"), 400, "No action selected")
        self._require(body.get("item_ids"), 400, "No items selected")
        for number in body["item_ids"]:
            row = self._state.get(self.market, request.key_hash, number)
            if row and row["status"] not in ("paid", "deleted"):
                self._state.change(row["id"], status="deleted" if body["action"] == "delete" else "closed")
        return _answer({"queued": True, "action": body["action"], "items_count": len(body["item_ids"])})

    calls = {
        "GET me": ("profile", lambda self, asked: _answer({"user": SELLER}), "get"),
        "GET user/items": ("own", _own, "search"),
        "GET ": ("latest", _search, "search"),
        "POST item/add": ("create", _add, "write"),
        "POST item/fast-sell": ("create", _fast_sell, "check-account"),
        "POST */goods/check": ("check", _check, "check-account"),
        "POST */fast-buy": ("purchase", _buy, "check-account"),
        "POST items/bulk-action": ("bulk_action", _change_many, "write"),
        "PUT */edit": ("edit", _edit, "write"),
        "GET */ai-price": ("suggest", _suggest, "get"),
        "POST */open": ("status", _set_state, "write"),
        "POST */close": ("status", _set_state, "write"),
        **dict.fromkeys((f"GET {name}" for name in VENDOR_CATEGORIES), ("search", _search, "search")),
        "GET #": ("get", _item, "search"),
        "DELETE #": ("delete", _delete, "delete"),
    }


def _answer(body: dict[str, Any]) -> Response:
    return Response(200, body | {"system_info": _system_info()})


def _system_info() -> dict[str, Any]:
    return {"visitor_id": SELLER["user_id"], "time": int(time.time()), "log_id": 1}


def _is_price(price: Any) -> bool:
    return isinstance(price, int | float) and price >= LOWEST_PRICE


def _credentials(body: dict[str, Any]) -> tuple[str, str]:
    """Login and password of a body: two fields, or 'login:password' in one."""
    login, _, password = str(body.get("login_password") or "").partition(":")
    return str(body.get("login") or login), str(body.get("password") or password)
