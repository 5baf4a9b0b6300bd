"""What adapters do alike, against the sandbox."""

import requests

from marketplace.adapters.base import (
    Absent,
    CallRecord,
    Created,
    Done,
    Found,
    Page,
    Refused,
    Unknown,
)
from marketplace.adapters.gameboost.dialect import ListQuery
from marketplace.adapters.gameboost.versions import GameBoostV2
from marketplace.tests.conftest import war_thunder
from marketplace.tests.sandbox_fixture import RunningSandbox

KEY = {"Authorization": "Bearer sandbox-key"}


def test_listing_of_a_login_is_shown_where_the_vendor_only_searches(adapter_v2: GameBoostV2) -> None:
    created = adapter_v2.create(war_thunder("piloto"))
    assert isinstance(created, Created)
    shown = adapter_v2.show_by_login("piloto")
    assert isinstance(shown, Done)
    assert shown.data["data"]["id"] == created.remote_id
    assert adapter_v2.show_by_login("outro") == Refused(404, "Erro HTTP 404")


def test_login_that_cannot_be_asked_for_is_told_so_without_a_call(
    adapter_v2: GameBoostV2, calls: list[CallRecord]
) -> None:
    assert (adapter_v2.show_by_login(""), calls) == (Unknown("Login inválido"), [])


def test_search_that_fails_is_told_as_what_came_instead(adapter_v2: GameBoostV2, sandbox: RunningSandbox) -> None:
    sandbox.control.set_faults({"kind": "error", "endpoint": "lookup", "count": 1})
    failed = adapter_v2.show_by_login("piloto")
    assert isinstance(failed, Unknown)
    assert failed.status == 500


def test_pages_hold_no_more_than_the_marketplace_answers(adapter_v2: GameBoostV2, sandbox: RunningSandbox) -> None:
    """Every send is preceded by a look-up, so a page that is refused would hold up everything."""
    refused = requests.get(f"{sandbox.url}/v2/account-offers?per_page=51", headers=KEY, timeout=60)
    assert refused.status_code == 422

    assert isinstance(adapter_v2.list_accounts(ListQuery(per_page=200)), Done)
    assert isinstance(adapter_v2.list_page(1), Page)
    assert adapter_v2.find_by_login("ana001") == Absent()


def test_offer_is_made_with_its_account_in_one_call(adapter_v2: GameBoostV2, sandbox: RunningSandbox) -> None:
    """A process that is killed leaves no offer without its account, and a sale says which account went."""
    sandbox.control.set_faults({"kind": "created_then_dropped", "count": 1})
    assert isinstance(adapter_v2.create(war_thunder("piloto")), Unknown)
    found = adapter_v2.find_by_login("piloto")
    assert isinstance(found, Found)
    assert [(each.remote_id, each.status) for each in found.listings] == [("100001", "Draft")]
    sandbox.control.set_order(100001, status="delivered")
    [account] = requests.get(f"{sandbox.url}/v2/account-offers/100001/credentials", headers=KEY, timeout=60).json()[
        "data"
    ]
    assert (account["credentials"], account["is_sold"]) == ("Login: piloto\nPassword: Exemplo#123", True)
    sold = adapter_v2.bought_page(1)
    assert isinstance(sold, Page)
    assert [(each.is_of("piloto"), each.order_id) for each in sold.items] == [(True, str(account["account_order_id"]))]


def test_account_that_is_longer_than_the_vendor_takes_is_not_sent(
    adapter_v2: GameBoostV2, calls: list[CallRecord]
) -> None:
    told = "O GameBoost aceita até 500 caracteres de credenciais por conta, com os rótulos."
    assert adapter_v2.create(war_thunder(password="x" * 480)) == Refused(422, told, {"password": [told]})
    assert calls == []
