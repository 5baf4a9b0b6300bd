"""Answers that repeat secrets: the key, the passwords that a call sent, and those that its answer names."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from urllib.parse import quote

from marketplace.sandbox.http import Request, Response

SECRET = re.compile(r"password|login_?data|credential|raw", re.IGNORECASE)
SPOKEN = frozenset({"title", "title_en", "description", "message", "note_text"})
REQUEST_ID = "X-GameBoost-Request-Id"


def sentence(request: Request, answer: Any = None) -> str:
    """The secrets in every form in which a careless service writes them."""
    secrets = dict.fromkeys([request.key, *_secrets(request.body), *_secrets(answer)])
    forms = (str, lambda text: quote(text, safe=""), lambda text: json.dumps(text)[1:-1], _base64)
    return " ".join(form(secret) for secret in secrets for form in forms)


def repeating(response: Response, request: Request) -> Response:
    """The same answer with the secrets in its texts, its errors, fields of its own and its request id."""
    if response.drop:
        return response
    told = sentence(request, response.body)
    headers = {
        name: f"{request.key} {value}" if name == REQUEST_ID else value for name, value in response.headers.items()
    }
    body = _spoken(response.body, told)
    if isinstance(body, dict):
        body["debug"] = {"received": [json.dumps(request.body), {"headers": [told]}], told: told}
        if "request_id" in body:
            body["request_id"] = headers[REQUEST_ID]
    return replace(response, body=body, headers=headers)


def _spoken(value: Any, told: str, name: str = "") -> Any:
    if isinstance(value, dict):
        return {each: _spoken(item, told, "message" if name == "errors" else each) for each, item in value.items()}
    if isinstance(value, list):
        return [_spoken(item, told, "message" if name == "errors" else name) for item in value]
    return f"{value} {told}" if isinstance(value, str) and name in SPOKEN else value


def _secrets(value: Any, *, named: bool = False) -> Iterator[str]:
    if isinstance(value, dict):
        for each, item in value.items():
            yield from _secrets(item, named=SECRET.search(each) is not None)
    elif isinstance(value, list):
        for item in value:
            yield from _secrets(item, named=named)
    elif isinstance(value, str) and value and named:
        yield value


def _base64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()
