from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import gettext_lazy

from core.formats import JSONRenderer

pytestmark = pytest.mark.urls("core.tests.urls")

MALFORMED = "O corpo do pedido não é um JSON válido."
NOT_AN_OBJECT = "O corpo do pedido deve ser um objeto JSON."


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"{", MALFORMED),
        (b" ", MALFORMED),
        (b'{"a": NaN}', MALFORMED),
        (b'{"a": Infinity}', MALFORMED),
        (b'{"a": -Infinity}', MALFORMED),
        (b'{"a": 1e999}', MALFORMED),
        (b'{"a": "\xff"}', MALFORMED),
        (b'{"a": ' + b"9" * 5000 + b"}", MALFORMED),
        (b'{"a": ' + b"[" * 200_000 + b"]" * 200_000 + b"}", MALFORMED),
        (b'{"a": ' + b"[" * 101 + b"]" * 101 + b"}", MALFORMED),
        (b"[" * 200_000, MALFORMED),
        (b'{"a": "\\u0000"}', MALFORMED),
        (b'{"a": [{"b": "x\\ud800"}]}', MALFORMED),
        (b'{"\\udfff": 1}', MALFORMED),
        (b"[]", NOT_AN_OBJECT),
        (b'"texto"', NOT_AN_OBJECT),
        (b"null", NOT_AN_OBJECT),
        (b"1", NOT_AN_OBJECT),
    ],
    ids=lambda value: value[:16] if isinstance(value, bytes) else "",
)
def test_body_that_is_no_json_object_is_400(body: bytes, message: str) -> None:
    answer = Client(raise_request_exception=False).post("/api/probe/echo", body, content_type="application/json")

    assert answer.status_code == 400
    assert answer.json() == {"message": message, "errors": {}, "code": "malformed_body"}


def test_object_is_read_as_it_was_sent() -> None:
    sent = '{"título": "Ação \\ud83d\\ude00 \\\\u0000", "n": 1, "lista": [1, 2.5, null, true]}'

    answer = Client().post("/api/probe/echo", sent.encode(), content_type="application/json")

    assert answer.status_code == 200
    assert answer.json() == {"título": "Ação 😀 \\u0000", "n": 1, "lista": [1, 2.5, None, True]}


def test_body_may_be_nested_a_hundred_levels_deep() -> None:
    sent = b'{"a":' + b"[" * 99 + b"0" + b"]" * 99 + b"}"

    answer = Client().post("/api/probe/echo", sent, content_type="application/json")

    assert (answer.status_code, answer.content) == (200, sent)


def test_no_body_is_an_empty_object() -> None:
    answer = Client().post("/api/probe/echo", b"", content_type="application/json")

    assert (answer.status_code, answer.json()) == (200, {})


def test_body_over_the_limit_is_413(settings: Any) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 20

    fits = Client().post("/api/probe/echo", b'{"a":"0123456789ab"}', content_type="application/json")
    too_long = Client().post("/api/probe/echo", b'{"a":"0123456789abc"}', content_type="application/json")

    assert fits.status_code == 200
    assert too_long.status_code == 413
    assert too_long.json() == {
        "message": "O conteúdo enviado é grande demais.",
        "errors": {},
        "code": "too_large",
    }


def test_other_content_types_are_415() -> None:
    answer = Client().post("/api/probe/echo", "a=1", content_type="application/x-www-form-urlencoded")

    assert answer.status_code == 415
    assert answer.json()["code"] == "unsupported_media_type"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"amount": Decimal("12.50")}, '{"amount":"12.50"}'),
        ([Decimal("0.10")], '["0.10"]'),
        ({"at": datetime(2026, 11, 21, 8, 30, 0, 125, UTC)}, '{"at":"2026-11-21T08:30:00.000125Z"}'),
        ({"on": date(2026, 11, 21)}, '{"on":"2026-11-21"}'),
        ({"título": gettext_lazy("Ação")}, '{"título":"Ação"}'),
    ],
)
def test_answers_are_exact(value: object, text: str) -> None:
    """product: api.money"""
    assert JSONRenderer().render(value).decode() == text


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_numbers_that_json_does_not_have_are_refused(value: float) -> None:
    with pytest.raises(ValueError, match="JSON compliant"):
        JSONRenderer().render({"value": value})
