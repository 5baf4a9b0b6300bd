from collections.abc import Callable
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from accounts.models import User
from accounts.tests.factories import UserFactory
from loyalty.enums import Event
from loyalty.models import History, Record, Settings
from loyalty.tests.factories import happen, stand_at

ClientFor = Callable[[Any], APIClient]
DEFAULTS = {
    "id": 1,
    "version": 1,
    "poorThresholdMin": 0,
    "poorThresholdMax": 30,
    "mediumThresholdMin": 31,
    "mediumThresholdMax": 79,
    "excellentThresholdMin": 80,
    "excellentThresholdMax": 100,
    "excellentBonusPercentage": "5.00",
    "pointsForTaskCompletion": 5,
    "pointsForEarlyDelivery": 3,
    "pointsForLateDelivery": -5,
    "pointsForMissedDeadline": -10,
    "pointsForProblemReport": -15,
}
EMPTY = "Preencha todos os campos"
RANGE = "Alteração deve estar entre -100 e 100"


def test_standing_of_a_new_employee_is_fifty_and_medium(employee: User, as_employee: APIClient) -> None:
    shown = as_employee.get(f"/api/loyalty-points/{employee.id}").json()

    assert (shown["currentPoints"], shown["tier"], shown["bonusPercentage"]) == (50, "medium", "0.00")
    assert not Record.objects.exists()


def test_standing_has_the_documented_fields(employee: User, as_employee: APIClient) -> None:
    """Loyalty record: userId, currentPoints (0-100), tier, bonusPercentage, updatedAt, user {fullName, username}."""
    with time_machine.travel("2026-11-21T15:00:00+00:00", tick=False):
        stand_at(employee, 85)

    assert as_employee.get(f"/api/loyalty-points/{employee.id}").json() == {
        "userId": employee.id,
        "user": {"fullName": "Funcionária de Teste", "username": "funcionaria.teste"},
        "currentPoints": 85,
        "tier": "excellent",
        "bonusPercentage": "5.00",
        "updatedAt": "2026-11-21T12:00:00-03:00",
        "updated_at": "2026-11-21T12:00:00-03:00",
    }


@pytest.mark.parametrize("read", ["", "/history"])
def test_standing_of_somebody_else_is_refused_alike_whether_they_exist_or_not(
    other_employee: User, as_employee: APIClient, read: str
) -> None:
    existing = as_employee.get(f"/api/loyalty-points/{other_employee.id}{read}")
    absent = as_employee.get(f"/api/loyalty-points/{other_employee.id + 1000}{read}")

    assert (existing.status_code, existing.json()) == (absent.status_code, absent.json())
    assert existing.status_code == 403


def test_standing_of_nobody_is_404_to_admins(as_admin: APIClient, admin: User) -> None:
    assert as_admin.get(f"/api/loyalty-points/{admin.id + 1000}").status_code == 404


def test_history_has_the_documented_fields_newest_first(
    employee: User, admin: User, as_employee: APIClient, as_admin: APIClient
) -> None:
    """'id, pointsChanged, reason, previousPoints, newPoints, createdAt, optional admin {fullName, username}'."""
    happen(employee, [Event.TASK_COMPLETION])
    with time_machine.travel("2099-11-21T15:00:00+00:00", tick=False):
        as_admin.force_login(admin)
        as_admin.post(f"/api/loyalty-points/{employee.id}/adjust", {"pointsChange": -5, "reason": "Atraso"})

    response = as_employee.get(f"/api/loyalty-points/{employee.id}/history")

    adjusted, automatic = response.json()
    assert adjusted == {
        "id": adjusted["id"],
        "pointsChanged": -5,
        "reason": "Atraso",
        "previousPoints": 55,
        "newPoints": 50,
        "events": [],
        "settingsVersion": 1,
        "createdAt": "2099-11-21T12:00:00-03:00",
        "created_at": "2099-11-21T12:00:00-03:00",
        "admin": {"fullName": "Administradora de Teste", "username": "admin.teste"},
    }
    assert (automatic["admin"], automatic["events"]) == (None, ["task_completion"])
    assert response["X-Total-Count"] == "2"
    page = as_employee.get(f"/api/loyalty-points/{employee.id}/history?limit=1&offset=1")
    assert ([row["id"] for row in page.json()], page["X-Total-Count"]) == ([automatic["id"]], "2")


