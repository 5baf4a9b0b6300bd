"""The pure rules of bulk runs, case by case."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bulk.enums import PauseCode, RowState, RunState
from bulk.rules import (
    LIVE,
    MAX_FAILED_LOOKUPS,
    OPEN,
    OTHER_KEY,
    TRANSITIONS,
    Decision,
    Facts,
    News,
    Pause,
    Policy,
    Service,
    Turn,
    after_create,
    after_lookup,
    back_off_s,
    before_send,
    count_settled,
    eta_s,
    news_of,
    next_step,
    next_turn,
    policy_of,
    run_state,
    smoothed_pace_s,
)
from bulk.tests.made_up_market import BAZAAR
from marketplace.adapters.base import (
    Absent,
    Created,
    Found,
    LookupFailed,
    Market,
    NotSent,
    Refused,
    RemoteListing,
    Throttled,
    Unauthorized,
    Unknown,
)
from marketplace.adapters.gameboost.market import GAMEBOOST
from marketplace.adapters.lzt.market import LZT_MARKET
from marketplace.enums import ErrorHandling

Q, S, V, C, F, D, U, N = (
    RowState.QUEUED,
    RowState.SENDING,
    RowState.VERIFYING,
    RowState.CREATED,
    RowState.FAILED,
    RowState.DUPLICATE,
    RowState.UNCERTAIN,
    RowState.UNSENT,
)


ALONE = "Se a execução não continuar sozinha, retome-a."
TOLD = "Avisamos os administradores. Se a execução não continuar sozinha depois da correção, retome-a."


@pytest.mark.parametrize(
    ("counts", "started", "paused", "cancelled", "expected"),
    [
        ({Q: 3}, False, False, False, RunState.QUEUED),
        ({Q: 2, S: 1}, True, False, False, RunState.RUNNING),
        ({Q: 2, C: 1}, True, True, False, RunState.PAUSED),
        ({V: 1, C: 2}, True, False, False, RunState.RUNNING),
        ({V: 1, C: 2}, True, True, False, RunState.PAUSED),
        ({C: 3}, True, False, False, RunState.FINISHED),
        ({C: 2, D: 1}, True, False, False, RunState.FINISHED),
        ({C: 2, F: 1}, True, False, False, RunState.FINISHED_WITH_ERRORS),
        ({C: 2, U: 1}, True, False, False, RunState.FINISHED_WITH_ERRORS),
        ({C: 3}, True, True, False, RunState.FINISHED),
        ({C: 1, N: 2}, True, False, True, RunState.CANCELLED),
        ({C: 1, S: 1, N: 1}, True, False, True, RunState.CANCELLED),
    ],
)
def test_run_state_follows_from_rows_and_people(
    counts: Mapping[RowState, int], started: bool, paused: bool, cancelled: bool, expected: RunState
) -> None:
    """Run states are computed from the rows."""
    assert run_state(counts, started=started, paused=paused, cancelled=cancelled) is expected


def test_settled_counts_every_row_that_is_not_open() -> None:
    assert count_settled({Q: 1, S: 1, V: 1, C: 2, F: 3, D: 4, U: 5, N: 6}) == 20


def test_every_state_has_its_transitions() -> None:
    assert set(TRANSITIONS) == set(RowState)


def test_created_is_final_and_a_duplicate_can_only_become_created() -> None:
    assert {state for state, following in TRANSITIONS.items() if not following} == {C}
    assert TRANSITIONS[D] == {C}


def test_nothing_that_may_have_been_sent_is_sent_again_without_being_looked_up() -> None:
    """No blind re-send, ever: `sending` is entered from the queue only, and no answer in doubt leads there."""
    assert {state for state, following in TRANSITIONS.items() if S in following} == {Q}
    assert V in TRANSITIONS[S]


def test_a_live_row_holds_its_login_until_it_is_known_not_to_exist() -> None:
    assert OPEN < LIVE
    assert OPEN | {C, U} == LIVE


counters = st.dictionaries(st.sampled_from(list(RowState)), st.integers(min_value=0, max_value=5_000))
flags = st.booleans()


@given(counters, flags, flags, flags)
def test_counters_add_up_and_agree_with_the_state(
    counts: dict[RowState, int], started: bool, paused: bool, cancelled: bool
) -> None:
    """'the counters always add up to the total': what is settled and what is open are all rows, and a run that is
    over has nothing open."""
    still_open = sum(counts.get(state, 0) for state in OPEN)
    state = run_state(counts, started=started, paused=paused, cancelled=cancelled)

    assert count_settled(counts) + still_open == sum(counts.values())
    if state in (RunState.FINISHED, RunState.FINISHED_WITH_ERRORS):
        assert still_open == 0
    elif state is not RunState.CANCELLED:
        assert still_open > 0


@given(counters, st.sampled_from([(source, target) for source in RowState for target in TRANSITIONS[source]]))
def test_no_transition_loses_a_row(counts: dict[RowState, int], step: tuple[RowState, RowState]) -> None:
    source, target = step
    before = {**counts, source: counts.get(source, 0) + 1}
    after = {**before, source: before[source] - 1, target: before.get(target, 0) + 1}

    assert sum(after.values()) == sum(before.values())
    assert count_settled(after) - count_settled(before) == (target not in OPEN) - (source not in OPEN)


NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def at(minutes: int) -> datetime:
    return NOON + timedelta(minutes=minutes)


@pytest.mark.parametrize(
    ("waiting", "expected"),
    [
        ([], None),
        ([Turn(1, 7, None)], 1),
        # Never served goes first; then whoever was served longest ago.
        ([Turn(1, 7, at(1)), Turn(2, 8, None)], 2),
        ([Turn(1, 7, at(2)), Turn(2, 8, at(1))], 2),
        # A person with three runs gets one turn, not three, and their oldest run goes first.
        ([Turn(1, 7, at(1)), Turn(2, 7, None), Turn(3, 7, None), Turn(4, 8, at(0))], 4),
        ([Turn(1, 7, None), Turn(2, 7, None)], 1),
        ([Turn(1, 7, at(3)), Turn(2, 7, None)], 1),
    ],
)
def test_people_take_turns_and_their_own_runs_go_in_order(waiting: list[Turn], expected: int | None) -> None:
    turn = next_turn(waiting)

    assert (turn.run_id if turn else None) == expected


@pytest.mark.parametrize(
    ("failures", "jitter", "expected"),
    [(1, 0.0, 0.5), (1, 1.0, 1.0), (2, 1.0, 2.0), (3, 1.0, 4.0), (5, 0.0, 8.0), (7, 1.0, 60.0), (4000, 1.0, 60.0)],
)
def test_back_off_doubles_up_to_a_minute(failures: int, jitter: float, expected: float) -> None:
    assert back_off_s(failures, jitter=jitter) == expected


def test_pace_moves_a_little_towards_the_newest_measurement() -> None:
    assert smoothed_pace_s(None, 0.65) == 0.65
    assert smoothed_pace_s(1.0, 2.0) == pytest.approx(1.2)


def test_eta_is_unknown_until_something_was_measured() -> None:
    assert eta_s(100, None) is None
    assert eta_s(100, 0.655) == 66


RETRY = policy_of(3, ErrorHandling.LOG_AND_RETRY)
CONTINUE = policy_of(3, ErrorHandling.LOG_AND_CONTINUE)
THROW = policy_of(3, ErrorHandling.LOG_AND_THROW)
SENT = Facts(line=4, game="roblox", attempts=1)
IN_DOUBT = Facts(line=4, game="roblox", attempts=1, in_doubt=True)


def listing(remote_id: str = "100001", game: str = "roblox") -> RemoteListing:
    return RemoteListing(remote_id, "Conta", game, "Listed", None, "ana001")


def create(outcome: Any, facts: Facts = SENT, policy: Policy = RETRY) -> Decision:
    return after_create(outcome, facts, policy, rest_s=60.0)


@pytest.mark.parametrize(
    ("handling", "resends", "stops", "quiet"),
    [
        (ErrorHandling.LOG_AND_RETRY, True, False, False),
        (ErrorHandling.LOG_AND_CONTINUE, False, False, False),
        (ErrorHandling.LOG_AND_THROW, False, True, False),
        (ErrorHandling.SILENT_RETRY, True, False, True),
    ],
)
def test_policy_of_the_global_settings(handling: str, resends: bool, stops: bool, quiet: bool) -> None:
    assert policy_of(2, handling) == Policy(max_sends=3, resends=resends, stops_at_first_error=stops, quiet=quiet)


def test_created_ends_a_row_of_failures() -> None:
    decision = create(Created("100001", "req-1"))

    assert (decision.state, decision.remote_id, decision.request_id) == (RowState.CREATED, "100001", "req-1")
    assert decision.news == News(service=Service.WORKED)


def test_refused_fails_with_the_marketplaces_own_field_messages() -> None:
    """Validation refusals (4xx) fail the row with the marketplace's own field messages."""
    decision = create(Refused(422, "The price is too low.", {"price": ["The price is too low."]}, "req-2"))

    assert (decision.state, decision.error) == (RowState.FAILED, "The price is too low.")
    assert (decision.errors, decision.request_id) == ({"price": ["The price is too low."]}, "req-2")
    assert decision.pause is None


