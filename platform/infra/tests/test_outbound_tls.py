"""The outbound guard over TLS: names and authorities are checked, and a handshake ends at the deadline."""

import datetime
import socket
import ssl
import time
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from core.tests.listener import Listener, listening
from infra.outbound import NotSent, OutboundError, OutboundSession, OutcomeUnknown, Reason

KEY = "chave-muito-secreta"


@pytest.fixture
def self_signed(tmp_path: Path) -> Path:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    path = tmp_path / "self-signed.pem"
    path.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        + certificate.public_bytes(serialization.Encoding.PEM)
    )
    return path


def test_certificate_of_an_unknown_authority_stops_the_call_before_the_key_leaves(
    self_signed: Path,
) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(self_signed)

    def behaviour(listener: Listener, connection: socket.socket) -> None:
        with context.wrap_socket(connection, server_side=True) as secure:
            listener.received.append(secure.recv(4096))

    with listening(behaviour) as listener:
        session = OutboundSession(frozenset({f"localhost:{listener.port}"}), timeout_s=60)
        with pytest.raises(NotSent) as failure:
            session.request("GET", f"https://localhost:{listener.port}/", headers={"Authorization": KEY})
        session.close()
        assert failure.value.reason is Reason.TLS_FAILED
    assert listener.received == []


def test_tls_handshake_that_never_ends_is_cut_and_left_no_byte_of_the_request() -> None:
    def behaviour(listener: Listener, connection: socket.socket) -> None:
        connection.recv(4096)
        connection.sendall(b"\x16\x03\x03\x40\x00")  # 16 KB of handshake are to come
        for _ in range(1200):  # a minute, unless the caller hangs up
            connection.sendall(b"\x02")
            time.sleep(0.05)

    with listening(behaviour) as listener:
        session = OutboundSession(frozenset({f"127.0.0.1:{listener.port}"}), timeout_s=0.4)
        with pytest.raises(NotSent) as failure:
            session.request("GET", f"https://127.0.0.1:{listener.port}/")
        session.close()
        assert failure.value.reason is Reason.TIMEOUT


def test_dripped_tls_answer_without_a_length_is_cut_at_the_deadline(
    self_signed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("requests.adapters.DEFAULT_CA_BUNDLE_PATH", str(self_signed))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(self_signed)

    def behaviour(listener: Listener, connection: socket.socket) -> None:
        with context.wrap_socket(connection, server_side=True) as secure:
            secure.recv(4096)
            secure.sendall(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
            try:
                for _ in range(2400):  # two minutes, unless the caller hangs up
                    secure.sendall(b"x")
                    time.sleep(0.05)
            except OSError:
                listener.received.append(b"the caller hung up")

    for timeout_s in (1.0, 5.0, 60.0):  # more on a machine that needs the whole of it for the handshake
        with listening(behaviour) as listener:
            session = OutboundSession(frozenset({f"localhost:{listener.port}"}), timeout_s=timeout_s)
            with pytest.raises(OutboundError) as failure:
                session.request("GET", f"https://localhost:{listener.port}/")
            session.close()
        if isinstance(failure.value, OutcomeUnknown):
            break
    assert (type(failure.value), failure.value.reason) == (OutcomeUnknown, Reason.TIMEOUT)
    assert listener.received == [b"the caller hung up"]
