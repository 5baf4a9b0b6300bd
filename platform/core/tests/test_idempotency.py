from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
import time_machine
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from accounts.tests.factories import UserFactory
from core.api import RUNNING_FOR, IdempotencyClaim
from core.errors import StillRunning
from core.models import AuditEvent, IdempotencyRecord
from core.tests import processes
from core.tests.threads import in_threads

pytestmark = pytest.mark.urls("core.tests.urls")

WRITE = "/api/probe/write"
WRITE_AND_WAIT = "/api/probe/write-and-wait"


@pytest.fixture
def client(client_for: Callable[[Any], APIClient], employee: Any) -> APIClient:
    client = client_for(employee)
    client.raise_request_exception = False
    return client


def send(client: APIClient, body: dict[str, Any], key: str | None = "k1", path: str = WRITE) -> Any:
    return client.post(path, body, headers={} if key is None else {"Idempotency-Key": key})


def claimed_by_a_request_that_died(client: APIClient, body: dict[str, Any], path: str = WRITE) -> IdempotencyRecord:
    """The record as a killed process leaves it: claimed, unanswered."""
    send(client, body, path=path)
    IdempotencyRecord.objects.update(status=None, body=None, location="", running_until=timezone.now() + RUNNING_FOR)
    return IdempotencyRecord.objects.get()


def effects() -> int:
    return AuditEvent.objects.filter(event="probe.write").count()


def test_without_a_key_every_call_acts(client: APIClient) -> None:
    first, second = send(client, {"a": 1}, key=None), send(client, {"a": 1}, key=None)

    assert (first.status_code, second.status_code) == (201, 201)
    assert effects() == 2
    assert not IdempotencyRecord.objects.exists()


def test_same_key_and_body_replays_the_first_answer(client: APIClient) -> None:
    """Same key and body replays the first answer (`Idempotent-Replay: true`)."""
    first, second = send(client, {"a": 1, "b": 2}), send(client, {"b": 2, "a": 1})

    assert (first.status_code, second.status_code) == (201, 201)
    assert second.json() == first.json()
    assert not first.has_header("Idempotent-Replay")
    assert second["Idempotent-Replay"] == "true"
    assert effects() == 1


def test_same_key_and_other_body_is_422(client: APIClient) -> None:
    """Same key and other body is 422."""
    send(client, {"a": 1})

    answer = send(client, {"a": 2})

    assert answer.status_code == 422
    assert answer.json() == {
        "message": "Esta chave de repetição já foi usada com outro conteúdo.",
        "errors": {},
        "code": "idempotency_key_reused",
    }
    assert effects() == 1


def test_same_key_on_another_path_is_422(client: APIClient) -> None:
    send(client, {"a": 1})

    assert send(client, {"a": 1}, path=WRITE_AND_WAIT).status_code == 422
    assert send(client, {"a": 1}, path=f"{WRITE}?force=1").status_code == 422
    assert effects() == 1


def test_keys_are_ones_own(client: APIClient, client_for: Callable[[Any], APIClient], other_employee: Any) -> None:
    send(client, {"a": 1})

    answer = send(client_for(other_employee), {"a": 1})

    assert answer.status_code == 201
    assert not answer.has_header("Idempotent-Replay")
    assert effects() == 2


@pytest.mark.parametrize("key", ["", "x" * 256, "a\tb"])
def test_key_that_is_none_is_400(client: APIClient, key: str) -> None:
    answer = send(client, {"a": 1}, key=key)

    assert answer.status_code == 400
    assert answer.json()["code"] == "invalid_idempotency_key"
    assert effects() == 0


def test_refusal_frees_the_key_for_a_corrected_attempt(client: APIClient) -> None:
    refused = send(client, {"refuse": True})
    assert (refused.status_code, refused.json()["message"]) == (409, "Já existe.")
    assert effects() == 0

    assert send(client, {"a": 1}).status_code == 201
    assert effects() == 1


def test_crash_of_the_handler_leaves_neither_effect_nor_answer(client: APIClient) -> None:
    assert send(client, {"explode": True}).status_code == 500

    assert effects() == 0
    assert not IdempotencyRecord.objects.exists()


def test_running_request_is_409(client: APIClient) -> None:
    """Still running is 409."""
    claimed_by_a_request_that_died(client, {"a": 1})

    answer = send(client, {"a": 1})

    assert answer.status_code == 409
    assert answer.json() == {
        "message": "Este pedido ainda está em andamento. Aguarde um momento.",
        "errors": {},
        "code": "still_running",
    }
    assert effects() == 1


