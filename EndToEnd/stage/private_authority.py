"""A private installation: a private certificate authority, and HTTPS in front of a manager."""

import contextlib
import datetime
import socket
import ssl
from pathlib import Path
from threading import Thread

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa

DAY = datetime.timedelta(days=1)


class PrivateAuthority:
    """A certificate authority. `file` contains its own certificate."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "Private authority")])
        self.file = folder / "authority.pem"
        self.file.write_bytes(self.issue(self.name, self.key.public_key(), x509.BasicConstraints(True, 0)))

    def issue(self, subject: x509.Name, key, extension: x509.ExtensionType, *, days: int = 1) -> bytes:
        """A certificate of this name, which ends after `days`, or has ended that many days ago."""
        now = datetime.datetime.now(datetime.UTC)
        certificate = (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(self.name)
            .public_key(key)
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - 10 * DAY)
            .not_valid_after(now + days * DAY)
            .add_extension(extension, critical=True)
            .sign(self.key, hashes.SHA256())
        )
        return certificate.public_bytes(serialization.Encoding.PEM)

    def server(self, host: str) -> ssl.SSLContext:
        """The TLS context of a server for `host`."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate(host))
        return context

    def certificate(self, *hosts: str, days: int = 1, is_rsa: bool = False) -> Path:
        """A file with a certificate for all hosts, and its private key."""
        host = hosts[0]
        key = rsa.generate_private_key(65537, 2048) if is_rsa else ec.generate_private_key(ec.SECP256R1())
        subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, host)])
        names = x509.SubjectAlternativeName([x509.DNSName(host) for host in hosts])
        certificate = self.issue(subject, key.public_key(), names, days=days)
        file = self.folder / f"{host}.pem"
        file.write_bytes(
            certificate
            + key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
        )
        return file


class TLSProxy:
    """A proxy that terminates TLS on `port`."""

    def __init__(self, port: int, context: ssl.SSLContext, target_port: int):
        self.port = port
        self.listener = context.wrap_socket(socket.create_server(("127.0.0.1", port)), server_side=True)
        self.target_port = target_port
        Thread(target=self.accept, daemon=True).start()

    def accept(self) -> None:
        while True:
            try:
                client, _ = self.listener.accept()
            except ssl.SSLError:
                continue  # a client that does not trust the certificate
            except OSError:
                return
            server = socket.create_connection(("127.0.0.1", self.target_port))
            for source, target in ((client, server), (server, client)):
                Thread(target=self.pass_on, args=(source, target), daemon=True).start()

    @staticmethod
    def pass_on(source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                target.sendall(data)
        with contextlib.suppress(OSError):
            target.shutdown(socket.SHUT_WR)

    def stop(self) -> None:
        self.listener.close()
