from typing import Any

import pytest
from django.core.exceptions import ValidationError as DjangoValidationError
from django.db import OperationalError
from django.http import Http404
from django.test import Client, RequestFactory
from rest_framework import exceptions

from core import handlers
from core.errors import DATABASE_BUSY, DISK_FULL, TEXTS, Conflict, TooManyRequests
from core.handlers import exception_handler, flatten

pytestmark = pytest.mark.urls("core.tests.urls")


@pytest.mark.parametrize(
    ("exc", "status", "body"),
    [
        (Conflict("Já existe."), 409, {"message": "Já existe.", "errors": {}, "code": "conflict"}),
        (
            exceptions.ValidationError({"title": ["Campo Título é obrigatório"], "dueDate": ["Data inválida"]}),
            400,
            {
                "message": "Campo Título é obrigatório",
                "errors": {"title": ["Campo Título é obrigatório"], "dueDate": ["Data inválida"]},
                "code": "invalid",
            },
        ),
        (
            exceptions.ValidationError("Preencha todos os campos"),
            400,
            {
                "message": "Preencha todos os campos",
                "errors": {"nonFieldErrors": ["Preencha todos os campos"]},
                "code": "invalid",
            },
        ),
        (exceptions.ValidationError([]), 400, {"message": TEXTS[400], "errors": {}, "code": "invalid"}),
        (
            DjangoValidationError({"username": ["Já existe."], "__all__": ["As faixas se sobrepõem."]}),
            400,
            {
                "message": "Já existe.",
                "errors": {"username": ["Já existe."], "nonFieldErrors": ["As faixas se sobrepõem."]},
                "code": "invalid",
            },
        ),
        (
            DjangoValidationError("A senha é muito comum."),
            400,
            {
                "message": "A senha é muito comum.",
                "errors": {"nonFieldErrors": ["A senha é muito comum."]},
                "code": "invalid",
            },
        ),
        (
            exceptions.ParseError("Invalid boundary"),
            400,
            {"message": TEXTS[400], "errors": {}, "code": "invalid"},
        ),
        (
            exceptions.NotAuthenticated(),
            401,
            {"message": "Sessão expirada. Faça login novamente.", "errors": {}, "code": "not_authenticated"},
        ),
        (
            exceptions.PermissionDenied("english"),
            403,
            {"message": "Você não tem permissão para realizar esta ação.", "errors": {}, "code": "forbidden"},
        ),
        (Http404("english"), 404, {"message": "Recurso não encontrado.", "errors": {}, "code": "not_found"}),
        (exceptions.MethodNotAllowed("PUT"), 405, {"message": TEXTS[405], "errors": {}, "code": "method_not_allowed"}),
        (exceptions.NotAcceptable(), 406, {"message": TEXTS[406], "errors": {}, "code": "not_acceptable"}),
        (
            exceptions.UnsupportedMediaType("text/csv"),
            415,
            {"message": TEXTS[415], "errors": {}, "code": "unsupported_media_type"},
        ),
        (exceptions.Throttled(30), 429, {"message": TEXTS[429], "errors": {}, "code": "too_many_requests"}),
    ],
)
def test_exception_handler_folds_every_error_into_the_envelope(exc: Exception, status: int, body: dict[str, Any]) -> None:
    response = exception_handler(exc, {})

    assert response is not None
    assert response.status_code == status
    assert response.data == body


def test_exception_handler_leaves_an_unknown_error_to_be_a_500() -> None:
    assert exception_handler(RuntimeError("segredo"), {}) is None


def test_exception_handler_keeps_the_headers_of_a_refusal() -> None:
    refused = exception_handler(TooManyRequests(headers={"Retry-After": "900"}), {})
    throttled = exception_handler(exceptions.Throttled(30), {})

    assert refused is not None
    assert throttled is not None
    assert refused["Retry-After"] == "900"
    assert throttled["Retry-After"] == "30"


@pytest.mark.parametrize(
    ("detail", "flat"),
    [
        ("solto", {"nonFieldErrors": ["solto"]}),
        (["a", "b"], {"nonFieldErrors": ["a", "b"]}),
        ({"title": ["x"]}, {"title": ["x"]}),
        ({"settings": {"priceUsd": ["x"], "tags": {1: ["y"]}}}, {"settings.priceUsd": ["x"], "settings.tags.1": ["y"]}),
        ({"rows": [{}, {"login": ["x"]}]}, {"rows.1.login": ["x"]}),
        ([{}, {"login": ["x"]}], {"1.login": ["x"]}),
        ({}, {}),
        ([], {}),
    ],
)
def test_flatten_names_nested_fields_with_dots(detail: Any, flat: dict[str, list[str]]) -> None:
    assert flatten(detail) == flat


@pytest.mark.parametrize(
    ("kind", "status", "code"),
    [
        ("runtime", 500, "server_error"),
        ("suspicious", 400, "invalid"),
        ("denied", 403, "forbidden"),
        ("missing", 404, "not_found"),
    ],
)
def test_api_error_leaks_nothing_of_the_exception(kind: str, status: int, code: str) -> None:
    """'500 never leaks a trace'."""
    answer = Client(raise_request_exception=False).get(f"/api/probe/explode/{kind}")

    assert answer.status_code == status
    assert answer["Content-Type"] == "application/json"
    assert answer.json() == {"message": TEXTS[status], "errors": {}, "code": code}
    assert b"segredo-interno" not in answer.content
    assert b"Traceback" not in answer.content


@pytest.mark.parametrize(
    ("kind", "detail"),
    [("locked", DATABASE_BUSY), ("gone", DATABASE_BUSY), ("full", DISK_FULL), ("no-room", DISK_FULL)],
)
def test_failing_database_or_disk_is_a_503_that_says_so(kind: str, detail: str) -> None:
    answer = Client(raise_request_exception=False).get(f"/api/probe/explode/{kind}")

    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert answer.json() == {
        "message": "Serviço em manutenção.",
        "errors": {},
        "code": "unavailable",
        "detail": detail,
    }


def test_page_without_a_database_is_a_503_with_the_documented_text_and_ours(built_frontend: None) -> None:
    try:
        raise OperationalError("segredo-interno")
    except OperationalError:
        answer = handlers.server_error(RequestFactory().get("/tasks"))

    page = answer.content.decode()
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert page.index("Serviço em manutenção.") < page.index(DATABASE_BUSY)
    assert "segredo-interno" not in page


def test_api_path_that_does_not_exist_is_json(db: Any) -> None:
    answer = Client().get("/api/probe/nowhere")

    assert answer.status_code == 404
    assert answer.json() == {"message": "Recurso não encontrado.", "errors": {}, "code": "not_found"}


def test_csrf_failure_of_a_plain_api_view_is_json() -> None:
    answer = handlers.csrf_failure(RequestFactory().post("/api/auth/login"), "no cookie")

    assert answer.status_code == 403
    assert answer.content == (
        b'{"message": "Voc\\u00ea n\\u00e3o tem permiss\\u00e3o para realizar esta a\\u00e7\\u00e3o.", '
        b'"errors": {}, "code": "csrf_failed"}'
    )


def test_bad_request_outside_the_api_is_plain_text() -> None:
    answer = handlers.bad_request(RequestFactory().get("/tasks"), ValueError("segredo-interno"))

    assert answer.status_code == 400
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.content.decode() == TEXTS[400]