def test_dead_request_is_taken_over_after_60_seconds_and_not_before(client: APIClient) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        claimed_by_a_request_that_died(client, {"a": 1})
        clock.shift(timedelta(seconds=59, milliseconds=999))
        assert send(client, {"a": 1}).status_code == 409

        clock.shift(timedelta(milliseconds=1))
        taken_over = send(client, {"a": 1})
        replayed = send(client, {"a": 1})

    assert taken_over.status_code == 201
    assert not taken_over.has_header("Idempotent-Replay")
    assert replayed["Idempotent-Replay"] == "true"
    assert effects() == 2  # the helper's own first write, and the one that took over


def test_slow_request_that_lost_its_place_can_no_longer_answer(client: APIClient) -> None:
    record = claimed_by_a_request_that_died(client, {"a": 1})
    slow = IdempotencyClaim(record.pk, record.running_until)
    with time_machine.travel(timezone.now() + RUNNING_FOR, tick=False):
        send(client, {"a": 1})

    with pytest.raises(StillRunning):
        slow.commit(200, {"late": True})
    slow.free()

    assert send(client, {"a": 1})["Idempotent-Replay"] == "true"
    assert effects() == 2


def test_waiting_handler_commits_before_it_ends_and_its_final_answer_is_replayed(client: APIClient) -> None:
    first = send(client, {"a": 1}, path=WRITE_AND_WAIT)
    second = send(client, {"a": 1}, path=WRITE_AND_WAIT)

    assert (first.status_code, first.json()["done"]) == (200, True)
    assert (second.status_code, second.json()) == (200, first.json())
    assert second["Location"] == "/api/probe/1"
    assert second["Idempotent-Replay"] == "true"
    assert effects() == 1


def test_waiting_handler_that_fails_after_its_commit_is_replayed_as_committed(client: APIClient) -> None:
    first = send(client, {"dieWaiting": True}, path=WRITE_AND_WAIT)
    second = send(client, {"dieWaiting": True}, path=WRITE_AND_WAIT)

    assert first.status_code == 500
    assert second.status_code == 202
    assert second.json() == {"id": AuditEvent.objects.get().id, "at": second.json()["at"]}
    assert second["Location"] == "/api/probe/1"
    assert effects() == 1


def test_waiting_handler_whose_transaction_is_undone_frees_the_key(client: APIClient) -> None:
    assert send(client, {"undo": True}, path=WRITE_AND_WAIT).status_code == 409

    assert effects() == 0
    assert not IdempotencyRecord.objects.exists()


def test_answer_is_kept_encrypted_and_as_the_renderer_writes_it(client: APIClient) -> None:
    first = send(client, {"a": 1})
    record = IdempotencyRecord.objects.get()

    assert record.body == first.json()
    assert (record.status, record.running_until) == (201, None)
    record.running_until = timezone.now()
    record.save()
    IdempotencyClaim(record.pk, record.running_until).commit(200, {"amount": Decimal("12.50")})
    assert IdempotencyRecord.objects.get().body == {"amount": "12.50"}


def test_parallel_requests_with_one_key_have_one_effect(real_database: Any) -> None:
    client = APIClient()
    client.force_login(UserFactory())
    session = client.cookies["sessionid"].value
    answers: list[Any] = []

    def repeat() -> None:
        browser = APIClient()
        browser.cookies["sessionid"] = session
        answers.append(send(browser, {"a": 1}))

    assert in_threads(20, repeat) == []

    acted = [answer for answer in answers if answer.status_code == 201 and not answer.has_header("Idempotent-Replay")]
    replayed = [answer for answer in answers if answer.has_header("Idempotent-Replay")]
    refused = [answer for answer in answers if answer.status_code == 409]
    assert effects() == 1
    assert (len(acted), len(replayed) + len(refused)) == (1, 19)
    assert all(answer.json() == acted[0].json() for answer in replayed)
    assert all(answer.json()["code"] == "still_running" for answer in refused)


def test_key_of_a_process_killed_in_its_transaction_is_free_after_60_seconds(real_database: Any) -> None:
    person = UserFactory()
    process = processes.start(
        real_database,
        f"""
import os
from django.conf import settings
from core.models import AuditEvent, IdempotencyRecord
from rest_framework.test import APIClient
from accounts.models import User

settings.ROOT_URLCONF = "core.tests.urls"
settings.ALLOWED_HOSTS = ["testserver"]
save = AuditEvent.save

def save_and_die(self, **kwargs):
    save(self, **kwargs)
    os.kill(os.getpid(), 9)

AuditEvent.save = save_and_die
client = APIClient()
client.force_login(User.objects.get(pk={person.pk}))
client.post({WRITE!r}, {{"a": 1}}, headers={{"Idempotency-Key": "k1"}})
""",
    )
    process.communicate(timeout=processes.PATIENCE_S)
    client = APIClient()
    client.force_login(User.objects.get(pk=person.pk))

    assert process.returncode == -9
    assert effects() == 0
    assert send(client, {"a": 1}).status_code == 409
    IdempotencyRecord.objects.update(running_until=timezone.now())
    assert send(client, {"a": 1}).status_code == 201
    assert effects() == 1
