"""The optional model: what leaves for it, what of its answer is believed, and what stands when it fails."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from bulk.analysis import analyse
from bulk.intake.assistant import analyse_text
from infra.shares import MARKETPLACE_CALLS

pytestmark = [pytest.mark.once, pytest.mark.django_db]

TEXT = """Login: joana_77
Senha: Sal:Mar;9x
E-mail: joana@example.com
Senha do e-mail: 7 Barcos; 2 Velas
Trajes: 57
Bugigangas de levar: 31
joana_77:Sal:Mar;9x"""


class Recorder(BaseHTTPRequestHandler):
    """A model that remembers what it was asked, and answers what it was told to."""

    server: "Model"

    def do_POST(self) -> None:
        self.server.asked.append(self.rfile.read(int(self.headers["Content-Length"])).decode())
        self.server.keys.append(self.headers["Authorization"])
        self.send_response(self.server.status)
        self.end_headers()
        self.wfile.write(self.server.answer.encode())

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


class Model(ThreadingHTTPServer):
    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Recorder)
        self.asked: list[str] = []
        self.keys: list[str | None] = []
        self.status = 200
        self.answer = "{}"

    def says(self, data: Any) -> None:
        self.answer = json.dumps({"choices": [{"message": {"content": json.dumps({"accounts": data})}}]})


@contextmanager
def serving() -> Iterator[Model]:
    server = Model()
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture
def model(settings: Any) -> Iterator[Model]:
    with serving() as server:
        host = f"127.0.0.1:{server.server_port}"
        settings.ANALYSIS_LLM_BASE_URL = f"http://{host}/v1"
        settings.ANALYSIS_LLM_MODEL = "modelo"
        settings.ANALYSIS_LLM_API_KEY = "chave-do-modelo"
        settings.OUTBOUND_ALLOWED_HOSTS = frozenset({host})
        yield server


def test_nothing_is_asked_without_a_model(settings: Any) -> None:
    assert settings.ANALYSIS_LLM_BASE_URL == ""
    assert analyse_text(TEXT, "fortnite", {}).source == "local"


def test_credentials_do_not_leave(model: Model) -> None:
    """With credentials removed from what it sees."""
    analyse_text(TEXT, "fortnite", {})

    [asked] = model.asked
    assert model.keys == ["Bearer chave-do-modelo"]
    for secret in ("joana_77", "Sal:Mar;9x", "Mar;9x", "joana@example.com", "7 Barcos", "Velas"):
        assert secret not in asked
    assert "Trajes: 57" in asked
    assert "Bugigangas de levar: 31" in asked


@pytest.mark.parametrize("secret", ["lol123LOL", "senha123"])
def test_unread_password_made_of_known_words_does_not_leave(model: Model, secret: str) -> None:
    analyse_text(f"da conta do tio, suspensa: {secret}\nTrajes: 57\nBugigangas de levar: 31", "fortnite", {})

    [asked] = model.asked
    assert secret not in asked
    assert "Trajes: 57" in asked


def test_value_that_the_text_bears_out_is_added(model: Model) -> None:
    model.says([{"account_data": {"backblings": 31, "skins": 99}}])

    analysis = analyse_text(TEXT, "fortnite", {})

    assert analysis.source == "llm"
    assert analysis.accounts[0].account_data == {"skins": 57, "backblings": 31}
    origins = {origin.field: (origin.value, origin.line) for origin in analysis.accounts[0].provenance}
    assert origins["backblings"] == (31, 6)
    assert analysis.accounts[0].credentials["password"] == "Sal:Mar;9x"


@pytest.mark.parametrize(
    "invented",
    [
        {"vbucks": 1200},
        {"gliders": "31"},
        {"gliders": True},
        {"gliders": -31},
        {"platform": "PC"},
        {"has_2fa": True},
        {"rare_items": ["Renegade Raider"]},
        {"rare_items": "Bugigangas"},
        {"seasons_played": [1, 2]},
        {"login": "joana"},
        {"title": "Conta"},
    ],
)
def test_value_that_the_text_does_not_bear_out_is_not_believed(model: Model, invented: dict[str, Any]) -> None:
    """product: analysis.local"""
    model.says([{"account_data": invented}])

    assert analyse_text(TEXT, "fortnite", {}) == analyse(TEXT, "fortnite")


def test_rank_is_believed_with_its_division_only(model: Model) -> None:
    text = "Nível: 90\nQuem joga nela pega fácil o ouro 2 hein"
    model.says([{"account_data": {"current_tier": "Gold", "current_division": 2, "peak_tier": "Gold", "level": 1}}])

    analysis = analyse_text(text, "valorant", {})

    assert analysis.accounts[0].account_data == {"level": 90, "current_tier": "Gold", "current_division": 2}


@pytest.mark.parametrize(
    ("status", "answer"),
    [
        (500, "{}"),
        (200, "no JSON"),
        (200, "{}"),
        (200, json.dumps({"choices": [{"message": {"content": "prose"}}]})),
        (200, json.dumps({"choices": [{"message": {"content": "[1]"}}]})),
        (200, json.dumps({"choices": [{"message": {"content": None}}]})),
        (200, json.dumps({"choices": [{"message": {"content": '{"accounts": [{}, {}]}'}}]})),
        (200, json.dumps({"choices": [{"message": {"content": '{"accounts": [{"account_data": [1]}]}'}}]})),
    ],
)
def test_local_result_is_kept_when_the_model_fails(model: Model, status: int, answer: str) -> None:
    """And the local result kept when it fails."""
    model.status, model.answer = status, answer

    assert analyse_text(TEXT, "fortnite", {}) == analyse(TEXT, "fortnite")
    assert len(model.asked) == 1


def test_local_result_is_kept_when_nobody_answers(settings: Any) -> None:
    with serving() as server:
        host = f"127.0.0.1:{server.server_port}"
    settings.ANALYSIS_LLM_BASE_URL, settings.ANALYSIS_LLM_MODEL = f"http://{host}", "modelo"
    settings.OUTBOUND_ALLOWED_HOSTS = frozenset({host})

    assert analyse_text(TEXT, "fortnite", {}) == analyse(TEXT, "fortnite")


def test_local_result_stands_where_no_thread_is_left_to_wait_for_the_model(
    model: Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MARKETPLACE_CALLS, "_running", MARKETPLACE_CALLS.places)

    assert analyse_text(TEXT, "fortnite", {}) == analyse(TEXT, "fortnite")
    assert model.asked == []


def test_model_at_a_private_address_needs_the_operators_word(model: Model, settings: Any) -> None:
    """The outbound guard holds for the model as for everything else."""
    settings.OUTBOUND_ALLOWED_HOSTS = frozenset()

    assert analyse_text(TEXT, "fortnite", {}) == analyse(TEXT, "fortnite")
    assert model.asked == []
