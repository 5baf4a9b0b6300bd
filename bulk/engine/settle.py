"""Asking the marketplace about a row, and writing in one transaction what its answer means: row, earning, run, lane."""

import random
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.conf import settings
from django.db.models import F
from django.db.models.functions import Coalesce, Greatest, Now

from bulk import notices, rules, transitions
from bulk.engine.lane import SILENT, Holding, LaneLost, renew
from bulk.enums import RowState
from bulk.models import Lane, Row, Run
from bulk.rules import OPEN, Decision, Facts, KnownLookup, News, Policy
from bulk.transitions import after
from core import events
from infra.connections import short_read, short_transaction
from marketplace.actions.listings import claim_listing, note_listing
from marketplace.adapters import base
from marketplace.adapters.reading import names_of
from marketplace.queries import claimed_listings, recent_settings

log = structlog.get_logger(__name__)
MAX_PAGES = 500
_ONE_MORE = F("failures") + 1
CLOCK_SKEW = timedelta(minutes=5)
TOO_MANY_PAGES = "O marketplace tem anúncios demais para conferir."
NAMELESS = "O marketplace não diz de qual conta é o anúncio {id}."


def record_answer(holding: Holding, row: Row, decision: Decision, policy: Policy) -> None:
    """Write the answer to a send. Only the holder that claimed the row settles it: compare-and-set on (state, fence).
    Raises LaneLost, after an answer that came too late was still made use of."""
    mine = {"pk": row.pk, "fence": holding.fence, "sent_via": holding.lane_id}
    with holding.notes.transaction():
        lost = False
        try:
            update_lane(holding, decision.news, next_at=after(settings.BULK_PAUSE_MS / 1000))
        except LaneLost:
            lost = True
        _touch(row)
        state = _state_in_run(row, decision)
        if transitions.move(mine, RowState.SENDING, state, **_row_changes(decision)):
            _follow(row, state, decision)
        elif decision.remote_id:
            log.warning("bulk_answer_too_late", run=row.run_id, line=row.line)
            current = Row.objects.select_related("run__owner").get(pk=row.pk)
            transitions.turned_up(current, decision.remote_id, lane_id=holding.lane_id)
    _log(row, decision, policy)
    if lost:
        raise LaneLost


def record_lookup(
    holding: Holding, row: Row, decision: Decision, policy: Policy, outcome: KnownLookup | None = None
) -> None:
    """Write what a look-up said of a row that is queued or in doubt; a listing found to be its own is noted, to be followed.
    Raises LaneLost, and then writes nothing. A row never sent as far as we know adopts a listing of nobody's; one that an
    admin gives to somebody just now is credited once: the row stays, and its next look-up says it is a duplicate."""
    shown = outcome.listings if isinstance(outcome, base.Found) else []
    found = next((each for each in shown if each.remote_id == decision.remote_id), None)
    adopts = decision.in_doubt and not row.in_doubt
    with holding.notes.transaction():
        update_lane(holding, decision.news)
        owner_id, game = row.run.owner_id, row.run.game
        if not (found and adopts) or claim_listing(holding.connection, found, user_id=owner_id, game=game):
            _touch(row)
            same = {"pk": row.pk, "attempts": row.attempts}
            state = _state_in_run(row, decision)
            if transitions.move(same, RowState(row.state), state, **_row_changes(decision)):
                _follow(row, state, decision)
    _log(row, decision, policy)
    if found and not adopts:
        note_found(holding.connection, row, found)


def _touch(row: Row) -> None:
    """Lock the row's run, which may have been handed on while the marketplace answered."""
    if not transitions.touch(row.run_id, where={"owner": row.run.owner_id}):
        transitions.touch(row.run_id)
        row.run.owner_id = Run.objects.values_list("owner_id", flat=True).get(pk=row.run_id)


def _row_changes(decision: Decision) -> dict[str, Any]:
    kept = ("error", "errors", "remote_id", "request_id", "attempts", "misses", "failed_lookups", "in_doubt")
    due_at = None if decision.rest_s is None else after(decision.rest_s)
    return {name: getattr(decision, name) for name in kept} | {"due_at": due_at}


def _state_in_run(row: Row, decision: Decision) -> RowState:
    """The state to write, `unsent` instead of `queued` in a cancelled run; read under the run's lock."""
    cancelled = Run.objects.filter(pk=row.run_id, cancelled_at__isnull=False)
    return RowState.UNSENT if decision.state is RowState.QUEUED and cancelled.exists() else decision.state


