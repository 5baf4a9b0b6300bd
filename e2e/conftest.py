"""Browser tests against the whole product: real web, worker, marketplace sandbox and Chromium.

A page fails its test on any console error, script error, Content-Security-Policy violation, failed request or request
to a third party.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Cookie, Locator, Page, Request, expect

from e2e.browser import CONTEXT, LAUNCH
from e2e.installation import Installation
from e2e.people import ADMIN
from marketplace.tests.sandbox_client import SandboxControl

NewContext = Callable[..., BrowserContext]
SignIn = Callable[..., Page]
Hire = Callable[[str, str], int]

# Generous, for machines that are busy: what is right comes sooner.
PATIENCE_MS = 120_000
expect.set_options(timeout=PATIENCE_MS)

UNHURRIED = {"kind": "slow", "endpoint": "create", "ms": 2_000}
"""A fault of the sandbox with which a run of some accounts is still going on whenever somebody comes to look."""

# A notice stays while a pointer rests on it. So it is here until it is closed or another comes, however long a machine
# takes to look.
REST_ON_NOTICES = """
new MutationObserver((changes) => {
  for (const { addedNodes } of changes)
    for (const node of addedNodes)
      if (node instanceof Element && node.matches(".toast")) node.dispatchEvent(new PointerEvent("pointerenter"));
}).observe(document, { childList: true, subtree: true });
"""


@pytest.fixture(scope="session")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """The product with the demo people, hurried: short pauses, unknown outcomes looked up after a second."""
    with Installation(
        tmp_path_factory.mktemp("var"), BULK_PAUSE_MS="60", BULK_VERIFY_AFTER_S="1", METRICS_TOKEN="prometheus-de-teste"
    ) as installation:
        yield installation


@pytest.fixture(scope="session")
def base_url(stack: Installation) -> str:
    return stack.url


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """Without the compilers that pay for themselves on pages that stay open, and with a process less."""
    return {**LAUNCH, "args": [*LAUNCH["args"], "--in-process-gpu", "--js-flags=--no-opt --no-maglev"]}


@pytest.fixture(scope="session")
def browser_context_args(base_url: str) -> dict[str, Any]:
    return {"base_url": base_url, **CONTEXT}


@pytest.fixture
def new_context(new_context: NewContext) -> NewContext:
    """Makes a browser of its own, as patient as the machine is slow; closed when the test is over."""

    def patient(**options: Any) -> BrowserContext:
        context = new_context(**options)
        context.set_default_timeout(PATIENCE_MS)
        context.add_init_script(REST_ON_NOTICES)
        return context

    return patient


def post(page: Page, path: str, body: dict[str, Any], method: str = "POST", **headers: str) -> dict[str, Any]:
    """What the API answers the person of this browser."""
    token = next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "csrftoken")
    answer = page.request.fetch(path, method=method, data=body, headers={"X-CSRFToken": token, **headers})
    assert answer.ok, answer.text()
    answered: dict[str, Any] = answer.json()
    return answered


class Watch:
    """Everything on a page that must not happen; a test may allow the refusals it provokes."""

    def __init__(self, base_url: str) -> None:
        self.base_url = base_url
        self.faults: list[str] = []
        self.allowed_statuses: set[int] = set()

    def attach(self, page: Page) -> None:
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.faults.append(f"script error: {error}"))
        page.on("request", self._request)
        page.on("requestfailed", self._failed)

    def allow(self, *statuses: int) -> None:
        self.allowed_statuses |= set(statuses)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type != "error":
            return
        if any(f"status of {status}" in message.text for status in self.allowed_statuses):
            return
        self.faults.append(f"console: {message.text} ({message.location.get('url', '')})")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self.base_url, "data:", "blob:")):
            self.faults.append(f"third-party request: {request.url}")

    def _failed(self, request: Request) -> None:
        # Leaving a page aborts what it was still asking for, keepalive requests of the leaving included.
        if request.failure != "net::ERR_ABORTED":
            self.faults.append(f"failed request: {request.url} {request.failure}")


@pytest.fixture
def watch(base_url: str) -> Watch:
    return Watch(base_url)


@pytest.fixture
def page(context: BrowserContext, watch: Watch) -> Iterator[Page]:
    page = context.new_page()
    watch.attach(page)
    yield page
    assert watch.faults == []


class Sessions:
    """Sessions of people, for test after test until one ends them; the form has its tests in test_sign_in."""

    def __init__(self) -> None:
        self._cookies: dict[str, list[Cookie]] = {}

    def enter(self, page: Page, username: str, password: str, second_password: str = "") -> Page:
        """Let a browser be this person's alone; its page shows nothing yet."""
        context = page.context
        page.goto("about:blank")
        context.clear_cookies()
        context.add_cookies(self._cookies.get(username, []))  # type: ignore[arg-type]  # as a browser gave them
        if not context.request.get("/api/auth/me").ok:
            context.request.get("/")
            person = post(page, "/api/auth/login", {"username": username, "password": password})
            if second_password:
                second_step = {"userId": person["id"], "secondPassword": second_password}
                post(page, "/api/auth/verify-second-password", second_step)
            self._cookies[username] = context.cookies()
        return page


@pytest.fixture(scope="session")
def sessions() -> Sessions:
    return Sessions()


@pytest.fixture
def sign_in(page: Page, sessions: Sessions) -> SignIn:
    """Be somebody on the page of the test, and nobody else any more."""
    return partial(sessions.enter, page)


@pytest.fixture
def market(stack: Installation) -> Iterator[SandboxControl]:
    """The sandbox, without faults when the test is over, and with version 1 served."""
    control = SandboxControl(stack.sandbox_url)
    yield control
    control.set_faults()
    control.set_policy(v1_gone=0)
    control.close()


class Presses:
    """Presses things, and counts them."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, target: Locator) -> None:
        target.click()
        self.count += 1


@pytest.fixture
def press() -> Presses:
    return Presses()


@pytest.fixture
def hire(sign_in: SignIn) -> Iterator[Hire]:
    """Makes a person who signs in with their username and '-desde-2026', gone when the test is over."""
    admin, hired = sign_in(*ADMIN), []

    def hire(full_name: str, username: str) -> int:
        body = {"fullName": full_name, "username": username, "password": f"{username}-desde-2026", "role": "employee"}
        hired.append(post(admin, "/api/users", body)["id"])
        return int(hired[-1])

    admin.goto("/")
    yield hire
    sign_in(*ADMIN).goto("/")
    token = next(cookie["value"] for cookie in admin.context.cookies() if cookie["name"] == "csrftoken")
    for person_id in hired:
        admin.request.delete(f"/api/users/{person_id}", headers={"X-CSRFToken": token})


def menu(page: Page, name: str) -> Locator:
    return page.get_by_role("navigation", name="Menu principal").get_by_role("link", name=name, exact=True)
