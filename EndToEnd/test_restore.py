"""Backup and restore: real programs, from a running manager to another machine, and a kill at each step."""

# Long because: one office that was backed up and lived on, before which all tests put a machine.

import json
import shutil
import sqlite3
import stat
import subprocess
from contextlib import closing
from pathlib import Path

import pytest
import requests
from stage.authenticator import Authenticator
from stage.manager import PROGRAM, Manager
from stage.plain_browser import PlainBrowser, PlainLoginPage
from stage.postgresql import execute, programs
from stage.postgresql import rows as server_rows
from stage.processes import free_port, run, run_or_fail
from stage.relying_party import RelyingParty
from stage.runbook import Operator
from stage.tracer import killing_at

DECLARATION = """
organizations:
  - name: Example Inc.
    services:
      - name: demo
        redirectUris: ["http://127.0.0.1:1/callback"]
        signingAlgorithm: ES256
        openedQRCodes: allow
        roles: [{name: user, alternatives: [[pin, device]]}]
"""
BUSY, REFUSED, NOT_ACCEPTED, UNAVAILABLE = 78, 78, 75, 69


class Office:
    """A manager with three people, without a website: its logins are those of the device."""

    def __init__(self, folder: Path, database: str | None = None):
        self.folder, self.database = folder, database
        self.manager = Manager(folder, port=free_port(), database=database)
        self.manager.apply(DECLARATION)
        self.manager.start()
        service = self.manager.service("demo")
        self.website = RelyingParty(
            self.manager.issuer, service["clientId"], service["clientSecret"], "http://127.0.0.1:1/callback"
        )
        self.people = {name: self.person(name) for name in ("ada", "bob")}
        self.backup = folder / "backup"

    def person(self, name: str) -> Authenticator:
        self.manager.apply(f"users:\n  - name: {name}\n    memberships: [Example Inc.]\n")
        device = Authenticator(self.folder / name)
        device.trust(self.manager.key_material())
        device.activate(self.manager.invite(name), "--alias", "phone")
        return device

    def logs_in(self, name: str) -> bool:
        page = PlainLoginPage(PlainBrowser(), self.website.authorization_request())
        return self.people[name].login(page.process_data).returncode == 0

    def live_on(self) -> Path:
        """What happens after the backup: devices learn newer key material, and bob's device is removed."""
        for _ in range(2):
            self.manager.command("keys", "rotate", "--yes")
        # The former keys go, as after five weeks, so that the devices must fetch the next ones.
        self.execute("DELETE FROM encryption_key WHERE created_at < (SELECT max(created_at) FROM encryption_key)")
        self.manager.stop()
        self.manager.start()
        assert self.logs_in("ada")
        self.manager.command("device", "revoke", "bob", "phone", "--yes", "--reason", "The device was stolen")
        export = self.folder / "audit.ndjson"
        self.manager.command("audit", "export", export)
        return export

    def execute(self, statement: str) -> None:
        if self.database:
            return execute(self.database, statement)
        with closing(sqlite3.connect(self.manager.data / "manager.sqlite", timeout=10)) as database, database:
            database.execute(statement)
        return None


@pytest.fixture(scope="module")
def lived(tmp_path_factory):
    """A manager on SQLite that was backed up, lived on, and was stopped; with its audit log."""
    office = Office(tmp_path_factory.mktemp("restore"))
    office.manager.command("backup", office.backup)
    office.log = office.live_on()
    office.manager.stop()
    yield office
    office.manager.stop()


@pytest.fixture
def machine(lived, tmp_path):
    """Another machine at the manager's address, with a copy of its keys and configuration, and without a database."""
    other = lived.manager.another(tmp_path / "other")
    other.listening_port = lived.manager.port
    yield other
    other.stop()


@pytest.fixture
def office(lived, machine):
    """The people's devices before the other machine."""
    lived_on, lived.manager = lived.manager, machine
    yield lived
    lived.manager = lived_on


def restore(machine, *arguments) -> subprocess.CompletedProcess:
    return machine.try_command("restore", *arguments)


def state(file: Path) -> str:
    """A database as SQL."""
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return "\n".join(database.iterdump())


def test_a_backup_is_whole_private_and_never_takes_the_place_of_a_file(lived):
    assert stat.S_IMODE(lived.backup.stat().st_mode) == 0o600
    assert "CREATE TABLE account" in state(lived.backup)
    before = lived.backup.read_bytes()
    refused = lived.manager.try_command("backup", lived.backup)
    assert refused.returncode == REFUSED and "manager.backupFile" in refused.stderr
    assert lived.backup.read_bytes() == before