def _follow(row: Row, state: RowState, decision: Decision) -> None:
    """Do what follows from the row's new state: credit the earning, end the run, pause it."""
    ended = state not in OPEN and transitions.end_if_done(row.run)
    if state is RowState.CREATED:
        transitions.credit(row)
    if state is RowState.FAILED and not row.run.training:
        events.count("account_creation_failure", person_id=row.run.owner_id, subject=row.run.game, quantity=1)
    if state is RowState.UNCERTAIN:
        notices.row_uncertain(row, decision.error)
    if ended:
        transitions.tell_end(row.run)
    if decision.pause:
        transitions.pause_runs(Run.objects.filter(pk=row.run_id), decision.pause)


def update_lane(holding: Holding, news: News, **changes: Any) -> None:
    """Keep the lane inside the caller's transaction, and note how the marketplace is doing: silence after 429,
    back-off with jitter after a failure, every run paused after five in a row or a refused key. Raises LaneLost."""
    if news.service is not rules.Service.SILENT:
        changes["failures"] = _ONE_MORE if news.service is rules.Service.FAILED else 0
    renew(holding, **changes)
    lane = Lane.objects.filter(pk=holding.lane_id)
    quiet_s, pause = news.quiet_s, news.pause
    if news.service is rules.Service.FAILED:
        failures = lane.values_list("failures", flat=True).get()
        quiet_s = rules.back_off_s(failures, jitter=random.random())  # noqa: S311 - no secret depends on it
        if failures >= rules.FAILURES_BEFORE_PAUSE:
            pause = rules.service_failing(failures, news.reason)
    if quiet_s:
        lane.update(quiet_until=Greatest(Coalesce("quiet_until", Now()), after(quiet_s)))
    if pause:
        lane.update(failures=0)
        transitions.pause_runs(Run.objects.filter(lane=holding.lane_id), pause)
        if pause.code in rules.KEY_CODES:
            lane.filter(refused_at=None).update(refused_at=Now())
            over = Run.objects.filter(lane=holding.lane_id, cancelled_at__isnull=False, finished_at=None)
            for run in over.select_related("owner").order_by("pk"):
                transitions.touch(run.pk)
                leave_to_people(run)


def leave_to_people(run: Run) -> None:
    """Make a cancelled run's rows in doubt `uncertain` where no key can look them up any more: a person decides."""
    silent = Row.objects.filter(SILENT, run=run, run__lane__refused_at__isnull=False)
    transitions.move(silent, RowState.VERIFYING, RowState.UNCERTAIN)
    transitions.finish_if_done(run)


def _log(row: Row, decision: Decision, policy: Policy) -> None:
    if decision.state in OPEN and policy.quiet:
        return
    log.info("bulk_row", run=row.run_id, line=row.line, state=str(decision.state), attempts=decision.attempts)


def since_of(run: Run) -> datetime:
    """No listing of the run is older, by whatever clock."""
    return run.created_at - CLOCK_SKEW


def may_be_of(run: Run, listing: base.RemoteListing) -> bool:
    """Whether its game and age allow that this run made it."""
    new = listing.created_at is None or listing.created_at >= since_of(run)
    return new and listing.game in ("", run.game)


def is_last(page: base.Page[base.RemoteListing], since: datetime) -> bool:
    """Whether no later page can hold what came into being since then. Not every marketplace documents its order, so
    only a page that goes from newer to older says so."""
    if not page.has_more:
        return True
    times = [listing.created_at for listing in page.items if listing.created_at]
    falls = len(times) == len(page.items) > 1 and times == sorted(times, reverse=True) and times[0] > times[-1]
    return falls and times[-1] < since


def find_among_newest(holding: Holding, adapter: base.ListingAdapter, row: Row) -> base.LookupOutcome:
    """The row's listing among those that came into being since its run was made; Absent only where every one of them is
    known to be another account's. Raises LaneLost."""
    run, names = row.run, names_of(row.credentials["login"])
    mine: list[base.RemoteListing] = []
    nameless: set[str] = set()
    for number in range(1, MAX_PAGES + 1):
        with holding.notes.transaction():
            renew(holding)
        page = adapter.list_page(number)
        if isinstance(page, base.LookupFailed):
            return page
        candidates = [listing for listing in page.items if may_be_of(run, listing)]
        mine += [listing for listing in candidates if listing.names & names]
        nameless |= {listing.remote_id for listing in candidates if not listing.names}
        if is_last(page, since_of(run)):
            break
    else:
        return base.LookupFailed(TOO_MANY_PAGES)
    if mine:
        return base.Found(mine)
    with short_read():
        unknown = nameless - find_known(run.market, nameless)
    return base.LookupFailed(NAMELESS.format(id=min(unknown))) if unknown else base.Absent()


