"""Signing in with one password, and out."""

import runpy
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from accounts.models import AccessRecord, SignInGuard, User, UserSession
from accounts.tests.factories import PASSWORD, AdminFactory, UserFactory
from accounts.tests.flows import (
    LOCKED,
    LOGIN,
    SECOND,
    fail,
    is_signed_in,
    sign_in,
    wrong_first,
)
from core.models import AuditEvent

pytestmark = pytest.mark.django_db


@time_machine.travel("2026-03-02T12:00:00Z", tick=False)
def test_login_without_a_second_password_answers_the_user(visitor: APIClient) -> None:
    ana = UserFactory(username="ana.souza", full_name="Ana Souza")

    response = sign_in(visitor, "ana.souza", HTTP_USER_AGENT="Navegador/1.0")

    assert response.status_code == 200
    assert response.json() == {
        "id": ana.id,
        "username": "ana.souza",
        "fullName": "Ana Souza",
        "role": "employee",
        "profileImage": None,
        "lastLogin": None,
        "last_login": None,
        "createdAt": "2026-03-02T09:00:00-03:00",
        "created_at": "2026-03-02T09:00:00-03:00",
        "isOnline": True,
    }
    assert is_signed_in(visitor)


def test_login_of_an_admin_answers_the_access_fields_too(visitor: APIClient) -> None:
    """And for admins also lastActiveIp, browserInfo."""
    AdminFactory(username="chefe")

    answer = sign_in(visitor, "chefe", HTTP_USER_AGENT="Navegador/1.0").json()

    assert (answer["role"], answer["lastActiveIp"], answer["browserInfo"]) == ("admin", "127.0.0.1", "Navegador/1.0")


@pytest.mark.parametrize("written", ["ana.souza", "ANA.Souza", "  ana.souza "])
def test_login_takes_the_username_in_any_case(visitor: APIClient, ana: User, written: str) -> None:
    assert sign_in(visitor, written).json()["id"] == ana.id


def test_login_writes_down_time_address_and_browser(visitor: APIClient, ana: User) -> None:
    with time_machine.travel("2026-03-02T12:00:00Z", tick=False) as clock:
        sign_in(visitor, "ana.souza", HTTP_USER_AGENT="Primeiro/1.0")
        first = User.objects.get().last_login
        clock.shift(timedelta(days=1))
        answer = sign_in(visitor, "ana.souza", HTTP_USER_AGENT="N" * 400, REMOTE_ADDR="192.0.2.7").json()

    ana.refresh_from_db()
    assert (ana.previous_login_at, ana.last_login) == (first, first + timedelta(days=1))
    assert (ana.last_active_ip, ana.browser_info) == ("192.0.2.7", "N" * 300)
    # Of oneself it is the sign-in before this one: 'Último login … or Primeiro acesso'.
    assert answer["lastLogin"] == "2026-03-02T09:00:00-03:00"
    assert list(AccessRecord.objects.values_list("user_id", "address", "browser")) == [
        (ana.id, "192.0.2.7", "N" * 300),
        (ana.id, "127.0.0.1", "Primeiro/1.0"),
    ]


@pytest.mark.parametrize("address", ["", "unknown", "10.0.0.1:8080"])
def test_login_from_an_address_that_is_none_keeps_none(visitor: APIClient, ana: User, address: str) -> None:
    assert sign_in(visitor, "ana.souza", REMOTE_ADDR=address).status_code == 200

    assert AccessRecord.objects.get().address is None


def test_login_replaces_the_session_of_whoever_was_signed_in(visitor: APIClient, ana: User) -> None:
    sign_in(visitor, "ana.souza")
    old = visitor.cookies["sessionid"].value
    UserFactory(username="carla.dias")

    sign_in(visitor, "carla.dias")

    assert visitor.get("/api/auth/me").json()["username"] == "carla.dias"
    assert UserSession.objects.get().user.username == "carla.dias"
    visitor.cookies["sessionid"] = old
    assert not is_signed_in(visitor)


@pytest.mark.parametrize(
    ("body", "errors"),
    [
        ({}, {"username": ["Nome de usuário é obrigatório"], "password": ["Senha é obrigatória"]}),
        ({"username": " ", "password": "x"}, {"username": ["Nome de usuário é obrigatório"]}),
        ({"username": "ana.souza", "password": ""}, {"password": ["Senha é obrigatória"]}),
        ({"username": "ana.souza", "password": None}, {"password": ["Senha é obrigatória"]}),
    ],
)
def test_login_without_its_fields_is_400_and_costs_no_attempt(
    visitor: APIClient, ana: User, body: Any, errors: Any
) -> None:
    """Both fields are required."""
    response = visitor.post(LOGIN, body)

    assert (response.status_code, response.json()["errors"]) == (400, errors)
    assert SignInGuard.objects.count() == 0


