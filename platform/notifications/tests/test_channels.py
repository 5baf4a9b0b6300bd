"""The channels of a person: connected, confirmed, chosen, tried, forgotten."""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.actions import people
from accounts.tests.factories import UserFactory
from core.models import AuditEvent
from core.tests.threads import together
from infra import schedule
from notifications import actions
from notifications.errors import TooSoon
from notifications.models import Channel, Delivery
from notifications.tests.servers import Mailbox, http_server, smtp_server
from shell.privacy import export_personal_data

pytestmark = pytest.mark.django_db

ClientFor = Callable[[Any], APIClient]
PATH = "/api/notifications/channels"


@pytest.fixture
def mailbox(settings: Any) -> Iterator[Mailbox]:
    settings.DEFAULT_FROM_EMAIL = "avisos@casa.example"
    with smtp_server() as box:
        settings.EMAIL_SERVER = {"host": "127.0.0.1", "port": box.port}
        yield box


def connected(person: Any, kind: str = "email", **more: Any) -> Channel:
    return Channel.objects.create(
        user_id=person.id, kind=kind, confirmed_at=timezone.now(), **{"address": "ana@casa.example"} | more
    )


def code_of(box: Mailbox) -> str:
    found = re.search(r"código é (\w+)\.", box.texts[-1])
    assert found
    return found[1]


def test_an_address_is_used_once_its_code_came_back(as_employee: APIClient, mailbox: Mailbox) -> None:
    waiting = as_employee.post(f"{PATH}/email", {"address": "ana@casa.example"}).json()
    assert (waiting["awaitsCode"], waiting["connected"], waiting["kinds"]) == (True, False, [])

    answer = as_employee.post(f"{PATH}/email/confirm", {"code": code_of(mailbox).lower()}).json()

    assert (answer["connected"], answer["awaitsCode"], answer["kinds"]) == (True, False, [])
    assert as_employee.post(f"{PATH}/email/confirm", {"code": code_of(mailbox)}).status_code == 400
    assert "ana@casa.example" not in str(list(AuditEvent.objects.values()))
    assert AuditEvent.objects.filter(event="notifications.channel_changed").count() == 2


def test_an_address_at_a_domain_with_accents_gets_its_code(as_employee: APIClient, mailbox: Mailbox) -> None:
    answer = as_employee.post(f"{PATH}/email", {"address": "ana@ação.example"})

    assert (answer.status_code, mailbox.messages[0]["To"]) == (200, "ana@xn--ao-siap.example")
    assert as_employee.post(f"{PATH}/email/confirm", {"code": code_of(mailbox)}).json()["connected"] is True


def test_a_wrong_code_is_refused_and_the_sixth_try_too(as_employee: APIClient, mailbox: Mailbox) -> None:
    as_employee.post(f"{PATH}/email", {"address": "ana@casa.example"})
    for _ in range(5):
        assert as_employee.post(f"{PATH}/email/confirm", {"code": "AAAAAAAAAA"}).json()["code"] == "wrong_code"

    assert as_employee.post(f"{PATH}/email/confirm", {"code": code_of(mailbox)}).status_code == 400

    assert Channel.objects.get().confirmed_at is None


def test_a_code_ends_after_15_minutes_and_is_nobody_elses(
    as_employee: APIClient, client_for: ClientFor, other_employee: Any, mailbox: Mailbox
) -> None:
    as_employee.post(f"{PATH}/email", {"address": "ana@casa.example"})
    code = {"code": code_of(mailbox)}

    assert client_for(other_employee).post(f"{PATH}/email/confirm", code).status_code == 400
    with time_machine.travel(timezone.now() + timedelta(minutes=16)):
        assert as_employee.post(f"{PATH}/email/confirm", code).status_code == 400

    assert Channel.objects.get().confirmed_at is None


def test_messages_on_request_are_a_minute_apart_even_over_a_disconnection(
    as_employee: APIClient, mailbox: Mailbox
) -> None:
    as_employee.post(f"{PATH}/email", {"address": "ana@casa.example"})
    assert as_employee.delete(f"{PATH}/email").status_code == 204

    refused = as_employee.post(f"{PATH}/email", {"address": "bia@casa.example"})

    assert (refused.status_code, refused.json()["code"]) == (429, "too_soon")
    assert (len(mailbox.messages), Channel.objects.get().address) == (1, "")


def test_what_the_server_lacks_is_said_before_and_at_a_try(as_employee: APIClient) -> None:
    missing = {each["channel"]: each["missing"] for each in as_employee.get(PATH).json()["channels"]}
    refused = as_employee.post(f"{PATH}/telegram", {})

    assert "EMAIL_URL" in missing["email"]
    assert (refused.status_code, refused.json()["message"]) == (409, missing["telegram"])
    assert (missing["webhook"], Channel.objects.count()) == ("", 0)


@pytest.mark.parametrize(
    "url",
    ["http://casa.example/x", "https://casa.example:8443/x", "https://a:b@casa.example", "ftp://x", "https://[", ""],
)
def test_a_webhook_is_https_at_a_public_name(as_employee: APIClient, url: str) -> None:
    refused = as_employee.post(f"{PATH}/webhook", {"address": url})

    assert (refused.status_code, list(refused.json()["errors"])) == (400, ["address"])
    assert Channel.objects.count() == 0


def test_the_secret_of_a_webhook_is_shown_once(as_employee: APIClient) -> None:
    first = as_employee.post(f"{PATH}/webhook", {"address": "https://casa.example/avisos"}).json()

    assert first["shownOnce"] == Channel.objects.get().secret
    assert first["shownOnce"].startswith("whsec_")
    assert (first["connected"], first["kinds"]) == (True, [])
    assert first["shownOnce"] not in as_employee.get(PATH).content.decode()


