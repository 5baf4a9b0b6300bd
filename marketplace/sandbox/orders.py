"""Orders and disputes of the sandbox's account offers, in the shapes of GameBoost's API v2.

An account whose login ends in '.' and a word of SCRIPT is bought as soon as it is listed, and its order stands so; a
cancelled one leaves the account on sale. Others are ordered by the control: `order` of a listing is {status, is_manual, is_disputed, purchased_at, dispute, payments}.
"""

from typing import Any

ORDER_IDS, DISPUTE_IDS, PAYMENT_IDS = 500_000, 900_000, 700_000  # added to the listing's id
FEE = 0.1
HOUR_S = 3600
SCRIPT = frozenset({"in_delivery", "delivered", "completed", "refunded", "cancelled", "disputed"})


def scripted(login: str) -> str:
    """How the order of this login stands; '' where nobody buys it."""
    word = login.rpartition(".")[2]
    return word if word in SCRIPT else ""


def is_ordered(row: dict[str, Any]) -> bool:
    return bool(row["attributes"].get("order")) or (row["status"] != "Draft" and bool(scripted(row["login"])))


def order_of(row: dict[str, Any], offer: dict[str, Any]) -> dict[str, Any]:
    """The order of a listing that `is_ordered`, from it and its offer as it is answered."""
    word = scripted(row["login"])
    told = {"status": word or "delivered", "is_disputed": word == "disputed"} | row["attributes"].get("order", {})
    status = "delivered" if told["status"] == "disputed" else told["status"]
    bought_at = int(told.get("purchased_at") or row["created_at"])
    return {
        "id": row["id"] + ORDER_IDS,
        "account_offer_id": row["id"],
        "game": offer["game"],
        "buyer": {"id": 41, "username": "comprador_sandbox"},
        "rating": None,
        "title": offer["title"],
        "description": offer["description"],
        "parameters": offer["parameters"],
        "status": status,
        "is_disputed": told["is_disputed"],
        "dispute_case_id": row["id"] + DISPUTE_IDS if told["is_disputed"] else None,
        "delivery_time": {"duration": 4, "unit": "hours", "format": "4h", "format_long": "4 hours", "seconds": 14_400},
        "is_manual_delivery": told.get("is_manual", status == "in_delivery"),
        "credentials": "Login: comprador, Password: Exemplo#123",
        "delivery_instructions": offer["delivery_instructions"],
        "price": offer["price"],
        "price_usd": offer["price_usd"],
        "image_urls": offer["image_urls"],
        "created_at": bought_at,
        "updated_at": int(row["updated_at"]),
        "purchased_at": bought_at,
        "completed_at": bought_at if status == "completed" else None,
        "refunded_at": bought_at if status == "refunded" else None,
    }


def dispute_of(row: dict[str, Any], order: dict[str, Any]) -> dict[str, Any]:
    """The open case about a disputed order; what the control says of it comes first."""
    opened_at = order["purchased_at"]
    return {
        "id": order["dispute_case_id"],
        "orderable_type": "account_order",
        "orderable_id": order["id"],
        "buyer_id": order["buyer"]["id"],
        "status": "waiting_for_seller",
        "progress_path": "waiting_for_seller",
        "reason": "account_not_as_described",
        "explanation": "Falta um item do anúncio.",
        "preferred_resolution": "refund",
        "preferred_resolution_note": None,
        "escalation_reason": None,
        "closure_reason": None,
        "outcome": None,
        "seller_response_due_at": opened_at + 12 * HOUR_S,
        "buyer_response_due_at": None,
        "active_due_at": opened_at + 12 * HOUR_S,
        "is_active_deadline_expired": False,
        "seller_response_hours": 12,
        "buyer_response_hours": 24,
        "locked_at": opened_at,
        "closed_at": None,
        "created_at": opened_at,
        "updated_at": opened_at,
    } | row["attributes"].get("order", {}).get("dispute", {})


def movements_for(row: dict[str, Any], order: dict[str, Any]) -> list[dict[str, Any]]:
    """What was paid for an order: a completed one without the fee, or what the control says, each {amount_eur, is_fine}."""
    price = row["attributes"]["price"]
    usual = [{"amount_eur": f"{price * (1 - FEE):.2f}"}] if order["status"] == "completed" else []
    stated = row["attributes"].get("order", {}).get("payments", usual)
    return [
        {
            "id": (row["id"] + PAYMENT_IDS) * 100 + number,
            "type": "order",
            "note": None,
            "order_type": "account_order",
            "order_id": order["id"],
            "amount_usd": each["amount_eur"],
            "balance_after_eur": "0.00",
            "balance_after_usd": "0.00",
            "is_fine": False,
            "is_warehouse": False,
            "created_at": order["purchased_at"],
            "updated_at": order["purchased_at"],
        }
        | each
        for number, each in enumerate(stated)
    ]