@pytest.mark.parametrize("username", ["ana.souza", "ninguem"])
def test_login_fails_three_times_then_is_locked_for_900_seconds(visitor: APIClient, ana: User, username: str) -> None:
    """'failures 1 to 3 answer 401; from then on, for 900 s after the third, 429 with Retry-After, the
    right password included'; 'Unknown usernames behave … exactly as known ones'."""
    with time_machine.travel("2026-03-02T12:00:00Z", tick=False) as clock:
        answers = [sign_in(visitor, username, "errada") for _ in range(3)]
        locked = sign_in(visitor, username, PASSWORD)
        clock.shift(899.5)
        still = sign_in(visitor, username, PASSWORD)
        clock.shift(0.5)
        after = sign_in(visitor, username, PASSWORD)

    assert [(answer.status_code, answer.json()) for answer in answers] == [
        (401, wrong_first(2)),
        (401, wrong_first(1)),
        (401, wrong_first(0)),
    ]
    assert all("Retry-After" not in answer for answer in answers)
    assert (locked.status_code, locked.json(), locked["Retry-After"]) == (429, LOCKED, "900")
    assert (still.status_code, still.json(), still["Retry-After"]) == (429, LOCKED, "1")
    assert after.status_code == (200 if username == "ana.souza" else 401)


def test_login_with_the_right_password_clears_the_counter(visitor: APIClient, ana: User) -> None:
    assert fail(visitor, "ana.souza", 2) == [401, 401]
    assert sign_in(visitor, "ana.souza").status_code == 200

    assert fail(visitor, "ana.souza", 4) == [401, 401, 401, 429]


def test_login_counts_each_username_and_each_address_apart(visitor: APIClient, ana: User) -> None:
    assert fail(visitor, "ana.souza", 4) == [401, 401, 401, 429]

    assert fail(visitor, "outra") == [401]
    assert sign_in(visitor, "ana.souza", REMOTE_ADDR="192.0.2.7").status_code == 200


def test_login_counts_a_username_in_any_case_as_one(visitor: APIClient, ana: User) -> None:
    for username in ("ana.souza", "ANA.SOUZA", " Ana.Souza"):
        assert fail(visitor, username) == [401]

    assert fail(visitor, "ana.souza") == [429]


@pytest.mark.usefixtures("at_noon")
def test_login_locks_a_username_guessed_from_many_addresses_but_on_known_devices(ana: User) -> None:
    """'wider limits per address and per username'; neither a forged cookie nor somebody else's makes a device known."""
    known, of_carla, guessing, forged = (APIClient() for _ in range(4))
    UserFactory(username="carla.dias")
    assert sign_in(known, "ana.souza").status_code == sign_in(of_carla, "carla.dias").status_code == 200
    for number in range(30):
        assert fail(guessing, "ana.souza", REMOTE_ADDR=f"192.0.2.{number}") == [401]

    response = sign_in(guessing, "ana.souza", REMOTE_ADDR="198.51.100.1")
    assert (response.status_code, response["Retry-After"]) == (429, "900")
    for cookie in ("", "x", "eyJ1c2VyIjoxfQ:1:x"):
        forged.cookies["device"] = cookie
        assert sign_in(forged, "ana.souza", REMOTE_ADDR="198.51.100.1").status_code == 429, cookie
    assert sign_in(of_carla, "ana.souza", REMOTE_ADDR="198.51.100.1").status_code == 429
    assert sign_in(known, "ana.souza").status_code == 200


@pytest.mark.parametrize(
    "addresses",
    [["192.0.2.9"] * 100, [f"2001:db8:1:2::{number:x}" for number in range(1, 101)]],
    ids=["one address", "one IPv6 network"],
)
def test_login_locks_an_address_that_sprays_usernames(visitor: APIClient, ana: User, addresses: list[str]) -> None:
    for number, address in enumerate(addresses):
        assert fail(visitor, f"nome{number}", REMOTE_ADDR=address) == [401]

    assert sign_in(visitor, "ana.souza", REMOTE_ADDR=addresses[0]).status_code == 429
    assert sign_in(visitor, "ana.souza", REMOTE_ADDR="192.0.2.10").status_code == 200


