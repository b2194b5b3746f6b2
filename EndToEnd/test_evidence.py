"""The chain of the audit log, and evidence that is verified without the manager."""

import json
import sqlite3
from contextlib import closing

import pytest
from stage.authenticator import Authenticator
from stage.manager import PROGRAM
from stage.plain_browser import PlainBrowser, PlainLoginPage
from stage.postgresql import execute, rows
from stage.processes import run, run_or_fail, wait_until
from stage.scene import Scene

EVENTS = 12_000
START = 1_600_000_000_000
NOT_VERIFIED = 2


def former(number: int) -> bytes:
    """The id of an event of former years."""
    return (START + number * 1000).to_bytes(6) + number.to_bytes(10)


class Log:
    """The audit log of a scene, as somebody with the right to write to its database has it."""

    def __init__(self, scene: Scene, database: str | None):
        self.scene = scene
        self.database = database

    def execute(self, statement: str) -> None:
        if self.database:
            execute(self.database, statement)
        else:
            self.scene.execute(statement)

    def number(self, query: str) -> int:
        if self.database:
            return rows(self.database, query)[0][0]
        with closing(sqlite3.connect(self.scene.manager.data / "manager.sqlite", timeout=10)) as database:
            return database.execute(query).fetchone()[0]

    def bytes(self, value: bytes) -> str:
        return f"decode('{value.hex()}', 'hex')" if self.database else f"x'{value.hex()}'"

    def add_former_events(self) -> None:
        """Adds the events of former years, as a manager of an older version has left them."""
        # In parts, since psql takes a statement as an argument.
        for first in range(0, EVENTS, 1_000):
            events = (self.bytes(former(number)) for number in range(first, first + 1_000))
            values = ", ".join(f"({event}, {START}, 'loginConfirmed', 'former')" for event in events)
            self.execute(f"INSERT INTO audit (id, at, kind, detail) VALUES {values}")

    def links(self) -> int:
        return self.number("SELECT count(*) AS links FROM audit_link")

    def verify(self, *options) -> tuple[int, dict]:
        verified = self.scene.manager.try_command("audit", "verify", "--json", *options)
        return verified.returncode, json.loads(verified.stdout)


@pytest.fixture(scope="module", params=["SQLite", "PostgreSQL"])
def log(request, new_database, tmp_path_factory):
    database = new_database(request.param)
    with Scene(tmp_path_factory.mktemp("evidence"), database=database) as scene:
        yield Log(scene, database)


@pytest.fixture(scope="module")
def ada(log) -> Authenticator:
    return log.scene.person("ada")


def test_the_chain_of_a_manager_that_is_killed_while_it_links_holds(log, tmp_path):
    manager = log.scene.manager
    manager.stop()
    log.add_former_events()
    manager.start()
    wait_until(lambda: log.links() > 0)
    manager.kill()
    assert log.links() < EVENTS
    status, report = log.verify()
    assert status == NOT_VERIFIED
    assert report["breaks"] == 0
    assert report["unlinked"] > 0
    # The lease of the manager that was killed ends after a minute.
    log.execute("UPDATE audit_chain SET lease_until = 0")
    manager.start()
    wait_until(lambda: log.links() >= EVENTS)

    head = tmp_path / "head"
    manager.command("audit", "heads", "--publish", head)
    status, report = log.verify("--head", head)
    assert status == 0
    assert report["verified"] == report["lastPosition"]
    assert report["headsFound"] == 1
    assert report["lateEvents"] == 0


def test_a_changed_event_is_named(log):
    event = former(41)
    log.execute(f"UPDATE audit SET detail = 'other' WHERE id = {log.bytes(event)}")
    refused = log.scene.manager.try_command("audit", "verify")
    assert refused.returncode == NOT_VERIFIED
    assert "at position 42" in refused.stderr
    assert event.hex() in refused.stderr
    log.execute(f"UPDATE audit SET detail = 'former' WHERE id = {log.bytes(event)}")
    assert log.verify()[0] == 0


def test_evidence_is_verified_without_the_manager(log, ada, tmp_path):
    manager = log.scene.manager
    browser = PlainBrowser()
    page = PlainLoginPage(browser, browser.get(f"{log.scene.website.url}/login").headers["Location"])
    assert ada.login(page.process_data).returncode == 0
    (process,) = [event["sessionId"] for event in manager.audit() if event["event"] == "loginConfirmed"]

    file = tmp_path / "evidence.json"
    manager.command("evidence", "export", file, "--process", process)
    fingerprint = ("--fingerprint", manager.fingerprint())
    # Neither a data folder nor a database is there.
    shown = run_or_fail(PROGRAM, "evidence", "verify", file, *fingerprint, "--data", tmp_path / "none")
    assert "ada" in shown
    assert "Not proved:" in shown
    (evidence,) = json.loads(run_or_fail(PROGRAM, "evidence", "verify", file, *fingerprint, "--json"))
    assert evidence["process"] == process
    assert evidence["factors"] == ["device", "pin"]
    assert json.loads(evidence["statement"])["session"] == process

    trusted = ("--key-material", manager.key_material().file)
    assert "Not proved:" in run_or_fail(PROGRAM, "evidence", "verify", file, *trusted)

    other = fingerprint[1][:-1] + ("b" if fingerprint[1][-1] != "b" else "d")
    refused = run(PROGRAM, "evidence", "verify", file, "--fingerprint", other)
    assert refused.returncode == NOT_VERIFIED
    file.write_text(file.read_text().replace("keyMaterial", "keymaterial"))
    assert run(PROGRAM, "evidence", "verify", file, *fingerprint).returncode == NOT_VERIFIED
    assert "auditExported" in [event["event"] for event in manager.audit()]
