"""/api/configs/{service}. product: market.configuration"""

from typing import Any

import pytest
from django.db import connection as database

from core.models import AuditEvent
from core.tests.listener import listening
from infra.tests.test_outbound import BLOCKED_HOSTS, OK, answer_once
from marketplace.actions.calls import try_connection
from marketplace.adapters.base import Connection
from marketplace.adapters.gameboost.market import speaks_v2, with_v2
from marketplace.adapters.registry import MARKETS
from marketplace.models import Activity, Configuration
from marketplace.queries import configuration_in_effect
from marketplace.rules.integration import PROFILE_ENDPOINTS
from marketplace.tests.factories import OWN_KEY, SYSTEM_KEY, configure
from marketplace.tests.sandbox_fixture import RunningSandbox

pytestmark = pytest.mark.usefixtures("system_owner")

VENDOR = "https://api.gameboost.com/v1"
PATH = "/api/configs/gameboost"
BODY = {
    "service": "gameboost",
    "apiKey": OWN_KEY,
    "baseUrl": VENDOR,
    "timeout": 5000,
    "enabledEndpoints": ["accounts", "games"],
}


def test_configuration_of_nobody_is_null(employee: Any, client_for: Any) -> None:
    answer = client_for(employee).get(PATH)
    assert (answer.status_code, answer.json()) == (200, None)


def test_saved_configuration_is_answered_in_the_documented_fields(employee: Any, client_for: Any) -> None:
    client = client_for(employee)
    saved = client.post(PATH, BODY | {"userId": employee.id}, format="json")
    assert saved.status_code == 200
    read = client.get(f"{PATH}?userId={employee.id}").json()
    assert read | {"resumedRuns": 0} == saved.json()
    assert read.pop("updatedAt") == read.pop("updated_at")
    assert read == {
        "userId": employee.id,
        "service": "gameboost",
        "apiKey": OWN_KEY,
        "baseUrl": VENDOR,
        "timeout": 5000,
        "enabledEndpoints": ["accounts", "games"],
        "isSystemDefault": False,
    }


def test_key_is_encrypted_at_rest_and_absent_from_the_audit(employee: Any, client_for: Any) -> None:
    client_for(employee).post(PATH, BODY, format="json")
    with database.cursor() as cursor:
        cursor.execute("SELECT api_key FROM marketplace_configuration")
        stored = cursor.fetchone()[0]
    assert stored.startswith("v2:")
    assert OWN_KEY not in stored
    event = AuditEvent.objects.get(event="marketplace.configuration_saved")
    assert (event.before, event.after["apiKey"]) == (None, "••••1234")
    assert OWN_KEY not in str(event.after)


def test_without_an_own_one_the_system_default_is_in_effect_and_masked(
    employee: Any, client_for: Any, system_owner: Any
) -> None:
    """The answer shows •••• and the last four, with isSystemDefault: true."""
    configure(system_owner, VENDOR, key=SYSTEM_KEY)
    read = client_for(employee).get(PATH).json()
    assert (read["userId"], read["apiKey"], read["isSystemDefault"]) == (employee.id, "••••9876", True)
    assert SYSTEM_KEY not in str(read)


def test_only_the_owner_reads_the_key(employee: Any, admin: Any, client_for: Any) -> None:
    configure(employee, VENDOR)
    assert client_for(employee).get(PATH).json()["apiKey"] == OWN_KEY
    assert client_for(admin).get(f"{PATH}?userId={employee.id}").json()["apiKey"] == "••••1234"


def test_owner_of_the_system_default_reads_it_as_their_own(client_for: Any, system_owner: Any) -> None:
    configure(system_owner, VENDOR, key=SYSTEM_KEY)
    read = client_for(system_owner).get(PATH).json()
    assert (read["apiKey"], read["isSystemDefault"]) == (SYSTEM_KEY, False)


