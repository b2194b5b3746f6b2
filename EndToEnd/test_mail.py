"""Mails of the manager, by libcurl and a mail server."""

import json
import re
from pathlib import Path

import pytest
from stage.accessibility import assert_for_everybody
from stage.authenticator import Authenticator
from stage.browser import Browser
from stage.declarations import OPERATOR, person
from stage.mailbox import Mailbox
from stage.manager import Manager
from stage.private_authority import PrivateAuthority, TLSProxy
from stage.processes import free_port, wait_until

ADA = person("ada", "ada@example.org", "ada@work.example", unverified="victim@example.org")


def mailing(folder: Path, mailbox: Mailbox, database: str | None = None) -> Manager:
    manager = Manager(folder, database=database)
    manager.configure(mailbox.configuration)
    manager.apply(OPERATOR + ADA)
    return manager


@pytest.fixture
def manager(tmp_path, mailbox, database) -> Manager:
    return mailing(tmp_path, mailbox, database)


def log(manager: Manager) -> str:
    return (manager.folder / "manager.log").read_text()


def refusals(manager: Manager) -> list[dict]:
    """The log's lines about mails that were not taken."""
    complete = log(manager).rpartition("\n")[0].splitlines()
    lines = [json.loads(line) for line in complete if line.startswith("{")]
    return [line for line in lines if line["event"] == "mailNotDelivered"]


def test_a_test_mail_arrives_with_the_header_of_a_program(manager, mailbox):
    printed = manager.command("mail", "test", "admin@example.org")
    assert "took an email to admin@example.org" in printed
    [mail] = mailbox.mails
    assert mailbox.recipients == [["admin@example.org"]]
    assert mailbox.greetings[0] == "127.0.0.1"
    assert mail["From"] == "Stadt Köln <login@example.org>"
    assert mail["To"] == "admin@example.org"
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail.get_content_type() == "text/plain"
    assert "127.0.0.1" in mail["Subject"]
    assert "no PIN, no code" in mail.get_content()


def send_test_mail(manager: Manager, **keys: str):
    """Runs `mail test` with these keys below `mail`."""
    lines = "".join(f', {key}: "{value}"' for key, value in keys.items())
    manager.configure(f"mail: {{from: login@example.org{lines}}}")
    return manager.try_command("mail", "test", "admin@example.org")


def password_file(folder: Path, password: str) -> Path:
    file = folder / "mail-password"
    file.write_text(f"{password}\n")
    file.chmod(0o600)
    return file


def test_no_mail_goes_to_a_server_with_a_certificate_of_a_foreign_authority_or_for_another_name(
    manager, mailbox, tmp_path
):
    authority = PrivateAuthority(tmp_path)
    names = ("localhost", "other.example")
    own, other = (TLSProxy(free_port(), authority.server(name), mailbox.port) for name in names)
    try:
        foreign = send_test_mail(manager, server=f"smtps://localhost:{own.port}")
        assert foreign.returncode == 69
        assert "the certificate is not trusted" in foreign.stderr
        trusted = {"certificateAuthorities": str(authority.file)}
        named = send_test_mail(manager, server=f"smtps://localhost:{other.port}", **trusted)
        assert named.returncode == 69
        assert "the certificate is not trusted" in named.stderr
        assert mailbox.greetings == []
        assert send_test_mail(manager, server=f"smtps://localhost:{own.port}", **trusted).returncode == 0
        assert len(mailbox.mails) == 1
    finally:
        own.stop()
        other.stop()


# libcurl itself resolves names below localhost to this machine, and the manager demands TLS of them.
def test_a_server_without_starttls_gets_neither_password_nor_mail(manager, mailbox, tmp_path):
    login = {"user": "xign", "passwordFile": str(password_file(tmp_path, "open sesame"))}
    refused = send_test_mail(manager, server=f"smtp://mail.localhost:{mailbox.port}", **login)
    assert refused.returncode == 69
    assert "the server offers no TLS" in refused.stderr
    assert mailbox.logins == []
    assert mailbox.mails == []


def test_the_password_of_the_file_is_sent_within_tls_alone_and_stands_in_no_message(manager, tmp_path):
    authority = PrivateAuthority(tmp_path)
    mailbox = Mailbox(tls=authority.server("mail.localhost"), password="open sesame")
    mailbox.start()
    try:
        keys = {"server": f"smtp://mail.localhost:{mailbox.port}", "user": "xign"}
        keys["passwordFile"] = str(password_file(tmp_path, "open sesame"))
        assert send_test_mail(manager, **keys).returncode == 69
        assert mailbox.logins == []
        keys["certificateAuthorities"] = str(authority.file)
        assert send_test_mail(manager, **keys).returncode == 0
        assert mailbox.logins == [("xign", "open sesame")]
        assert len(mailbox.mails) == 1
        password_file(tmp_path, "wrong sesame")
        wrong = send_test_mail(manager, **keys)
        assert wrong.returncode == 69
        assert "the server refuses user and password (status 535)" in wrong.stderr
        assert "sesame" not in wrong.stderr
    finally:
        mailbox.stop()


def found(manager: Manager) -> list[str]:
    """The states that `doctor` finds of the mail server."""
    checks = json.loads(manager.try_command("doctor", "--json").stdout)["checks"]
    return [check["status"] for check in checks if check["check"] == "mail"]


