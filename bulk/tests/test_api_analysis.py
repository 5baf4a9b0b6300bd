"""The analysis of pasted texts over the API."""

from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import UploadSettings
from bulk.intake.serializers import MAX_CHARACTERS
from bulk.models import LabelAlias
from marketplace.models import GlobalSettings

pytestmark = pytest.mark.django_db

ClientFor = Callable[[Any], APIClient]
PATHS = ("/api/fortnite/analyze", "/api/valorant/analyze")
FORTNITE, VALORANT = PATHS
LABELS = "/api/analysis/labels"

FORTNITE_TEXT = """Login: conta17@example.com
Senha: Exemplo#123
Skins: 57 <b>novas</b>
V-Bucks: 1.250
Xerife das madrugadas"""
VALORANT_TEXT = "Valorant BR | Nv. 84 | Elo: Ouro 2 | 31 skins | 425 VP"


def analysed(client: APIClient, text: str, path: str = FORTNITE) -> dict[str, Any]:
    answer = client.post(path, {"text": text}, format="json")
    assert answer.status_code == 200, answer.json()
    data: dict[str, Any] = answer.json()["data"]
    return data


def test_fortnite_text_is_answered_as_documented(client_for: ClientFor, employee: Any) -> None:
    """'POST /api/fortnite/analyze {text, userId} -> {success, data}.'"""
    answer = client_for(employee).post(FORTNITE, {"text": FORTNITE_TEXT, "userId": employee.id}, format="json")

    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert answer.json()["success"] is True
    assert "message" not in answer.json()
    data = answer.json()["data"]
    assert data["title"] == "Conta Fortnite | 57 skins | 1.250 V-Bucks"
    assert data["credentials"] == {"login": "conta17@example.com", "password": "Exemplo#123"}
    assert data["account_data"] == {"skins": 57, "vbucks": 1250}
    assert (
        data["account_details"] == "<ul><li><strong>Skins:</strong> 57</li><li><strong>V-Bucks:</strong> 1.250</li></ul>"
    )
    assert data["unrecognized"] == [{"line": 5, "text": "Xerife das madrugadas"}]
    assert data["warnings"] == []
    assert data["source"] == "local"
    origins = {origin["field"]: (origin["value"], origin["line"]) for origin in data["provenance"]}
    assert origins == {
        "login": ("conta17@example.com", 1),
        "password": ("Exemplo#123", 2),
        "skins": (57, 3),
        "vbucks": (1250, 4),
    }
    assert [account["title"] for account in data["accounts"]] == [data["title"]]


def test_valorant_answer_has_a_message_and_the_templates_names(client_for: ClientFor, employee: Any) -> None:
    """'POST /api/valorant/analyze {text, userId} -> {success, data, message}.'"""
    answer = client_for(employee).post(VALORANT, {"text": VALORANT_TEXT}, format="json").json()

    assert answer["success"] is True
    assert answer["message"] == "Texto analisado com sucesso."
    assert answer["data"]["account_data"] == {
        "level": 84,
        "current_tier": "Gold",
        "current_division": 2,
        "server": "Brazil",
        "valorant_points": 425,
    }
    assert answer["data"]["counts"] == {"weapon_skins": 31}
    assert answer["data"]["credentials"] == {}


def test_account_details_are_escaped(client_for: ClientFor, employee: Any) -> None:
    """Account_details (HTML built from escaped values)."""
    data = analysed(client_for(employee), "Skins raras: Ikonik & <img src=x onerror=alert(1)>, Galaxy\nSkins: 3")

    assert "<img" not in data["account_details"]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("body", [{}, {"text": ""}, {"text": "oi"}, {"text": " " * 40}, {"text": None}, {"text": ["a"]}])
def test_text_under_ten_characters_is_refused(
    path: str, body: dict[str, Any], client_for: ClientFor, employee: Any
) -> None:
    """'AI text analysis: text min 10 characters (…).'"""
    answer = client_for(employee).post(path, body, format="json")

    assert answer.status_code == 400
    assert answer.json()["errors"] == {"text": ["O texto deve ter pelo menos 10 caracteres"]}


