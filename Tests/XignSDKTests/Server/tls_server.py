"""Servers with valid and invalid certificates. Prints their ports and the certificate of their authority."""

import datetime
import json
import socket
import ssl
import tempfile
import threading

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

DAY = datetime.timedelta(days=1)
NOW = datetime.datetime.now(datetime.UTC)


class Authority:
    def __init__(self, name: str):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
        self.certificate = self.issue(self.name, self.key.public_key(), NOW, x509.BasicConstraints(True, 0))

    def issue(self, subject, key, begin, *extensions) -> x509.Certificate:
        builder = (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(self.name)
            .public_key(key)
            .serial_number(x509.random_serial_number())
            .not_valid_before(begin - DAY)
            .not_valid_after(begin + DAY)
        )
        for extension in extensions:
            builder = builder.add_extension(extension, critical=True)
        return builder.sign(self.key, hashes.SHA256())

    def server(self, host: str = "localhost", begin: datetime.datetime = NOW) -> ssl.SSLContext:
        """Returns a TLS context for `host`, whose certificate is valid from a day before `begin` to a day after it."""
        key = ec.generate_private_key(ec.SECP256R1())
        names = x509.SubjectAlternativeName([x509.DNSName(host)])
        subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, host)])
        certificate = self.issue(subject, key.public_key(), begin, names)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        with tempfile.NamedTemporaryFile() as file:
            file.write(pem(certificate))
            file.write(
                key.private_bytes(
                    serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
                )
            )
            file.flush()
            context.load_cert_chain(file.name)
        return context


def pem(certificate: x509.Certificate) -> bytes:
    return certificate.public_bytes(serialization.Encoding.PEM)


def serve(context: ssl.SSLContext) -> int:
    """Starts a server that answers every request. Returns the port."""
    listener = socket.create_server(("127.0.0.1", 0))

    def answer(connection: socket.socket) -> None:
        try:
            with context.wrap_socket(connection, server_side=True) as secured:
                secured.recv(65536)
                secured.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\nsecure")
        except OSError:
            pass

    def accept() -> None:
        while True:
            threading.Thread(target=answer, args=(listener.accept()[0],), daemon=True).start()

    threading.Thread(target=accept).start()
    return listener.getsockname()[1]


authority = Authority("Private authority")
print(
    json.dumps(
        {
            "authority": pem(authority.certificate).decode(),
            "valid": serve(authority.server()),
            "expired": serve(authority.server(begin=NOW - 3 * DAY)),
            "notYetValid": serve(authority.server(begin=NOW + 3 * DAY)),
            "otherHost": serve(authority.server("other.example.org")),
            "otherAuthority": serve(Authority("Another authority").server()),
        }
    ),
    flush=True,
)
