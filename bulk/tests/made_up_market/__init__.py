"""A marketplace that exists for the tests alone: what a newcomer's package would hold, and its server."""

from collections.abc import Callable
from decimal import Decimal
from http.server import BaseHTTPRequestHandler
from json import dumps, loads
from typing import Any
from urllib.parse import parse_qs, urlsplit

from marketplace.adapters.base import (
    Absent,
    Connection,
    Created,
    CreateOutcome,
    Done,
    EndpointChoice,
    Found,
    Gate,
    Listing,
    ListingAdapter,
    LookupFailed,
    LookupOutcome,
    Market,
    MaySend,
    OnCall,
    Outcome,
    Page,
    Prepared,
    RemoteListing,
    lookup_failed,
)
from marketplace.adapters.client import Client, Reply
from marketplace.enums import Bucket, Endpoint, WritableStatus
from marketplace.rules.governor import KeyLimits

SHELVES = {"war-thunder": "tanks"}
"""Our game -> the name of the marketplace's shelf."""


class Bazaar(ListingAdapter):
    def __init__(self, connection: Connection, on_call: OnCall, gate: Gate) -> None:
        super().__init__(connection)
        self._client = Client(connection, on_call, gate, hosts=frozenset())

    def test(self) -> Outcome:
        return self._outcome(self._call("GET", "/lots"))

    def close(self) -> None:
        self._client.close()

    def prepare(self, listing: Listing) -> Prepared:
        return prepare(listing, self.connection)

    def find_by_login(self, login: str) -> LookupOutcome:
        reply = self._call("GET", "/lots", params={"login": login})
        if not reply.ok:
            return lookup_failed(reply.failure())
        lots = [_read(lot) for lot in reply.data["lots"]]
        return Found(lots) if lots else Absent()

    def find_by_id(self, remote_id: str) -> LookupOutcome:
        reply = self._call("GET", f"/lots/{remote_id}")
        if reply.status == 404:
            return Absent()
        return Found([_read(reply.data)]) if reply.ok else lookup_failed(reply.failure())

    def list_page(self, page: int) -> Page[RemoteListing] | LookupFailed:
        reply = self._call("GET", "/lots")
        if not reply.ok:
            return lookup_failed(reply.failure())
        return Page([_read(lot) for lot in reply.data["lots"]], has_more=False)

    def _create(self, listing: Listing, may_send: MaySend | None) -> CreateOutcome:
        body = {"shelf": listing.game, "name": listing.title, "eur": str(listing.price_eur), "login": listing.login}
        reply = self._call("POST", "/lots", body=body, may_send=may_send)
        return Created(reply.data["no"], status="Listed") if reply.ok else reply.failure()

    def _delete(self, remote_id: str) -> Outcome:
        return self._outcome(self._call("DELETE", f"/lots/{remote_id}"))

    def _set_status(self, remote_id: str, status: WritableStatus) -> Outcome:
        return self._outcome(self._call("PATCH", f"/lots/{remote_id}", body={"state": status.value}))

    def _call(self, method: str, path: str, **call: Any) -> Reply:
        return self._client.call(method, path, endpoint="lots", buckets=(Bucket.CALLS,), **call)

    def _outcome(self, reply: Reply) -> Outcome:
        return Done(reply.data) if reply.ok else reply.failure()


def prepare(listing: Listing, _: Connection) -> Prepared:
    errors = {"title": ["O Bazar aceita títulos de até 40 letras."]} if len(listing.title) > 40 else {}
    return Prepared(Listing(**(vars(listing) | {"game": SHELVES.get(listing.game, listing.game)})), errors, ())


def _read(lot: dict[str, Any]) -> RemoteListing:
    return RemoteListing(lot["no"], lot["name"], lot["shelf"], "Listed", Decimal(lot["eur"]), lot["login"])


BAZAAR = Market(
    slug="bazaar",
    title="Bazar",
    hosts=frozenset(),
    sandbox_path="/bazaar",
    games=frozenset(SHELVES),
    limits=KeyLimits({Bucket.CALLS: 600}, Bucket.CALLS, (1, 2)),
    endpoints=("lots",),
    choice=EndpointChoice((Endpoint.LISTINGS,), (Endpoint.LISTINGS,)),
    default_endpoints=("lots",),
    sync_endpoints=("lots",),
    open=Bazaar,
    prepare=prepare,
)


def server_of(lots: list[dict[str, Any]]) -> Callable[..., BaseHTTPRequestHandler]:
    """The marketplace's side: `lots` is its shelf."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            login = parse_qs(urlsplit(self.path).query).get("login")
            self._answer(200, {"lots": [lot for lot in lots if not login or lot["login"] in login]})

        def do_POST(self) -> None:
            sent = loads(self.rfile.read(int(self.headers["Content-Length"])))
            lots.append(sent | {"no": f"B-{len(lots) + 1}"})
            self._answer(201, lots[-1])

        def log_message(self, *args: Any) -> None:
            """Say nothing."""

        def _answer(self, status: int, data: dict[str, Any]) -> None:
            body = dumps(data).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    return Handler
