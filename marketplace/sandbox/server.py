"""The sandbox's HTTP server: reads a request, meets the faults in force, lets the dialect perform it, answers.

Its own API under /_control, by which a test or a person makes it fail and reads what it saw:

| method, path | body | answer |
|---|---|---|
| GET /_control/health | | {"ok": true} |
| PATCH /_control/policy | policies to change | the policies in force |
| PUT /_control/faults | {"faults": [...], "seed": 0} | {"faults": how many} |
| GET /_control/log?after= | | [{id, at, method, path, endpoint, login, key_hash, status, fault, created}] |
| GET /_control/listings | | every listing ever created, without its content |
| PATCH /_control/listings/{id} | {"status": any text, "order": see gameboost.SCRIPT}, either | {} |
| PUT /_control/templates/{game} | what changes: see gameboost_templates.change | {} |
| POST /_control/notices | what a webhook of notices is told | {} |
| POST /_control/reset | | {} |
"""

import json
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, parse_qsl, unquote, urlsplit

from marketplace.sandbox import gameboost_templates as templates
from marketplace.sandbox.dialect import BucketState, Dialect, Policy, Refusal, Request, Response, Route
from marketplace.sandbox.faults import DEFAULT_MS, Fault, Faults, echo_secrets, sentence
from marketplace.sandbox.gameboost import SandboxV1, SandboxV2
from marketplace.sandbox.lzt import SandboxLzt
from marketplace.sandbox.state import State

KEY_PREFIX = "sandbox-"
HUGE_BYTES = 10_000_000
DRIP_MS = 50


