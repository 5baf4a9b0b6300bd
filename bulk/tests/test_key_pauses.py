"""What people read when a key, or the version of the API that it speaks, is refused while a run goes."""

from collections.abc import Callable
from typing import Any

import pytest

from bulk.actions.runs import resume_run
from bulk.models import Run
from bulk.tests.helpers import let_time_pass, row_of, sends, session_of, state_of, states, work
from marketplace.models import Configuration
from notifications.models import Notification

pytestmark = pytest.mark.django_db

Start = Callable[..., Run]
Configure = Callable[..., None]

REFUSED = "O marketplace recusou a chave de API: Missing, invalid, or expired API key."
ALONE = "Se a execução não continuar sozinha, retome-a."
GONE = "O GameBoost desativou a versão 1 da API (HTTP 410). Use a versão 2."


def told_admins() -> list[tuple[str, str, str, str]]:
    told = Notification.objects.filter(kind="key_refused").order_by("id").select_related("user")
    return [(each.user.username, each.title, each.body, each.url) for each in told]


def read_by(client: Any, run: Run) -> tuple[str, int | None]:
    answer = client.get(f"/api/bulk/runs/{run.pk}").json()
    return answer["pauseReason"], answer["keyUserId"]


@pytest.fixture
def on_system_key(start: Start, owner: Any, system_owner: Any, configure: Configure) -> Run:
    """An employee's run with the system's key, which the marketplace refuses."""
    configure(system_owner, key="errada-123456")
    Configuration.objects.filter(user=owner).delete()
    run = start("ana001", "bia002")
    work()
    return run


def test_owner_of_a_refused_key_reads_where_to_mend_it(
    start: Start, owner: Any, configure: Configure, client_for: Any
) -> None:
    configure(owner, key="errada-123456")
    run = start("ana001")
    work()

    text = f"{REFUSED} Corrija sua chave em Perfil, aba API GameBoost. {ALONE}"
    assert read_by(client_for(owner), run) == (text, owner.id)
    assert Notification.objects.get(kind="run_paused").body == text


def test_owner_of_a_refused_lzt_key_reads_who_can_mend_it(
    start: Start, owner: Any, two_markets: None, market: Any, client_for: Any
) -> None:
    run = start("ana001", service="lztmarket")
    market.set_faults({"kind": "error", "endpoint": "*", "status": 401})
    work()

    told, whose = read_by(client_for(owner), run)
    assert told.endswith(f" Peça a um administrador que corrija sua chave em Gerenciar APIs, aba LZT Market. {ALONE}")
    assert whose is None


def test_employee_on_a_refused_system_key_reads_that_admins_were_told(
    on_system_key: Run, owner: Any, client_for: Any
) -> None:
    text = f"{REFUSED} Avisamos os administradores. Se a execução não continuar sozinha depois da correção, retome-a."
    assert read_by(client_for(owner), on_system_key) == (text, None)
    assert Notification.objects.get(kind="run_paused").body == text


def test_admin_reads_what_they_can_do_about_a_refused_key(
    on_system_key: Run, admin: Any, system_owner: Any, client_for: Any
) -> None:
    step = f"Corrija a chave padrão do sistema em Gerenciar APIs, aba GameBoost. {ALONE}"
    assert read_by(client_for(admin), on_system_key) == (f"{REFUSED} {step}", system_owner.id)
    listed = client_for(admin).get("/api/bulk/runs").json()[0]
    assert (listed["pauseReason"], listed["keyUserId"]) == (f"{REFUSED} {step}", system_owner.id)


def test_refused_key_is_told_once_however_many_runs_wait_for_it(
    start: Start, owner: Any, other_employee: Any, configure: Configure, system_owner: Any
) -> None:
    configure(owner, key="errada-123456")
    configure(other_employee, key="errada-123456")
    runs = [start("ana001"), start("bia002", by=other_employee), start("caio003")]
    work()
    let_time_pass()
    work()

    assert [state_of(run) for run in runs] == ["paused"] * 3
    assert [title for _, title, _, _ in told_admins()] == [
        f"Chave de API recusada: de {owner.full_name} e de {other_employee.full_name}"
    ]


def test_key_still_refused_after_somebody_resumed_is_not_told_again(
    start: Start, owner: Any, configure: Configure, system_owner: Any
) -> None:
    configure(owner, key="errada-123456")
    run = start("ana001")
    work()
    resume_run(run=run, by=owner)
    work()

    assert state_of(run) == "paused"
    assert len(told_admins()) == 1


def test_key_that_a_screen_found_refused_is_not_told_again_by_a_run(
    start: Start, owner: Any, market: Any, client_for: Any, system_owner: Any
) -> None:
    run = start("ana001")
    market.set_faults({"kind": "error", "endpoint": "*", "status": 401})
    client_for(owner).post("/api/proxy/gameboost/games", {"userId": owner.id, "method": "GET"}, format="json")
    assert len(told_admins()) == 1

    work()

    assert state_of(run) == "paused"
    assert len(told_admins()) == 1


def test_410_of_version_1_pauses_the_run_and_fails_no_row(
    start: Start, market: Any, owner: Any, client_for: Any, system_owner: Any
) -> None:
    market.set_policy(v1_gone=1)
    run = start("ana001", "bia002")

    work()

    assert (state_of(run), run.pause_code) == ("paused", "version_gone")
    assert states(run) == {1: "queued", 2: "queued"}
    assert sends(market) == {}
    text = f"{GONE} Corrija sua chave em Perfil, aba API GameBoost. {ALONE}"
    assert read_by(client_for(owner), run) == (text, owner.id)
    assert [(title, body) for _, title, body, _ in told_admins()] == [
        (f"Versão da API desativada: de {owner.full_name}", f"{GONE} Corrija a chave em Gerenciar APIs.")
    ]


def test_410_while_an_outcome_is_unknown_leaves_the_row_to_a_person(start: Start, market: Any) -> None:
    """It may have been listed, and nothing that version 1 knew can be looked up by it any more."""
    market.set_faults({"kind": "created_then_dropped", "logins": ["ana001"]})
    run = start("ana001")
    with session_of(run) as session:
        session.do_one_thing()
    market.set_policy(v1_gone=1)

    work()

    assert states(run) == {1: "uncertain"}
    assert row_of(run).error == f"Não foi possível confirmar se a conta foi criada: {GONE}"
    assert sends(market) == {"ana001": 1}