def test_text_that_is_too_long_is_refused(client_for: ClientFor, employee: Any) -> None:
    answer = client_for(employee).post(FORTNITE, {"text": "a" * (MAX_CHARACTERS + 1)}, format="json")

    assert answer.status_code == 413
    assert answer.json()["code"] == "text_too_long"


@pytest.mark.parametrize("path", PATHS)
def test_nobody_analyses_for_another_person(path: str, client_for: ClientFor, employee: Any, other_employee: Any) -> None:
    answer = client_for(employee).post(path, {"text": FORTNITE_TEXT, "userId": other_employee.id}, format="json")

    assert answer.status_code == 403


@pytest.mark.parametrize(
    ("path", "message"),
    [(FORTNITE, "Não foi possível analisar o texto. Tente novamente."), (VALORANT, "Falha ao analisar texto")],
)
def test_failure_has_the_documented_text_and_logs_no_credential(
    path: str, message: str, client_for: ClientFor, employee: Any, monkeypatch: Any, caplog: Any
) -> None:
    """'Analysis: Fortnite '…'; Valorant the server message or 'Falha ao analisar texto''."""

    def fail(text: str, *_: Any) -> None:
        raise ValueError(text)

    monkeypatch.setattr("bulk.api.intake.analyse_text", fail)
    answer = client_for(employee).post(path, {"text": FORTNITE_TEXT}, format="json")

    assert answer.status_code == 500
    assert answer.json()["message"] == message
    assert "Exemplo#123" not in caplog.text
    assert "ValueError" in caplog.text


def test_nothing_of_an_ordinary_analysis_is_logged(client_for: ClientFor, employee: Any, caplog: Any) -> None:
    caplog.set_level("DEBUG")
    analysed(client_for(employee), FORTNITE_TEXT)

    assert "Exemplo#123" not in caplog.text
    assert "conta17" not in caplog.text


def test_session_cookie_is_warned_of_and_not_echoed(client_for: ClientFor, employee: Any) -> None:
    secret = "inventado-0000-1111"
    answer = client_for(employee).post(
        FORTNITE, {"text": f"login: ana\nsenha: Sal#1234\nCookie: EPIC_SSO={secret}"}, format="json"
    )

    assert secret not in answer.content.decode()
    assert [(warning["code"], warning["line"]) for warning in answer.json()["data"]["warnings"]] == [
        ("session_cookie", 3)
    ]


def test_banned_account_is_warned_of(client_for: ClientFor, employee: Any) -> None:
    """Ban lines must stop the listing, not vanish."""
    data = analysed(client_for(employee), "Skins: 30\nConta banida permanentemente")

    assert data["warnings"] == [
        {"code": "banned", "message": "O texto diz que a conta está banida ou suspensa.", "line": 2}
    ]


def test_own_description_comes_before_the_global_one(client_for: ClientFor, employee: Any) -> None:
    GlobalSettings.objects.create(id=1, default_description="Da empresa.", default_instructions="Abra o chat.")

    general = analysed(client_for(employee), FORTNITE_TEXT)
    UploadSettings.objects.create(user=employee, descriptions={"fortnite": "Entrego em minutos."})
    own = analysed(client_for(employee), FORTNITE_TEXT)

    assert general["description"] == "Conta Fortnite\n\n• Skins: 57\n• V-Bucks: 1.250\n\nDa empresa."
    assert general["delivery_instructions"] == "Abra o chat."
    assert own["description"] == "Conta Fortnite\n\n• Skins: 57\n• V-Bucks: 1.250\n\nEntrego em minutos."


def test_provider_of_the_address_is_linked_in_the_instructions(client_for: ClientFor, employee: Any) -> None:
    data = analysed(client_for(employee), "joana:Sal#1234:joana@firstmail.ltd:Mar#1234 | Skins: 30")

    assert "https://firstmail.ltd/webmail/login" in data["delivery_instructions"]


# Labels


