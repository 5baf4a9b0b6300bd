"""Slow work has a bounded share of a web process's threads: the rest serve pages and polls."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rest_framework.test import APIClient

from bulk.errors import FileRefused
from bulk.games.catalogue import game_of
from bulk.intake.serializers import read_accounts
from core.errors import ActionError
from core.tests.processes import ROOT
from infra import shares
from infra.shares import COMPUTING, MARKETPLACE_CALLS, PASSWORDS, Share, compute

pytestmark = [pytest.mark.once, pytest.mark.django_db]


@pytest.fixture(scope="module")
def beside() -> Iterator[None]:
    """A process beside this one, as a web process has. What ends it leaves its successor to the next test."""
    shares.start_process_beside("bulk.analysis.lexicon.prepare")
    yield
    assert shares._beside is not None
    shares._beside.process.kill()
    shares._beside = None


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let a share have no place left for the rest of the test."""

    def fill(share: Share) -> None:
        monkeypatch.setattr(share, "_running", share.places)

    return fill


def test_one_more_than_may_wait_is_refused_at_once_and_the_next_is_let_in() -> None:
    share = Share("Tente de novo.", at_once=1, waiting=1, patience_s=60)
    began, may_end = threading.Event(), threading.Event()

    def work() -> None:
        with share:
            began.set()
            may_end.wait(60)

    first, second = threading.Thread(target=work), threading.Thread(target=work)
    first.start()
    began.wait(60)
    second.start()
    while not share.is_full:
        time.sleep(0.01)
    with pytest.raises(ActionError, match="manutenção") as refused, share:
        pass
    may_end.set()
    first.join()
    second.join()

    assert refused.value.envelope()["detail"] == "Tente de novo."
    with share:
        assert not share.is_full


def test_turns_of_a_share_begin_as_far_apart_as_it_says() -> None:
    share = Share("Tente de novo.", at_once=1, every_s=0.2)
    began = time.monotonic()
    for _ in range(3):
        with share:
            last = time.monotonic()

    assert last - began >= 0.4


def test_who_has_waited_long_enough_is_refused_and_leaves_the_queue() -> None:
    share = Share("Tente de novo.", at_once=1, waiting=1, patience_s=0.01)

    with share:
        for _ in range(3):
            with pytest.raises(ActionError), share:
                pass

    with share:
        pass


def test_full_share_of_passwords_is_a_503_that_counts_as_no_attempt(employee: Any, full: Any) -> None:
    full(PASSWORDS)

    answers = [APIClient().post("/api/auth/login", {"username": employee.username, "password": "x"}) for _ in range(9)]

    assert {(answer.status_code, answer["Retry-After"]) for answer in answers} == {(503, "5")}
    assert answers[0].json()["detail"].startswith("Há muitas senhas sendo verificadas agora.")


def test_full_share_of_the_marketplace_refuses_a_test_of_a_key(as_employee: APIClient, full: Any) -> None:
    full(MARKETPLACE_CALLS)
    body = {"apiKey": "chave-de-teste", "baseUrl": "https://api.gameboost.com/v1"}

    answer = as_employee.post("/api/configs/gameboost/test", body, format="json")

    assert (answer.status_code, answer.json()["code"]) == (503, "busy")
    assert answer.json()["detail"].startswith("O marketplace está demorando")


def test_full_share_of_computing_refuses_a_template_to_download(as_employee: APIClient, full: Any) -> None:
    full(COMPUTING)

    answer = as_employee.get("/api/bulk/uploads/template?game=roblox&format=xlsx")

    assert (answer.status_code, answer.json()["code"]) == (503, "busy")


def test_computing_happens_in_another_process_and_refusals_come_back_whole(beside: None) -> None:
    columns = game_of("roblox").columns
    table = read_accounts("login;senha\nana;Senha#1", columns, sheet="", header="auto")
    with pytest.raises(FileRefused) as here:
        read_accounts("", columns, sheet="", header="auto")

    assert compute(os.getpid) not in (os.getpid(), 0)
    assert compute(read_accounts, "login;senha\nana;Senha#1", columns, sheet="", header="auto") == table
    with pytest.raises(ActionError) as refused:
        compute(read_accounts, "", columns, sheet="", header="auto")
    assert (refused.value.status, refused.value.envelope()) == (here.value.status, here.value.envelope())


def test_what_never_ends_is_given_up_and_the_next_is_computed(beside: None, monkeypatch: pytest.MonkeyPatch) -> None:
    compute(os.getpid)
    monkeypatch.setattr(shares, "COMPUTED_WITHIN_S", 0.2)
    with pytest.raises(ActionError, match="manutenção"):
        compute(time.sleep, 600)
    monkeypatch.undo()

    assert compute(os.getpid) != os.getpid()


def test_process_that_dies_is_replaced_at_once(beside: None) -> None:
    pid = compute(os.getpid)
    os.kill(pid, signal.SIGKILL)
    with pytest.raises(ActionError, match="manutenção"):
        compute(os.getpid)

    assert compute(os.getpid) not in (pid, os.getpid())


@pytest.mark.parametrize("end", ["raise SystemExit", "os.kill(os.getpid(), signal.SIGKILL)"])
def test_process_beside_ends_with_its_own_however_that_ends(end: str) -> None:
    code = f"""
import os, signal
from infra import shares
if __name__ == "__main__":
    shares.start_process_beside()
    print(shares.compute(os.getpid), flush=True)
    {end}
"""
    environment = os.environ | {
        "PYTHONPATH": f"{ROOT}:{ROOT / 'platform'}",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    ended = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=300, check=False
    )

    there = Path("/proc", ended.stdout.strip())
    assert there.name.isdecimal(), ended.stderr
    for _ in range(3000):
        if not there.exists():
            return
        time.sleep(0.1)
    pytest.fail("it is still there")
