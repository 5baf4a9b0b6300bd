"""A limit of the lockout is changed in accounts.rules alone: what people read follows."""

from datetime import timedelta

import pytest
from django.test import Client
from rest_framework.test import APIClient

from accounts import rules
from accounts.models import User
from accounts.tests.flows import LOCKED, SECOND_LOCKED, sign_in, verify, wrong_first

pytestmark = pytest.mark.django_db


def test_log_in_page_carries_the_limits_of_both_steps(client: Client) -> None:
    props = client.get("/").context["props"]

    assert props["first"] == {"attempts": 3, "seconds": 900, "text": LOCKED["message"]}
    assert props["second"] == {"attempts": 2, "seconds": 600, "text": SECOND_LOCKED["message"]}


def test_changed_limit_of_step_1_is_what_people_read(
    client: Client, visitor: APIClient, ana: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "PAIR", rules.Limit("username+address", 2, timedelta(minutes=5)))

    answers = [sign_in(visitor, ana.username, "errada") for _ in range(3)]

    text = "Muitas tentativas de login. Aguarde 5 minutos antes de tentar novamente."
    assert [answer.json() for answer in answers] == [wrong_first(1), wrong_first(0), LOCKED | {"message": text}]
    assert (answers[2].status_code, answers[2]["Retry-After"]) == (429, "300")
    assert client.get("/").context["props"]["first"] == {"attempts": 2, "seconds": 300, "text": text}


def test_changed_limit_of_step_2_is_what_people_read(
    client: Client, visitor: APIClient, bruno: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "SECOND", rules.Limit("second", 3, timedelta(minutes=1)))
    sign_in(visitor, bruno.username)

    answers = [verify(visitor, bruno.id, "errada") for _ in range(3)]

    text = "Conta bloqueada por 1 minuto devido a múltiplas tentativas incorretas da segunda senha."
    assert [answer.status_code for answer in answers] == [401, 401, 423]
    assert [answer.json()["message"] for answer in answers] == [
        "Segunda senha incorreta. 2 tentativa(s) restante(s).",
        "Segunda senha incorreta. 1 tentativa(s) restante(s).",
        text,
    ]
    assert [answer.json().get("attemptsRemaining") for answer in answers] == [2, 1, None]
    assert answers[2]["Retry-After"] == "60"
    assert client.get("/").context["props"]["second"] == {"attempts": 3, "seconds": 60, "text": text}
