"""A server on loopback for tests that watch what reaches the network."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress


class Listener:
    """A TCP server on loopback that counts connections and hands each one to `behaviour`."""

    def __init__(self, behaviour: Callable[[socket.socket], None]) -> None:
        self.accepted = 0
        self.received: list[bytes] = []
        self._behaviour = behaviour
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._socket.settimeout(0.02)
        self.port: int = self._socket.getsockname()[1]
        self._stopping = threading.Event()
        self._threads = [threading.Thread(target=self._serve)]
        self._threads[0].start()

    def _serve(self) -> None:
        while not self._stopping.is_set():
            try:
                connection, _ = self._socket.accept()
            except TimeoutError:
                continue
            self.accepted += 1
            worker = threading.Thread(target=self._handle, args=(connection,))
            self._threads.append(worker)
            worker.start()

    def _handle(self, connection: socket.socket) -> None:
        with connection:
            connection.settimeout(60)
            with suppress(OSError):
                self._behaviour(connection)

    def read_request(self, connection: socket.socket) -> bytes:
        data = b""
        while b"\r\n\r\n" not in data:
            piece = connection.recv(4096)
            if not piece:
                break
            data += piece
        self.received.append(data)
        return data

    def stop(self) -> None:
        self._stopping.set()
        for thread in self._threads:
            thread.join(60)
        self._socket.close()


@contextmanager
def reserved_port() -> Iterator[int]:
    """A port of loopback that nobody else can be given: connections to it are refused until somebody who asks for that
    very port listens there."""
    with socket.socket() as holder:
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        holder.bind(("127.0.0.1", 0))
        yield int(holder.getsockname()[1])


@contextmanager
def listening(answer: Callable[[Listener, socket.socket], None]) -> Iterator[Listener]:
    listener: Listener

    def behaviour(connection: socket.socket) -> None:
        answer(listener, connection)

    listener = Listener(behaviour)
    try:
        yield listener
    finally:
        listener.stop()
