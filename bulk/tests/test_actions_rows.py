"""Deciding an uncertain account, seeing credentials, forgetting them."""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from bulk.actions.removal import purge_connections, purge_credentials
from bulk.actions.rows import proof_of, resolve_row, reveal_credentials
from bulk.actions.runs import pause_run
from bulk.enums import RowState
from bulk.errors import CredentialsPurged, LoginTaken, NotConfirmed, RemoteIdTaken, WrongState
from bulk.models import Lane, Row, Run
from bulk.tests.helpers import credited, list_elsewhere, row_of, session_of, state_of, states, work
from core.models import AuditEvent
from marketplace.actions.configurations import save_global_settings
from marketplace.adapters.base import Created, Listing
from marketplace.adapters.gameboost.versions import GameBoostV1
from marketplace.models import Configuration
from marketplace.tests.sandbox_fixture import RunningSandbox, always_open

pytestmark = pytest.mark.django_db

Start = Callable[..., Run]
LONG_AGO = timedelta(days=45, seconds=1)


@pytest.fixture
def uncertain(start: Start) -> Row:
    run = start("ana001")
    Row.objects.filter(run=run).update(state=RowState.UNCERTAIN, in_doubt=True, settled_at=timezone.now())
    Run.objects.filter(pk=run.pk).update(finished_at=timezone.now(), started_at=timezone.now())
    return row_of(run)


@pytest.fixture
def listed(uncertain: Row, sandbox: RunningSandbox) -> str:
    """The id of the listing that the uncertain account is in truth."""
    return list_account(sandbox, "ana001")


def list_account(sandbox: RunningSandbox, login: str, *, game: str = "roblox", key: str = "sandbox-key") -> str:
    adapter = GameBoostV1(sandbox.connection(key), lambda call: None, always_open)
    outcome = adapter.create(
        Listing(
            game=game,
            title="Conta",
            description="Conta pronta para jogar.",
            price_eur=Decimal("9.99"),
            login=login,
            password="Exemplo#123",
            image_urls=("https://cdn.example.com/a.jpg",),
        )
    )
    adapter.close()
    assert isinstance(outcome, Created)
    return outcome.remote_id


def resolve(row: Row, remote_id: str, by: Any, reason: str = "") -> Row:
    proof = proof_of(row, RowState.CREATED, remote_id)
    return resolve_row(row=row, outcome=RowState.CREATED, remote_id=remote_id, proof=proof, reason=reason, by=by)


def test_an_uncertain_account_decided_created_is_credited_once(uncertain: Row, listed: str, owner: Any) -> None:
    """'resolving it later credits once', whatever has the listing's id in another market."""
    list_elsewhere(listed, uncertain.run)
    resolve(uncertain, listed, owner)

    with pytest.raises(WrongState):
        resolve(uncertain, "778", owner)

    row = row_of(uncertain.run)
    assert (row.state, row.remote_id) == ("created", listed)
    assert credited() == {row.pk: Decimal("3.00")}
    assert state_of(row.run) == "finished"
    event = AuditEvent.objects.get(event="bulk.row_resolved")
    assert (event.subject_id, event.after) == (
        owner.id,
        {"outcome": "created", "remoteId": listed, "confirmed": True},
    )


def test_a_listing_confirmed_after_the_credentials_were_forgotten(uncertain: Row, listed: str, owner: Any) -> None:
    """The login is known by its index for ever."""
    Row.objects.update(credentials=None)

    assert resolve(row_of(uncertain.run), listed, owner).state == "created"


@pytest.mark.parametrize(
    ("login", "game", "doubt"),
    [
        ("outra01", "roblox", "O anúncio {id} é de outra conta."),
        ("ana001", "fortnite", "O anúncio {id} é de outra conta."),
        (None, "", "O marketplace não tem o anúncio {id}."),
    ],
)
def test_a_listing_that_is_not_the_rows_credits_nobody(
    login: str | None, game: str, doubt: str, uncertain: Row, sandbox: RunningSandbox, owner: Any
) -> None:
    """Whoever is paid for a row does not decide by word alone that it was created."""
    remote_id = list_account(sandbox, login, game=game) if login else "987654"

    with pytest.raises(NotConfirmed) as refused:
        resolve(uncertain, remote_id, owner)

    assert refused.value.message == (
        f"{doubt.format(id=remote_id)} Sem essa confirmação, só um administrador pode decidir."
    )
    assert (states(uncertain.run), credited()) == ({1: "uncertain"}, {})
    assert not AuditEvent.objects.filter(event="bulk.row_resolved").exists()


