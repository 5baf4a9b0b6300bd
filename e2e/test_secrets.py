"""Keys and passwords that everybody would recognise go in through every door of a running product; then every byte it
wrote and every answer to somebody else is searched for them.

Acceptance: '500 planted passwords and 5 API keys: 0 hits in database dump, logs, error bodies, queue, activity rows,
audit, analytics; configuration answers show at most the last 4 characters of a key.'
"""

import base64
import os
import re
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest
import requests

from e2e.installation import Installation
from e2e.people import ADMIN, ANA, BRUNO
from marketplace.tests.sandbox_client import SandboxControl

ROWS = 250
LOT, LOT_PRICE = 9008, "6.00"
LOT_SECRETS = (f"Exemplo#{LOT}", "Exemplo#456")
NEEDLE = "plantada"
REVEALING = ("/api/bulk/runs/{run_id}/corrections.csv",)
DEADLINE_S = 300


def key(name: str) -> str:
    """A key that the sandbox takes; its last four characters may be shown."""
    return f"sandbox-{NEEDLE}-{name}-0000"


def password(number: int | str) -> str:
    return f"Plantada#{number}"


class Visitor:
    """A person at the API who keeps every answer."""

    def __init__(self, url: str, username: str, first: str, second: str = "") -> None:
        self._url = url
        self._session = requests.Session()
        self._session.get(f"{url}/", timeout=30)
        self.heard: list[tuple[str, str]] = []
        signed_in = self.post("/api/auth/login", {"username": username, "password": first}).json()
        if second:
            self.post("/api/auth/verify-second-password", {"userId": signed_in["id"], "secondPassword": second})
        self.id = int(signed_in["id"])

    def get(self, path: str, **headers: str) -> requests.Response:
        return self._kept(f"GET {path}", self._session.get(self._url + path, headers=headers, timeout=60))

    def post(self, path: str, body: dict[str, Any], method: str = "POST", **headers: str) -> requests.Response:
        token = {"X-CSRFToken": self._session.cookies.get("csrftoken") or ""}
        answer = self._session.request(method, self._url + path, json=body, headers=token | headers, timeout=60)
        return self._kept(f"{method} {path}", answer)

    def _kept(self, asked: str, answer: requests.Response) -> requests.Response:
        self.heard.append((asked, f"{answer.headers} {answer.text}"))
        return answer


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """One of its own, talkative in its logs, that may buy."""
    hurried = {"BULK_PAUSE_MS": "0", "BULK_VERIFY_AFTER_S": "1", "LOG_LEVEL": "DEBUG", "LZT_PURCHASE_ENABLED": "1"}
    with Installation(tmp_path_factory.mktemp("var"), **hurried) as running:
        yield running


def test_planted_keys_and_passwords_are_readable_nowhere(installation: Installation) -> None:
    ana, bruno, admin = (Visitor(installation.url, *who) for who in (ANA, BRUNO, ADMIN))
    sandbox = SandboxControl(installation.sandbox_url)
    # A run of so many lines would wait for the minute to pass, on both sides.
    sandbox.set_policy(rate_limit_per_minute=100_000)
    assert admin.post("/api/settings", {"userId": admin.id, "settings": {"enableRateLimiting": False}}).ok
    _plant_keys(installation, ana, admin)
    _plant_passwords(installation, ana, admin)
    _plant_accounts(ana)
    run_id = _plant_run(ana, sandbox)
    _buy(admin)
    paths = _readable_paths(admin)
    for other in (bruno, admin):
        _look_everywhere(other, paths, ana.id, run_id, sandbox)
        assert [asked for asked, answer in other.heard if NEEDLE in answer.lower()] == []
    assert _shown_key(admin, ana.id) == "••••0000"
    sandbox.close()
    assert _hits(installation) == []
    installation.__exit__()
    assert _hits(installation) == []


def _plant_keys(installation: Installation, ana: Visitor, admin: Visitor) -> None:
    """Saved, replaced, tried and refused, typed into one call; and once in a configuration of both services."""
    for service, path in (("gameboost", "/v1"), ("lztmarket", "/lzt")):
        base_url = f"{installation.sandbox_url}{path}"
        for name in ("velha", "nova"):
            body = {"userId": ana.id, "service": service, "apiKey": key(name), "baseUrl": base_url, "timeout": 5000}
            assert ana.post(f"/api/configs/{service}", body | {"enabledEndpoints": _endpoints(service)}).ok
        assert ana.post(f"/api/configs/{service}/test", {"userId": ana.id}).json()["success"] is True
        refused = ana.post(f"/api/configs/{service}/test", {"apiKey": f"{NEEDLE}-recusada", "baseUrl": base_url})
        assert refused.json()["success"] is False
    typed = {"method": "GET", "apiKey": key("digitada"), "baseUrl": f"{installation.sandbox_url}/v1"}
    assert ana.post("/api/proxy/gameboost/accounts", typed).ok
    assert ana.post("/api/configs/gameboost", {"apiKey": key("errada"), "baseUrl": "http://10.0.0.1/"}).status_code == 400
    assert admin.post("/api/configs/gameboost", {"userId": ana.id, "apiKey": "", "baseUrl": "x"}).status_code == 400