def test_configuration_of_someone_else_is_403_whether_it_exists_or_not(
    employee: Any, other_employee: Any, client_for: Any
) -> None:
    configure(other_employee, VENDOR)
    client = client_for(employee)
    bodies = []
    for user_id in (other_employee.id, 999_999):
        answers = (
            client.get(f"{PATH}?userId={user_id}"),
            client.post(PATH, BODY | {"userId": user_id}, format="json"),
            client.post(f"{PATH}/reset", {"userId": user_id}, format="json"),
            client.post(f"{PATH}/test", {"userId": user_id}, format="json"),
        )
        assert [answer.status_code for answer in answers] == [403] * 4
        bodies.append([answer.json() for answer in answers])
    assert bodies[0] == bodies[1]
    assert list(Configuration.objects.values_list("user_id", flat=True)) == [other_employee.id]


def test_configuration_of_a_person_who_does_not_exist_is_404_for_an_admin(admin: Any, client_for: Any) -> None:
    client = client_for(admin)
    answers = (
        client.get(f"{PATH}?userId=999999"),
        client.post(PATH, BODY | {"userId": 999_999}, format="json"),
        client.post(f"{PATH}/test", {"userId": 999_999}, format="json"),
        client.post("/api/proxy/gameboost/games", {"userId": 999_999}, format="json"),
    )
    assert [answer.status_code for answer in answers] == [404] * 4
    assert Configuration.objects.count() == 0


def test_masked_key_saved_back_keeps_the_stored_one(employee: Any, client_for: Any) -> None:
    """Saving a masked value back keeps the stored key."""
    configure(employee, VENDOR)
    saved = client_for(employee).post(PATH, BODY | {"apiKey": "••••1234", "timeout": 9000}, format="json")
    assert (saved.status_code, saved.json()["timeout"]) == (200, 9000)
    assert Configuration.objects.get().api_key == OWN_KEY


def test_masked_system_key_saved_back_stays_a_use_of_it(employee: Any, client_for: Any, system_owner: Any) -> None:
    row = configure(system_owner, VENDOR, key=SYSTEM_KEY)
    saved = client_for(employee).post(PATH, BODY | {"apiKey": "••••9876", "timeout": 9000}, format="json").json()
    assert (saved["apiKey"], saved["isSystemDefault"], saved["timeout"]) == ("••••9876", True, 9000)
    assert Configuration.objects.get(user=employee).api_key == ""
    row.api_key = "sandbox-trocada-do-sistema-5555"
    row.save()
    effective = configuration_in_effect(employee.id, "gameboost")
    assert effective is not None
    assert (effective.connection.api_key, effective.connection.timeout_ms) == ("sandbox-trocada-do-sistema-5555", 9000)


def test_system_key_is_not_sent_to_an_address_that_an_employee_chose(
    employee: Any, client_for: Any, sandbox: RunningSandbox, system_owner: Any
) -> None:
    configure(system_owner, VENDOR, key=SYSTEM_KEY)
    client = client_for(employee)
    for path, body in (
        (PATH, BODY | {"apiKey": "••••9876", "baseUrl": f"{sandbox.url}/v1"}),
        (f"{PATH}/test", {"apiKey": "••••9876", "baseUrl": f"{sandbox.url}/v1"}),
        (f"{PATH}/test", {"baseUrl": f"{sandbox.url}/v1"}),
    ):
        refused = client.post(path, body, format="json")
        assert (refused.status_code, refused.json()["errors"]) == (400, {"apiKey": ["A chave de API é obrigatória"]})
    assert Configuration.objects.count() == 1
    assert sandbox.control.log() == []


def test_key_of_an_employee_is_not_moved_to_another_address_by_an_admin(
    employee: Any, admin: Any, client_for: Any, sandbox: RunningSandbox
) -> None:
    configure(employee, VENDOR)
    body = BODY | {"userId": employee.id, "apiKey": "••••1234", "baseUrl": f"{sandbox.url}/v1"}
    refused = client_for(admin).post(PATH, body, format="json")
    assert refused.status_code == 400
    assert Configuration.objects.get().base_url == VENDOR