def test_refused_pauses_the_run_under_log_and_throw() -> None:
    decision = create(Refused(422, "Preço baixo."), policy=THROW)

    assert decision.state is RowState.FAILED
    assert decision.pause is not None
    assert (decision.pause.code, decision.pause.reason) == (
        PauseCode.FIRST_ERROR,
        "Parada no primeiro erro (linha 4): Preço baixo.",
    )


def test_throttled_waits_on_the_whole_key_and_is_no_failure() -> None:
    """'429 waits for `Retry-After` on the whole key.'"""
    decision = create(Throttled(7.0))

    assert (decision.state, decision.attempts) == (RowState.QUEUED, 1)
    assert decision.news == News(quiet_s=7.0)
    assert decision.pause is None


def test_a_send_held_back_by_the_keys_budget_is_no_send() -> None:
    decision = create(Throttled(7.0, held=True), Facts(line=4, game="roblox", attempts=4))

    assert (decision.state, decision.attempts, decision.pause) == (RowState.QUEUED, 3, None)
    assert decision.news == News(quiet_s=7.0)


def test_throttled_as_often_as_a_row_may_be_sent_pauses_the_run() -> None:
    """'≤ 1 + retryAttempts sends per row'; a person's resuming starts the count again."""
    decision = create(Throttled(7.0), Facts(line=4, game="roblox", attempts=4))

    assert (decision.state, decision.attempts) == (RowState.QUEUED, 0)
    assert decision.pause is not None
    assert decision.pause.code is PauseCode.THROTTLED