def test_list_is_of_active_employees_filtered_and_sorted(
    employee: User, other_employee: User, admin: User, as_admin: APIClient
) -> None:
    stand_at(employee, 85)
    UserFactory(is_active=False)

    def people(query: str = "") -> list[str]:
        return [row["user"]["username"] for row in as_admin.get(f"/api/loyalty-points?{query}").json()]

    assert people() == ["funcionaria.teste", "outro.teste"]
    assert people("sort=points") == ["outro.teste", "funcionaria.teste"]
    assert people("sort=-points") == ["funcionaria.teste", "outro.teste"]
    assert people("tier=excellent") == ["funcionaria.teste"]
    assert people("tier=poor") == []
    assert people("search=outro") == ["outro.teste"]
    assert as_admin.get("/api/loyalty-points?tier=gold").status_code == 400
    assert as_admin.get("/api/loyalty-points?limit=1")["X-Total-Count"] == "2"
    assert as_admin.get("/api/loyalty-points/summary").json() == {
        "employees": 2,
        "poor": 0,
        "medium": 1,
        "excellent": 1,
    }


@pytest.mark.once
@pytest.mark.parametrize("path", ["/api/loyalty-points", "/api/loyalty-points/{employee}/history"])
def test_lists_cost_the_same_at_one_and_at_thirty_rows(employee: User, as_admin: APIClient, path: str) -> None:
    path = path.format(employee=employee.id)
    costs = []
    for count in (1, 29):
        for number in range(count):
            happen(UserFactory(), [Event.TASK_COMPLETION], source_id=count * 100 + number)
            happen(employee, [Event.TASK_COMPLETION], source_id=count * 100 + number + 50)
        with CaptureQueriesContext(connection) as queries:
            as_admin.get(path)
        costs.append(len(queries))

    assert costs[0] == costs[1]


def test_adjustment_answers_the_new_standing_and_the_change(employee: User, as_admin: APIClient) -> None:
    answer = as_admin.post(f"/api/loyalty-points/{employee.id}/adjust", {"pointsChange": "40", "reason": " Ótimo mês "})

    assert answer.status_code == 200
    shown = answer.json()
    assert (shown["userId"], shown["currentPoints"], shown["tier"], shown["bonusPercentage"]) == (
        employee.id,
        90,
        "excellent",
        "5.00",
    )
    assert (shown["change"]["previousPoints"], shown["change"]["newPoints"]) == (50, 90)


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ({}, EMPTY),
        ({"pointsChange": 5}, EMPTY),
        ({"pointsChange": 5, "reason": ""}, EMPTY),
        ({"pointsChange": 5, "reason": "   "}, EMPTY),
        ({"pointsChange": 5, "reason": None}, EMPTY),
        ({"reason": "x"}, EMPTY),
        ({"pointsChange": "", "reason": "x"}, EMPTY),
        ({"pointsChange": None, "reason": "x"}, EMPTY),
        ({"pointsChange": 101, "reason": "x"}, RANGE),
        ({"pointsChange": -101, "reason": "x"}, RANGE),
        ({"pointsChange": 1.5, "reason": "x"}, RANGE),
        ({"pointsChange": "muito", "reason": "x"}, RANGE),
        ({"pointsChange": True, "reason": "x"}, RANGE),
        ({"pointsChange": 10**30, "reason": "x"}, RANGE),
        ({"pointsChange": "9" * 2000, "reason": "x"}, RANGE),
    ],
)
def test_bad_adjustment_is_refused_with_its_text_and_changes_nothing(
    employee: User, as_admin: APIClient, body: dict[str, Any], text: str
) -> None:
    answer = as_admin.post(f"/api/loyalty-points/{employee.id}/adjust", body)

    assert (answer.status_code, answer.json()["message"]) == (400, text)
    assert not History.objects.exists()


def test_adjustment_repeated_with_its_key_happens_once(employee: User, as_admin: APIClient) -> None:
    body = {"pointsChange": 5, "reason": "x"}

    first, second = (
        as_admin.post(f"/api/loyalty-points/{employee.id}/adjust", body, headers={"Idempotency-Key": "k"})
        for _ in range(2)
    )

    assert second.json() == first.json()
    assert second["Idempotent-Replay"] == "true"
    assert History.objects.count() == 1