def _endpoints(service: str) -> list[str]:
    if service == "lztmarket":
        return ["listings", "categories", "orders", "messages"]
    return ["accounts", "accounts/{id}", "accounts/by-login/{login}", "accounts/template/{gameSlug}"]


def _plant_passwords(installation: Installation, ana: Visitor, admin: Visitor) -> None:
    """Of people: given, changed, refused, and wrong at the door."""
    person = {"username": "eva.costa", "fullName": "Eva Costa", "password": password("eva"), "role": "employee"}
    eva = admin.post("/api/users", person | {"secondPassword": password("eva-2")})
    assert eva.status_code == 201, eva.text
    visitor = Visitor(installation.url, "eva.costa", password("eva"), password("eva-2"))
    change = {"currentPassword": password("eva"), "newPassword": password("eva-3"), "password": password("eva-3")}
    assert visitor.post(f"/api/users/{visitor.id}/password", change).ok
    assert visitor.post(f"/api/users/{visitor.id}/password", change).status_code >= 400
    session = requests.Session()
    session.get(f"{installation.url}/", timeout=30)
    token = {"X-CSRFToken": session.cookies["csrftoken"]}
    wrong = {"username": "carla.dias", "password": password("errada")}
    assert session.post(f"{installation.url}/api/auth/login", json=wrong, headers=token, timeout=30).status_code == 401
    assert ana.post("/api/auth/login", {"username": "x", "password": [password("lista")]}).status_code >= 400


def _plant_accounts(ana: Visitor) -> None:
    """By the proxy (listed, refused by the template), by the analysis, by the queue, and by the preview."""
    account = {
        "game": "war-thunder",
        "title": "Conta War Thunder",
        "price": "14.99",
        "login": "piloto.proxy",
        "password": password("proxy"),
        "email_login": "piloto@example.com",
        "email_password": password("proxy-email"),
        "description": "Conta com acesso completo.",
        "image_urls": ["https://cdn.example.com/conta.jpg"],
    }
    create = {"method": "POST", "data": account}
    assert ana.post("/api/proxy/gameboost/accounts", create).status_code == 201
    assert (
        ana.post("/api/proxy/gameboost/accounts", {"method": "POST", "data": account | {"price": "x"}}).status_code == 400
    )
    text = f"Login: ana01\nSenha: {password('analise')}\nE-mail: a@example.com\nSenha do e-mail: {password('analise-2')}"
    for game in ("fortnite", "valorant"):
        assert ana.post(f"/api/{game}/analyze", {"text": text, "userId": ana.id}).ok
    entry = {"title": "Conta", "login": "ana02", "password": password("fila"), "email_password": password("fila-2")}
    ana.post("/api/bulk/queue?game=fortnite", {"entries": [entry]}, method="PUT", **{"If-Match": '"0"'})
    lines = f"ana03:{password('previa')}\nsem-separador-{password('torta')}"
    assert ana.post("/api/bulk/preview", {"game": "roblox", "text": lines}).ok
    cookie = f"ana04:_|WARNING:-DO-NOT-SHARE-THIS.--{NEEDLE}"
    ana.post("/api/roblox/bulk-create", {"text": cookie, "settings": {}})


def _plant_run(ana: Visitor, sandbox: SandboxControl) -> int:
    """Two passwords a line; some lines are refused, some are listed without an answer, some cannot be read."""
    sandbox.set_faults(
        {"kind": "created_then_dropped", "probability": 0.05},
        {"kind": "refuse", "logins": ["piloto7", "piloto8"]},
    )
    lines = [
        f"piloto{number}:{password(number)}:p{number}@example.com:{password(f'e{number}')}" for number in range(ROWS)
    ]
    lines.append(f"piloto-torto:{password('torto')}:sobra")
    body = {"text": "\n".join(lines), "settings": {}}
    started = ana.post("/api/war-thunder/bulk-create", body, Prefer="respond-async", **{"Idempotency-Key": "plantio"})
    assert started.status_code == 202, started.text
    run_id = int(started.json()["runId"])
    give_up_at = time.monotonic() + DEADLINE_S
    while (run := ana.get(f"/api/bulk/runs/{run_id}").json())["finishedAt"] is None:
        assert time.monotonic() < give_up_at, run
        time.sleep(0.5)
    assert run["counts"]["created"] == ROWS - 2, run
    return run_id


