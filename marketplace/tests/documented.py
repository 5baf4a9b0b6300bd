"""The vendors' documented answers, with invented values: what the tests hold adapters and sandbox against.

Every name and type is that of the page or file named beside it; no value is anybody's.

| constant | source |
|---|---|
| V1_ACCOUNT | GameBoost Seller API 1.0.0, OpenAPI schema AccountItem |
| V1_TEMPLATE | a v1 client of 2025: `template.account_data.<field> = {condition, values?}` |
| V2_OFFER | docs.gameboost.com/v2/api-reference/account-offers/update-an-account-offer |
| V2_PRICE_OBJECT | recorded v2 answers of a client of 2026: {format, value, amount, currency {symbol, code}} |
| V2_LIST | envelope of list-account-offers: data, meta, links |
| V2_ACTION | /account-offers/{id}/list and /draft: {message, action, previous_status, data} |
| V2_STOCK | docs.gameboost.com/v2/api-reference/account-offer-credentials/add-credentials |
| V2_TEMPLATE | recorded answer of /account-offers/templates/{slug} |
| V2_REFUSED, V2_THROTTLED | docs.gameboost.com/v2/api-reference/get-started/api-responses and rate-limiting |
| LZT_LOT, LZT_LIST, LZT_ME | LZT Market OpenAPI 1.1.97, and recorded lots: a float for a price, a list for an empty map |
| LZT_BOUGHT | POST /{item_id}/fast-buy: {status, item} with what opens the account |
| LZT_ERRORS | components.examples of the same file: (status, body, what people read) |
"""

from typing import Any

Json = dict[str, Any]

V1_ACCOUNT: Json = {
    "id": "123456",
    "type": "accounts",
    "attributes": {
        "title": "Conta",
        "slug": "conta",
        "description": "…",
        "game_slug": "fortnite",
        "status": "Listed",
        "server": "Europe West",
        "level_up_method": "Handmade",
        "ign": "nick",
        "login": "piloto",
        "password": "Exemplo#123",
        "email_login": "piloto@example.com",
        "email_password": None,
        "price": 14.99,
        "data": {},
        "trend_score": 0,
        "is_featured": False,
        "is_rare": False,
        "is_discounted": False,
        "images": ["https://cdn.example.com/conta.jpg"],
        "created_at": 1730000000,
        "sold_at": None,
        "updated_at": 1730000000,
    },
}

V1_TEMPLATE: Json = {
    "template": {
        "account_data": {
            "account_level": {"condition": "min:0"},
            "is_ranked_ready": {"condition": "boolean"},
            "level": {"condition": "string"},
            "platform": {"condition": "string", "values": ["PC", "Xbox"]},
            "platforms.*": {"condition": "string", "values": ["PC", "PSN"]},
        }
    }
}

V2_OFFER: Json = {
    "id": 123,
    "game": {"id": 4, "name": "War Thunder", "slug": "war-thunder"},
    "account_order_ids": [77],
    "title": "Conta",
    "slug": "conta",
    "description": "Conta com acesso completo.",
    "parameters": {"account_level": 50, "server": "Europe"},
    "dump": "war thunder",
    "status": "listed",
    "delivery_time": {
        "duration": 10,
        "unit": "minutes",
        "format": "10m",
        "format_long": "10 minutes",
        "seconds": 600,
    },
    "is_manual_delivery": False,
    "credentials": {
        "login": "piloto",
        "password": "Exemplo#123",
        "email_login": "piloto@example.com",
        "email_password": "Exemplo#456",
        "email_provider": "firstmail.ltd",
    },
    "delivery_instructions": "Webmail",
    "price": "14.99",
    "price_usd": "17.24",
    "views": 3,
    "image_urls": ["https://cdn.example.com/conta.jpg"],
    "created_at": 1730000000,
    "updated_at": 1730000100,
    "listed_at": 1730000100,
}

V2_PRICE_OBJECT: Json = {
    "format": "€14.99",
    "value": 14.99,
    "amount": 1499,
    "currency": {"symbol": "€", "code": "EUR"},
}

V2_LIST: Json = {
    "data": [V2_OFFER],
    "meta": {"current_page": 1, "from": 1, "last_page": 2, "per_page": 1, "to": 1, "total": 2},
    "links": {"first": "?page=1", "last": "?page=2", "prev": None, "next": "?page=2"},
}

V2_ACTION: Json = {
    "message": "Account offer listed.",
    "action": "list",
    "previous_status": "draft",
    "data": V2_OFFER,
}

V2_STOCK: Json = {
    "message": "1 credentials added successfully.",
    "created_count": 1,
    "duplicate_count": 0,
    "data": [
        {
            "id": 9,
            "credentials": "Login: piloto\nPassword: Exemplo#123",
            "account_offer_id": 123,
            "account_order_id": None,
            "is_sold": False,
            "created_at": 1730000000,
            "updated_at": 1730000000,
        }
    ],
}

