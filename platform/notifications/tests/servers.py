"""An SMTP server and an HTTP server on loopback, which say what they are told to say."""

import json
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import Message
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from core.tests.listener import Listener, listening


@dataclass
class Mailbox:
    """`after_data` is what the server says of each message it has read; nothing: it hangs up."""

    port: int = 0
    after_data: list[str] = field(default_factory=list)
    at_recipient: str = "250 ok"
    messages: list[Message] = field(default_factory=list)
    as_sent: list[bytes] = field(default_factory=list)

    @property
    def texts(self) -> list[str]:
        return [str(each.get_body(("plain",)).get_content()) for each in self.messages]  # type: ignore[attr-defined]  # an EmailMessage by its policy

    @property
    def ids(self) -> list[str]:
        return [str(each["Message-ID"]) for each in self.messages]


@contextmanager
def smtp_server() -> Iterator[Mailbox]:
    box = Mailbox()

    def talk(listener: Listener, connection: socket.socket) -> None:
        lines = connection.makefile("rwb")

        def say(text: str) -> None:
            lines.write(text.encode() + b"\r\n")
            lines.flush()

        say("220 local")
        while line := lines.readline():
            verb = line[:4].upper()
            if verb == b"DATA":
                say("354 go on")
                read = b""
                while (part := lines.readline()) != b".\r\n":
                    read += part
                box.as_sent.append(read)
                box.messages.append(message_from_bytes(read, policy=default))
                answer = box.after_data.pop(0) if box.after_data else "250 taken"
                if not answer:
                    return
                say(answer)
            else:
                say({b"RCPT": box.at_recipient, b"QUIT": "221 bye"}.get(verb, "250 ok"))

    with listening(talk) as listener:
        box.port = listener.port
        yield box


Answer = Callable[[str, Any], tuple[int, Any]]


@dataclass
class Heard:
    """What an HTTP server was asked, as (path, headers, body)."""

    host: str
    requests: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)


@contextmanager
def http_server(answer: Answer) -> Iterator[Heard]:
    """`answer` takes a path and a JSON body; status 0 hangs up after the request was read."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            heard.requests.append((self.path, dict(self.headers), body))
            status, said = answer(self.path, json.loads(body))
            if not status:
                return
            content = json.dumps(said).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: Any) -> None:
            """Nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    heard = Heard(f"127.0.0.1:{server.server_port}")
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield heard
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