def _buy(admin: Visitor) -> None:
    data = {"item_id": LOT, "price": LOT_PRICE}
    bought = admin.post(
        "/api/proxy/lztmarket/market/purchase", {"method": "POST", "data": data}, **{"Idempotency-Key": "compra"}
    )
    assert all(secret in bought.text for secret in LOT_SECRETS)


def _readable_paths(admin: Visitor) -> list[str]:
    """Every path of the API that answers a GET, from its own document; but for those that show credentials on request,
    which the person concerned sees in their trail."""
    paths = admin.get("/api/schema", Accept="application/json").json()["paths"]
    readable = sorted(name for name, methods in paths.items() if "get" in methods and name not in REVEALING)
    assert "/api/bulk/runs/{run_id}/rows" in readable
    return readable


def _look_everywhere(person: Visitor, paths: list[str], of: int, run_id: int, sandbox: SandboxControl) -> None:
    """Every GET of the API about that person and their run, the proxied reads, and every page."""
    values = {"user_id": (of,), "run_id": (run_id,), "service": ("gameboost", "lztmarket"), "row_id": (1, 2)}
    for path in paths:
        for asked in _filled(path, values):
            person.get(f"{asked}?userId={of}&limit=200")
            person.get(asked)
    for path in ("", "/rows?limit=500", "/report.csv", "/receipt.json"):
        person.get(f"/api/bulk/runs/{run_id}{path}")
    proxied = ("accounts", "accounts/by-login/piloto1", f"accounts/{sandbox.listings()[0]['id']}")
    for path in proxied:
        for body in ({}, {"userId": of}):
            person.post(f"/api/proxy/gameboost/{path}", {"method": "GET", "params": {"with_data": True}} | body)
    pages = (
        "/",
        "/profile",
        "/runs",
        f"/runs/{run_id}",
        "/admin-panel",
        "/integrations",
        "/gameboost",
        "/gerenciar-apis",
    )
    for page in (
        *pages,
        "/settings",
        "/admin/",
        "/admin/bulk/row/",
        "/admin/core/auditevent/",
        "/admin/marketplace/activity/",
    ):
        person.get(page)


def _filled(path: str, values: dict[str, tuple[Any, ...]]) -> list[str]:
    """The path with every choice of its placeholders; a number where nothing is known of one."""
    filled = [path]
    for name in re.findall(r"{(\w+)}", path):
        filled = [each.replace(f"{{{name}}}", str(value)) for each in filled for value in values.get(name, (1,))]
    return filled


def _shown_key(admin: Visitor, of: int) -> str:
    return str(admin.get(f"/api/configs/gameboost?userId={of}").json()["apiKey"])


def _hits(installation: Installation) -> list[str]:
    """Files and tables in which something planted can be read, as it is or in base64."""
    written = [*_files(installation.var), *_tables()]
    assert any(b"eva.costa" in content for _, content in written)
    return [f"{name}: {needle!r}" for name, content in written for needle in _needles() if needle in content]


def _files(var: Path) -> list[tuple[str, bytes]]:
    """Everything the product wrote: database with its log of writes, logs, media. The sandbox is somebody else."""
    files = [path for path in var.rglob("*") if path.is_file() and not path.name.startswith("sandbox")]
    assert (var / "installation.log") in files
    written = []
    for path in files:
        # The worker runs on, and removes the mark of a job that ends between the listing and the reading.
        with suppress(FileNotFoundError):
            written.append((str(path), path.read_bytes()))
    return written


def _needles() -> list[bytes]:
    words = [word.encode() for word in (NEEDLE, NEEDLE.capitalize(), *LOT_SECRETS)]
    return words + [_in_base64(word, offset) for word in words for offset in range(3)]


def _in_base64(word: bytes, offset: int) -> bytes:
    """The part of its base64 that is the same whatever stands around it."""
    encoded = base64.b64encode(b"\0" * offset + word)
    whole = (offset + len(word)) // 3 * 4
    return encoded[(offset * 8 + 5) // 6 : whole]


def _tables() -> list[tuple[str, bytes]]:
    """Every row of every table, where the database is PostgreSQL."""
    url = os.environ.get("DATABASE_URL", "")
    if not url.startswith("postgres"):
        return []
    with psycopg.connect(url) as connection, connection.cursor() as cursor:
        cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        names = [row[0] for row in cursor.fetchall()]
        return [(name, str(cursor.execute(f'SELECT t::text FROM "{name}" t').fetchall()).encode()) for name in names]


def test_search_finds_what_is_there(tmp_path: Path) -> None:
    """The search itself: plain and in base64, wherever it stands."""
    needles = _needles()
    for before in ("", "a", "ab", "abc"):
        for text in (password(1), key("x")):
            plain = (before + text).encode()
            for content in (plain, base64.b64encode(plain)):
                assert any(needle in content for needle in needles), content