V2_TEMPLATE: Json = {
    "game": "valorant",
    "details": {
        "title": {"type": "string", "required": True},
        "price": {"type": "number", "required": True},
        "image_urls": {"type": "array", "required": False, "items": {"type": "string"}},
    },
    "account_data": {
        "server": {"type": "string", "required": True, "values": ["Europe", "Brazil"]},
        "current_tier": {"type": "string", "required": False, "values": ["Unranked", "Gold"]},
        "current_division": {"type": "integer", "required": False, "values": [1, 2, 3]},
        "platforms": {
            "type": "array",
            "required": False,
            "items": {"type": "string", "required": True, "values": ["PC", "PSN", "XBOX"]},
        },
        "is_ranked_ready": {"type": "boolean", "required": False},
        "level": {"type": "string", "required": True},
        "valorant_points": {"type": "integer", "required": False, "min": 0},
    },
    "game_items": {"agents": ["Sova"], "weapon-skins": ["Prime Vandal"]},
}

V2_REFUSED: Json = {
    "message": "Invalid request parameters",
    "errors": {"login": "The 'login' field is required"},
    "request_id": "0e8400e2-9b00-4000-8000-000000000000",
}

V2_THROTTLED: Json = {"message": "Too many requests", "request_id": "0e8400e2-9b00-4000-8000-000000000001"}

LZT_SYSTEM_INFO: Json = {
    "rate_limit": {"limit": 300, "remaining": 299, "reset": 1730000060, "bucket": "get"},
    "visitor_id": 1,
    "time": 1730000000,
    "log_id": 2,
}

LZT_LOT: Json = {
    "item_id": 777,
    "item_state": "active",
    "category_id": 31,
    "published_date": 1730000000,
    "title": "Roblox 350",
    "title_en": "Roblox 350",
    "description": "…",
    "price": 12.5,
    "rub_price": 1250,
    "price_currency": "eur",
    "item_origin": "autoreg",
    "email_type": "autoreg",
    "guarantee": [],
    "view_count": 3,
    "canBuyItem": True,
    "canEditItem": False,
    "seller": {"user_id": 5, "sold_items_count": 9},
    "buyer": None,
    "tags": [],
    "roblox_robux": 350,
    "loginData": {
        "raw": "conta:Exemplo#123",
        "encodedRaw": "conta%3AExemplo%23123",
        "login": "conta",
        "password": "Exemplo#123",
        "encodedPassword": "Exemplo%23123",
        "oldPassword": "",
        "encodedOldPassword": "",
    },
    "emailLoginData": {
        "raw": "a@example.com:Exemplo#456",
        "encodedRaw": "a%40example.com%3AExemplo%23456",
        "login": "a@example.com",
        "password": "Exemplo#456",
        "encodedPassword": "Exemplo%23456",
        "oldPassword": "",
        "encodedOldPassword": "",
    },
    "copyFormatData": {"title_link": "", "full": "conta:Exemplo#123\na@example.com:Exemplo#456"},
}

LZT_LIST: Json = {
    "items": [LZT_LOT],
    "totalItems": 1,
    "totalItemsPrice": 12,
    "hasNextPage": False,
    "perPage": 40,
    "page": 1,
    "searchUrl": "/roblox",
    "stickyItems": [],
    "system_info": LZT_SYSTEM_INFO,
}

LZT_ME: Json = {
    "user": {
        "user_id": 5,
        "username": "vendedor",
        "balance": "10.50",
        "convertedBalance": 10,
        "hold": "0.00",
        "currency": "eur",
        "active_items_count": 1,
        "sold_items_count": 2,
        "balances": [],
    },
    "system_info": LZT_SYSTEM_INFO,
}

LZT_BOUGHT: Json = {"status": "ok", "item": LZT_LOT, "system_info": LZT_SYSTEM_INFO}

LZT_ERRORS: tuple[tuple[int, Json, str], ...] = (
    (401, {"errors": ["Invalid or expired access token."]}, "Invalid or expired access token."),
    (
        403,
        {"errors": ["You do not have permission to view this page or perform this action."]},
        "You do not have permission to view this page or perform this action.",
    ),
    (403, {"errors": ["This item is sold."]}, "This item is sold."),
    (403, {"errors": ["You can&#039;t buy your own product"]}, "You can't buy your own product"),
    (404, {"errors": ["Requested item not found"]}, "Requested item not found"),
    (
        400,
        {"errors": ["Please enter a value for the required field 'field'."]},
        "Please enter a value for the required field 'field'.",
    ),
    (
        400,
        {"errors": ['You do not have enough money to buy this product. <b><a href="/pay">Top up</a></b>']},
        "You do not have enough money to buy this product. Top up",
    ),
    (
        400,
        {"errors": ["Seller have added you in buyers blacklist.", "Try another one."]},
        "Seller have added you in buyers blacklist. Try another one.",
    ),
    (400, {"error": "The archive is being made."}, "The archive is being made."),
    (
        403,
        {"errors": ["retry_request"]},
        "O LZT Market pediu para repetir o pedido várias vezes. Tente novamente em instantes.",
    ),
    (502, {"errors": ["<html>Bad Gateway</html>"]}, "Bad Gateway"),
)
