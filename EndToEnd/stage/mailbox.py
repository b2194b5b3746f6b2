"""A mail server that takes, refuses and delays mails: aiosmtpd, in this process."""

import asyncio
import ssl
from collections.abc import Callable
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

from .processes import free_port


@dataclass
class Mailbox:
    """`replies` has the server's answer to a command, such as `{"RCPT": "550 no such user"}`.

    With `tls` it offers STARTTLS, and with `password` it demands that one after it. It answers a mail only once `holds`
    is false for its recipients; `held` has the recipients of each mail that had to wait.
    """

    tls: ssl.SSLContext | None = None
    password: str | None = None
    replies: dict[str, str] = field(default_factory=dict)
    holds: Callable[[list[str]], bool] = lambda recipients: False
    held: list[list[str]] = field(default_factory=list)
    mails: list[EmailMessage] = field(default_factory=list)
    recipients: list[list[str]] = field(default_factory=list)
    greetings: list[str] = field(default_factory=list)
    logins: list[tuple[str, str]] = field(default_factory=list)

    async def handle_EHLO(self, server, session, envelope, hostname, responses):
        session.host_name = hostname
        self.greetings.append(hostname)
        return responses

    async def handle_MAIL(self, server, session, envelope, address, options):
        if "MAIL" in self.replies:
            return self.replies["MAIL"]
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(self, server, session, envelope, address, options):
        if "RCPT" in self.replies:
            return self.replies["RCPT"]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        if "DATA" in self.replies:
            return self.replies["DATA"]
        if self.holds(envelope.rcpt_tos):
            self.held.append(list(envelope.rcpt_tos))
        while self.holds(envelope.rcpt_tos):
            await asyncio.sleep(0.01)
        self.recipients.append(list(envelope.rcpt_tos))
        self.mails.append(message_from_bytes(envelope.content, policy=policy.default))
        return "250 OK"

    def authenticate(self, server, session, envelope, mechanism, data) -> AuthResult:
        user, password = data.login.decode(), data.password.decode()
        self.logins.append((user, password))
        return AuthResult(success=password == self.password, handled=False)

    def start(self) -> None:
        self.controller = Controller(
            self,
            hostname="127.0.0.1",
            port=free_port(),
            tls_context=self.tls,
            authenticator=self.authenticate,
            auth_required=self.password is not None,
        )
        self.controller.start()

    @property
    def port(self) -> int:
        return self.controller.port

    @property
    def address(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"

    @property
    def configuration(self) -> str:
        """The line of `manager.yaml` for a manager that sends its mails here."""
        return f'mail: {{server: "{self.address}", from: login@example.org}}'

    def stop(self) -> None:
        self.controller.stop()