def test_taught_label_is_read_in_the_next_analysis_of_that_person_alone(
    client_for: ClientFor, employee: Any, other_employee: Any
) -> None:
    """A correction by a user teaches a label alias."""
    text = "Bugigangas: 31\nSkins: 57"
    client = client_for(employee)
    before = analysed(client, text)
    answer = client.post(LABELS, {"game": "fortnite", "label": "Bugigangas:", "field": "pickaxes"}, format="json")

    assert answer.status_code == 201
    assert {name: answer.json()[name] for name in ("game", "label", "field")} == {
        "game": "fortnite",
        "label": "Bugigangas",
        "field": "pickaxes",
    }
    assert before["account_data"] == {"skins": 57}
    assert analysed(client, text)["account_data"] == {"skins": 57, "pickaxes": 31}
    assert analysed(client_for(other_employee), text)["account_data"] == {"skins": 57}


def test_rank_is_taught_by_the_documents_name(client_for: ClientFor, employee: Any) -> None:
    client = client_for(employee)
    client.post(LABELS, {"game": "valorant", "label": "Pedigree", "field": "peak_tier"}, format="json")

    data = analysed(client, "Pedigree: Imortal III\nNível: 90", VALORANT)

    assert data["account_data"] == {"level": 90, "peak_tier": "Immortal", "peak_division": 3}


def test_label_taught_again_means_the_new_field(client_for: ClientFor, employee: Any) -> None:
    client = client_for(employee)
    for field in ("pickaxes", "gliders"):
        client.post(LABELS, {"game": "fortnite", "label": "bugigangas", "field": field}, format="json")

    assert [label["field"] for label in client.get(LABELS).json()] == ["gliders"]


def test_label_is_seen_and_forgotten_by_its_owner_alone(
    client_for: ClientFor, employee: Any, other_employee: Any, admin: Any
) -> None:
    client = client_for(employee)
    path = f"{LABELS}/" + str(
        client.post(LABELS, {"game": "fortnite", "label": "bugigangas", "field": "pickaxes"}, format="json").json()["id"]
    )

    assert client_for(other_employee).get(LABELS).json() == []
    assert client_for(other_employee).delete(path).status_code == 404
    assert client_for(admin).delete(path).status_code == 404
    assert LabelAlias.objects.count() == 1
    assert client.get(LABELS, {"game": "valorant"}).json() == []
    assert client.delete(path).status_code == 204
    assert client.get(LABELS).json() == []


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ({"game": "roblox", "label": "x1", "field": "skins"}, "game"),
        ({"game": "fortnite", "label": "bugigangas", "field": "agents"}, "field"),
        ({"game": "fortnite", "label": "57", "field": "skins"}, "label"),
        ({"game": "fortnite", "label": "joana@example.com", "field": "login"}, "label"),
        ({"game": "fortnite", "label": "senha: abc", "field": "password"}, "label"),
        ({"game": "fortnite", "label": "um dois três quatro cinco seis sete", "field": "skins"}, "label"),
        ({"game": "fortnite", "label": "", "field": "skins"}, "label"),
        ({"game": "fortnite", "label": "\ufdfa" * 60, "field": "skins"}, "label"),
    ],
)
def test_label_that_is_none_is_refused(body: dict[str, Any], wrong: str, client_for: ClientFor, employee: Any) -> None:
    answer = client_for(employee).post(LABELS, body, format="json")

    assert answer.status_code == 400
    assert list(answer.json()["errors"]) == [wrong]
    assert LabelAlias.objects.count() == 0


def test_labels_have_an_end(client_for: ClientFor, employee: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr("bulk.actions.intake.MAX_ALIASES", 1)
    client = client_for(employee)
    client.post(LABELS, {"game": "fortnite", "label": "bugigangas", "field": "pickaxes"}, format="json")
    answer = client.post(LABELS, {"game": "fortnite", "label": "coisinhas", "field": "skins"}, format="json")

    assert answer.status_code == 422
    assert answer.json()["code"] == "too_many_labels"
    assert LabelAlias.objects.count() == 1
