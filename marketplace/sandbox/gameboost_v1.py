"""GameBoost v1 over the sandbox's state, its asymmetries included.

Read and written words differ (Listed and Handmade against listed and by_hand), ids are text, passwords are answered
in clear, a field error's summary ends in '(and 1 more error)'.
"""

from __future__ import annotations

import re
import uuid
from typing import Any

from marketplace.sandbox import gameboost_templates as templates
from marketplace.sandbox.dialect import Dialect
from marketplace.sandbox.http import Limit, Request, Response, Route, whole_number

MARKET = "gameboost"
READ_METHODS = {"by_hand": "Handmade", "by_bot": "Botted"}
READ_STATUSES = {"listed": "Listed", "draft": "Draft"}
CHANGEABLE = frozenset(READ_STATUSES.values())
MAX_PER_PAGE = 1000

_NO_SUCH_ACCOUNT = "Account not found."


class SandboxV1(Dialect):
    prefix = "v1"
    market = MARKET

    def route(self, request: Request) -> Route | None:
        method, segments = request.method, request.segments
        if self._policy.v1_gone:
            return Route("gone", lambda _: self.failure(410, "API v1 is no longer available."))
        match (method, segments):
            case ("POST", ("accounts",)):
                login = request.body.get("login") if isinstance(request.body, dict) else ""
                return Route("create", self._create, login if isinstance(login, str) else "")
            case ("GET", ("accounts",)):
                return Route("list", self._list)
            case ("GET", ("accounts", "template", _)):
                return Route("template", self._template)
            case ("GET", ("accounts", "by-login", login)):
                return Route("lookup", self._by_login, login)
            case ("PATCH", ("accounts", "status", "bulk")):
                return Route("bulk_status", self._set_statuses)
            case ("GET", ("accounts", _)):
                return Route("get", self._get)
            case ("DELETE", ("accounts", _)):
                return Route("delete", self._delete)
            case ("PATCH", ("accounts", _, "status")):
                return Route("status", self._set_status)
        return None

    def failure(self, status: int, message: str, errors: dict[str, Any] | None = None, **extra: Any) -> Response:
        request_id = str(uuid.uuid4())
        body = {"message": message, **({"errors": errors} if errors else {}), "request_id": request_id, **extra}
        return Response(status, body, {"X-GameBoost-Request-Id": request_id})

    def refusal(self, errors: dict[str, list[str]]) -> Response:
        """A 422 whose message is the first error and how many more there are."""
        texts = [text for field_texts in errors.values() for text in field_texts]
        more = len(texts) - 1
        summary = f" (and {more} more error{'s' if more > 1 else ''})" if more else ""
        return self.failure(422, texts[0] + summary, errors)

    def limits(self, route: Route) -> tuple[Limit, ...]:
        return (Limit(self._policy.rate_limit_per_minute),)

    def _success(self, status: int, body: Any) -> Response:
        return Response(status, body, {"X-GameBoost-Request-Id": str(uuid.uuid4())})

    def _create(self, request: Request) -> Response:
        if not isinstance(request.body, dict):
            return self.failure(400, "The request body is not valid JSON.")
        body = request.body
        errors = templates.judge(body)
        known = self._state.by_login(MARKET, request.key_hash, str(body.get("login")), also_hidden=True)
        if not errors and known and self._policy.duplicate_logins == "refuse":
            errors = {"login": ["already listed with this login"]}
        if errors:
            return self.refusal(errors)
        row = self._state.add(MARKET, request.key_hash, body["login"], "Listed", body, hidden_s=request.hidden_s)
        return self._success(201, {"data": item(row, with_data=True)})

    def _list(self, request: Request) -> Response:
        page = max(whole_number(request.query.get("page")) or 1, 1)
        per_page = min(max(whole_number(request.query.get("per_page")) or 15, 1), MAX_PER_PAGE)
        start = (page - 1) * per_page
        known = self._state.search(MARKET, request.key_hash)
        rows = known[start : start + per_page]
        with_data = request.query.get("with_data") == "1"
        meta = {
            "current_page": page,
            "per_page": per_page,
            "to": start + len(rows),
            "total": len(known),
        }
        return self._success(200, {"data": [item(row, with_data=with_data) for row in rows], "meta": meta})

    def _template(self, request: Request) -> Response:
        game = request.segments[2]
        if game not in templates.GAMES:
            return self.failure(404, "The selected game is invalid.", games=templates.GAMES)
        return self._success(200, {"template": templates.described(game)})

    def _by_login(self, request: Request) -> Response:
        rows = self._state.by_login(MARKET, request.key_hash, request.segments[2])
        if not rows:
            return self.failure(404, _NO_SUCH_ACCOUNT)
        if self._policy.lookup_shape == "list":
            return self._success(200, {"data": [item(row) for row in rows]})
        return self._success(200, {"data": item(rows[0])})

    def _get(self, request: Request) -> Response:
        row = self._owned(request, request.segments[1])
        if row is None:
            return self.failure(404, _NO_SUCH_ACCOUNT)
        return self._success(200, {"data": item(row, with_data=request.query.get("with_data") == "1")})

    def _delete(self, request: Request) -> Response:
        row = self._owned(request, request.segments[1])
        if row is None:
            return self.failure(404, _NO_SUCH_ACCOUNT)
        self._state.delete(row["id"])
        return self._success(200, {"message": "Account deleted."})

    def _set_status(self, request: Request) -> Response:
        row = self._owned(request, request.segments[1])
        if row is None:
            return self.failure(404, _NO_SUCH_ACCOUNT)
        return self._change([row], request.body) or self._success(200, {"data": self._reread(request, row)})

    def _set_statuses(self, request: Request) -> Response:
        ids = request.body.get("accounts") if isinstance(request.body, dict) else None
        if not isinstance(ids, list) or not ids:
            return self.refusal({"accounts": ["The accounts field is required."]})
        rows = [self._owned(request, str(each)) if isinstance(each, int) else None for each in ids]
        if missing := [position for position, row in enumerate(rows) if row is None]:
            names = [f"accounts.{position}" for position in missing]
            return self.refusal({name: [f"The selected {name} is invalid."] for name in names})
        owned = [row for row in rows if row is not None]
        refused = self._change(owned, request.body)
        return refused or self._success(200, {"data": [self._reread(request, row) for row in owned]})

    def _reread(self, request: Request, row: dict[str, Any]) -> dict[str, Any]:
        return item(self._owned(request, str(row["id"])) or row)

    def _change(self, rows: list[dict[str, Any]], body: Any) -> Response | None:
        status = body.get("status") if isinstance(body, dict) else None
        if status not in READ_STATUSES:
            return self.refusal({"status": ["The selected status is invalid."]})
        if any(row["status"] not in CHANGEABLE for row in rows):
            return self.refusal({"status": ["The account status cannot be changed."]})
        for row in rows:
            self._state.set_status(row["id"], READ_STATUSES[status])
        return None


def slug_of(sent: dict[str, Any]) -> str:
    return sent.get("slug") or re.sub(r"[^a-z0-9]+", "-", sent["title"].lower()).strip("-")


def item(row: dict[str, Any], *, with_data: bool = False) -> dict[str, Any]:
    sent = row["attributes"]
    return {
        "id": str(row["id"]),
        "type": "accounts",
        "attributes": {
            "title": sent["title"],
            "slug": slug_of(sent),
            "description": sent["description"],
            "game_slug": sent["game"],
            "status": row["status"],
            "server": sent.get("server"),
            "level_up_method": READ_METHODS.get(sent.get("level_up_method", ""), "Handmade"),
            "ign": sent.get("ign"),
            "login": row["login"],
            "password": sent["password"],
            "email_login": sent.get("email_login"),
            "email_password": sent.get("email_password"),
            "price": sent["price"],
            "data": sent["account_data"] if with_data else {},
            "trend_score": 0,
            "is_featured": False,
            "is_rare": False,
            "is_discounted": False,
            "images": sent["image_urls"],
            "created_at": int(row["created_at"]),
            "sold_at": None,
            "updated_at": int(row["updated_at"]),
        },
    }
