"""GameBoost's two versions over the same listings of the sandbox's state, their asymmetries included. v1: read and
written words differ (Listed and Handmade against listed and by_hand), ids are text, passwords are answered in clear, a
field error's summary ends in '(and 1 more error)'. v2: an offer is a draft until it is listed, its price is answered as
a text or an object, its status in lower case, and writing to one offer is limited by itself."""

import re
import uuid
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from marketplace.sandbox import gameboost_templates as templates
from marketplace.sandbox.dialect import Dialect, Limit, Refusal, Request, Response, Route

READ_METHODS = {"by_hand": "Handmade", "by_bot": "Botted"}
READ_STATUSES = {"listed": "Listed", "draft": "Draft"}
ACTIONS = {"list": "Listed", "draft": "Draft"}
CHANGEABLE = frozenset(READ_STATUSES.values())
SORTS = ("id", "price", "views", "delivery_time", "created_at", "updated_at", "listed_at")
MAX_PER_PAGE_V1 = 1000
MAX_PER_PAGE = 50
EUR_USD = 1.15
LEAST_PRICE = 0.99

# An account whose login ends in '.' and a word of SCRIPT is bought as soon as it is listed, and its order stands so; a
# cancelled one leaves the account on sale. Others are ordered by the control: `order` of a listing is {status,
# is_manual, is_disputed, purchased_at, dispute, payments}.
SCRIPT = frozenset({"in_delivery", "delivered", "completed", "refunded", "cancelled", "disputed"})
ORDER_IDS, DISPUTE_IDS, PAYMENT_IDS = 500_000, 900_000, 700_000  # added to the listing's id
FEE = 0.1

SHOWN_AS_SENT = ("title", "description", "dump", "delivery_instructions", "image_urls")
SHOWN_AS_SENT_V1 = ("title", "description", "server", "ign", "password", "email_login", "email_password", "price")
_INVALID = "Invalid request parameters"


