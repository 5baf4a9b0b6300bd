"""The sandbox's own API under /_control, by which a test or a person makes it fail and reads what it saw.

| method, path | body | answer |
|---|---|---|
| GET /_control/health | | {"ok": true} |
| GET, PATCH /_control/policy | policies to change | the policies in force |
| PUT /_control/faults | {"faults": [...], "seed": 0} | {"faults": how many} |
| GET /_control/log?after=&limit= | | [{id, at, method, path, endpoint, login, key_hash, status, fault, created}] |
| GET /_control/counters | | see State.counters |
| GET /_control/listings | | every listing ever created, without its content |
| PATCH /_control/listings/{id} | {"status": any text} | {} |
| PUT /_control/templates/{game} | what changes: see gameboost_templates.change | {} |
| POST /_control/reset | | {} |
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from marketplace.sandbox import gameboost_templates as templates
from marketplace.sandbox.faults import Faults
from marketplace.sandbox.http import Request, Response
from marketplace.sandbox.policy import Policy
from marketplace.sandbox.state import State

PREFIX = "_control"
MAX_LOG = 100_000
LISTING_FIELDS = ("id", "market", "seller", "login", "status", "created_at", "deleted_at")


class Control:
    def __init__(self, state: State, policy: Policy, faults: Faults) -> None:
        self._state = state
        self._policy = policy
        self._initial = asdict(policy)
        self._faults = faults

    def handle(self, request: Request) -> Response:
        try:
            return Response(200, self._answer(request))
        except ValueError as error:  # BadFault and BadPolicy too
            return Response(400, {"message": str(error)})
        except LookupError:
            return Response(404, {"message": "no such control"})

    def _answer(self, request: Request) -> Any:
        body = request.body if isinstance(request.body, dict) else {}
        match (request.method, request.segments):
            case ("GET", ("health",)):
                return {"ok": True}
            case ("GET", ("policy",)):
                return asdict(self._policy)
            case ("PATCH", ("policy",)):
                self._policy.update(body)
                return asdict(self._policy)
            case ("PUT", ("faults",)):
                self._faults.replace(body.get("faults", []), body.get("seed", 0))
                return {"faults": len(body.get("faults", []))}
            case ("GET", ("log",)):
                after, limit = request.query.get("after", "0"), request.query.get("limit", "")
                return self._state.calls(after=int(after), limit=int(limit or MAX_LOG))
            case ("GET", ("counters",)):
                return self._state.counters()
            case ("GET", ("listings",)):
                rows = self._state.all_listings()
                return [{name: row[name] for name in LISTING_FIELDS} for row in rows]
            case ("PATCH", ("listings", listing_id)):
                self._state.set_status(int(listing_id), str(body["status"]))
                return {}
            case ("PUT", ("templates", game)):
                templates.change(game, body)
                return {}
            case ("POST", ("reset",)):
                templates.restore()
                self._state.reset()
                self._faults.replace([])
                self._policy.update(self._initial)
                return {}
        raise LookupError