def test_login_takes_back_its_own_attempt_at_a_wide_limit_only(visitor: APIClient, ana: User) -> None:
    fail(visitor, "alguem", 2)

    sign_in(visitor, "ana.souza")

    assert SignInGuard.objects.get(step="address").failures == 2


def test_login_reads_the_address_behind_as_many_proxies_as_configured(
    visitor: APIClient, ana: User, settings: Any
) -> None:
    settings.TRUSTED_PROXY_COUNT = 1
    assert fail(visitor, "ana.souza", 4, HTTP_X_FORWARDED_FOR="203.0.113.9, 192.0.2.1") == [401, 401, 401, 429]

    forged = sign_in(visitor, "ana.souza", HTTP_X_FORWARDED_FOR="198.51.100.77, 192.0.2.1")
    other = sign_in(visitor, "ana.souza", HTTP_X_FORWARDED_FOR="203.0.113.9, 192.0.2.2")

    assert (forged.status_code, other.status_code) == (429, 200)


def test_login_ignores_forwarded_addresses_without_a_proxy(visitor: APIClient, ana: User) -> None:
    for number in range(3):
        fail(visitor, "ana.souza", HTTP_X_FORWARDED_FOR=f"192.0.2.{number}")

    assert fail(visitor, "ana.souza", HTTP_X_FORWARDED_FOR="192.0.2.99") == [429]


def test_login_hashes_once_for_known_unknown_and_deactivated_people(
    visitor: APIClient, ana: User, hashes: list[bool]
) -> None:
    """Unknown usernames behave and take time exactly as known ones."""
    UserFactory(username="saiu", is_active=False)
    counts = []
    for username in ("ana.souza", "ninguem", "saiu"):
        hashes.clear()
        fail(visitor, username)
        counts.append(len(hashes))

    assert counts == [1, 1, 1]


def test_login_while_locked_hashes_nothing(visitor: APIClient, ana: User, hashes: list[bool]) -> None:
    """lockout 'is checked before any password is hashed'."""
    fail(visitor, "ana.souza", 3)
    hashes.clear()

    assert sign_in(visitor, "ana.souza").status_code == 429

    assert hashes == []


def test_login_runs_the_same_statements_for_a_known_and_an_unknown_name(visitor: APIClient, ana: User) -> None:
    fail(visitor, "aquece", REMOTE_ADDR="192.0.2.1")
    with CaptureQueriesContext(connection) as known:
        fail(visitor, "ana.souza", REMOTE_ADDR="192.0.2.2")
    with CaptureQueriesContext(connection) as unknown:
        fail(visitor, "ninguem", REMOTE_ADDR="192.0.2.3")

    def verbs(queries: CaptureQueriesContext) -> list[str]:
        return [query["sql"].split(" ")[0] for query in queries]

    assert verbs(known) == verbs(unknown)


def test_login_of_a_deactivated_person_is_refused_as_a_wrong_password(visitor: APIClient) -> None:
    UserFactory(username="saiu", is_active=False)

    response = sign_in(visitor, "saiu")

    assert (response.status_code, response.json()) == (401, wrong_first(2))
    assert not is_signed_in(visitor)


def test_login_lock_outs_are_audited_without_what_was_typed(visitor: APIClient, ana: User) -> None:
    fail(visitor, "ana.souza", 4)
    fail(visitor, "minha-senha-no-campo-errado", 3, REMOTE_ADDR="192.0.2.2")

    unknown, known = AuditEvent.objects.all()
    assert (known.event, known.actor_id, known.subject_id, known.target_id, known.after) == (
        "accounts.sign_in_locked",
        None,
        ana.id,
        str(ana.id),
        {"step": "username+address"},
    )
    assert (unknown.event, unknown.subject_id, unknown.target_label) == ("accounts.sign_in_locked", None, "")


@pytest.mark.parametrize("path", [LOGIN, SECOND])
def test_sign_in_without_a_csrf_token_is_refused(ana: User, path: str) -> None:
    """CSRF on every unsafe call, log-in included."""
    strict = APIClient(enforce_csrf_checks=True)

    response = strict.post(path, {"username": "ana.souza", "password": PASSWORD})

    assert (response.status_code, response.json()["code"]) == (403, "csrf_failed")
    assert "sessionid" not in strict.cookies
    assert SignInGuard.objects.count() == 0


def test_login_with_the_csrf_token_of_a_page_signs_in_and_changes_the_token(ana: User) -> None:
    strict = APIClient(enforce_csrf_checks=True)
    token = "a" * 32
    strict.cookies["csrftoken"] = token

    response = sign_in(strict, "ana.souza", HTTP_X_CSRFTOKEN=token)

    assert response.status_code == 200
    assert strict.cookies["csrftoken"].value != token


