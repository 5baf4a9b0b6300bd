"""GameBoost v2 over the sandbox's state: account offers. The listings are those of v1, read and written another way.

An offer is a draft until it is listed, its price is answered as a text or an object, its status in lower case, and
writing to one offer is limited by itself.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

from marketplace.sandbox import gameboost_templates as templates
from marketplace.sandbox.gameboost_v1 import MARKET, SandboxV1, slug_of
from marketplace.sandbox.http import Limit, Request, Response, Route, whole_number

ACTIONS = {"list": "Listed", "draft": "Draft"}
CHANGEABLE = frozenset(ACTIONS.values())
SORTS = ("id", "price", "views", "delivery_time", "created_at", "updated_at", "listed_at")
MAX_PER_PAGE = 50
EUR_USD = 1.15
UNIT_SECONDS = {"minutes": 60, "hours": 3600, "days": 86_400}

_NO_SUCH_OFFER = "Account offer not found"
_INVALID = "Invalid request parameters"


class SandboxV2(SandboxV1):
    prefix = "v2"

    def route(self, request: Request) -> Route | None:
        login = request.body.get("login") if isinstance(request.body, dict) else ""
        match (request.method, request.segments):
            case ("GET", ("account-offers",)):
                words = request.query.get("filter[search]", "")
                return _read("lookup" if words else "list", self._list)
            case ("POST", ("account-offers",)):
                return Route("create", self._create, login if isinstance(login, str) else "", "write")
            case ("POST", ("account-offers", "create")):
                return Route("create", self._create_stock, "", "write")
            case ("GET", ("account-offers", "templates", _)):
                return _read("template", self._template)
            case ("GET", ("account-offers", _)):
                return _read("get", self._get)
            case ("DELETE", ("account-offers", offer)):
                return Route("delete", self._delete, "", "write", offer)
            case ("POST", ("account-offers", offer, "list" | "draft")):
                return Route("status", self._act, "", "write", offer)
            case ("GET", ("account-offers", _, "credentials")):
                return _read("credentials", self._credentials)
            case ("GET", ("games",)):
                return _read("games", self._games)
            case ("GET", ("games", _)):
                return _read("games", self._game)
            case ("GET", ("account-orders",)):
                return _read("orders", self._orders)
        return None

    def refusal(self, errors: dict[str, list[str]]) -> Response:
        """A 422 whose field errors are texts, as the pages of v2 show them."""
        return self.failure(422, _INVALID, {name: " ".join(texts) for name, texts in errors.items()})

    def limits(self, route: Route) -> tuple[Limit, ...]:
        policy = self._policy
        if route.bucket == "read":
            return (Limit(policy.v2_reads_per_minute),)
        own = (
            Limit(policy.v2_resource_writes_per_minute, per_resource=True),
            Limit(policy.v2_resource_writes_per_hour, 3600.0, per_resource=True),
        )
        return (Limit(policy.v2_writes_per_minute), *(own if route.resource else ()))

    def _success(self, status: int, body: Any) -> Response:
        request_id = str(uuid.uuid4())
        if body is None:
            return Response(status, raw=b"", headers={"X-GameBoost-Request-Id": request_id})
        return Response(status, body | {"request_id": request_id}, {"X-GameBoost-Request-Id": request_id})

    def _create(self, request: Request) -> Response:
        return self._store(request, templates.judge_v2, stock=False)

    def _create_stock(self, request: Request) -> Response:
        return self._store(request, templates.judge_v2_stock, stock=True)

    def _store(
        self, request: Request, judge: Callable[[dict[str, Any]], dict[str, list[str]]], *, stock: bool
    ) -> Response:
        if not isinstance(request.body, dict):
            return self.failure(400, "Malformed request")
        body = request.body
        errors = judge(body)
        login = "" if stock else str(body.get("login") or "")
        known = login and self._state.by_login(MARKET, request.key_hash, login, also_hidden=True)
        if not errors and known and self._policy.duplicate_logins != "accept":
            errors = {"login": ["You've already listed an account with this login."]}
        if errors:
            return self.refusal(errors)
        kept = _as_v1(body)
        if stock:
            kept["stock"] = list(dict.fromkeys(body.get("credentials", ())))
        row = self._state.add(MARKET, request.key_hash, login, "Draft", kept, hidden_s=request.hidden_s)
        return self._success(201, {"data": self._offer(row)})

    def _list(self, request: Request) -> Response:
        query = request.query
        rows = self._state.search(
            MARKET,
            request.key_hash,
            words=query.get("filter[search]", ""),
            ids=tuple(int(each) for each in query.get("filter[id]", "").split(",") if each.isdigit()),
            statuses=tuple(each for each in query.get("filter[status]", "").split(",") if each),
            games=_games_of(query.get("filter[game_id]", "")),
        )
        sort = query.get("sort", "")
        if sort:
            if sort.removeprefix("-") not in SORTS:
                return self.failure(400, _INVALID, {"sort": "The requested sort is not allowed"})
            name = sort.removeprefix("-")
            rows.sort(
                key=lambda row: ((row | {"price": row["attributes"]["price"]}).get(name) or 0, row["id"]),
                reverse=sort.startswith("-"),
            )
        return self._paged(request, [self._offer(row) for row in rows])

    def _paged(self, request: Request, items: list[dict[str, Any]]) -> Response:
        page = max(whole_number(request.query.get("page")) or 1, 1)
        per_page = max(whole_number(request.query.get("per_page")) or 15, 1)
        if per_page > MAX_PER_PAGE:
            return self.refusal({"per_page": [f"The per page field must not be greater than {MAX_PER_PAGE}."]})
        start = (page - 1) * per_page
        shown = items[start : start + per_page]
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
        return self._success(200, {"data": shown, "meta": meta, "links": links})

    def _template(self, request: Request) -> Response:
        game = request.segments[2]
        if game not in templates.GAMES:
            return self.failure(404, "Game not found")
        return self._success(200, templates.described_v2(game))

    def _get(self, request: Request) -> Response:
        row = self._owned(request, request.segments[1])
        return self._success(200, {"data": self._offer(row)}) if row else self.failure(404, _NO_SUCH_OFFER)

    def _delete(self, request: Request) -> Response:
        row = self._owned(request, request.segments[1])
        if row is None:
            return self.failure(404, _NO_SUCH_OFFER)
        self._state.delete(row["id"])
        return self._success(204, None)

    def _act(self, request: Request) -> Response:
        row, action = self._owned(request, request.segments[1]), request.segments[2]
        if row is None:
            return self.failure(404, _NO_SUCH_OFFER)
        if row["status"] not in CHANGEABLE:
            return self.refusal({"status": ["The account offer status cannot be changed"]})
        self._state.set_status(row["id"], ACTIONS[action])
        changed = self._owned(request, request.segments[1]) or row
        return self._success(
            200,
            {
                "message": f"Account offer {action}ed.",
                "action": action,
                "previous_status": row["status"].lower(),
                "data": self._offer(changed),
            },
        )

    def _credentials(self, request: Request) -> Response:
        row = self._owned(request, request.segments[1])
        if row is None or "stock" not in row["attributes"]:
            return self.failure(404, _NO_SUCH_OFFER)
        return self._paged(request, _entries(row))

    def _games(self, request: Request) -> Response:
        return self._paged(request, [_game(slug) for slug in templates.GAMES])

    def _game(self, request: Request) -> Response:
        slug = request.segments[1]
        known = slug in templates.GAMES
        return self._success(200, {"data": _game(slug)}) if known else self.failure(404, "Game not found")

    def _orders(self, request: Request) -> Response:
        return self._paged(request, [])

    def _offer(self, row: dict[str, Any]) -> dict[str, Any]:
        sent = row["attributes"]
        game = _game(sent["game"])
        named = "stock" not in sent
        secrets = ("login", "password", "email_login", "email_password", "email_provider")
        parameters = sent["account_data"] | ({"server": sent["server"]} if sent.get("server") else {})
        return {
            "id": row["id"],
            "game": {name: game[name] for name in ("id", "name", "slug")},
            "account_order_ids": [],
            "title": sent["title"],
            "slug": slug_of(sent),
            "description": sent["description"],
            # An empty map is written as a list, as PHP does.
            "parameters": parameters or [],
            "dump": sent.get("dump"),
            "status": row["status"].lower(),
            "delivery_time": _delivery_time(sent.get("delivery_time")),
            "is_manual_delivery": bool(sent.get("is_manual")),
            "credentials": {name: sent.get(name) if named else None for name in secrets},
            "delivery_instructions": sent.get("delivery_instructions"),
            "price": self._price(sent["price"], "EUR", "€"),
            "price_usd": self._price(round(sent["price"] * EUR_USD, 2), "USD", "$"),
            "views": 0,
            "image_urls": sent["image_urls"],
            "created_at": int(row["created_at"]),
            "updated_at": int(row["updated_at"]),
            "listed_at": int(row["updated_at"]) if row["status"] == "Listed" else None,
        }

    def _price(self, amount: float, code: str, symbol: str) -> Any:
        if self._policy.price_shape == "text":
            return f"{amount:.2f}"
        return {
            "format": f"{symbol}{amount:.2f}",
            "value": amount,
            "amount": round(amount * 100),
            "currency": {"symbol": symbol, "code": code},
        }


def _read(endpoint: str, perform: Callable[[Request], Response]) -> Route:
    return Route(endpoint, perform, "", "read")


def _as_v1(body: dict[str, Any]) -> dict[str, Any]:
    """What is kept of a body: the names under which v1 keeps it, so that both versions show the same listings."""
    data = dict(body.get("account_data") or {})
    server = data.pop("server", None)
    kept = {name: value for name, value in body.items() if name not in ("account_data", "game_id", "credentials")}
    kept |= {"game": templates.game_of(body), "account_data": data, "image_urls": body.get("image_urls", [])}
    return {"password": "", **kept, **({"server": server} if server else {})}


def _game(slug: str) -> dict[str, Any]:
    collections = [
        {"name": name, "slug": name, "items_count": None} for name in templates.template(slug).get("game_items", [])
    ]
    return {
        "id": list(templates.GAMES).index(slug) + 1,
        "name": templates.GAMES[slug],
        "slug": slug,
        "acronym": None,
        "services": ["accounts"],
        "game_item_collections": collections,
    }


def _games_of(raw: str) -> tuple[str, ...]:
    """The slugs of `filter[game_id]`; one that nothing has for a game that there is not."""
    slugs = list(templates.GAMES)
    ids = [int(each) for each in raw.split(",") if each.isdigit()]
    return tuple(slugs[each - 1] if 1 <= each <= len(slugs) else "-" for each in ids)


def _entries(row: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {
            "id": position,
            "credentials": text,
            "account_offer_id": row["id"],
            "account_order_id": None,
            "is_sold": False,
            "created_at": int(row["created_at"]),
            "updated_at": int(row["updated_at"]),
        }
        for position, text in enumerate(row["attributes"]["stock"], start=1)
    ]


def _delivery_time(sent: dict[str, Any] | None) -> dict[str, Any]:
    duration, unit = (sent["duration"], sent["unit"]) if sent else (0, "minutes")
    return {
        "duration": duration,
        "unit": unit,
        "format": f"{duration}{unit[0]}",
        "format_long": f"{duration} {unit}",
        "seconds": duration * UNIT_SECONDS[unit],
    }
