"""GameBoost v2 creates a draft and publishes it by a second call: one that fails is tried again, and nothing is created
twice."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from marketplace.actions.calls import adapter_for
from marketplace.actions.sync import publish_drafts, sync_listings
from marketplace.adapters.base import Created, Done
from marketplace.enums import WritableStatus
from marketplace.models import Configuration, KeyBudget, ListingChange, RemoteAccount
from marketplace.tests.conftest import war_thunder
from marketplace.tests.factories import configure
from marketplace.tests.sandbox_fixture import RunningSandbox
from notifications.models import Notification

pytestmark = pytest.mark.usefixtures("system_owner")

REFUSED = {"kind": "error", "endpoint": "status", "status": 422, "message": "Verify your account first"}
BROKEN = {"kind": "error", "endpoint": "status", "status": 500}


@pytest.fixture
def draft(employee: Any, sandbox: RunningSandbox) -> RemoteAccount:
    """A listing that was created while publishing was broken, which it still is."""
    configure(employee, f"{sandbox.url}/v2", key="sandbox-key")
    sandbox.control.set_faults(BROKEN)
    adapter = adapter_for(sandbox.connection(path="/v2"), user_id=employee.id)
    created = adapter.create(war_thunder())
    adapter.close()
    assert isinstance(created, Created)
    assert created.status == "Draft"
    return RemoteAccount.objects.get()


@pytest.fixture
def by_hand(employee: Any, sandbox: RunningSandbox) -> Callable[[Callable[[Any], Any]], Any]:
    """What a person does with the listing."""

    def by_hand(act: Callable[[Any], Any]) -> Any:
        adapter = adapter_for(sandbox.connection(path="/v2"), user_id=employee.id, interactive=True)
        try:
            return act(adapter)
        finally:
            adapter.close()

    return by_hand


def try_now() -> int:
    """As if the time of every listing that waits had come."""
    RemoteAccount.objects.exclude(publish_at=None).update(publish_at=timezone.now() - timedelta(seconds=1))
    return publish_drafts()


def line() -> tuple[str, str, bool]:
    change = ListingChange.objects.get()
    return (change.kind, change.note, change.handled_at is None)


def test_listing_that_was_not_published_is_known_at_once(draft: RemoteAccount) -> None:
    assert draft.publish_at is not None
    assert line() == ("draft", "", True)
    assert publish_drafts() == 0  # its time has not come


def test_draft_does_not_wait_for_hours_that_a_wrong_clock_was_ahead(draft: RemoteAccount) -> None:
    RemoteAccount.objects.update(publish_at=timezone.now() + timedelta(hours=3))

    assert publish_drafts() == 1


def test_publishing_is_tried_again_and_nothing_is_created_twice(
    draft: RemoteAccount, sandbox: RunningSandbox, employee: Any
) -> None:
    assert try_now() == 1
    draft.refresh_from_db()
    assert (draft.publish_tries, draft.status) == (1, "Draft")
    assert line() == ("draft", "Server Error", True)
    sandbox.control.set_faults()
    assert try_now() == 1
    draft.refresh_from_db()
    assert (draft.status, draft.publish_at) == ("Listed", None)
    assert line() == ("draft", "Publicado.", False)
    assert [each["status"] for each in sandbox.control.listings()] == ["Listed"]
    assert sandbox.control.counters()["created"] == 1
    assert try_now() == 0
    assert not Notification.objects.filter(user=employee).exists()


def test_answer_that_did_not_come_is_looked_for_before_another_try(draft: RemoteAccount, sandbox: RunningSandbox) -> None:
    sandbox.control.set_faults()
    sandbox.control.set_listing_status(draft.remote_id, "Listed")
    assert try_now() == 1
    assert line() == ("draft", "Publicado.", False)
    assert [entry["endpoint"] for entry in sandbox.control.log()][-1] == "get"


def test_refusal_is_left_to_a_person_who_is_told_once(
    draft: RemoteAccount, sandbox: RunningSandbox, employee: Any
) -> None:
    sandbox.control.set_faults(REFUSED)
    assert try_now() == 1
    draft.refresh_from_db()
    assert draft.publish_at is None
    assert line() == ("draft", "Verify your account first", True)
    assert try_now() == 0
    told = Notification.objects.get(user=employee)
    assert (told.kind, told.title, told.url) == ("listing_not_published", "Anúncio criado e não publicado", "/runs")
    assert told.body == f"{draft.title}: Verify your account first"


def test_what_keeps_failing_is_left_to_a_person(draft: RemoteAccount, sandbox: RunningSandbox, employee: Any) -> None:
    sandbox.control.set_faults({"kind": "error", "status": 500})
    tries = 0
    while RemoteAccount.objects.filter(publish_at__isnull=False).exists() and tries < 50:
        tries += try_now()
    assert tries == 8
    assert line()[2]
    assert Notification.objects.filter(user=employee).count() == 1


def test_key_that_has_to_wait_is_no_failed_try(draft: RemoteAccount, sandbox: RunningSandbox) -> None:
    sandbox.control.set_faults({"kind": "throttle", "retryAfter": 300, "endpoint": "*"})
    began = timezone.now()
    assert try_now() == 1
    draft.refresh_from_db()
    assert draft.publish_tries == 0
    assert draft.publish_at is not None
    assert began <= draft.publish_at - timedelta(seconds=300) <= timezone.now()


@pytest.mark.parametrize(
    ("status", "note"), [(WritableStatus.DRAFT, "Mantido como rascunho."), (WritableStatus.LISTED, "Publicado.")]
)
def test_what_a_person_decides_ends_the_trying(
    draft: RemoteAccount, sandbox: RunningSandbox, by_hand: Any, status: WritableStatus, note: str
) -> None:
    sandbox.control.set_faults()
    assert isinstance(by_hand(lambda adapter: adapter.set_status(draft.remote_id, status)), Done)
    draft.refresh_from_db()
    assert (draft.status, draft.publish_at) == (status.value.capitalize(), None)
    assert line() == ("draft", note, False)
    assert try_now() == 0


def test_several_published_at_once_end_the_trying_too(
    draft: RemoteAccount, sandbox: RunningSandbox, by_hand: Any
) -> None:
    sandbox.control.set_faults()
    by_hand(lambda adapter: adapter.set_status_of_many([draft.remote_id], WritableStatus.DRAFT))
    assert line() == ("draft", "Mantido como rascunho.", False)
    assert try_now() == 0


def test_deleted_draft_is_not_tried(draft: RemoteAccount, sandbox: RunningSandbox, by_hand: Any) -> None:
    sandbox.control.set_faults()
    by_hand(lambda adapter: adapter.delete(draft.remote_id))
    assert line() == ("draft", "Excluído.", False)
    assert try_now() == 0


def test_listing_whose_key_nobody_has_any_more_is_left_to_a_person(
    draft: RemoteAccount, sandbox: RunningSandbox, employee: Any
) -> None:
    Configuration.objects.filter(user=employee).delete()
    calls = len(sandbox.control.log())
    assert try_now() == 1
    assert line() == ("draft", "A chave com que o anúncio foi criado não está mais configurada.", True)
    assert len(sandbox.control.log()) == calls


def test_pass_over_the_listings_finds_what_was_published_elsewhere(draft: RemoteAccount, sandbox: RunningSandbox) -> None:
    sandbox.control.set_faults()
    sandbox.control.set_listing_status(draft.remote_id, "Listed")
    sync_listings()
    draft.refresh_from_db()
    assert (draft.status, draft.publish_at) == ("Listed", None)
    assert line() == ("draft", "Publicado.", False)


def test_message_leads_admins_to_the_work_list(admin: Any, sandbox: RunningSandbox) -> None:
    configure(admin, f"{sandbox.url}/v2", key="sandbox-key")
    sandbox.control.set_faults(REFUSED)
    adapter = adapter_for(sandbox.connection(path="/v2"), user_id=admin.id)
    adapter.create(war_thunder())
    adapter.close()
    try_now()
    assert Notification.objects.get(user=admin).url == "/integrations?aba=mudancas"


def test_trying_again_leaves_the_share_of_screens_alone(draft: RemoteAccount) -> None:
    KeyBudget.objects.all().delete()

    assert try_now() == 1

    assert {screen for _, _, screen, _, _ in KeyBudget.objects.get().spent} == {False}