def test_doctor_connects_to_the_server_and_sends_nothing(manager, mailbox):
    assert found(manager) == ["ok"]
    manager.configure(f'mail: {{server: "smtp://127.0.0.1:{free_port()}", from: login@example.org}}')
    assert found(manager) == ["failure"]
    assert mailbox.mails == []


@pytest.mark.parametrize("command", ["MAIL", "RCPT", "DATA"])
@pytest.mark.parametrize("status", ["451", "550"])
def test_a_refusal_is_told_with_its_status_and_without_the_servers_words(manager, mailbox, command, status):
    mailbox.replies = {command: f"{status} private words"}
    refused = manager.try_command("mail", "test", "admin@example.org")
    assert refused.returncode == 69
    assert f"(status {status})" in refused.stderr
    assert "private" not in refused.stderr
    assert mailbox.mails == []


def test_an_address_that_could_end_a_line_never_reaches_the_server(manager, mailbox):
    for address in ["ada@example.org\r\nRCPT TO:<eve@example.org>", "müller@example.org", "a b@example.org"]:
        assert manager.try_command("mail", "test", address).returncode == 64
    assert mailbox.greetings == []


def test_a_change_is_mailed_to_each_verified_address_once(manager, mailbox):
    manager.start()
    try:
        manager.command("user", "disable", "ada", "--yes")
        wait_until(lambda: len(mailbox.mails) == 2)
        assert sorted(mailbox.recipients) == [["ada@example.org"], ["ada@work.example"]]
        for mail in mailbox.mails:
            text = mail.get_content()
            assert "The account was switched off." in text
            assert "your account ada at 127.0.0.1" in text
            assert "help@example.org" in text
            assert "ada" not in mail["Subject"]
        assert len({mail["Message-ID"] for mail in mailbox.mails}) == 2
    finally:
        manager.stop()
    assert len(mailbox.mails) == 2


def stop_link(mailbox: Mailbox) -> str | None:
    """The link of the mail about a new device."""
    for mail in mailbox.mails:
        if found := re.search(r"http://\S+/stop\?link=\S+", mail.get_content()):
            return found[0]
    return None


def without_scripts(folder: Path) -> Browser:
    folder.mkdir()
    return Browser(folder, scripts=False)


def test_a_person_stops_a_new_device_by_the_link_of_the_mail_without_scripts(manager, mailbox, tmp_path):
    manager.start()
    browser = without_scripts(tmp_path / "browser")
    try:
        device = Authenticator(tmp_path / "phone")
        device.trust(manager.key_material())
        device.activate(manager.invite("ada"))
        wait_until(lambda: stop_link(mailbox))
        browser.open(stop_link(mailbox))
        assert "ada" in browser.text
        assert "active" in manager.command("device", "list", "ada")
        browser.click("button.danger")
        browser.wait_for("h1", lambda heading: "stopped" in heading.text)
        assert "locked for good" in manager.command("device", "list", "ada")
        browser.open(stop_link(mailbox))
        assert "nothing left" in browser.text
        assert "link=" not in log(manager)
    finally:
        browser.stop()
        manager.stop()


def test_the_page_that_stops_a_device_is_for_everybody_before_and_after(mailbox, tmp_path, reset_browser):
    manager = mailing(tmp_path, mailbox)
    manager.start()
    try:
        device = Authenticator(tmp_path / "phone")
        device.trust(manager.key_material())
        device.activate(manager.invite("ada"))
        wait_until(lambda: stop_link(mailbox))
        for language in ["en", "de"]:
            reset_browser.ask_for_language(language)
            reset_browser.open(stop_link(mailbox))
            assert_for_everybody(reset_browser, language)
        reset_browser.click("button.danger")
        reset_browser.wait_for("h1", lambda heading: "gestoppt" in heading.text)
        assert_for_everybody(reset_browser, "de")
    finally:
        manager.stop()


@pytest.mark.parametrize("reply", ["451 4.3.0 try again later", "554 5.7.1 relay access denied"])
def test_a_mail_that_is_refused_is_kept_and_its_recipient_is_not_logged(manager, mailbox, reply):
    mailbox.replies = {"RCPT": reply}
    manager.start()
    try:
        manager.command("user", "disable", "ada", "--yes")
        wait_until(lambda: len(refusals(manager)) == 2)
        for refusal in refusals(manager):
            assert refusal["againInSeconds"] == "30"
            assert f"(status {reply[:3]})" in refusal["reason"]
            assert "example.org" not in json.dumps(refusal)
    finally:
        manager.stop()


def test_a_server_that_is_down_loses_no_mail(manager, mailbox):
    manager.configure(f'mail: {{server: "smtp://127.0.0.1:{free_port()}", from: login@example.org}}')
    manager.start()
    manager.command("user", "disable", "ada", "--yes")
    wait_until(lambda: refusals(manager))
    manager.kill()
    # The mails wait. The next start sends the one at once that was never taken, and the other after its 30 seconds.
    manager.configure(mailbox.configuration)
    manager.start()
    try:
        wait_until(lambda: len(mailbox.mails) == 2, seconds=60)
    finally:
        manager.stop()