def find_known(market: str, remote_ids: set[str]) -> set[str]:
    """Those that some row answers for: listed again by a later run, or by this one."""
    return set(Row.objects.filter(remote_id__in=remote_ids, run__market=market).values_list("remote_id", flat=True))


def clear_to_send(holding: Holding, adapter: base.ListingAdapter, row: Row, policy: Policy) -> bool:
    """Whether nothing is listed under the row's login. If something is, or the answer stays out, that is settled. Asked
    before every send: a second one is never a guess."""
    outcome, facts = _ask(holding, adapter, row)
    if isinstance(outcome, base.Found) and not row.in_doubt and not _sent_by_another(row):
        market, ids = row.run.market, {listing.remote_id for listing in outcome.listings}
        taken = find_known(market, ids) | claimed_listings(market, ids)
        facts = replace(facts, since=since_of(row.run), taken=frozenset(taken))
    decision = rules.before_send(outcome, facts, policy)
    if decision is None:
        return True
    record_lookup(holding, row, decision, policy, outcome)
    return False


def _sent_by_another(row: Row) -> bool:
    """Whether an earlier row of the login may have made what is found: then it is that row's, whose run is looked over."""
    since = row.run.created_at - timedelta(days=1)
    earlier = Row.objects.filter(login_index=row.login_index, in_doubt=True, remote_id="", sent_at__gte=since)
    return earlier.exclude(pk=row.pk).exists()


def verify(holding: Holding, adapter: base.ListingAdapter, row: Row) -> None:
    outcome, facts = _ask(holding, adapter, row)
    in_force = policy()
    record_lookup(holding, row, rules.after_lookup(outcome, facts, in_force), in_force, outcome)


def look_up(holding: Holding, adapter: base.ListingAdapter, row: Row) -> KnownLookup:
    """Look up what is listed under the row's login; the answer may be that the key was refused. Raises LaneLost. Of a row
    that may have been created already, absence is asked for in a second way, since a look-up may lag."""
    outcome = adapter.find_by_login(row.credentials["login"])
    answered = isinstance(outcome, base.Absent | base.Found)
    if row.in_doubt and answered and not base.of_game(outcome, row.run.game):
        outcome = find_among_newest(holding, adapter, row)
    if isinstance(outcome, base.LookupFailed) and isinstance(outcome.failure, base.Unauthorized):
        return outcome.failure
    return outcome


def _ask(holding: Holding, adapter: base.ListingAdapter, row: Row) -> tuple[KnownLookup, Facts]:
    """Look a row up; also what is known of it and of what was found. What somebody else lists by hand is theirs."""
    outcome = look_up(holding, adapter, row)
    ids = {each.remote_id for each in outcome.listings} if isinstance(outcome, base.Found) else set()
    taken = claimed_listings(row.run.market, ids, but=row.run.owner_id)
    fails = isinstance(outcome, base.LookupFailed) and outcome.retry_after_s is None
    keeps_failing = fails and row.failed_lookups + 1 >= rules.MAX_FAILED_LOOKUPS
    others_work = keeps_failing and isinstance(adapter.list_page(1), base.Page)
    return outcome, facts_of(holding, row, others_work=others_work, taken=frozenset(taken))


def note_found(connection: base.Connection, row: Row, found: base.RemoteListing) -> None:
    """Tell the marketplace that this listing is the row's."""
    with short_transaction():
        note_listing(connection, replace(found, game=row.run.game), user_id=row.run.owner_id)


def facts_of(holding: Holding, row: Row, **known: Any) -> Facts:
    """The facts of a row that the rules decide by, from its columns and from what is `known` by now."""
    columns = {name: getattr(row, name) for name in ("line", "attempts", "misses", "failed_lookups", "in_doubt")}
    return Facts(game=row.run.game, same_key=row.sent_via_id == holding.lane_id, **columns | known)


def policy() -> Policy:
    known = recent_settings()
    return rules.policy_of(known.retry_attempts, known.error_handling)
