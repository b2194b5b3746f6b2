"""`invitation send`: many people are invited by mail, and come by the link.

`XIGN_TEST_INVITATIONS=2000` takes the number of people that a school or a company has, and prints the times.
"""

import os
import re
import time
from pathlib import Path

import pytest
from stage.declarations import SHOP, person
from stage.mailbox import Mailbox
from stage.manager import Manager
from stage.processes import wait_until

COUNT = int(os.environ.get("XIGN_TEST_INVITATIONS", "200"))


@pytest.fixture(scope="module", params=["SQLite", "PostgreSQL"])
def declared(request, tmp_path_factory, new_database) -> Manager:
    """A manager for both tests, one on each database: to make its keys costs more than all that they do."""
    manager = Manager(tmp_path_factory.mktemp("manager"), database=new_database(request.param))
    manager.apply(SHOP + person("ada", "ada@example.org"))
    return manager


@pytest.fixture
def manager(declared, mailbox) -> Manager:
    declared.configure(mailbox.configuration, "surfaces: [account, join]")
    yield declared
    declared.stop()


def send(manager: Manager, folder: Path, *addresses: str) -> str:
    file = folder / "people.txt"
    file.write_text("\n".join([*addresses, ""]))
    options = ["--organization", "Example Inc.", "--role", "shop/buyer"]
    return manager.command("invitation", "send", file, *options)


def links(mailbox: Mailbox) -> dict[str, str]:
    """The link of each address in its newest mail."""
    return {mail["To"]: re.search(r"http://\S+/join/\S+", mail.get_content())[0] for mail in mailbox.mails}


def test_each_address_gets_its_own_code_and_the_same_one_again(manager, mailbox, tmp_path):
    manager.start()
    printed = send(manager, tmp_path, "eve@example.org", "frank@example.org")
    assert "2 invited, 0 left" in printed
    wait_until(lambda: len(mailbox.mails) == 2)
    first = links(mailbox)
    assert len(set(first.values())) == 2
    assert sorted(mailbox.recipients) == [["eve@example.org"], ["frank@example.org"]]
    for mail in mailbox.mails:
        assert "Example Inc." in mail.get_content()
        assert "127.0.0.1" in mail["Subject"]
        assert mail["Auto-Submitted"] == "auto-generated"
    # The mail is gone from the outbox a moment after it was taken.
    wait_until(lambda: "invited again, with the same code" in send(manager, tmp_path, "eve@example.org"))
    wait_until(lambda: len(mailbox.mails) >= 3)
    assert links(mailbox) == first
    assert len({mail["Message-ID"] for mail in mailbox.mails}) == len(mailbox.mails)


def test_a_notice_overtakes_the_invitations_that_wait(manager, mailbox, tmp_path):
    told = ["ada@example.org"]
    mailbox.holds = lambda recipients: recipients != told
    begin = time.monotonic()
    send(manager, tmp_path, *(f"person{number}@example.org" for number in range(COUNT)))
    written = time.monotonic()
    manager.start()
    # The server keeps the first invitation waiting, and so all that come after it.
    wait_until(lambda: mailbox.held)
    manager.command("user", "disable", "ada", "--yes")
    acted = time.monotonic()
    wait_until(lambda: mailbox.recipients)
    arrived = time.monotonic()
    assert mailbox.recipients == [told]
    mailbox.holds = lambda recipients: False
    wait_until(lambda: len(mailbox.mails) == COUNT + 1, seconds=600)
    print(
        f"\n{COUNT} invitations: written in {written - begin:.1f} s, mailed in {time.monotonic() - arrived:.1f} s; "
        f"the notice came {arrived - acted:.2f} s after its command, before all of them"
    )
    assert len({tuple(recipient) for recipient in mailbox.recipients}) == COUNT + 1