class Sandbox:
    def __init__(self, state_path: str | Path, policy: Policy | None = None) -> None:
        self.state = State(state_path)
        self.policy = policy or Policy()
        self.faults = Faults()
        templates.restore()
        self._initial_policy = asdict(self.policy)
        self._dialects = {kind.prefix: kind(self.state, self.policy) for kind in (SandboxV1, SandboxV2, SandboxLzt)}

    def handle(self, request: Request) -> Response:
        """Answer one request. `segments` still hold the dialect's prefix."""
        arrived = time.time()
        prefix, *rest = request.segments or ("",)
        request = replace(request, segments=tuple(rest))
        if prefix == "_control":
            try:
                return Response(200, self._control(request))
            except ValueError as error:
                return Response(400, {"message": str(error)})
            except LookupError:
                return Response(404, {"message": "no such control"})
        dialect = self._dialects.get(prefix)
        if dialect is None:
            return Response(404, {"message": "Not found."})
        if not request.key.startswith(KEY_PREFIX):
            return dialect.failure(401, "Missing, invalid, or expired API key")
        route = dialect.route(request)
        if route is None:
            return dialect.failure(404, "The requested resource was not found.")
        request = replace(request, named=route.named)
        login = dialect.login_of(request)
        asked = {name: getattr(request, name) for name in ("method", "path", "key_hash")}
        resource = f"{dialect.prefix}/{route.resource}" if route.resource else ""
        counted = {"bucket": f"{dialect.prefix}/{route.bucket}", "resource": resource}
        call_id = self.state.log_call(at=arrived, endpoint=route.endpoint, login=login, **asked, **counted)
        faults = self.faults.strike(route.endpoint, frozenset({login, *request.segments}))
        rate = self._rate(dialect, route, request.key_hash, arrived)
        if rate and rate.retry_after_s:
            response = dialect.failure(429, "Too many requests")
            response.headers["Retry-After"] = str(rate.retry_after_s)
        else:
            response = self._perform(dialect, route, request, faults)
        if rate:
            dialect.tell_rate(response, rate)
        status = None if response.drop else response.status
        self.state.finish_call(call_id, status=status, fault=",".join(faults), created=response.created)
        return response

    def _control(self, request: Request) -> Any:
        """The sandbox's own API. Raises ValueError and LookupError."""
        body = request.fields
        match (request.method, request.segments):
            case ("GET", ("health",)):
                return {"ok": True}
            case ("PATCH", ("policy",)):
                self.policy.update(body)
                return asdict(self.policy)
            case ("PUT", ("faults",)):
                self.faults.replace(body.get("faults", []), body.get("seed", 0))
                return {"faults": len(body.get("faults", []))}
            case ("GET", ("log",)):
                return self.state.calls(after=int(request.query.get("after", "0")))
            case ("GET", ("listings",)):
                return self.state.all_listings()
            case ("PATCH", ("listings", listing_id)):
                if "status" in body:
                    self.state.change(int(listing_id), status=str(body["status"]))
                if "order" in body:
                    self.state.set_order(int(listing_id), dict(body["order"]))
                return {}
            case ("PUT", ("templates", game)):
                templates.change(game, body)
                return {}
            case ("POST", ("notices",)):
                return {}
            case ("POST", ("reset",)):
                templates.restore()
                self.state.reset()
                self.faults.replace([])
                self.policy.update(self._initial_policy)
                return {}
        raise LookupError

    def _perform(self, dialect: Dialect, route: Route, request: Request, faults: dict[str, Fault]) -> Response:
        """Meet the faults in the order in which a real call would: on the way in, at work, on the way out."""
        if self.policy.latency_ms:
            time.sleep(self.policy.latency_ms / 1000)
        if slow := faults.get("slow"):
            slow.hold_up()
        if refused := self._refused_on_the_way_in(dialect, request, faults):
            return refused
        if late := faults.get("created_late"):
            late.hold_up()
        if lag := faults.get("lagging_lookup"):
            request = replace(request, hidden_s=lag.details.get("ms", DEFAULT_MS) / 1000)
        try:
            response = route.perform(request)
        except Refusal as refusal:
            response = refusal.response
        response.created = route.endpoint in ("create", "purchase") and response.status < 300
        if "echo_secrets" in faults:
            response = echo_secrets(response, request)
        return _spoiled_on_the_way_out(dialect, response, faults)

    def _refused_on_the_way_in(self, dialect: Dialect, request: Request, faults: dict[str, Fault]) -> Response | None:
        if "drop" in faults:
            return Response(0, drop=True)
        if fault := faults.get("throttle"):
            response = dialect.failure(429, "Too many requests")
            response.headers["Retry-After"] = str(fault.details.get("retryAfter", 1))
            return response
        if fault := faults.get("error"):
            return _failure_of(dialect, fault)
        if fault := faults.get("refuse"):
            return dialect.refusal(fault.details.get("errors") or {"login": ["The login is invalid."]})
        if (fault := faults.get("echo_secrets")) and "status" in fault.details:
            text = f"Senha inválida: {sentence(request)}"
            return echo_secrets(dialect.failure(fault.details["status"], text, {"login": [text]}), request)
        return None

    def _rate(self, dialect: Dialect, route: Route, key_hash: str, now: float) -> BucketState | None:
        """How the call's bucket stands after the call that was just noted; None where nothing limits it."""
        state: BucketState | None = None
        retry_after_s = 0
        for limit in dialect.limits(route):
            if not limit.most:
                continue
            name = f"{dialect.prefix}/{getattr(route, limit.within)}"
            times = self.state.calls_since(key_hash, now - limit.window_s, limit.within, name)
            if len(times) > limit.most:
                retry_after_s = max(int(times[-limit.most] + limit.window_s - now) + 1, retry_after_s, 1)
            reset = int(times[0] + limit.window_s) if times else int(now)
            state = state or BucketState(route.bucket, limit.most, max(limit.most - len(times), 0), reset)
        return replace(state, retry_after_s=retry_after_s) if state else None