def test_masked_key_where_nothing_is_stored_is_missing(employee: Any, client_for: Any) -> None:
    refused = client_for(employee).post(PATH, BODY | {"apiKey": "••••1234"}, format="json")
    assert (refused.status_code, refused.json()["message"]) == (400, "A chave de API é obrigatória")
    assert Configuration.objects.count() == 0


@pytest.mark.parametrize(
    ("changes", "errors"),
    [
        ({"apiKey": ""}, {"apiKey": ["A chave de API é obrigatória"]}),
        ({"apiKey": None}, {"apiKey": ["A chave de API é obrigatória"]}),
        ({"baseUrl": ""}, {"baseUrl": ["Informe uma URL válida"]}),
        ({"baseUrl": "api.gameboost.com"}, {"baseUrl": ["Informe uma URL válida"]}),
        ({"baseUrl": "http://api.gameboost.com/v1"}, {"baseUrl": ["Informe uma URL válida"]}),
        ({"baseUrl": "https://evil.example/v1"}, {"baseUrl": ["Informe uma URL válida"]}),
        ({"baseUrl": "https://169.254.169.254/v1"}, {"baseUrl": ["Informe uma URL válida"]}),
        ({"baseUrl": "http://127.0.0.1:9/v1"}, {"baseUrl": ["Informe uma URL válida"]}),
        ({"baseUrl": f"{VENDOR}/accounts"}, {"baseUrl": ["Informe uma URL válida"]}),
        ({"baseUrl": "https://api.gameboost.com/V2/account-offers/"}, {"baseUrl": ["Informe uma URL válida"]}),
        ({"timeout": 999}, {"timeout": ["O tempo limite deve ser pelo menos 1000ms"]}),
        ({"timeout": "rápido"}, {"timeout": ["O tempo limite deve ser pelo menos 1000ms"]}),
        ({"timeout": 300_001}, {"timeout": ["O tempo limite deve ser no máximo 300000ms"]}),
        ({"enabledEndpoints": []}, {"enabledEndpoints": ["Selecione ao menos um endpoint"]}),
        ({"enabledEndpoints": "accounts"}, {"enabledEndpoints": ["Selecione ao menos um endpoint"]}),
        ({"enabledEndpoints": ["accounts", "tudo"]}, {"enabledEndpoints": ["Endpoint desconhecido: tudo"]}),
    ],
)
def test_configuration_that_makes_no_sense_is_refused_and_nothing_stored(
    employee: Any, client_for: Any, changes: dict[str, Any], errors: dict[str, list[str]]
) -> None:
    refused = client_for(employee).post(PATH, BODY | changes, format="json")
    assert (refused.status_code, refused.json()["errors"]) == (400, errors)
    assert refused.json()["message"] == next(iter(errors.values()))[0]
    assert Configuration.objects.count() == 0


def test_timeout_and_endpoints_left_out_take_the_forms_defaults(employee: Any, client_for: Any) -> None:
    """The four calls that a creation needs are enabled, and the profile's own ones are added to them."""
    saved = client_for(employee).post(PATH, {"apiKey": OWN_KEY, "baseUrl": VENDOR}, format="json").json()
    assert saved["timeout"] == 5000
    assert saved["enabledEndpoints"] == [*MARKETS["gameboost"].endpoints[:4], *PROFILE_ENDPOINTS]


def test_endpoints_left_out_stay_enabled_and_gain_those_of_the_profile(employee: Any, client_for: Any) -> None:
    client = client_for(employee)
    client.post(PATH, BODY | {"enabledEndpoints": ["statistics", "games/{id}"]}, format="json")
    saved = client.post(PATH, {"apiKey": OWN_KEY, "baseUrl": VENDOR}, format="json").json()
    assert saved["enabledEndpoints"] == ["statistics", "games/{id}", "games/list", "orders/create", "orders/list"]


def test_endpoints_of_lzt_left_out_are_the_default_ones_then_what_was_enabled(employee: Any, client_for: Any) -> None:
    client, path = client_for(employee), "/api/configs/lztmarket"
    body = {"apiKey": OWN_KEY, "baseUrl": "https://prod-api.lzt.market"}
    saved = [
        client.post(path, body | names, format="json").json()["enabledEndpoints"]
        for names in ({}, {"enabledEndpoints": ["messages"]}, {})
    ]
    assert saved == [["listings", "categories"], ["messages"], ["messages"]]


