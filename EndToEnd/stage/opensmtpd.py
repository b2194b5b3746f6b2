"""A mail server that is not ours: Debian's OpenSMTPD, which passes mails on to another one.

It keeps its queue and its socket in folders that no option moves. So it gets these folders for itself, in a namespace
of its own, and an OpenSMTPD of this machine goes on undisturbed.

The OpenSMTPD 6.8 of Debian 12 cannot answer a TLS handshake: it was made for an older OpenSSL. So TLS ends in front of
it.
"""

import contextlib
import os
import shutil
import socket
import ssl
from pathlib import Path
from threading import Thread

import pytest

from .private_authority import TLSProxy
from .processes import Process, free_port

PROGRAM = "/usr/sbin/smtpd"
needs_opensmtpd = pytest.mark.skipif(
    os.geteuid() != 0 or not shutil.which(PROGRAM),
    reason="only root may run OpenSMTPD, which scripts/install-debian-packages mail-packages.txt installs",
)

CONFIGURATION = """
listen on 127.0.0.1 port {port} hostname mail.localhost
action "pass_on" relay host smtp://127.0.0.1:{next_port}
match from any for domain "{domain}" action "pass_on"
"""
START = """
mount -t tmpfs none /var/spool && mount -t tmpfs none /run && install -d -m 711 /var/spool/smtpd &&
exec "$0" -d -f "$1"
"""


class OpenSMTPD:
    """A server that takes mails for one domain, and passes them on to `next_port`."""

    def __init__(self, folder: Path, next_port: int, domain: str):
        self.port = free_port()
        configuration = folder / "smtpd.conf"
        configuration.write_text(CONFIGURATION.format(port=self.port, next_port=next_port, domain=domain))
        configuration.chmod(0o600)
        self.process = Process(
            ["unshare", "--mount", "--propagation", "private", "sh", "-c", START, PROGRAM, configuration],
            folder / "smtpd.log",
        )
        self.process.wait_until(self.is_ready)

    def is_ready(self) -> bool:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 5) as client:
            return client.recv(4) == b"220 "
        return False

    def stop(self) -> None:
        self.process.stop()


class StartTLSProxy(TLSProxy):
    """A mail server's STARTTLS (RFC 3207): it takes nothing else without TLS, and passes on what comes within."""

    def __init__(self, port: int, context: ssl.SSLContext, target_port: int):
        self.context = context
        self.port, self.target_port = port, target_port
        self.listener = socket.create_server(("127.0.0.1", port))
        Thread(target=self.accept, daemon=True).start()

    def accept(self) -> None:
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            Thread(target=self.greet, args=(client,), daemon=True).start()

    def greet(self, client: socket.socket) -> None:
        with contextlib.suppress(OSError):
            client.sendall(b"220 mail.localhost\r\n")
            # Line by line and without a buffer: what follows the command must be the handshake.
            commands = client.makefile("rb", buffering=0)
            while command := commands.readline():
                word = command.split()[:1]
                if word == [b"STARTTLS"]:
                    client.sendall(b"220 go on\r\n")
                    return self.pass_within(self.context.wrap_socket(client, server_side=True))
                client.sendall(b"250-mail.localhost\r\n250 STARTTLS\r\n" if word == [b"EHLO"] else b"530 TLS first\r\n")

    def pass_within(self, client: ssl.SSLSocket) -> None:
        server = socket.create_connection(("127.0.0.1", self.target_port))
        # The server greets each connection, and this one has been greeted.
        server.makefile("rb", buffering=0).readline()
        for source, target in ((client, server), (server, client)):
            Thread(target=self.pass_on, args=(source, target), daemon=True).start()
