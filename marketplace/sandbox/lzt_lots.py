"""The lots on sale in the sandbox's LZT Market, of every origin that the vendor knows, and how lots are written."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

CATEGORIES = {"steam": 1, "fortnite": 9, "riot": 13, "discord": 22, "roblox": 31}
BALANCE = 1000
SELLER: dict[str, Any] = {
    "user_id": 7001,
    "username": "vendedor_sandbox",
    "balance": "1000.00",
    "convertedBalance": 1000,
    "hold": "0.00",
    "currency": "eur",
    "active_items_count": 0,
    "sold_items_count": 0,
    "balances": [{"balance_id": 1, "balance": "1000.00", "currency": "eur"}],
}
FIRST_LOT = 9001


def _lot(number: int, category: str, title: str, price: float, origin: str, **fields: Any) -> dict[str, Any]:
    return {
        "item_id": FIRST_LOT + number,
        "item_state": "active",
        "category_id": CATEGORIES[category],
        "published_date": 1_790_000_000 + number * 3600,
        "title": title,
        "title_en": title,
        "description": "Conta de demonstração.",
        "price": price,
        "price_currency": "eur",
        "priceWithSellerFee": round(price * 1.05, 2),
        "item_origin": origin,
        "email_type": "autoreg",
        "email_provider": "",
        "item_domain": "",
        "guarantee": {"duration": 86_400, "active": True},
        "view_count": number,
        "canBuyItem": True,
        "canEditItem": False,
        "seller": {"user_id": 8000 + number, "sold_items_count": 10 * number},
        "buyer": None,
        "tags": [],
        **fields,
    }


LOTS: dict[int, dict[str, Any]] = {
    lot["item_id"]: lot
    for lot in (
        _lot(0, "fortnite", "Fortnite 57 skins", 12, "personal", fortnite_skin_count=57, fortnite_level=210),
        _lot(1, "fortnite", "Fortnite 150 skins OG", 89.5, "resale", fortnite_skin_count=150, fortnite_level=320),
        _lot(2, "fortnite", "Fortnite 300 skins", 49.99, "stealer", fortnite_skin_count=300, fortnite_level=400),
        _lot(3, "riot", "Valorant Gold 2 BR", 15, "autoreg", riot_valorant_level=84, valorantRankTitle="Gold 2"),
        _lot(4, "riot", "Valorant Diamond 1", 35.25, "self_registration", riot_valorant_level=120),
        _lot(5, "riot", "Valorant Radiant", 5000, "personal", riot_valorant_level=400),
        _lot(6, "riot", "Valorant sem dono", 4, "brute", riot_valorant_level=30),
        _lot(7, "roblox", "Roblox 350 Robux", 6, "autoreg", roblox_robux=350, roblox_verified=1),
        _lot(8, "roblox", "Roblox 4 letras", 22, "personal", roblox_robux=0, roblox_verified=0),
        _lot(9, "roblox", "Roblox Headless", 60, "phishing", roblox_robux=1200, roblox_verified=1),
        _lot(10, "roblox", "Roblox sem origem", 3, "", roblox_robux=5, roblox_verified=0),
        _lot(11, "steam", "Steam 20 jogos", 18, "resale", canBuyItem=False),
    )
}


def category(name: str) -> dict[str, Any]:
    """A category as the vendor describes it."""
    return {
        "category_id": CATEGORIES[name],
        "category_title": name.title(),
        "category_name": name,
        "category_url": name,
        "category_description": "",
        "links": {"permalink": f"market/{name}/", "detail": "", "sub-categories": "", "sub-forums": ""},
    }


def with_category(lot: dict[str, Any]) -> dict[str, Any]:
    """A lot as its own page shows it."""
    name = next((name for name, number in CATEGORIES.items() if number == lot["category_id"]), "")
    return lot | {"category": category(name) if name else []}


def login_data(login: str, password: str, email: str, email_password: str) -> dict[str, Any]:
    """What opens an account, as its buyer and its seller are given it. An empty map is written as a list, as PHP does."""
    account, mail = _login_data(login, password), _login_data(email, email_password)
    lines = [each["raw"] for each in (account, mail) if each]
    return {
        "loginData": account or [],
        "emailLoginData": mail or [],
        "copyFormatData": {"title_link": "", "full": "\n".join(lines)},
    }


def bought_data(item_id: int) -> dict[str, Any]:
    """What opens a lot of somebody else."""
    login = f"conta{item_id}"
    return login_data(login, f"Exemplo#{item_id}", f"{login}@example.com", "Exemplo#456")


def _login_data(login: str, password: str) -> dict[str, Any]:
    if not login:
        return {}
    raw = f"{login}:{password}"
    return {
        "raw": raw,
        "encodedRaw": quote(raw, safe=""),
        "login": login,
        "password": password,
        "encodedPassword": quote(password, safe=""),
        "oldPassword": "",
        "encodedOldPassword": "",
    }


def own_lot(row: dict[str, Any]) -> dict[str, Any]:
    """A lot as its seller sees it."""
    sent = row["attributes"]
    email, _, email_password = str(sent.get("email_login_data") or "").partition(":")
    return {
        "item_id": row["id"],
        "item_state": row["status"],
        "category_id": sent["category_id"],
        "published_date": int(row["created_at"]),
        "title": sent["title"],
        "title_en": sent["title"],
        "description": sent["description"],
        "price": sent["price"],
        "price_currency": sent["currency"],
        "item_origin": sent["item_origin"],
        "canBuyItem": False,
        "canEditItem": True,
        "seller": {"user_id": SELLER["user_id"]},
        "buyer": None,
        "tags": [],
        **login_data(row["login"], str(sent.get("password") or ""), email, email_password),
    }