def test_telegram_is_linked_by_a_code_that_works_once(
    as_employee: APIClient, client_for: ClientFor, other_employee: Any, settings: Any
) -> None:
    updates: list[Any] = []

    def bot(path: str, body: Any) -> tuple[int, Any]:
        assert path.startswith("/bot1:token/")
        if path.endswith("getUpdates"):
            updates[:] = [each for each in updates if each["update_id"] >= body.get("offset", 0)]
            return 200, {"ok": True, "result": list(updates)}
        return 200, {"ok": True}

    def write(number: int, chat: int, text: str, kind: str = "private") -> None:
        updates.append({"update_id": number, "message": {"text": text, "chat": {"id": chat, "type": kind}}})

    with http_server(bot) as heard:
        settings.TELEGRAM_API_URL = f"http://{heard.host}"
        settings.OUTBOUND_ALLOWED_HOSTS = frozenset({heard.host})
        settings.TELEGRAM_BOT_TOKEN, settings.TELEGRAM_BOT_NAME = "1:token", "casa_bot"
        schedule.registry["notifications.link_telegram"].run()
        assert heard.requests == []
        link = as_employee.post(f"{PATH}/telegram", {}).json()["shownOnce"]
        client_for(other_employee).post(f"{PATH}/telegram", {})
        code = link.removeprefix("https://t.me/casa_bot?start=")
        assert len(code) == 26  # of 31 letters: 128 bits
        write(7, 13, f"/start {code}", "group")
        write(8, 41, "/start AAAAAAAAAA")
        write(9, 42, f"/start {code}")
        write(10, 43, f"/start {code}")
        schedule.registry["notifications.link_telegram"].run()
        assert updates == []
        assert as_employee.post(f"{PATH}/telegram/test").status_code == 204

    linked = Channel.objects.exclude(confirmed_at=None).get()
    assert (linked.address, linked.user.username) == ("42", "funcionaria.teste")
    assert b'"chat_id": "42"' in heard.requests[-1][2]


def test_choices_are_kept_and_told_to_the_trail(as_employee: APIClient, employee: Any) -> None:
    connected(employee)

    chosen = as_employee.patch(
        f"{PATH}/email", {"kinds": ["payment_made", "payment_made"], "quietFrom": 22, "quietUntil": 7, "digestAt": None}
    ).json()

    assert (chosen["kinds"], chosen["quietFrom"], chosen["quietUntil"]) == (["payment_made"], 22, 7)
    event = AuditEvent.objects.get(event="notifications.channel_changed")
    assert (event.before["kinds"], event.after["kinds"]) == ([], ["payment_made"])
    assert as_employee.patch(f"{PATH}/email", {"kinds": ["a"]}).status_code == 400
    assert as_employee.patch(f"{PATH}/email", {"digestAt": 24}).status_code == 400
    assert as_employee.patch(f"{PATH}/telegram", {"kinds": []}).json()["code"] == "channel_not_connected"


def test_a_test_that_is_refused_says_so(as_employee: APIClient, employee: Any, mailbox: Mailbox) -> None:
    mailbox.at_recipient = "550 no"
    connected(employee)

    refused = as_employee.post(f"{PATH}/email/test")

    assert (refused.status_code, refused.json()["code"]) == (409, "not_delivered")


def test_disconnecting_forgets_the_address_and_what_waited(as_employee: APIClient, employee: Any) -> None:
    connected(employee, kinds=["task_assigned"])
    actions.notify(user_id=employee.id, kind="task_assigned", title="Nova tarefa")

    assert as_employee.delete(f"{PATH}/email").status_code == 204

    own = Channel.objects.get()
    assert (own.address, own.confirmed_at, own.kinds, Delivery.objects.count()) == ("", None, [], 0)


def test_somebody_who_leaves_takes_addresses_with_them(employee: Any, other_employee: Any, admin: Any) -> None:
    connected(employee)
    connected(other_employee)

    people.deactivate_person(by=admin, user_id=employee.id)

    assert list(Channel.objects.values_list("user_id", flat=True)) == [other_employee.id]


def test_ones_own_copy_has_addresses_and_no_secret(employee: Any) -> None:
    connected(employee, "webhook", secret="whsec_abc")

    data = export_personal_data(user_id=employee.id, by=employee)

    assert data["notifications.channel"][0]["address"] == "ana@casa.example"
    assert "whsec_abc" not in str(data)


def test_the_channels_of_others_are_out_of_reach(as_employee: APIClient, other_employee: Any) -> None:
    connected(other_employee)

    told = as_employee.get(PATH).json()["channels"]

    assert [(each["channel"], each["address"]) for each in told] == [("email", ""), ("telegram", ""), ("webhook", "")]
    assert as_employee.delete(f"{PATH}/email").status_code == 204
    assert as_employee.post(f"{PATH}/pager", {"address": "x"}).status_code == 404
    assert Channel.objects.get().address == "ana@casa.example"


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("real_database")
@pytest.mark.parametrize("ask", ["a test", "a code"])
def test_presses_at_one_moment_send_one_message(mailbox: Mailbox, ask: str) -> None:
    person = UserFactory()
    channel = connected(person)

    def press(_: int) -> bool:
        try:
            if ask == "a test":
                actions.send_test(by=person, kind="email")
            else:
                actions.connect(by=person, kind="email", address=channel.address)
        except TooSoon:
            return False
        return True

    assert sorted(together(4, press)) == [False, False, False, True]
    assert (len(mailbox.texts), Delivery.objects.count()) == (1, 1)
