"""What the tests of runs share: settings that the marketplace accepts, and readings of rows."""

import resource
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from django.db.models import F
from django.utils import timezone

from bulk.engine import lane
from bulk.engine.worker import LaneSession, work_lane
from bulk.models import Lane, OrphanListing, Row, Run
from bulk.queries import progress_of
from earnings.models import Earning
from marketplace.models import KeyBudget, ListingWrite, RemoteAccount

SETTINGS = {
    "title": "Conta Roblox",
    "description": "Conta Roblox pronta para jogar.",
    "imageUrls": ["https://cdn.example.com/a.jpg"],
}


PAGE_BYTES = 4096


def account(login: str = "jogador01") -> dict[str, str]:
    """One that every marketplace takes."""
    mailbox = {"emailLogin": f"{login}@example.com", "emailPassword": "Correio#9"}
    return {"login": login, "password": "Exemplo#123", **mailbox}


def work() -> None:
    """Do everything that is due now, as `manage.py runworker --once` does."""
    stop = threading.Event()
    while lane_ids := lane.lanes_with_work():
        for lane_id in lane_ids:
            work_lane(lane_id, stop)


def let_time_pass(seconds: float = 3600) -> None:
    """As if nobody had worked for a while: everything that rests is due."""
    by = timedelta(seconds=seconds)
    past = timezone.now() - by
    Row.objects.filter(due_at__isnull=False).update(due_at=past)
    Run.objects.filter(reconcile_at__isnull=False).update(reconcile_at=past)
    OrphanListing.objects.update(due_at=past)
    Lane.objects.filter(quiet_until__isnull=False).update(quiet_until=past)
    KeyBudget.objects.update(blocked_until=None, spent=[])
    ListingWrite.objects.update(written_at=F("written_at") - by)


def states(run: Run) -> dict[int, str]:
    """{line: state}."""
    return dict(Row.objects.filter(run=run).order_by("line").values_list("line", "state"))


def state_of(run: Run) -> str:
    run.refresh_from_db()
    return str(progress_of([run])[0].state)


def row_of(run: Run, line: int = 1) -> Row:
    return Row.objects.select_related("run__owner").get(run=run, line=line)


def sends(market: Any) -> dict[str, int]:
    """{login: how many creates were asked for}, whatever came of them."""
    return dict(Counter(call["login"] for call in market.log() if call["endpoint"] == "create"))


def credited() -> dict[int, Any]:
    """{row id: amount} of every automatic earning."""
    return dict(Earning.objects.filter(source_kind="bulk_row").values_list("source_id", "amount"))


def list_elsewhere(remote_id: str, run: Run) -> None:
    """Another market has a listing of this id too, which a row of its own answers for."""
    market = "gameboost:https://outro.example"
    lane_there = Lane.objects.create(key=remote_id, market=market)
    there = {"owner": run.owner, "game": run.game, "settings": {}, "usd_eur_rate": 1, "total": 1}
    other = Run.objects.create(lane=lane_there, market=market, finished_at=timezone.now(), **there)
    Row.objects.create(run=other, line=9, state="created", remote_id=remote_id)
    RemoteAccount.objects.create(market=market, remote_id=remote_id, user=run.owner, seen_at=timezone.now())


@contextmanager
def session_of(run: Run) -> Iterator[LaneSession]:
    """The lane of a run in hand, to be worked one thing at a time."""
    holding = lane.take(run.lane_id)
    assert holding is not None
    session = LaneSession(holding, threading.Event())
    yield session
    session.leave()


@contextmanager
def no_room(left: int = PAGE_BYTES) -> Iterator[None]:
    """No file of this process can grow beyond so many bytes, as on a disk without room."""
    room, quiet = resource.getrlimit(resource.RLIMIT_FSIZE), sys.dont_write_bytecode
    sys.dont_write_bytecode = True  # a module cut off at the limit would stay for everybody
    resource.setrlimit(resource.RLIMIT_FSIZE, (left, room[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, room)
        sys.dont_write_bytecode = quiet
