"""Mails of the manager by way of OpenSMTPD, a mail server that is not ours, with TLS and a private authority."""

import json

import pytest
from stage.declarations import OPERATOR, person
from stage.manager import Manager
from stage.opensmtpd import OpenSMTPD, StartTLSProxy, needs_opensmtpd
from stage.private_authority import PrivateAuthority, TLSProxy
from stage.processes import free_port, wait_until

pytestmark = needs_opensmtpd

ADA = person("ada", "ada@example.org", "ada@elsewhere.example")


@pytest.fixture
def relay(tmp_path, mailbox):
    folder = tmp_path / "relay"
    folder.mkdir()
    relay = OpenSMTPD(folder, mailbox.port, "example.org")
    yield relay
    relay.stop()


@pytest.fixture
def authority(tmp_path) -> PrivateAuthority:
    return PrivateAuthority(tmp_path)


@pytest.fixture(params=["smtp", "smtps"])
def server(request, relay, authority):
    """The address of the relay with STARTTLS, and with TLS from the start."""
    proxy = {"smtp": StartTLSProxy, "smtps": TLSProxy}[request.param]
    proxy = proxy(free_port(), authority.server("mail.localhost"), relay.port)
    # libcurl itself resolves names below localhost to this machine, and the manager demands TLS of them.
    yield f"{request.param}://mail.localhost:{proxy.port}"
    proxy.stop()


@pytest.fixture(scope="module")
def declared(tmp_path_factory) -> Manager:
    """The manager as each test finds it: to make its keys costs more than all that these tests do."""
    manager = Manager(tmp_path_factory.mktemp("declared"))
    manager.apply(OPERATOR + ADA)
    return manager


@pytest.fixture
def manager(declared, tmp_path) -> Manager:
    return declared.copied(tmp_path)


def configure(manager: Manager, server: str, **keys) -> None:
    lines = "".join(f', {key}: "{value}"' for key, value in keys.items())
    manager.configure(f'mail: {{server: "{server}", from: login@example.org{lines}}}')


def test_a_server_that_is_not_ours_passes_a_mail_on_as_it_was_written(manager, server, authority, mailbox):
    configure(manager, server, certificateAuthorities=authority.file)
    manager.command("mail", "test", "ada@example.org")
    wait_until(lambda: mailbox.mails)
    [mail] = mailbox.mails
    assert mailbox.recipients == [["ada@example.org"]]
    assert "OpenSMTPD" in mail["Received"]
    assert mail["From"] == "Stadt Köln <login@example.org>"
    assert mail["To"] == "ada@example.org"
    assert len(mail.get_all("Message-ID")) == 1
    assert len(mail.get_all("Date")) == 1
    assert "no PIN, no code" in mail.get_content()
    assert not mail.defects


def test_a_server_of_a_foreign_authority_gets_no_mail(manager, server, mailbox):
    configure(manager, server)
    refused = manager.try_command("mail", "test", "ada@example.org")
    assert refused.returncode == 69
    assert "the certificate is not trusted" in refused.stderr
    assert mailbox.greetings == []


def test_a_recipient_whom_the_server_does_not_serve_keeps_no_mail_of_others_back(manager, server, authority, mailbox):
    configure(manager, server, certificateAuthorities=authority.file)
    manager.start()
    try:
        manager.command("user", "disable", "ada", "--yes")
        wait_until(lambda: mailbox.mails and "mailNotDelivered" in (manager.folder / "manager.log").read_text())
        assert mailbox.recipients == [["ada@example.org"]]
        lines = (manager.folder / "manager.log").read_text().rpartition("\n")[0].splitlines()
        refusals = [json.loads(line) for line in lines if '"mailNotDelivered"' in line]
        assert ["(status 550)" in refusal["reason"] for refusal in refusals] == [True]
        assert "elsewhere" not in json.dumps(refusals)
    finally:
        manager.stop()