def _spoiled_on_the_way_out(dialect: Dialect, response: Response, faults: dict[str, Fault]) -> Response:
    if "created_then_dropped" in faults:
        return Response(response.status, drop=True, created=response.created)
    if fault := faults.get("created_then_error"):
        return replace(_failure_of(dialect, fault), created=response.created)
    if "unreadable" in faults:
        return replace(response, raw=b"<html><body>OK</body></html>")
    if "redirected" in faults:
        return Response(307, headers={"Location": "/v1/elsewhere"}, created=response.created)
    if "huge" in faults:  # which somebody who reads all of it can read
        return replace(response, raw=json.dumps(response.body).encode() + b" " * HUGE_BYTES)
    if "cut" in faults:
        return replace(response, cut=True)
    if fault := faults.get("dripped"):
        return replace(response, drip_s=fault.details.get("ms", DRIP_MS) / 1000)
    if fault := faults.get("other_listing"):
        [name] = {"data", "item"} & response.body.keys()
        shown = response.body[name] if fault.details.get("login") else {}
        number = fault.details.get("id", 1)
        return replace(response, body={name: _of_another(shown, fault.details) | {"id": number, "item_id": number}})
    return response


def _of_another(value: Any, details: Mapping[str, Any]) -> Any:
    """An answer that names another account."""
    if not isinstance(value, dict):
        return value
    renamed = {"login": details.get("login"), "description": ""}
    return {name: renamed[name] if name in renamed else _of_another(each, details) for name, each in value.items()}


def _failure_of(dialect: Dialect, fault: Fault) -> Response:
    message = fault.details.get("message", "Server Error")
    return dialect.failure(fault.details.get("status", 500), message, fault.details.get("errors"))


class SandboxServer(ThreadingHTTPServer):
    """Listens from the moment it is made; `port` 0 picks a free one."""

    request_queue_size = 128

    def __init__(self, sandbox: Sandbox, host: str, port: int, *, quiet: bool = True) -> None:
        self.sandbox = sandbox
        self.quiet = quiet
        super().__init__((host, port), Handler)

    @property
    def url(self) -> str:
        host, port = self.server_address[:2]
        return f"http://{host if isinstance(host, str) else host.decode()}:{port}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A caller that hung up, or a late answer after the end, is what the sandbox is for; the rest is a mistake."""
        if self.fileno() != -1 and not isinstance(sys.exc_info()[1], ConnectionError | TimeoutError):
            super().handle_error(request, client_address)


class Handler(BaseHTTPRequestHandler):
    server: SandboxServer
    protocol_version = "HTTP/1.1"
    server_version = "MarketplaceSandbox"
    disable_nagle_algorithm = True
    wbufsize = -1
    timeout = 120

    def _handle(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        sent = self.rfile.read(length)
        if len(sent) < length:  # whoever called is gone: half a request asks for nothing
            self.close_connection = True
            return
        body: Any = None
        with suppress(ValueError):
            body = json.loads(sent)
        scheme, _, key = (self.headers.get("Authorization") or "").partition(" ")
        target = urlsplit(self.path)
        request = Request(
            method=self.command,
            path=target.path,
            # Each part is decoded by itself, so that an encoded slash stays inside its part.
            segments=tuple(unquote(part) for part in target.path.split("/") if part),
            query=dict(parse_qsl(target.query)),
            lists=parse_qs(target.query),
            body=body,
            key=key.strip() if scheme.lower() == "bearer" else "",
            accept=self.headers.get("Accept") or "",
        )
        self._send(self.server.sandbox.handle(request))

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _handle

    def _send(self, response: Response) -> None:
        if response.drop:
            self.close_connection = True
            return
        body = response.raw if response.raw is not None else json.dumps(response.body, ensure_ascii=False).encode()
        self.send_response(response.status)
        self.send_header("Content-Type", "application/json" if response.raw is None else "text/html")
        self.send_header("Content-Length", str(len(body)))
        for name, value in response.headers.items():
            self.send_header(name, value)
        self.end_headers()
        if response.cut:
            self.close_connection = True
            body = body[: len(body) // 2]
        for part in (bytes([byte]) for byte in body) if response.drip_s else [body]:
            time.sleep(response.drip_s)
            self.wfile.write(part)
            self.wfile.flush()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the standard library's name
        if not self.server.quiet:
            # The path can hold a login, so a line says what was asked for, not for whom.
            place = "/".join(self.path.split("?")[0].split("/")[:3])
            sys.stderr.write(f"sandbox {self.command} {place} {args[1] if len(args) > 1 else ''}\n")