@pytest.mark.parametrize(
    ("outcome", "service"),
    [
        (NotSent("Não foi possível conectar à API."), Service.FAILED),
        (NotSent("Envio cancelado antes de sair.", withdrawn=True), Service.SILENT),
    ],
)
def test_what_never_left_waits_again_and_counts_as_no_send(outcome: NotSent, service: Service) -> None:
    decision = create(outcome)

    assert (decision.state, decision.attempts, decision.in_doubt) == (RowState.QUEUED, 0, False)
    assert decision.news.service is service


@pytest.mark.parametrize(
    ("outcome", "service"),
    [
        (Unknown("Tempo limite esgotado."), Service.SILENT),
        (Unknown("A conexão com a API foi interrompida."), Service.SILENT),
        (Unknown("A resposta da API não pôde ser lida.", 201), Service.SILENT),
        (Unknown("Server Error", 500), Service.FAILED),
        (Unknown("Erro HTTP 503", 503), Service.FAILED),
    ],
)
def test_an_unknown_outcome_rests_and_is_never_sent_again_at_once(outcome: Unknown, service: Service) -> None:
    """A timeout, dropped connection, 5xx or unreadable success is an unknown outcome."""
    decision = create(outcome)

    assert (decision.state, decision.rest_s, decision.in_doubt) == (RowState.VERIFYING, 60.0, True)
    assert decision.news.service is service