def test_service_that_does_not_exist_is_404(employee: Any, client_for: Any) -> None:
    client = client_for(employee)
    answers = [
        client.get("/api/configs/eldorado"),
        client.post("/api/configs/eldorado", BODY, format="json"),
        client.post("/api/configs/eldorado/reset", {}, format="json"),
        client.post("/api/configs/eldorado/test", {}, format="json"),
    ]
    assert [answer.status_code for answer in answers] == [404] * 4


def test_reset_puts_the_system_default_in_effect(employee: Any, client_for: Any, system_owner: Any) -> None:
    """The person's own row goes, so that user 1's configuration is in effect."""
    configure(system_owner, VENDOR, key=SYSTEM_KEY)
    configure(employee, VENDOR)
    reset = client_for(employee).post(f"{PATH}/reset", {"userId": employee.id}, format="json")
    assert reset.status_code == 200
    assert (reset.json()["apiKey"], reset.json()["isSystemDefault"]) == ("••••9876", True)
    assert not Configuration.objects.filter(user=employee).exists()
    assert AuditEvent.objects.filter(event="marketplace.configuration_reset", subject_id=employee.id).count() == 1


def test_reset_without_a_system_default_is_404_and_keeps_the_own_one(employee: Any, client_for: Any) -> None:
    configure(employee, VENDOR)
    refused = client_for(employee).post(f"{PATH}/reset", {"userId": employee.id}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (404, "system_default_missing")
    assert Configuration.objects.filter(user=employee).exists()


def test_reset_by_user_1_keeps_the_system_default(client_for: Any, system_owner: Any) -> None:
    configure(system_owner, VENDOR, key=SYSTEM_KEY)
    assert client_for(system_owner).post(f"{PATH}/reset", {}, format="json").json()["apiKey"] == SYSTEM_KEY
    assert Configuration.objects.count() == 1


def test_connection_test_is_a_real_call_and_leaves_an_activity(
    employee: Any, client_for: Any, sandbox: RunningSandbox
) -> None:
    configure(employee, f"{sandbox.url}/v1")
    tested = client_for(employee).post(f"{PATH}/test", {"userId": employee.id}, format="json")
    assert (tested.status_code, tested.json()) == (200, {"success": True, "data": {"accounts": 0}})
    assert [entry["endpoint"] for entry in sandbox.control.log()] == ["list"]
    row = Activity.objects.get()
    assert (row.user_id, row.service, row.endpoint, row.status, row.success) == (
        employee.id,
        "gameboost",
        "accounts",
        "200",
        True,
    )


def test_connection_test_tries_the_values_typed(employee: Any, client_for: Any, sandbox: RunningSandbox) -> None:
    body = {"apiKey": "chave-errada", "baseUrl": f"{sandbox.url}/v1", "timeout": 1000}
    tested = client_for(employee).post(f"{PATH}/test", body, format="json").json()
    assert tested == {
        "success": False,
        "error": "Missing, invalid, or expired API key",
        "status": 401,
        "detail": "",
    }
    assert Configuration.objects.count() == 0


def test_connection_test_without_an_answer_has_the_documented_default(
    employee: Any, client_for: Any, sandbox: RunningSandbox
) -> None:
    """A marketplace that says nothing of its own gets the general sentence."""
    configure(employee, f"{sandbox.url}/v1")
    sandbox.control.set_faults({"kind": "drop"})
    assert client_for(employee).post(f"{PATH}/test", {}, format="json").json() == {
        "success": False,
        "error": "Failed to connect to GameBoost API",
        "status": None,
        "detail": "A conexão com a API foi interrompida.",
    }


def test_connection_test_of_the_second_marketplace(employee: Any, client_for: Any, sandbox: RunningSandbox) -> None:
    configure(employee, f"{sandbox.url}/lzt", service="lztmarket")
    client = client_for(employee)
    assert client.post("/api/configs/lztmarket/test", {}, format="json").json() == {
        "success": True,
        "data": {"userId": 7001, "username": "vendedor_sandbox"},
    }
    sandbox.control.set_faults({"kind": "drop"})
    failed = client.post("/api/configs/lztmarket/test", {}, format="json").json()
    assert (failed["success"], failed["error"]) == (False, "Failed to connect to LZT Market API")


@pytest.mark.parametrize(("service", "label"), [("gameboost", "GameBoost"), ("lztmarket", "LZT Market")])
def test_connection_test_without_a_configuration_is_404(employee: Any, client_for: Any, service: str, label: str) -> None:
    refused = client_for(employee).post(f"/api/configs/{service}/test", {}, format="json")
    assert (refused.status_code, refused.json()["message"]) == (404, f"Configuração da API {label} não encontrada")


def test_key_hash_is_shared_by_people_who_share_the_key(
    employee: Any, other_employee: Any, sandbox: Any, system_owner: Any
) -> None:
    """A keyed hash of provider, origin and API key, so that people who share a key share its pace."""
    configure(system_owner, f"{sandbox.url}/v1", key=SYSTEM_KEY)
    configure(other_employee, f"{sandbox.url}/v1")
    shared = [configuration_in_effect(user_id, "gameboost") for user_id in (1, employee.id)]
    own = configuration_in_effect(other_employee.id, "gameboost")
    assert shared[0] is not None
    assert shared[1] is not None
    assert own is not None
    assert shared[0].connection.lane_key == shared[1].connection.lane_key
    assert own.connection.lane_key != shared[0].connection.lane_key
    assert own.connection.market == shared[0].connection.market == "gameboost:sandbox"


@pytest.mark.parametrize("host", BLOCKED_HOSTS)
def test_address_of_the_guards_table_is_refused_at_every_door_and_nothing_connects(
    employee: Any, client_for: Any, host: str
) -> None:
    """'0 connections for every address of the guard's table, tested with a listener'. The last door is the socket: a
    row that says otherwise, however it came there, opens nothing either."""
    client = client_for(employee)
    with listening(answer_once(OK)) as bystander:
        for port in ("", f":{bystander.port}"):
            for scheme in ("http", "https"):
                base_url = f"{scheme}://{host}{port}/v1"
                typed = {"apiKey": OWN_KEY, "baseUrl": base_url}
                for path in ("/api/configs/gameboost", "/api/configs/gameboost/test"):
                    refused = client.post(path, typed, format="json")
                    assert (refused.status_code, refused.json()["message"]) == (400, "Informe uma URL válida")
                outcome = try_connection(Connection("gameboost", base_url, OWN_KEY, 1000), user_id=employee.id)
                assert (outcome["success"], outcome["status"]) == (False, None)
        assert bystander.accepted == 0
    assert not Configuration.objects.exists()


def test_connection_test_of_a_version_that_is_gone_says_so(
    employee: Any, client_for: Any, sandbox: RunningSandbox
) -> None:
    configure(employee, f"{sandbox.url}/v1")
    sandbox.control.set_policy(v1_gone=1)
    assert client_for(employee).post(f"{PATH}/test", {}, format="json").json() == {
        "success": False,
        "error": "O GameBoost desativou a versão 1 da API (HTTP 410). Use a versão 2.",
        "status": 410,
        "detail": "",
    }


@pytest.mark.parametrize(
    ("address", "second"),
    [
        ("https://api.gameboost.com/v1", "https://api.gameboost.com/v2"),
        ("https://api.gameboost.com/v1/", "https://api.gameboost.com/v2"),
        ("https://api.gameboost.com", "https://api.gameboost.com/v2"),
        ("http://127.0.0.1:8001/api/V1", "http://127.0.0.1:8001/api/v2"),
    ],
)
def test_address_of_the_second_version_is_at_the_same_place(address: str, second: str) -> None:
    assert (with_v2(address), with_v2(second)) == (second, second)
    assert (speaks_v2(address), speaks_v2(second)) == (False, True)