class SandboxV1(Dialect):
    prefix = "v1"
    market = "gameboost"
    missing = "Account not found."
    listed_already = "already listed with this login"
    first_status = "Listed"
    success_tells_id = False
    judge = staticmethod(templates.judge)

    def route(self, request: Request) -> Route | None:
        if self._policy.v1_gone and self.prefix == "v1":
            return Route("gone", lambda _: self.failure(410, "API v1 is no longer available."))
        return super().route(request)

    def login_of(self, request: Request) -> str:
        """The login of the path, the body or its first credentials; only the sandbox's own log shows it."""
        login, stock = request.fields.get("login"), request.fields.get("credentials")
        if "by-login" in request.segments:
            return request.named
        if isinstance(stock, list) and stock:
            login = re.sub(r"(?is)^\s*login\s*:\s*([^\n,]*).*", r"\1", str(stock[0])).strip()
        return login if isinstance(login, str) else ""

    def failure(self, status: int, message: str, errors: dict[str, Any] | None = None, **extra: Any) -> Response:
        return _respond({"message": message, **({"errors": errors} if errors else {}), **extra}, status)

    def refusal(self, errors: dict[str, list[str]]) -> Response:
        """A 422 whose message is the first error and how many more there are."""
        texts = [text for field_texts in errors.values() for text in field_texts]
        more = len(texts) - 1
        summary = f" (and {more} more error{'s' if more > 1 else ''})" if more else ""
        return self.failure(422, texts[0] + summary, errors)

    def limits(self, route: Route) -> tuple[Limit, ...]:
        return (Limit(self._policy.rate_limit_per_minute),)

    def _require_valid(self, holds: object, field: str, message: str) -> None:
        """Refuse the call for this field unless this holds."""
        if not holds:
            raise Refusal(self.refusal({field: [message]}))

    def _success(self, body: dict[str, Any], status: int = 200) -> Response:
        return _respond(body, status, tells_id=self.success_tells_id)

    def _create(self, request: Request) -> Response:
        login, key = self.login_of(request), request.key_hash
        errors = self.judge(request.fields)
        known = login and self._state.by_login(self.market, key, login, also_hidden=True)
        if not errors and known and self._policy.duplicate_logins == "refuse":
            errors = {"login": [self.listed_already]}
        if errors:
            return self.refusal(errors)
        kept = self._stored_body(request.fields)
        row = self._state.add(self.market, key, login, self.first_status, kept, hidden_s=request.hidden_s)
        return self._success({"data": self._listing_json(row, with_data=True)}, 201)

    def _stored_body(self, body: dict[str, Any]) -> dict[str, Any]:
        """What is kept of a body."""
        return body

    def _list(self, request: Request) -> Response:
        page, per_page = request.number("page"), min(request.number("per_page", 15), MAX_PER_PAGE_V1)
        start = (page - 1) * per_page
        known = self._state.search(self.market, request.key_hash)
        rows = known[start : start + per_page]
        with_data = request.query.get("with_data") == "1"
        meta = {"current_page": page, "per_page": per_page, "to": start + len(rows), "total": len(known)}
        return self._success({"data": [self._listing_json(row, with_data=with_data) for row in rows], "meta": meta})

    def _template(self, request: Request) -> Response:
        game = request.named
        if game not in templates.OFFERED_GAMES:
            return self.failure(404, "The selected game is invalid.", games=templates.OFFERED_GAMES)
        return self._success({"template": templates.describe_v1(game)})

    def _by_login(self, request: Request) -> Response:
        rows = self._state.by_login(self.market, request.key_hash, request.named)
        self._require(rows, 404, self.missing)
        shown = [self._listing_json(row) for row in rows]
        return self._success({"data": shown if self._policy.lookup_shape == "list" else shown[0]})

    def _get(self, request: Request) -> Response:
        row = self._require_row(request)
        return self._success({"data": self._listing_json(row, with_data=request.query.get("with_data") == "1")})

    def _delete(self, request: Request) -> Response:
        self._state.delete(self._require_row(request)["id"])
        return self._success({"message": "Account deleted."})

    def _set_status(self, request: Request) -> Response:
        return self._success({"data": self._with_status(request, [self._require_row(request)])[0]})

    def _set_statuses(self, request: Request) -> Response:
        ids = request.fields.get("accounts") or []
        self._require_valid(isinstance(ids, list) and ids, "accounts", "The accounts field is required.")
        found = [self._find_row(request, str(each)) if isinstance(each, int) else None for each in ids]
        if missing := [f"accounts.{position}" for position, row in enumerate(found) if row is None]:
            return self.refusal({name: [f"The selected {name} is invalid."] for name in missing})
        return self._success({"data": self._with_status(request, [row for row in found if row is not None])})

    def _with_status(self, request: Request, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """The listings as they are answered after the change."""
        status = str(request.fields.get("status"))
        self._require_valid(status in READ_STATUSES, "status", "The selected status is invalid.")
        changeable = all(row["status"] in CHANGEABLE for row in rows)
        self._require_valid(changeable, "status", "The account status cannot be changed.")
        named = [replace(request, named=str(row["id"])) for row in rows]
        return [self._listing_json(self._change_row(each, status=READ_STATUSES[status])) for each in named]

    def _listing_json(self, row: dict[str, Any], *, with_data: bool = False) -> dict[str, Any]:
        sent = row["attributes"]
        shown = {
            **{name: sent.get(name) for name in SHOWN_AS_SENT_V1},
            **_slug_and_times(row),
            "game_slug": sent["game"],
            "status": row["status"],
            "level_up_method": READ_METHODS.get(sent.get("level_up_method", ""), "Handmade"),
            "login": row["login"],
            "data": sent["account_data"] if with_data else {},
            "images": sent["image_urls"],
        }
        return {"id": str(row["id"]), "type": "accounts", "attributes": templates.RECORDED["account"] | shown}

    calls = {
        "POST accounts": ("create", _create, ""),
        "GET accounts": ("list", _list, ""),
        "GET accounts/template/*": ("template", _template, ""),
        "GET accounts/by-login/*": ("lookup", _by_login, ""),
        "PATCH accounts/status/bulk": ("bulk_status", _set_statuses, ""),
        "GET accounts/*": ("get", _get, ""),
        "DELETE accounts/*": ("delete", _delete, ""),
        "PATCH accounts/*/status": ("status", _set_status, ""),
    }


class SandboxV2(SandboxV1):
    prefix = "v2"
    missing = "Account offer not found"
    listed_already = "You've already listed an account with this login."
    first_status = "Draft"
    success_tells_id = True
    judge = staticmethod(templates.judge_v2)

    def route(self, request: Request) -> Route | None:
        route = super().route(request)
        searches = route and route.endpoint == "list" and request.query.get("filter[search]")
        return replace(route, endpoint="lookup") if route and searches else route

    def refusal(self, errors: dict[str, list[str]]) -> Response:
        """A 422 whose field errors are texts, as the pages of v2 show them."""
        return self.failure(422, _INVALID, {name: " ".join(texts) for name, texts in errors.items()})

    def limits(self, route: Route) -> tuple[Limit, ...]:
        if route.bucket == "read":
            return (Limit(1000),)
        own = (Limit(5, within="resource"), Limit(10, 3600.0, within="resource"))
        return (Limit(500), *(own if route.resource else ()))

    def _stored_body(self, body: dict[str, Any]) -> dict[str, Any]:
        """What is kept of a body: the names under which v1 keeps it, so that both versions show the same listings."""
        data = dict(body.get("account_data") or {})
        server = data.pop("server", None)
        kept = {name: value for name, value in body.items() if name != "credentials"}
        kept |= {"account_data": data, "image_urls": body.get("image_urls", [])}
        # What the vendor says of credentials is that a text is kept once in an offer.
        kept["stock"] = list(dict.fromkeys(body.get("credentials", ())))
        return {"password": "", **kept, **({"server": server} if server else {})}

    def _list(self, request: Request) -> Response:
        query = request.query
        words, statuses = query.get("filter[search]", ""), tuple(_filter_values(query, "status"))
        offered = dict(enumerate(templates.OFFERED_GAMES, start=1))
        games = tuple(offered.get(int(each), "-") for each in _filter_values(query, "game_id") if each.isdecimal())
        rows = self._state.search(self.market, request.key_hash, words=words, statuses=statuses, games=games)
        if sort := query.get("sort", ""):
            name = sort.removeprefix("-")
            if name not in SORTS:
                return self.failure(400, _INVALID, {"sort": "The requested sort is not allowed"})
            column = {row["id"]: (row | {"price": row["attributes"]["price"]}).get(name) or 0 for row in rows}
            rows.sort(key=lambda row: (column[row["id"]], row["id"]), reverse=sort.startswith("-"))
        return self._page(request, rows, self._listing_json)

    def _page(
        self, request: Request, items: list[dict[str, Any]], show: Callable[[dict[str, Any]], dict[str, Any]] = dict
    ) -> Response:
        page, per_page = request.number("page"), request.number("per_page", 15)
        too_many = f"The per page field must not be greater than {MAX_PER_PAGE}."
        self._require_valid(per_page <= MAX_PER_PAGE, "per_page", too_many)
        start = (page - 1) * per_page
        shown = [show(each) for each in items[start : start + per_page]]
        last_page = max((len(items) + per_page - 1) // per_page, 1)
        meta = {
            "current_page": page,
            "from": start + 1 if shown else None,
            "last_page": last_page,
            "per_page": per_page,
            "to": start + len(shown) if shown else None,
            "total": len(items),
        }
        links = {
            "first": "?page=1",
            "last": f"?page={last_page}",
            "prev": f"?page={page - 1}" if page > 1 else None,
            "next": f"?page={page + 1}" if page < last_page else None,
        }
        return self._success({"data": shown, "meta": meta, "links": links})

    def _template(self, request: Request) -> Response:
        self._require(request.named in templates.OFFERED_GAMES, 404, "Game not found")
        return self._success(templates.describe_v2(request.named))

    def _delete(self, request: Request) -> Response:
        self._state.delete(self._changeable(request, "can no longer be deleted")["id"])
        return Response(204, raw=b"", headers={"X-GameBoost-Request-Id": str(uuid.uuid4())})

    def _update(self, request: Request) -> Response:
        row, price = self._changeable(request, "can no longer be updated"), request.fields.get("price")
        fits = price is None or (isinstance(price, int | float) and price >= LEAST_PRICE)
        self._require_valid(fits, "price", f"The price field must be at least {LEAST_PRICE}.")
        changed = self._change_row(request, attributes=row["attributes"] | request.fields)
        return self._success({"data": self._listing_json(changed)})

    def _act(self, request: Request) -> Response:
        row, action = self._changeable(request, "status cannot be changed"), request.segments[-1]
        bought = action == "list" and script_of(row["login"]) not in ("", "cancelled")
        changed = self._change_row(request, status="Sold" if bought else ACTIONS[action])
        answer = {"message": f"Account offer {action}ed.", "action": action, "previous_status": row["status"].lower()}
        return self._success(answer | {"data": self._listing_json(changed)})

    def _changeable(self, request: Request, refused: str) -> dict[str, Any]:
        row = self._require_row(request)
        self._require_valid(row["status"] in CHANGEABLE, "status", f"The account offer {refused}")
        return row

    def _credentials(self, request: Request) -> Response:
        row = self._require_row(request)
        self._require("stock" in row["attributes"], 404, self.missing)
        is_sold = is_ordered(row)
        same = {"account_offer_id": row["id"], "is_sold": is_sold, **_times(row)}
        same["account_order_id"] = row["id"] + ORDER_IDS if is_sold else None
        stock = enumerate(row["attributes"]["stock"], start=1)
        return self._page(request, [{"id": position, "credentials": text, **same} for position, text in stock])

    def _orders(self, request: Request) -> list[tuple[dict[str, Any], dict[str, Any]]]:
        """[(listing, its order)], the latest change first."""
        ids = _filter_values(request.query, "id")
        rows = [row for row in self._state.search(self.market, request.key_hash) if is_ordered(row)]
        rows.sort(key=lambda row: row["updated_at"], reverse=True)
        found = [(row, order_of(row, self._listing_json(row))) for row in rows]
        return [(row, order) for row, order in found if not ids or str(order["id"]) in ids]

    def _list_orders(self, request: Request) -> Response:
        return self._page(request, [order for _, order in self._orders(request)])

    def _payments(self, request: Request) -> Response:
        paid = [each for row, order in self._orders(request) for each in movements_for(row, order)]
        return self._page(request, paid)

    def _disputes(self, request: Request) -> Response:
        disputed = [each for each in self._orders(request) if each[1]["is_disputed"]]
        return self._page(request, [dispute_of(*each) for each in disputed])

    def _one_game(self, request: Request) -> Response:
        self._require(request.named in templates.OFFERED_GAMES, 404, "Game not found")
        return self._success({"data": _game(request.named)})

    def _listing_json(self, row: dict[str, Any], *, with_data: bool = False) -> dict[str, Any]:
        sent = row["attributes"]
        named = "stock" not in sent
        delivery = sent.get("delivery_time") or {"duration": 0, "unit": "minutes"}
        duration, unit = delivery["duration"], delivery["unit"]
        secrets = ("login", "password", "email_login", "email_password", "email_provider")
        parameters = sent["account_data"] | ({"server": sent["server"]} if sent.get("server") else {})
        return {
            **{name: sent.get(name) for name in SHOWN_AS_SENT},
            **_slug_and_times(row),
            "id": row["id"],
            "game": _game(sent["game"]),
            "account_order_ids": [row["id"] + ORDER_IDS] if is_ordered(row) else [],
            # An empty map is written as a list, as PHP does.
            "parameters": parameters or [],
            "status": row["status"].lower(),
            "delivery_time": {
                "duration": duration,
                "unit": unit,
                "format": f"{duration}{unit[0]}",
                "format_long": f"{duration} {unit}",
                "seconds": duration * templates.UNIT_SECONDS[unit],
            },
            "is_manual_delivery": bool(sent.get("is_manual")),
            "credentials": {name: sent.get(name) if named else None for name in secrets},
            "price": self._price(sent["price"], "EUR", "€"),
            "price_usd": self._price(round(sent["price"] * EUR_USD, 2), "USD", "$"),
            "views": 0,
            "listed_at": int(row["updated_at"]) if row["status"] == "Listed" else None,
        }

    def _price(self, amount: float, code: str, symbol: str) -> Any:
        if self._policy.price_shape == "text":
            return f"{amount:.2f}"
        price = {"format": f"{symbol}{amount:.2f}", "value": amount, "amount": round(amount * 100)}
        return price | {"currency": {"symbol": symbol, "code": code}}

    calls = {
        "GET account-offers": ("list", _list, "read"),
        "POST account-offers/create": ("create", SandboxV1._create, "write"),
        "GET account-offers/templates/*": ("template", _template, "read"),
        "GET account-offers/*": ("get", SandboxV1._get, "read"),
        "PATCH account-offers/*": ("update", _update, "write"),
        "DELETE account-offers/*": ("delete", _delete, "write"),
        "POST account-offers/*/list": ("status", _act, "write"),
        "POST account-offers/*/draft": ("status", _act, "write"),
        "GET account-offers/*/credentials": ("credentials", _credentials, "read"),
        "GET games": ("games", lambda self, asked: self._page(asked, [*map(_game, templates.OFFERED_GAMES)]), "read"),
        "GET games/*": ("games", _one_game, "read"),
        "GET account-orders": ("orders", _list_orders, "read"),
        "GET payments": ("payments", _payments, "read"),
        "GET order-disputes": ("disputes", _disputes, "read"),
    }


def _respond(body: dict[str, Any], status: int, *, tells_id: bool = True) -> Response:
    request_id = str(uuid.uuid4())
    extra = {"request_id": request_id} if tells_id else {}
    return Response(status, body | extra, {"X-GameBoost-Request-Id": request_id})


def _times(row: dict[str, Any]) -> dict[str, int]:
    return {name: int(row[name]) for name in ("created_at", "updated_at")}


def _slug_and_times(row: dict[str, Any]) -> dict[str, Any]:
    sent = row["attributes"]
    return {"slug": sent.get("slug") or re.sub(r"[^a-z0-9]+", "-", sent["title"].lower()).strip("-"), **_times(row)}


def _game(slug: str) -> dict[str, Any]:
    names = templates.OFFERED_GAMES
    return {"id": list(names).index(slug) + 1, "name": names[slug], "slug": slug}


def _filter_values(query: Mapping[str, str], name: str) -> list[str]:
    return [each for each in query.get(f"filter[{name}]", "").split(",") if each]


def script_of(login: str) -> str:
    """The state of this login's order; '' where nobody buys it."""
    word = login.rpartition(".")[2]
    return word if word in SCRIPT else ""


def is_ordered(row: dict[str, Any]) -> bool:
    return bool(row["attributes"].get("order")) or (row["status"] != "Draft" and bool(script_of(row["login"])))


def order_of(row: dict[str, Any], offer: dict[str, Any]) -> dict[str, Any]:
    """The order of a listing that `is_ordered`, from it and its offer as it is answered."""
    word = script_of(row["login"])
    order = {"status": word or "delivered", "is_disputed": word == "disputed"} | row["attributes"].get("order", {})
    status = "delivered" if order["status"] == "disputed" else order["status"]
    bought_at = int(order.get("purchased_at") or row["created_at"])
    return {
        **templates.RECORDED["order"],
        **{name: offer[name] for name in templates.RECORDED["of_the_offer"]},
        "id": row["id"] + ORDER_IDS,
        "account_offer_id": row["id"],
        "status": status,
        "is_disputed": order["is_disputed"],
        "dispute_case_id": row["id"] + DISPUTE_IDS if order["is_disputed"] else None,
        "is_manual_delivery": order.get("is_manual", status == "in_delivery"),
        "created_at": bought_at,
        "updated_at": int(row["updated_at"]),
        "purchased_at": bought_at,
        "completed_at": bought_at if status == "completed" else None,
        "refunded_at": bought_at if status == "refunded" else None,
    }


def dispute_of(row: dict[str, Any], order: dict[str, Any]) -> dict[str, Any]:
    """The open case about a disputed order; what the control says of it comes first."""
    opened_at = order["purchased_at"]
    due_at = opened_at + templates.RECORDED["dispute"]["seller_response_hours"] * 3600
    return {
        **templates.RECORDED["dispute"],
        "id": order["dispute_case_id"],
        "orderable_id": order["id"],
        "buyer_id": order["buyer"]["id"],
        **dict.fromkeys(("seller_response_due_at", "active_due_at"), due_at),
        **dict.fromkeys(("locked_at", "created_at", "updated_at"), opened_at),
        **row["attributes"].get("order", {}).get("dispute", {}),
    }


def movements_for(row: dict[str, Any], order: dict[str, Any]) -> list[dict[str, Any]]:
    """The payments for an order: a completed one without the fee, or those set by the control, {amount_eur, is_fine}."""
    price = row["attributes"]["price"]
    usual = [{"amount_eur": f"{price * (1 - FEE):.2f}"}] if order["status"] == "completed" else []
    stated = row["attributes"].get("order", {}).get("payments", usual)
    paid_at = dict.fromkeys(("created_at", "updated_at"), order["purchased_at"])
    same, first = templates.RECORDED["payment"] | {"order_id": order["id"]} | paid_at, (row["id"] + PAYMENT_IDS) * 100
    return [same | {"id": first + at, "amount_usd": each["amount_eur"]} | each for at, each in enumerate(stated)]