def test_a_marketplace_that_does_not_answer_confirms_nothing(
    uncertain: Row, listed: str, market: Any, owner: Any
) -> None:
    market.set_faults({"kind": "error", "endpoint": "get", "status": 503})

    with pytest.raises(NotConfirmed) as refused:
        resolve(uncertain, listed, owner)

    assert refused.value.message.startswith("Não foi possível confirmar o anúncio no marketplace.")
    assert (states(uncertain.run), credited()) == ({1: "uncertain"}, {})


def test_another_key_cannot_see_the_listing(
    uncertain: Row, sandbox: RunningSandbox, owner: Any, configure: Callable[..., None]
) -> None:
    remote_id = list_account(sandbox, "ana001", key="sandbox-other")

    with pytest.raises(NotConfirmed):
        resolve(uncertain, remote_id, owner)

    assert credited() == {}


def test_listing_is_confirmed_with_the_key_that_works_where_its_own_is_refused(
    uncertain: Row, sandbox: RunningSandbox, owner: Any, configure: Callable[..., None]
) -> None:
    """The shop's key was made anew, and shows the same listings."""
    Row.objects.update(sent_via=uncertain.run.lane_id)
    Lane.objects.update(refused_at=timezone.now())
    configure(owner, "sandbox-nova")
    remote_id = list_account(sandbox, "ana001", key="sandbox-nova")

    assert resolve(row_of(uncertain.run), remote_id, owner).state == "created"


def test_without_a_key_nothing_can_be_asked(uncertain: Row, listed: str, owner: Any) -> None:
    Configuration.objects.all().delete()

    with pytest.raises(NotConfirmed):
        resolve(uncertain, listed, owner)

    assert credited() == {}


def test_an_admin_decides_against_the_marketplace_with_a_reason_that_is_kept(
    uncertain: Row, owner: Any, admin: Any
) -> None:
    """Policy: 'if the marketplace can't confirm only an admin may (audited, with reason)'."""
    with pytest.raises(NotConfirmed) as refused:
        resolve(uncertain, "987654", admin)
    assert refused.value.errors == {"reason": ["Informe o motivo para decidir sem a confirmação do marketplace."]}
    assert credited() == {}

    resolve(uncertain, "987654", admin, "Vendida antes da conferência; vi no painel.")

    assert states(uncertain.run) == {1: "created"}
    assert list(credited()) == [uncertain.pk]
    event = AuditEvent.objects.get(event="bulk.row_resolved")
    assert (event.actor_id, event.subject_id, event.reason) == (
        admin.id,
        owner.id,
        "Vendida antes da conferência; vi no painel.",
    )
    assert event.after == {"outcome": "created", "remoteId": "987654", "confirmed": False}


@pytest.fixture
def duplicate(start: Start, market: Any, sandbox: RunningSandbox) -> Row:
    """Found on the marketplace before its first send, listed by somebody known."""
    remote_id = list_account(sandbox, "bia002")
    run = start("bia002")
    Row.objects.update(state="duplicate", settled_at=timezone.now(), error=f"Anúncio {remote_id}.")
    return row_of(run)


def test_a_duplicate_that_an_admin_decides_as_created_is_credited_once(
    duplicate: Row, market: Any, owner: Any, admin: Any
) -> None:
    remote_id = str(market.listings()[-1]["id"])
    with pytest.raises(NotConfirmed) as refused:
        resolve(duplicate, remote_id, admin)
    assert refused.value.errors["reason"] == ["Informe o motivo para decidir sem a confirmação do marketplace."]
    assert credited() == {}

    resolve(duplicate, remote_id, admin, "Criada antes da restauração.")
    with pytest.raises(RemoteIdTaken):
        resolve(row_of(duplicate.run), remote_id, admin, "De novo.")

    row = row_of(duplicate.run)
    assert (row.state, row.remote_id) == ("created", remote_id)
    assert list(credited()) == [row.pk]
    event = AuditEvent.objects.get(event="bulk.row_resolved")
    assert (event.actor_id, event.subject_id, event.reason) == (admin.id, owner.id, "Criada antes da restauração.")


def test_a_duplicate_is_decided_by_admins_alone(duplicate: Row, owner: Any) -> None:
    with pytest.raises(WrongState):
        resolve(duplicate, "987654", owner, "É minha.")

    assert (states(duplicate.run), credited()) == ({1: "duplicate"}, {})


def test_a_duplicate_of_another_row_stays_one(duplicate: Row, start: Start, admin: Any) -> None:
    start("bia002")

    with pytest.raises(LoginTaken):
        resolve(duplicate, "987654", admin, "É esta.")

    assert (states(duplicate.run), credited()) == ({1: "duplicate"}, {})


def test_an_uncertain_account_decided_failed_earns_nothing(uncertain: Row, owner: Any) -> None:
    resolve_row(row=uncertain, outcome=RowState.FAILED, by=owner)

    assert row_of(uncertain.run).error == "Conferida por uma pessoa: a conta não foi criada."
    assert states(uncertain.run) == {1: "failed"}
    assert credited() == {}


