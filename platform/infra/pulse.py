"""Tell whoever started this process that it is not frozen, systemd (WatchdogSec) or shell.supervisor, by systemd's
sd_notify: a datagram to the socket that NOTIFY_SOCKET names, which needs neither the database nor a disk. It comes from
a thread of its own, so it stops only when the whole process does (SIGSTOP, a frozen container)."""

import os
import socket
import threading
import time
from contextlib import suppress

EVERY_S = 1.0


def start() -> None:
    """Send `WATCHDOG=1` every second for as long as the process runs; nothing where nobody listens."""
    address = os.environ.get("NOTIFY_SOCKET", "")

    def beat() -> None:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
            sender.setblocking(False)  # a listener that is frozen itself holds nobody up
            while True:
                with suppress(OSError):
                    sender.sendto(b"WATCHDOG=1", address.replace("@", "\0", 1) if address[0] == "@" else address)
                time.sleep(EVERY_S)

    if address:
        threading.Thread(target=beat, name="pulse", daemon=True).start()