def test_a_refused_key_shows_the_marketplaces_own_answer() -> None:
    decision = create(Unauthorized(401, "Missing, invalid, or expired API key"))

    assert decision.state is RowState.QUEUED
    assert decision.news.pause == Pause(
        code=PauseCode.KEY_REFUSED,
        reason="O marketplace recusou a chave de API: Missing, invalid, or expired API key.",
    )


def test_a_version_that_is_gone_pauses_and_fails_no_row() -> None:
    decision = create(Unauthorized(410, "A versão antiga saiu do ar."))

    assert (decision.state, decision.in_doubt, decision.attempts) == (RowState.QUEUED, False, 0)
    assert decision.news.pause == Pause(code=PauseCode.VERSION_GONE, reason="A versão antiga saiu do ar.")


@pytest.mark.parametrize(
    ("code", "owns_key", "is_admin", "text"),
    [
        ("key_refused", True, False, f"Corrija sua chave em Perfil, aba API GameBoost. {ALONE}"),
        ("key_refused", True, True, f"Corrija sua chave em Gerenciar APIs, aba GameBoost. {ALONE}"),
        ("key_refused", False, True, f"Corrija a chave de Ana em Gerenciar APIs, aba GameBoost. {ALONE}"),
        ("key_refused", False, False, TOLD),
        ("version_gone", True, False, f"Corrija sua chave em Perfil, aba API GameBoost. {ALONE}"),
        ("version_gone", False, True, f"Corrija a chave de Ana em Gerenciar APIs, aba GameBoost. {ALONE}"),
        ("version_gone", False, False, TOLD),
        ("service_failing", True, True, ""),
        ("person", False, False, ""),
    ],
)
def test_next_step_fits_who_reads_it(code: str, owns_key: bool, is_admin: bool, text: str) -> None:
    assert next_step(code, owns_key=owns_key, is_admin=is_admin, whose="de Ana", market=GAMEBOOST) == text


@pytest.mark.parametrize("market", [LZT_MARKET, BAZAAR])
def test_key_that_only_admins_can_change_is_theirs_to_mend(market: Market) -> None:
    told = next_step("key_refused", owns_key=True, is_admin=False, whose="de Ana", market=market)
    text = f"Peça a um administrador que corrija sua chave em Gerenciar APIs, aba {market.title}. {ALONE}"
    assert told == text


def test_an_absent_login_may_be_sent() -> None:
    assert before_send(Absent(), Facts(line=1, game="roblox"), RETRY) is None


def test_a_login_listed_for_another_game_may_be_sent() -> None:
    assert before_send(Found([listing(game="valorant")]), Facts(line=1, game="roblox"), RETRY) is None


def test_a_login_that_was_there_before_our_first_send_is_a_duplicate() -> None:
    """A login that was already on the marketplace before our first send is `duplicate` and earns nothing."""
    decision = before_send(Found([listing("77")]), Facts(line=1, game="roblox"), RETRY)

    assert decision is not None
    assert (decision.state, decision.error) == (RowState.DUPLICATE, "Este login já está no marketplace (anúncio 77).")
    assert decision.remote_id == ""


def test_a_login_that_is_there_after_a_send_in_doubt_is_ours() -> None:
    decision = before_send(Found([listing("100002"), listing("99999")]), IN_DOUBT, RETRY)

    assert decision is not None
    assert (decision.state, decision.remote_id) == (RowState.CREATED, "99999")


def test_a_look_up_that_fails_keeps_the_row_waiting() -> None:
    decision = before_send(LookupFailed("Server Error"), Facts(line=1, game="roblox"), RETRY)

    assert decision is not None
    assert (decision.state, decision.error) == (RowState.QUEUED, "Server Error")
    assert decision.news == News(service=Service.FAILED, reason="Server Error")


