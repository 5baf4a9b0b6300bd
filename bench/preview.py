"""Accounts previewed on the server: read, checked against rules, template and earlier runs, linted, sealed."""

import time
from collections.abc import Iterator
from typing import Any

from bench.django_ground import ready
from bench.figures import Figure

SIZES = ((1_000, ("fortnite", "valorant", "roblox", "war-thunder"), 2.0), (5_000, ("roblox", "war-thunder"), 1.0))
"""Rows, games, and the seconds that they may take."""

IMAGES = ["https://cdn.example.com/a.jpg"]


def measure() -> Iterator[Figure]:
    ready()
    from django.core.management import call_command
    from django.test import Client
    from django.test.utils import setup_test_environment

    from accounts.actions.people import create_person
    from marketplace.actions.configurations import save_configuration

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
    for rows, slugs, bound_s in SIZES:
        for slug in slugs:
            body = {"game": slug, "settings": {"imageUrls": IMAGES}, **_accounts_of(slug, rows)}
            client.post("/api/bulk/preview", body, content_type="application/json")
            started = time.perf_counter()
            answer = client.post("/api/bulk/preview", body, content_type="application/json")
            elapsed = time.perf_counter() - started
            assert answer.json()["totals"]["sendable"] == rows, answer.json()["totals"]
            yield Figure(f"previewing {rows} accounts of {slug}", elapsed, bound_s, "s")


def _accounts_of(slug: str, rows: int) -> dict[str, Any]:
    if slug in ("roblox", "war-thunder"):
        return {"text": "\n".join(f"jogador{number}:Exemplo#{number}" for number in range(rows))}
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
        for number in range(rows)
    ]
    return {"accounts": accounts}
