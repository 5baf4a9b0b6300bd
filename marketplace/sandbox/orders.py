"""Orders and disputes of the sandbox's account offers, in the shapes of GameBoost's API v2.

An account whose login ends in '.' and a word of SCRIPT is bought as soon as it is listed, and its order stands so; a
cancelled one leaves the account on sale. Others are ordered by the control: `order` of a listing is {status, is_manual, is_disputed, purchased_at, dispute, payments}.
"""

from typing import Any

from marketplace.sandbox.gameboost_templates import RECORDED

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
        **RECORDED["order"],
        **{name: offer[name] for name in RECORDED["of_the_offer"]},
        "id": row["id"] + ORDER_IDS,
        "account_offer_id": row["id"],
        "status": status,
        "is_disputed": told["is_disputed"],
        "dispute_case_id": row["id"] + DISPUTE_IDS if told["is_disputed"] else None,
        "is_manual_delivery": told.get("is_manual", status == "in_delivery"),
        "created_at": bought_at,
        "updated_at": int(row["updated_at"]),
        "purchased_at": bought_at,
        "completed_at": bought_at if status == "completed" else None,
        "refunded_at": bought_at if status == "refunded" else None,
    }


def dispute_of(row: dict[str, Any], order: dict[str, Any]) -> dict[str, Any]:
    """The open case about a disputed order; what the control says of it comes first."""
    opened_at = order["purchased_at"]
    due_at = opened_at + RECORDED["dispute"]["seller_response_hours"] * HOUR_S
    return {
        **RECORDED["dispute"],
        "id": order["dispute_case_id"],
        "orderable_id": order["id"],
        "buyer_id": order["buyer"]["id"],
        **dict.fromkeys(("seller_response_due_at", "active_due_at"), due_at),
        **dict.fromkeys(("locked_at", "created_at", "updated_at"), opened_at),
    } | row["attributes"].get("order", {}).get("dispute", {})


def movements_for(row: dict[str, Any], order: dict[str, Any]) -> list[dict[str, Any]]:
    """What was paid for an order: a completed one without the fee, or what the control says, each {amount_eur, is_fine}."""
    price = row["attributes"]["price"]
    usual = [{"amount_eur": f"{price * (1 - FEE):.2f}"}] if order["status"] == "completed" else []
    stated = row["attributes"].get("order", {}).get("payments", usual)
    paid_at = dict.fromkeys(("created_at", "updated_at"), order["purchased_at"])
    same, first = RECORDED["payment"] | {"order_id": order["id"]} | paid_at, (row["id"] + PAYMENT_IDS) * 100
    return [same | {"id": first + at, "amount_usd": each["amount_eur"]} | each for at, each in enumerate(stated)]
