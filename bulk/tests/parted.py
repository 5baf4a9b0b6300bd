"""Accounts as the queues of Fortnite and Valorant send them; values are invented."""

from typing import Any

FORTNITE = "/api/fortnite/bulk-create"
VALORANT = "/api/gameboost/valorant"
ASYNC = {"Prefer": "respond-async"}
SKINS = {
    "title": "Conta Fortnite | 57 skins",
    "login": "ana001",
    "password": "Exemplo#123",
    "email_login": "ana001@firstmail.ltd",
    "email_password": "MailExemplo#9",
    "email_domain": "firstmail",
    "description": "Conta com 57 skins e 1.250 V-Bucks.",
    "price": "24.99",
    "platform": "Xbox",
    "has_2fa": True,
    "image_urls": ["https://cdn.example.com/a.jpg", "https://cdn.example.com/b.jpg"],
    "account_data": {
        "skins": 57,
        "pickaxes": 34,
        "emotes": 41,
        "backblings": 28,
        "wraps": 12,
        "gliders": 19,
        "sprays": 7,
        "loading_screens": 5,
        "vbucks": 1250,
        "account_level": 210,
        "battlepass": False,
        "rare_items": ["Renegade Raider"],
        "seasons_played": [2, 3],
    },
}
ELO = {
    "title": "Valorant BR | Ouro 2 & 31 skins",
    "login": "bia002",
    "password": "Exemplo#123",
    "email_login": "bia002@rambler.ru",
    "email_password": "MailExemplo#9",
    "email_provider": "rambler",
    "description": "Conta de Valorant no servidor do Brasil.",
    "price": 30,
    "server": "BR",
    "gallery": ["https://cdn.example.com/v.jpg"],
    "dump": "valorant, ouro",
    "note": "lote 7",
    "account_data": {
        "level": 84,
        "current_tier": "Gold",
        "current_division": 2,
        "peak_tier": "Diamond",
        "peak_division": 1,
        "platforms": ["PC"],
        "valorant_points": 425,
        "radianite_points": 60,
        "winrate": 51.5,
        "agents": ["Sova", "Jett"],
        "weapon_skins": ["Neptune Spectre"],
        "buddies": ["EP1: Iron Buddy"],
        "cards": ["Sova Card"],
        "sprays": ["GG Spray"],
        "titles": ["Rookie"],
    },
}


def fortnite(**changes: Any) -> dict[str, Any]:
    return SKINS | changes


def valorant(**changes: Any) -> dict[str, Any]:
    return ELO | changes


def bare(**changes: Any) -> dict[str, Any]:
    return {"login": "ana001", "password": "Exemplo#123", "price": "10"} | changes