@pytest.mark.parametrize(("who", "status"), [("nobody", 401), ("employee", 403)])
@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("get", "/api/loyalty-points", None),
        ("get", "/api/loyalty-points/summary", None),
        ("post", "/api/loyalty-points/{employee}/adjust", {"pointsChange": 50, "reason": "Eu mereço"}),
        ("put", "/api/loyalty-points/settings/1", DEFAULTS | {"excellentBonusPercentage": "99.00"}),
        ("post", "/api/loyalty-points/settings/1/effect", DEFAULTS),
    ],
)
def test_calls_of_admins_are_refused_to_others_and_change_nothing(
    employee: User, client_for: ClientFor, who: str, status: int, method: str, path: str, body: Any
) -> None:
    client = client_for(None if who == "nobody" else employee)

    assert getattr(client, method)(path.format(employee=employee.id), body).status_code == status

    assert (History.objects.count(), Settings.objects.count()) == (0, 0)


def test_settings_are_the_documented_defaults_until_saved(as_employee: APIClient) -> None:
    assert as_employee.get("/api/loyalty-points/settings").json() == DEFAULTS


def test_settings_are_replaced_by_the_full_object(as_admin: APIClient, as_employee: APIClient) -> None:
    wanted = DEFAULTS | {"excellentBonusPercentage": "7.5", "pointsForTaskCompletion": 6}

    answer = as_admin.put("/api/loyalty-points/settings/1", wanted)

    saved = DEFAULTS | {"excellentBonusPercentage": "7.50", "pointsForTaskCompletion": 6, "version": 2}
    assert (answer.status_code, answer.json()) == (200, saved)
    assert as_employee.get("/api/loyalty-points/settings").json() == saved
    assert as_admin.put("/api/loyalty-points/settings/1", DEFAULTS).json()["version"] == 3


@pytest.mark.parametrize(
    "change",
    [
        {"poorThresholdMax": 29},
        {"poorThresholdMax": 31},
        {"excellentThresholdMax": 10**30},
        {"mediumThresholdMin": 31.5},
        {"pointsForTaskCompletion": "muitos"},
        {"pointsForTaskCompletion": 101},
        {"pointsForLateDelivery": -(10**30)},
        {"excellentBonusPercentage": "5.001"},
        {"excellentBonusPercentage": "-1"},
        {"excellentBonusPercentage": "100.01"},
        {"excellentBonusPercentage": "NaN"},
        {"excellentBonusPercentage": None},
    ],
)
@pytest.mark.parametrize(("method", "path"), [("put", ""), ("post", "/effect")])
def test_bad_settings_are_refused_and_change_nothing(
    as_admin: APIClient, method: str, path: str, change: dict[str, Any]
) -> None:
    answer = getattr(as_admin, method)(f"/api/loyalty-points/settings/1{path}", DEFAULTS | change)

    assert answer.status_code == 400
    assert not Settings.objects.exists()


def test_settings_with_a_missing_field_or_another_id_are_refused(as_admin: APIClient) -> None:
    partial = {name: value for name, value in DEFAULTS.items() if name != "pointsForProblemReport"}

    assert as_admin.put("/api/loyalty-points/settings/1", partial).status_code == 400
    assert as_admin.put("/api/loyalty-points/settings/2", DEFAULTS).status_code == 404
    assert not Settings.objects.exists()


def test_gap_between_thresholds_is_told_in_words(as_admin: APIClient) -> None:
    answer = as_admin.put("/api/loyalty-points/settings/1", DEFAULTS | {"poorThresholdMax": 29})

    assert answer.json() == {
        "message": "As faixas devem cobrir de 0 a 100 sem lacunas nem sobreposições.",
        "errors": {},
        "code": "invalid_thresholds",
    }


def test_effect_names_who_would_change_tier_and_saves_nothing(
    employee: User, other_employee: User, as_admin: APIClient
) -> None:
    stand_at(employee, 85)

    answer = as_admin.post(
        "/api/loyalty-points/settings/1/effect",
        DEFAULTS | {"mediumThresholdMax": 89, "excellentThresholdMin": 90},
    )

    assert answer.json() == {
        "days": 90,
        "employees": 2,
        "changed": [
            {
                "userId": employee.id,
                "user": {"fullName": "Funcionária de Teste", "username": "funcionaria.teste"},
                "currentPoints": 85,
                "tier": "excellent",
                "newTier": "medium",
                "simulatedPoints": 85,
                "simulatedTier": "medium",
            }
        ],
    }
    assert not Settings.objects.exists()