def test_session_cookie_is_for_http_only(visitor: APIClient, ana: User) -> None:
    cookie = sign_in(visitor, "ana.souza").cookies["sessionid"]

    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")


def test_logout_makes_the_old_cookie_useless_and_marks_offline(visitor: APIClient, ana: User) -> None:
    sign_in(visitor, "ana.souza")
    cookie = visitor.cookies["sessionid"].value

    response = visitor.post("/api/auth/logout")

    assert (response.status_code, response.json()) == (200, {"message": "Sessão encerrada."})
    visitor.cookies["sessionid"] = cookie
    assert not is_signed_in(visitor)
    ana.refresh_from_db()
    assert ana.marked_online is False
    assert UserSession.objects.count() == 0


def test_logout_without_a_csrf_token_is_refused(ana: User) -> None:
    strict = APIClient(enforce_csrf_checks=True)
    strict.force_login(ana)

    assert strict.post("/api/auth/logout").status_code == 403
    assert is_signed_in(strict)


def test_anonymous_page_is_the_login_page_and_sets_the_csrf_cookie(client: Client) -> None:
    """Not signed in: every page path answers the log-in page (200) at that path."""
    for path in ("/", "/profile", "/login", "/admin/", "/admin/login/", "/nenhuma"):
        response = client.get(path)
        assert response.status_code == 200, path
        assert "accounts/login.html" in [template.name for template in response.templates], path
        assert response.cookies["csrftoken"].value


COOKIE_SETTINGS = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_PROXY_SSL_HEADER")


@pytest.mark.parametrize(
    ("environment", "request_", "secure"),
    [
        ({}, {}, False),
        ({}, {"secure": True}, True),
        ({}, {"HTTP_X_FORWARDED_PROTO": "https"}, False),
        ({"TRUSTED_PROXY_COUNT": "1"}, {"HTTP_X_FORWARDED_PROTO": "https"}, True),
        ({"TRUSTED_PROXY_COUNT": "1"}, {"HTTP_X_FORWARDED_PROTO": "http"}, False),
        ({"PUBLIC_BASE_URL": "https://contas.example"}, {}, False),
        ({"PUBLIC_BASE_URL": "https://contas.example"}, {"HTTP_HOST": "contas.example"}, True),
    ],
)
def test_every_cookie_is_secure_when_the_request_is_https(
    visitor: APIClient,
    ana: User,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
    environment: dict[str, str],
    request_: dict[str, Any],
    secure: bool,
) -> None:
    """Over https, directly or by a trusted proxy; a forged header is not believed; plain http on loopback is spared."""
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    chosen = runpy.run_path(str(settings.ROOT / "platform/config/settings.py"))
    for name in COOKIE_SETTINGS:
        setattr(settings, name, chosen.get(name))
    settings.ALLOWED_HOSTS = ["127.0.0.1", "contas.example"]
    from_where = {"HTTP_HOST": "127.0.0.1"} | request_

    page, answer = visitor.get("/", **from_where), sign_in(visitor, "ana.souza", **from_where)

    names = {f"__Host-{name}" if secure else name for name in ("csrftoken", "sessionid", "device")}
    for cookies in (page.cookies, answer.cookies):
        assert {(bool(cookie["secure"]), cookie["path"], cookie["domain"]) for cookie in cookies.values()} == {
            (secure, "/", "")
        }
    assert page.cookies.keys() | answer.cookies.keys() == {cookie.key for cookie in visitor.cookies.values()} == names
    assert visitor.get("/api/auth/me", **from_where).status_code == 200


@pytest.mark.parametrize("name", ["sessionid", "csrftoken", "device"])
def test_cookie_that_another_host_could_have_set_is_not_read_over_https(visitor: APIClient, ana: User, name: str) -> None:
    sign_in(visitor, "ana.souza", secure=True)
    taken = visitor.cookies.pop(f"__Host-{name}")
    taken.set(name, taken.value, taken.coded_value)
    visitor.cookies[name] = taken

    assert visitor.get("/", secure=True).wsgi_request.COOKIES.keys() == {"sessionid", "csrftoken", "device"} - {name}


def test_logout_over_https_takes_the_session_cookie_away(visitor: APIClient, ana: User) -> None:
    sign_in(visitor, "ana.souza", secure=True)

    gone = visitor.post("/api/auth/logout", secure=True).cookies["__Host-sessionid"]

    assert (gone.value, gone["max-age"], bool(gone["secure"]), gone["path"]) == ("", 0, True, "/")
