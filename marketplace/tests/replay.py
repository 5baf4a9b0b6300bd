"""A peer that gives one prepared answer to everything, for holding the adapters against documented answers."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from marketplace.tests.contract import request_faults


@contextmanager
def answering(
    status: int, body: Any, headers: dict[str, str] | None = None, *, asked: list[str] | None = None
) -> Iterator[str]:
    """The address of a server that answers this to every call; `asked` takes what each of them was: "GET /v1/accounts".
    Ends in an error where one is none of the vendor's calls."""
    misfits: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _answer(self) -> None:
            if asked is not None:
                asked.append(f"{self.command} {self.path.partition('?')[0]}")
            sent = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            target = urlsplit(self.path)
            prefix, _, path = target.path[1:].partition("/")
            misfits.extend(
                request_faults(prefix, self.command, f"/{path}", parse_qs(target.query), json.loads(sent or "null"))
            )
            raw = body if isinstance(body, bytes) else json.dumps(body).encode()
            self.send_response(status)
            for name, value in {"Content-Length": str(len(raw)), **(headers or {})}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(raw)

        do_GET = do_POST = do_PATCH = do_DELETE = _answer

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the standard library's name
            """Nothing is written."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join(5)
        assert not misfits, "\n".join(misfits)
