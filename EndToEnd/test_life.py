"""A person's devices at the terminal, from the first activation to the deletion of the account."""

import json
import re
import shlex
import sqlite3
from contextlib import closing

import pytest
from stage.authenticator import Authenticator
from stage.interrupted_scene import InterruptedScene
from stage.other_websites import Club
from stage.outcome import assert_logged_in_once
from stage.plain_browser import decoded
from stage.postgresql import dump
from stage.processes import run, wait_until
from stage.relying_party import answer
from stage.terminal import Terminal

# Texts that occur nowhere else.
NAME = "ada-3b1f8e77"
LAPTOP = "laptop-5d17c0"
TABLET = "tablet-c2a946"
OLD_TABLET = "old-tablet-77b1e0"
MAIL = "ada-9c2d51aa@home.example"
INVITED = "ada-60f2d8@club.example"

PIN = "735198"
NEW_PIN = "402816"
TABLET_PIN = "91827364"

OVER = 3
LOCKED_OUT = 75
REFUSED = 77


class Owner:
    """A person with devices, who answers the questions of `xign`."""

    def __init__(self, scene: InterruptedScene):
        self.scene = scene
        self.idm = scene.manager.issuer.removeprefix("http://")

    def device(self, name: str, pin: str) -> Authenticator:
        device = Authenticator(self.scene.folder / name, pin=pin)
        device.trust(self.scene.key_material)
        return device

    def converse(self, device: Authenticator, *command, answers: dict[str, str], status: int = 0) -> str:
        """Runs a command, and answers each question in turn. Returns all that was shown."""
        terminal = Terminal(*device.command(*command))
        shown = ""
        for question, given in answers.items():
            shown += terminal.expect(question)
            terminal.type(given)
        assert terminal.wait() == status, shown + terminal.shown
        return shown + terminal.shown

    def activate(self, device: Authenticator, code: str, alias: str, activation_pin: str) -> None:
        new_pin = {} if activation_pin == device.pin else {"New PIN:": device.pin, "New PIN again:": device.pin}
        answers = {"Activation PIN:": activation_pin} | new_pin
        assert NAME in self.converse(device, "activate", code, "--alias", alias, answers=answers)

    def devices(self, device: Authenticator) -> set[str]:
        listed = run(*device.command("activation", "list", "--json"))
        assert listed.returncode == 0, listed.stderr
        return {item["alias"] for item in json.loads(listed.stdout)}

    def news(self, device: Authenticator) -> str:
        """The notices that the device tells its owner at a terminal, once."""
        terminal = Terminal("sh", "-c", 'exec "$@" >/dev/null', "sh", *device.command("accounts"))
        assert terminal.wait() == 0
        return terminal.shown


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def scene(request, new_database, tmp_path):
    settings = "settings:\n  lockoutSeconds: [1]\n"
    with InterruptedScene(tmp_path, database=new_database(request.param), settings=settings) as scene:
        program = tmp_path / "notify"
        program.write_text(f"#!/bin/sh\n{{ cat; echo; }} >> {shlex.quote(str(tmp_path / 'notified'))}\n")
        program.chmod(0o700)
        with (scene.manager.data / "manager.yaml").open("a") as configuration:
            configuration.write(f"notify: [{program}]\n")
        scene.restart_manager()
        # The example's user: nobody but the story's person is left.
        scene.manager.command("user", "remove", "ada", "--yes")
        yield scene


def notified(scene: InterruptedScene) -> list[dict]:
    file = scene.folder / "notified"
    return [json.loads(line) for line in file.read_text().splitlines() if line] if file.exists() else []


def test_a_persons_devices_from_the_first_activation_to_the_deletion(scene):
    owner = Owner(scene)
    scene.manager.apply(f"users:\n  - name: {NAME}\n    memberships: [Example Inc.]\n")
    scene.manager.command("user", "attribute", "set", NAME, "email", "-", "--verified", input=f"{MAIL}\n")

    # The first device, by the operator's code; the second, by a code of the first.
    laptop = owner.device("laptop", PIN)
    invitation = scene.manager.invite(NAME)
    owner.activate(laptop, invitation.picture, LAPTOP, invitation.pin)
    shown = owner.converse(
        laptop,
        "activation",
        "new",
        answers={
            "Name of the new device": TABLET,
            "I did not begin this]": "y",
            "PIN:": laptop.pin,
            "New PIN:": TABLET_PIN,
            "New PIN again:": TABLET_PIN,
        },
    )
    code = re.search(r"xign activate (\S+)", shown)[1]
    tablet = owner.device("tablet", TABLET_PIN)
    owner.activate(tablet, code, TABLET, TABLET_PIN)
    assert owner.devices(laptop) == owner.devices(tablet) == {LAPTOP, TABLET}
    assert "a device was added to your account" in owner.news(laptop)
    assert "News" not in owner.news(laptop)

    # A name is given by its own device alone, and the other one is told.
    assert run(*tablet.command("activation", "rename", OLD_TABLET)).returncode == 0
    assert owner.devices(laptop) == {LAPTOP, OLD_TABLET}
    assert "a device was renamed" in owner.news(laptop) and OLD_TABLET not in owner.news(tablet)

    # The new device may not remove the old one yet; the old one removes the new one.
    for command in (["activation", "revoke", LAPTOP], ["activation", "new"], ["delete"]):
        refused = run(*tablet.command(*command, "--yes", "--pin-stdin"), input=f"{tablet.pin}\n{PIN}\n")
        assert refused.returncode == LOCKED_OUT and "less than a day ago" in refused.stderr
    assert owner.devices(laptop) == {LAPTOP, OLD_TABLET}
    page = scene.login_page()
    assert tablet.login(page.process_data).returncode == 0
    assert_logged_in_once(scene, page)
    answers = {"I did not begin this]": "y", "PIN:": laptop.pin}
    assert OLD_TABLET in owner.converse(laptop, "activation", "revoke", OLD_TABLET, answers=answers)
    assert tablet.login(scene.login_page().process_data).returncode == OVER
    assert owner.devices(laptop) == {LAPTOP}

    change_pin(owner, laptop)
    accept_invitation(owner, laptop)

    answers = {
        "I did not begin this]": "y",
        "Type the name of the account": NAME,
        "PIN:": laptop.pin,
        "Remove the keys of this device": "y",
    }
    (keys,) = [json.loads(file.read_text())["keys"] for file in (laptop.home / "keys").glob("*.json")]
    assert "deleted" in owner.converse(laptop, "delete", answers=answers)
    assert laptop.accounts() == []
    wait_until(lambda: scene.rows("SELECT count(*) AS number FROM outbox") == [(0,)])
    assert_told(scene)
    assert_nothing_is_left(scene, [keys["salt"], keys["bindSecret"]])


