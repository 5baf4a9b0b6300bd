"""The vendors' calls as their documents have them, and the check that every request and every answer fits one.

A file in `contracts` is {"$defs", "calls": {"POST /item/add": {"query", "body", "status", "answer"}}, "error"} in JSON
Schema: facts of GameBoost's Seller API 1.0.0, of GameBoost v2's pages and recorded answers, and of LZT Market's OpenAPI
1.1.99. An object has no other names than those given; in an answer anything may be null, and an empty map is a list.
Two names of v1's create body, `note` and `email_provider`, are those of docs/product.md and not of the vendor.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from jsonschema_rs import Draft202012Validator

from marketplace.sandbox.dialect import Dialect, Refusal, Request, Response, Route
from marketplace.sandbox.faults import Fault
from marketplace.sandbox.server import Sandbox

FILES = {"v1": "gameboost_v1.json", "v2": "gameboost_v2.json", "lzt": "lzt.json"}
OF_ADAPTERS = "application/json"
"""The Accept of an adapter's requests; those that a test makes by hand have another."""


class Call(NamedTuple):
    name: str
    path: re.Pattern[str]
    status: int
    query: Draft202012Validator
    body: Draft202012Validator | None
    answer: Draft202012Validator
    error: Draft202012Validator

    def faults(self, validator: Draft202012Validator, value: Any) -> list[str]:
        wrong = validator.iter_errors(value)
        return [f"{self.name} /{'/'.join(map(str, each.instance_path))}: {each.message[:200]}" for each in wrong]


@cache
def calls(prefix: str) -> tuple[Call, ...]:
    """The calls of a vendor, those with a fixed path first."""
    known = json.loads((Path(__file__).parent / "contracts" / FILES[prefix]).read_text(encoding="utf-8"))
    shared = {"$defs": known["$defs"]}
    found = []
    for name, told in sorted(known["calls"].items(), key=lambda item: item[0].count("{")):
        facts = known["calls"][told["same as"]] if "same as" in told else told
        path = re.sub(r"\{\w+\}", "[^/]+", name.replace("{id}", "[0-9]+"))
        query = {each: _in_query(schema) for each, schema in facts.get("query", {}).items()}
        found.append(
            Call(
                name,
                re.compile(path),
                facts.get("status", 200),
                Draft202012Validator(_closed({"type": "object", "properties": query})),
                Draft202012Validator(_closed(facts["body"])) if "body" in facts else None,
                Draft202012Validator(_loose(_closed(shared | facts["answer"]))),
                Draft202012Validator(_loose(_closed(shared | known["error"]))),
            )
        )
    return tuple(found)


def request_faults(prefix: str, method: str, path: str, query: Mapping[str, list[str]], body: Any) -> list[str]:
    """What the vendor's document does not know of a request; `path` is as it was sent, without the prefix."""
    call = _call(prefix, method, path)
    if call is None:
        return [f"{method} /{prefix}{path}: no call of the vendor's"]
    values = {name: given if name.endswith("[]") else _value(given[-1]) for name, given in query.items()}
    found = call.faults(call.query, values)
    if call.body is None:
        return found + ([] if body is None else [f"{call.name}: has no body"])
    return found + call.faults(call.body, body)


def answer_faults(prefix: str, method: str, path: str, status: int, body: Any) -> list[str]:
    """What the vendor's document does not know of an answer."""
    call = _call(prefix, method, path)
    if call is None:
        return [] if status >= 400 else [f"{method} /{prefix}{path}: answered with {status}"]
    if status >= 400:
        return call.faults(call.error, body)
    return call.faults(call.answer, body) if status == call.status else [f"{call.name}: answered with {status}"]


class CheckedSandbox(Sandbox):
    """Holds what it is asked and what it answers against the vendors' documents; `misfits` is what does not fit. A
    request that a test made by hand may be wrong, and has to be refused then."""

    def __init__(self, state_path: str | Path) -> None:
        super().__init__(state_path)
        self.misfits: list[str] = []

    def _perform(self, dialect: Dialect, route: Route, request: Request, faults: dict[str, Fault]) -> Response:
        call = (dialect.prefix, request.method, request.path.removeprefix(f"/{dialect.prefix}") or "/")
        wrong = request_faults(*call, request.lists, request.body)
        if request.accept == OF_ADAPTERS:
            self.misfits += wrong

        def perform(asked: Request) -> Response:
            """What is answered before a fault spoils it."""
            try:
                response = route.perform(asked)
            except Refusal as refusal:
                response = refusal.response
            if wrong and response.status < 400:
                self.misfits.append(f"not refused: {wrong[0]}")
            body = response.body if response.raw is None else None
            self.misfits += answer_faults(*call, response.status, body)
            return response

        return super()._perform(dialect, replace(route, perform=perform), request, faults)


def _call(prefix: str, method: str, path: str) -> Call | None:
    return next((each for each in calls(prefix) if each.path.fullmatch(f"{method} {path}")), None)


def _in_query(schema: dict[str, Any]) -> dict[str, Any]:
    """A schema where whole numbers are read as such, whatever was meant."""
    if schema.get("type") == "boolean":
        return {"enum": [0, 1, "true", "false"]}
    return schema | {"type": ["string", "integer"]} if schema.get("type") == "string" else schema


def _value(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdigit() else text


def _closed(schema: Any) -> Any:
    """No names but those given, in every object that names some."""
    if isinstance(schema, list):
        return [_closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {name: _closed(each) for name, each in schema.items()}
    names_all = "type" in schema and isinstance(schema.get("properties"), dict)
    return closed | {"additionalProperties": False} if names_all else closed


def _loose(schema: Any) -> Any:
    """Null for anything, and an empty list for a map, as PHP writes it."""
    if isinstance(schema, list):
        return [_loose(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    loose = {name: _loose(each) for name, each in schema.items()}
    kind = schema.get("type")
    if isinstance(kind, str):
        loose["type"] = [kind, "null"]
    elif isinstance(kind, list) and all(isinstance(each, str) for each in kind):
        loose["type"] = list({*kind, "null"})
    if kind == "object":
        loose |= {"type": ["object", "array", "null"], "maxItems": 0}
    return loose