@pytest.mark.parametrize(
    ("in_doubt", "error"),
    [
        (False, "Não foi possível conferir se a conta já está no marketplace: Server Error."),
        (True, "Não foi possível confirmar se a conta foi criada: Server Error."),
    ],
)
def test_a_look_up_that_keeps_failing_sets_the_row_aside(in_doubt: bool, error: str) -> None:
    rests = []
    for failed in range(MAX_FAILED_LOOKUPS):
        facts = Facts(line=1, game="roblox", failed_lookups=failed, in_doubt=in_doubt)
        waits = before_send(LookupFailed("Server Error"), facts, RETRY)
        assert waits is not None
        assert (waits.state, waits.failed_lookups) == (RowState.QUEUED, failed + 1)
        rests.append(waits.rest_s)
    facts = Facts(line=1, game="roblox", failed_lookups=MAX_FAILED_LOOKUPS, in_doubt=in_doubt)
    decision = before_send(LookupFailed("Server Error"), facts, RETRY)

    assert rests == [2, 4, 8, 16, 32]
    assert decision is not None
    assert (decision.state, decision.error, decision.rest_s) == (RowState.UNCERTAIN, error, None)


def test_found_is_created() -> None:
    decision = after_lookup(Found([listing("100001")]), IN_DOUBT, RETRY)

    assert (decision.state, decision.remote_id) == (RowState.CREATED, "100001")


def test_absent_once_is_looked_up_again_after_a_second() -> None:
    decision = after_lookup(Absent(), IN_DOUBT, RETRY)

    assert (decision.state, decision.misses, decision.rest_s) == (RowState.VERIFYING, 1, 1.0)


def test_absent_twice_is_sent_again() -> None:
    decision = after_lookup(Absent(), Facts(line=4, game="roblox", attempts=1, misses=1, in_doubt=True), RETRY)

    assert (decision.state, decision.attempts, decision.in_doubt) == (RowState.QUEUED, 1, True)


@pytest.mark.parametrize(("policy", "attempts"), [(RETRY, 4), (CONTINUE, 1), (THROW, 1)])
def test_absent_twice_fails_when_it_may_not_be_sent_again(policy: Policy, attempts: int) -> None:
    facts = Facts(line=4, game="roblox", attempts=attempts, misses=1, in_doubt=True)

    decision = after_lookup(Absent(), facts, policy)

    assert decision.state is RowState.FAILED
    assert decision.error.startswith("A conta não foi criada: o marketplace não a mostra após ")
    assert (decision.pause is not None) == policy.stops_at_first_error


def test_absence_under_another_key_proves_nothing() -> None:
    facts = Facts(line=4, game="roblox", attempts=1, misses=1, in_doubt=True, same_key=False)

    decision = after_lookup(Absent(), facts, RETRY)

    assert (decision.state, decision.error) == (RowState.UNCERTAIN, OTHER_KEY)


def test_look_ups_that_keep_failing_make_a_row_uncertain() -> None:
    """If the look-up itself keeps failing it is `uncertain` until someone decides."""
    rests = []
    facts = IN_DOUBT
    for failed in range(1, MAX_FAILED_LOOKUPS):
        decision = after_lookup(LookupFailed("Server Error"), facts, RETRY)
        assert (decision.state, decision.failed_lookups) == (RowState.VERIFYING, failed)
        rests.append(decision.rest_s)
        facts = Facts(line=4, game="roblox", attempts=1, failed_lookups=failed, in_doubt=True)

    decision = after_lookup(LookupFailed("Server Error"), facts, RETRY)

    assert rests == [2.0, 4.0, 8.0, 16.0]
    assert decision.state is RowState.UNCERTAIN
    assert decision.error == "Não foi possível confirmar se a conta foi criada: Server Error."


def test_a_throttled_look_up_is_no_failed_one() -> None:
    decision = after_lookup(LookupFailed("Muitas tentativas.", 9.0), IN_DOUBT, RETRY)

    assert (decision.state, decision.failed_lookups) == (RowState.VERIFYING, 0)
    assert decision.news == News(quiet_s=9.0)


def test_a_key_refused_on_look_up_keeps_the_row_in_doubt() -> None:
    decision = after_lookup(Unauthorized(401, "expired"), IN_DOUBT, RETRY)

    assert (decision.state, decision.in_doubt) == (RowState.VERIFYING, True)
    assert decision.news.pause is not None
    assert decision.news.pause.reason == "O marketplace recusou a chave de API: expired."


def test_an_absent_login_says_nothing_of_the_service() -> None:
    """Else a marketplace whose look-ups answer while every create fails would never pause a run."""
    assert news_of(Absent()).service is Service.SILENT
