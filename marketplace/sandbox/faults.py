"""Telling the sandbox to fail, so that every way a marketplace can hurt is a test away; `faults.toml` says which there
are. A fault is JSON: {"kind": …, "endpoint": …, "probability": 0.05 | "count": 3, "logins": […], …}. Without
probability and count it always happens. `endpoint` is one of the dialects' endpoint names or "*"; `logins` are logins,
or ids in the path, that a call has to name. Draws come from a generator per fault, seeded, so that the same calls in
the same order meet the same faults. Other faults put in force end the waiting of a call that a fault holds up."""

import base64
import json
import random
import re
import threading
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

from marketplace.sandbox.dialect import Request, Response

FAULT_KINDS: dict[str, Any] = tomllib.loads(Path(__file__).with_name("faults.toml").read_text("utf-8"))
FAULT_FIELDS = {"kind", "endpoint", "probability", "count", "logins"}.union(
    *(it["fields"] for it in FAULT_KINDS.values())
)
DEFAULT_MS = 1000


class Fault:
    """One fault from its description. Raises ValueError where that makes no sense."""

    def __init__(self, description: Any, seed: int) -> None:
        if not isinstance(description, dict) or description.get("kind") not in FAULT_KINDS:
            raise ValueError(f"kind must be one of {', '.join(sorted(FAULT_KINDS))}")
        if unknown := set(description) - FAULT_FIELDS:
            raise ValueError(f"unknown fields: {', '.join(sorted(unknown))}")
        self.probability, self.remaining = description.get("probability"), description.get("count")
        if self.probability is not None and not 0 <= self.probability <= 1:
            raise ValueError("probability must be between 0 and 1")
        if self.remaining is not None and (not isinstance(self.remaining, int) or self.remaining < 0):
            raise ValueError("count must be a whole number")
        self.kind: str = description["kind"]
        self.endpoint = description.get("endpoint", FAULT_KINDS[self.kind]["at"])
        self.logins = frozenset(description.get("logins", ()))
        self.details: Mapping[str, Any] = description
        self.generator = random.Random(seed)  # noqa: S311 - repeatable on purpose
        self.over = threading.Event()

    def hold_up(self) -> None:
        """Wait as long as the fault says, or until it is over."""
        self.over.wait(self.details.get("ms", DEFAULT_MS) / 1000)

    def strikes(self, endpoint: str, names: frozenset[str]) -> bool:
        """Whether this call meets the fault; uses up one of a counted fault."""
        if self.endpoint not in ("*", endpoint) or (self.logins and not self.logins & names):
            return False
        if self.remaining is not None:
            self.remaining -= 1
            return bool(self.remaining >= 0)
        return self.probability is None or self.generator.random() < self.probability


class Faults:
    """The faults in force. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._faults: list[Fault] = []

    def replace(self, descriptions: list[dict[str, Any]], seed: int = 0) -> None:
        """Put these faults in force instead of all others. Raises ValueError."""
        faults = [Fault(description, seed + position) for position, description in enumerate(descriptions)]
        with self._lock:
            former, self._faults = self._faults, faults
        for fault in former:
            fault.over.set()

    def strike(self, endpoint: str, names: frozenset[str]) -> dict[str, Fault]:
        """The faults that this call meets, by kind."""
        with self._lock:
            return {fault.kind: fault for fault in self._faults if fault.strikes(endpoint, names)}


SECRET = re.compile(r"password|login_?data|credential|raw", re.IGNORECASE)
SPOKEN = frozenset({"title", "title_en", "description", "message", "note_text"})
REQUEST_ID = "X-GameBoost-Request-Id"


def sentence(request: Request, answer: Any = None) -> str:
    """The secrets in every form in which a careless service writes them."""
    secrets = dict.fromkeys([request.key, *_secrets_in(request.body), *_secrets_in(answer)])
    forms = (
        str,
        lambda text: quote(text, safe=""),
        lambda text: json.dumps(text)[1:-1],
        lambda text: base64.b64encode(text.encode()).decode(),
    )
    return " ".join(form(secret) for secret in secrets for form in forms)


def echo_secrets(response: Response, request: Request) -> Response:
    """The same answer with the secrets in its texts, its errors, fields of its own and its request id."""
    if response.drop:
        return response
    text = sentence(request, response.body)
    headers = {
        name: f"{request.key} {value}" if name == REQUEST_ID else value for name, value in response.headers.items()
    }
    body = _append_text(response.body, text)
    if isinstance(body, dict):
        body["debug"] = {"received": [json.dumps(request.body), {"headers": [text]}], text: text}
        if "request_id" in body:
            body["request_id"] = headers[REQUEST_ID]
    return replace(response, body=body, headers=headers)


def _append_text(value: Any, text: str, name: str = "") -> Any:
    if isinstance(value, dict):
        return {each: _append_text(item, text, "message" if name == "errors" else each) for each, item in value.items()}
    if isinstance(value, list):
        return [_append_text(item, text, "message" if name == "errors" else name) for item in value]
    return f"{value} {text}" if isinstance(value, str) and name in SPOKEN else value


def _secrets_in(value: Any, *, named: bool = False) -> Iterator[str]:
    if isinstance(value, dict):
        for each, item in value.items():
            yield from _secrets_in(item, named=SECRET.search(each) is not None)
    elif isinstance(value, list):
        for item in value:
            yield from _secrets_in(item, named=named)
    elif isinstance(value, str) and value and named:
        yield value