def test_after_a_restore_devices_with_newer_keys_log_in_and_removed_ones_do_not(office, machine):
    # Without the restore, the devices refuse the older manager.
    shutil.copy(office.backup, machine.data / "manager.sqlite")
    machine.start()
    assert not office.logs_in("ada")
    machine.stop()

    restored = restore(machine, office.backup, "--audit", office.log)
    assert restored.returncode == 0, restored.stderr
    assert "removed phone of bob" in restored.stdout
    machine.start()
    assert office.logs_in("ada")
    assert not office.logs_in("bob")
    events = [event["event"] for event in machine.audit()]
    assert "databaseRestored" in events
    (former,) = machine.data.glob("manager.sqlite.before-restore-*")
    assert "CREATE TABLE account" in state(former)


def test_a_database_put_back_by_hand_is_told_and_repaired_by_the_runbook(office, machine, tmp_path):
    shutil.copy(office.backup, machine.data / "manager.sqlite")
    machine.configure(f"metrics: 127.0.0.1:{(port := free_port())}")
    machine.start()
    page = PlainLoginPage(PlainBrowser(), office.website.authorization_request())
    refused = office.people["ada"].login(page.process_data)
    assert refused.returncode == UNAVAILABLE
    assert "does not know its own newest key" in refused.stderr and "operator" in refused.stderr
    assert '"event":"keyUnknown"' in (machine.folder / "manager.log").read_text()
    scrape = requests.get(f"http://127.0.0.1:{port}/metrics", timeout=10).text
    assert 'xign_unknown_key_requests_total{key="unpublished"} 1' in scrape

    medium = tmp_path / "medium"
    medium.mkdir()
    shutil.copy(office.log, medium / "audit-1.ndjson")
    operator = Operator(machine, tmp_path, offline=medium)
    shown = operator.follow("A database put back by hand", names={"/media/backup": str(medium)})
    assert "removed phone of bob" in shown
    assert office.logs_in("ada")
    assert not office.logs_in("bob")


def change(backup: Path, statement: str) -> None:
    """What somebody can do who writes to the medium with the backup and has no key."""
    with closing(sqlite3.connect(backup)) as database, database:
        database.execute(statement)


def test_a_backup_that_was_changed_on_its_medium_is_refused_or_named(office, machine, tmp_path):
    copy, seal = tmp_path / "copy", tmp_path / "copy.seal"
    shutil.copy(office.backup, copy)
    shutil.copy(f"{office.backup}.seal", seal)
    untouched = restore(machine, copy, "--audit", office.log)
    assert untouched.returncode == 0 and "What remains" not in untouched.stdout, untouched.stdout + untouched.stderr

    change(copy, "UPDATE service SET policy_version = 0")
    refused = restore(machine, copy, "--accept")
    assert refused.returncode == REFUSED and "does not match its seal" in refused.stderr, refused.stderr
    seal.write_text("A" * 80 + "\n")
    refused = restore(machine, copy, "--accept")
    assert refused.returncode == REFUSED and "does not match its seal" in refused.stderr
    seal.unlink()
    # What the manual accepts is no backup of unknown origin.
    listed = restore(machine, copy, "--audit", office.log, "--accept")
    assert listed.returncode == NOT_ACCEPTED and f"has no seal {seal}" in listed.stdout, listed.stdout
    assert restore(machine, copy, "--unverified").returncode == NOT_ACCEPTED
    assert restore(machine, copy, "--audit", office.log, "--unverified").returncode == 0

    change(copy, "CREATE TRIGGER planted AFTER INSERT ON audit BEGIN UPDATE service SET secret_hash = NULL; END")
    refused = restore(machine, copy, "--accept")
    assert refused.returncode == REFUSED and "has triggers or views" in refused.stderr, refused.stderr


def test_sqlite_opens_no_file_in_the_folder_of_the_backup(office, machine, tmp_path):
    # Somebody who may write there could put a link in the place of a name, which root would follow.
    assert restore(machine, office.backup, "--accept").returncode == 0
    folder, trace = tmp_path / "medium", tmp_path / "trace"
    folder.mkdir()
    tracing = ["strace", "-f", "-qq", "-o", trace, "-e", "trace=openat"]
    run_or_fail(*tracing, PROGRAM, "backup", folder / "backup", "--data", machine.data)
    opened = [line for line in trace.read_text().splitlines() if f'"{folder}' in line and "= -1" not in line]
    assert any("O_CREAT" in line for line in opened)
    assert [line for line in opened if "O_EXCL" not in line and "O_DIRECTORY" not in line] == []


def test_without_an_audit_log_the_command_lists_what_may_revive_and_changes_nothing(office, machine):
    listed = restore(machine, office.backup)
    assert listed.returncode == NOT_ACCEPTED
    assert "ada (phone), bob (phone)" in listed.stdout
    assert "`active: false`" in listed.stdout and "keys rotate-key-encryption-key" in listed.stdout
    assert not list(machine.data.glob("manager.sqlite*"))
    assert restore(machine, office.backup, "--accept").returncode == 0