def test_a_listing_that_another_row_answers_for_is_refused(uncertain: Row, owner: Any, start: Start) -> None:
    other = start("bia002")
    work()

    with pytest.raises(RemoteIdTaken):
        resolve(uncertain, row_of(other).remote_id, owner)

    assert states(uncertain.run) == {1: "uncertain"}
    assert list(credited()) == [row_of(other).pk]


@pytest.mark.parametrize("state", ["queued", "failed", "duplicate", "unsent"])
def test_only_uncertain_accounts_are_decided(state: str, start: Start, owner: Any) -> None:
    run = start("ana001")
    Row.objects.filter(run=run).update(state=state)

    with pytest.raises(WrongState):
        resolve_row(row=row_of(run), outcome=RowState.CREATED, remote_id="777", by=owner)

    assert states(run) == {1: state}
    assert credited() == {}


def test_a_reveal_leaves_an_audit_row_that_the_person_concerned_can_see(start: Start, admin: Any, owner: Any) -> None:
    """Every reveal of a credential writes an audit row."""
    row = row_of(start("ana001"))

    revealed = reveal_credentials(row=row, by=admin)

    assert revealed == {"login": "ana001", "password": "Exemplo#123", "email_login": "", "email_password": ""}
    event = AuditEvent.objects.get(event="bulk.credentials_revealed")
    assert (event.actor_id, event.subject_id, event.target_id) == (admin.id, owner.id, str(row.pk))
    assert "Exemplo" not in str([event.before, event.after, event.target_label, event.reason])


def test_credentials_are_forgotten_45_days_after_the_run(start: Start, market: Any, owner: Any) -> None:
    """Purged 45 days after the run."""
    old, recent = start("ana001"), start("bia002")
    work()
    Run.objects.filter(pk=old.pk).update(finished_at=timezone.now() - LONG_AGO)

    assert purge_credentials() == 1
    assert purge_credentials() == 0

    assert (row_of(old).credentials, row_of(old).listing) == (None, None)
    assert None not in (row_of(recent).credentials, row_of(recent).listing)
    assert row_of(old).remote_id != ""
    with pytest.raises(CredentialsPurged):
        reveal_credentials(row=row_of(old), by=owner)
    assert not AuditEvent.objects.filter(event="bulk.credentials_revealed").exists()


def test_how_long_credentials_are_kept_is_a_setting(start: Start, market: Any, admin: Any) -> None:
    """Purged 45 days after the run (setting)."""
    run = start("ana001")
    work()
    Run.objects.update(finished_at=timezone.now() - timedelta(days=8))
    assert purge_credentials() == 0

    save_global_settings(changes={"credential_days": 7}, by=admin)

    assert purge_credentials() == 1
    assert row_of(run).credentials is None


def test_a_login_is_recognised_after_its_credentials_are_forgotten(start: Start, market: Any) -> None:
    old = start("ana001")
    work()
    Run.objects.update(finished_at=timezone.now() - LONG_AGO)
    purge_credentials()

    assert states(start("Ana001")) == {1: "duplicate"}
    assert states(old) == {1: "created"}


def test_a_run_that_stood_still_for_45_days_is_cancelled_and_forgotten(start: Start, owner: Any) -> None:
    run = pause_run(run=start("ana001"), by=owner)
    Run.objects.update(paused_at=timezone.now() - LONG_AGO)

    purge_credentials()

    assert (state_of(run), states(run)) == ("cancelled", {1: "unsent"})
    Run.objects.update(finished_at=timezone.now() - LONG_AGO)
    assert purge_credentials() == 1


def test_what_is_in_doubt_of_a_run_that_stood_still_waits_for_a_person(start: Start, market: Any, owner: Any) -> None:
    """Its key is refused: nobody can be asked any more."""
    market.set_faults({"kind": "created_then_dropped"})
    run = start("ana001")
    with session_of(run) as session:
        session.do_one_thing()
    pause_run(run=run, by=owner)
    Run.objects.update(paused_at=timezone.now() - LONG_AGO)
    Lane.objects.update(refused_at=timezone.now())

    purge_credentials()

    assert states(run) == {1: "uncertain"}


def test_keys_of_idle_lanes_are_forgotten_and_come_back_with_the_next_run(start: Start, market: Any) -> None:
    start("ana001")
    work()
    waiting = start("bia002")
    Lane.objects.update(connected_at=timezone.now() - timedelta(days=2))
    assert purge_connections() == 0
    work()

    assert purge_connections() == 1

    with connection.cursor() as cursor:
        cursor.execute("SELECT connection FROM bulk_lane")
        assert cursor.fetchall() == [(None,)]
    assert states(waiting) == {1: "created"}
    run = start("caio003")
    work()
    assert states(run) == {1: "created"}