def change_pin(owner: Owner, device: Authenticator) -> None:
    """Changes the PIN. The old one is refused, and counted."""
    scene = owner.scene
    answers = {"I did not begin this]": "y", "PIN:": PIN, "New PIN:": NEW_PIN, "New PIN again:": NEW_PIN}
    assert "changed" in owner.converse(device, "pin", "change", answers=answers)
    device.pin = NEW_PIN
    old = device.login(scene.login_page().process_data, pin=PIN)
    assert old.returncode == LOCKED_OUT and scene.audit(NAME).count("loginRefused") == 1
    scene.wait_for_end_of_lockouts()
    page = scene.login_page()
    new = device.login(page.process_data)
    assert new.returncode == 0 and "Failed attempts since your last login: 1." in new.stderr
    assert_logged_in_once(scene, page)


def accept_invitation(owner: Owner, device: Authenticator) -> None:
    """Accepts an organization's invitation, whose website then takes the account."""
    club = Club(owner.scene)
    assert device.login(club.login_page().process_data).returncode == REFUSED
    invitation = club.invite(INVITED)
    answers = {"PIN of the invitation:": invitation.pin, "I did not begin this]": "y", "PIN:": device.pin}
    shown = owner.converse(device, "invitation", invitation.picture, answers=answers)
    for name in ("Example Club", "guest", "Website of the club", INVITED):
        assert name in shown
    page = club.login_page()
    assert device.login(page.process_data).returncode == 0
    assert club.client.redeem(answer(page.proceed())["code"]).status_code == 200


def assert_told(scene: InterruptedScene) -> None:
    """Asserts that the operator's program was told of each act once."""
    told = [notice for notice in notified(scene) if notice["user"] == NAME]
    kinds = [notice["kind"] for notice in told]
    assert {kind: kinds.count(kind) for kind in kinds} == {
        "activationIssued": 2,
        "activationPersonalized": 2,
        "activationRenamed": 1,
        "activationRevoked": 1,
        "pinChanged": 1,
        "membershipAdded": 1,
        "accountRemoved": 1,
    }
    assert {notice["email"] for notice in told} == {MAIL}
    assert len({notice["id"] for notice in notified(scene)}) == len(notified(scene))


# The tables whose rows outlive their account. What they hold of it are random ids, hashes and times.
KEPT = {"audit", "audit_link", "evidence", "utility_grant", "seen_request"}
# The tables of the manager itself, its organizations and websites.
OWN = {
    "audit_chain",
    "organization",
    "service",
    "role",
    "setting",
    "signing_key",
    "encryption_key",
    "key_material",
    "xign_schema_version",
}
# Logins that nobody has claimed.
UNCLAIMED = {"process", "browser_request"}


def assert_nothing_is_left(scene: InterruptedScene, secrets: list[str]) -> None:
    """Asserts that a thief of the database finds neither the person nor anything to test a PIN with.

    There was one person, so the tables that could hold it are empty: it is not there sealed either. `secrets` are what
    the device binds the PIN with.
    """
    rows = {table: scene.rows(f"SELECT count(*) AS number FROM {table}")[0][0] for table in tables(scene)}
    assert {table for table, number in rows.items() if number} <= KEPT | OWN | UNCLAIMED
    assert scene.rows("SELECT count(*) AS number FROM process WHERE activation_id IS NOT NULL") == [(0,)]
    assert rows["audit"] and rows["evidence"], "what is kept is still there"
    bodies = "statement IS NOT NULL OR sealed_statement IS NOT NULL OR sealed_consent IS NOT NULL"
    assert scene.rows(f"SELECT count(*) AS number FROM evidence WHERE {bodies}") == [(0,)]

    scene.manager.stop()
    loot = stolen(scene)
    assert b"Example Inc." in loot, "the search finds what is there"
    texts = [NAME, LAPTOP, TABLET, OLD_TABLET, MAIL, INVITED, *secrets, *(decoded(text).hex() for text in secrets)]
    assert [text for text in texts if text.encode() in loot] == []
    assert not any(decoded(text) in loot for text in secrets)


def tables(scene: InterruptedScene) -> list[str]:
    if scene.database:
        query = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
    else:
        query = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    return [name for (name,) in scene.rows(query)]


def stolen(scene: InterruptedScene) -> bytes:
    """A dump of the database; with SQLite also its files, in which removed rows could still stand."""
    if scene.database:
        return dump(scene.database).encode()
    file = scene.manager.data / "manager.sqlite"
    with closing(sqlite3.connect(file)) as database:
        text = "\n".join(database.iterdump())
    return text.encode() + b"".join(path.read_bytes() for path in file.parent.glob("manager.sqlite*"))
