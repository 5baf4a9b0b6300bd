"""1,000 accounts previewed on the server: read, checked against rules, template and earlier runs, linted, sealed."""

import time
from collections.abc import Iterator
from typing import Any

from bench.django_ground import ready
from bench.figures import Figure

ROWS = 1_000
BOUND_S = 2.0
IMAGES = ["https://cdn.example.com/a.jpg"]


def measure() -> Iterator[Figure]:
    ready()
    from django.core.management import call_command
    from django.test import Client
    from django.test.utils import setup_test_environment

    from accounts.actions.people import create_person
    from bulk.games import GAMES
    from marketplace.actions import save_configuration

    setup_test_environment()
    call_command("migrate", verbosity=0)
    person = create_person(by=None, username="medida.previa", password="medida-forte-1", role="employee")
    save_configuration(
        user_id=person.id,
        service="gameboost",
        by=person,
        api_key="medida",
        base_url="https://api.gameboost.com/v1",
        timeout_ms=5000,
        enabled_endpoints=["accounts"],
    )
    client = Client()
    client.force_login(person)
    for slug in GAMES:
        body = {"game": slug, "settings": {"imageUrls": IMAGES}, **_accounts_of(slug)}
        client.post("/api/bulk/preview", body, content_type="application/json")
        started = time.perf_counter()
        answer = client.post("/api/bulk/preview", body, content_type="application/json")
        elapsed = time.perf_counter() - started
        assert answer.json()["totals"]["sendable"] == ROWS, answer.json()["totals"]
        yield Figure(f"previewing {ROWS} accounts of {slug}", elapsed, BOUND_S, "s")


def _accounts_of(slug: str) -> dict[str, Any]:
    if slug in ("roblox", "war-thunder"):
        return {"text": "\n".join(f"jogador{number}:Exemplo#{number}" for number in range(ROWS))}
    accounts = [
        {
            "title": f"Conta {number} | 57 skins",
            "description": f"Conta número {number}, com tudo o que aparece no anúncio.",
            "login": f"jogador{number}",
            "password": f"Exemplo#{number}",
            "email_login": f"jogador{number}@firstmail.ltd",
            "email_password": "MailExemplo#9",
            "price": "24.99",
            "account_data": {"level": 84, "skins": 57, "vbucks": 1250, "agents": ["Sova", "Jett"]},
        }
        for number in range(ROWS)
    ]
    return {"accounts": accounts}