def test_a_running_manager_a_damaged_file_and_another_key_are_refused(office, machine, tmp_path):
    assert restore(machine, office.backup, "--accept").returncode == 0
    machine.start()
    busy = restore(machine, office.backup, "--accept")
    assert busy.returncode == BUSY and "manager.databaseInUse" in busy.stderr
    assert machine.is_ready()
    machine.stop()
    before = state(machine.data / "manager.sqlite")

    link = tmp_path / "link"
    link.symlink_to(office.backup)
    refused = restore(machine, link, "--accept")
    assert refused.returncode == REFUSED and "manager.fileNotRead" in refused.stderr, refused.stderr

    damaged = tmp_path / "damaged"
    whole = office.backup.read_bytes()
    for content in (whole[:-4096], whole[:4096] + bytes(4096) + whole[8192:], whole[:-4096] + bytes(4096), b""):
        damaged.write_bytes(content)
        refused = restore(machine, damaged, "--accept")
        assert refused.returncode == REFUSED and "manager.backupFile" in refused.stderr, refused.stderr
    for file, code in ((tmp_path / "none", "fileNotRead"), (office.log, "backupFile")):
        refused = restore(machine, file, "--accept")
        assert refused.returncode == REFUSED and f"manager.{code}" in refused.stderr, refused.stderr
    key = machine.data / "key-encryption-key"
    key.write_text("A" * 43 + "\n")
    refused = restore(machine, office.backup, "--accept")
    with closing(sqlite3.connect(office.backup)) as database:
        ((needed,),) = database.execute("SELECT value FROM setting WHERE name = 'key-encryption key'")
    assert "manager.wrongKeyEncryptionKey" in refused.stderr and needed in refused.stderr
    assert state(machine.data / "manager.sqlite") == before


def test_an_audit_log_of_another_manager_or_with_huge_lines_is_refused(office, machine, tmp_path):
    lines = office.log.read_text().splitlines()
    end = json.loads(lines[-1])
    wrong = tmp_path / "wrong"
    for content in (
        [*lines[:-1], json.dumps(end | {"issuer": "https://other.example"})],
        [*lines[:-1], json.dumps(end | {"isComplete": False})],
        lines[:-1],
        lines[1:],
        ["x" * 1_000_000, *lines],
    ):
        wrong.write_text("\n".join([*content, ""]))
        refused = restore(machine, office.backup, "--audit", wrong, "--accept")
        assert refused.returncode == REFUSED and "manager.auditExport" in refused.stderr
    wrong.unlink()
    wrong.symlink_to(office.log)
    refused = restore(machine, office.backup, "--audit", wrong, "--accept")
    assert refused.returncode == REFUSED and "manager.fileNotRead" in refused.stderr, refused.stderr
    assert not list(machine.data.glob("manager.sqlite*"))


@pytest.mark.parametrize(("call", "number"), [("fsync", 1), ("link", 1), ("rename", 1), ("fsync", 2)])
def test_a_restore_that_is_killed_leaves_the_old_database_or_the_new_one(office, machine, call, number):
    database = machine.data / "manager.sqlite"
    assert restore(machine, office.backup, "--accept").returncode == 0
    old = state(database)
    command = [PROGRAM, "restore", office.backup, "--audit", office.log, "--data", machine.data]
    assert run(*killing_at(call, number, *command)).returncode != 0
    now = state(database)
    if call == "fsync" and number == 2:
        assert now.count("'databaseRestored'") == 1 and now != old
    else:
        assert now == old
    # Whatever the kill has left is in nobody's way.
    assert restore(machine, office.backup, "--audit", office.log).returncode == 0


def test_a_backup_that_is_killed_leaves_no_file_of_that_name(office, machine, tmp_path):
    assert restore(machine, office.backup, "--accept").returncode == 0
    file = tmp_path / "killed"
    command = [PROGRAM, "backup", file, "--data", machine.data]
    for call in ("fsync", "link"):
        assert run(*killing_at(call, 1, *command)).returncode != 0
        assert not file.exists()
    run_or_fail(*command)
    assert state(file)


def test_postgresql_is_restored_with_its_own_programs_and_repaired_after_that(postgresql, tmp_path):
    office = Office(tmp_path, postgresql.new_database())
    refused = office.manager.try_command("backup", office.backup)
    assert refused.returncode == REFUSED and "pg_dump" in refused.stderr
    run_or_fail(programs() / "pg_dump", "--format=custom", f"--file={office.backup}", office.database)
    office.manager.command("backup", "--record")
    assert server_rows(office.database, "SELECT count(*) AS n FROM setting WHERE name = 'lastBackupAt'") == [(1,)]
    log = office.live_on()
    assert "manager.databaseInUse" in office.manager.try_command("restore", "--audit", log).stderr
    office.manager.stop()

    office.database = postgresql.new_database()
    office.manager.configure(f"database: {json.dumps(office.database)}")
    run_or_fail(programs() / "pg_restore", "--no-owner", f"--dbname={office.database}", office.backup)
    restored = office.manager.try_command("restore", "--audit", log)
    assert restored.returncode == 0, restored.stderr
    assert "removed phone of bob" in restored.stdout
    office.manager.start()
    assert office.logs_in("ada")
    office.manager.stop()
