"""Starts that fail: the exit status says who can mend the cause, and no command makes a database by the way."""

import os
import re
import shutil
import socket
import subprocess

import pytest
import requests
from stage.manager import PROGRAM, Manager
from stage.postgresql import PostgreSQL, rows
from stage.processes import REPOSITORY, run, wait_until

WAITING, OPERATOR = 69, 78


@pytest.fixture(scope="module")
def manager(tmp_path_factory):
    """A manager that no test changes."""
    return Manager(tmp_path_factory.mktemp("manager"))


@pytest.fixture
def own_manager(tmp_path):
    manager = Manager(tmp_path)
    yield manager
    manager.stop()


def refused(manager: Manager, *options, status: int) -> str:
    """Starts `serve`, which must fail, and returns its message, which is one line."""
    outcome = manager.try_command("serve", "--port", manager.listening_port, *options)
    assert outcome.returncode == status, outcome.stderr
    assert len(outcome.stderr.splitlines()) == 1, outcome.stderr
    return outcome.stderr


@pytest.mark.parametrize(
    ("address", "part"),
    [
        ("postgresql://ada:hunter2%zz@localhost/xign", "password"),
        ("postgresql://ada:hun@ter2@localhost/xign", "password"),
        ("postgresql://ada:hun/ter2@localhost/xign", "password"),
        ("postgresql://ada@::1/xign", "host"),
        ("postgresql://ada@localhost:hunter2/xign", "port"),
        ("postgresql://ada@localhost/xign?sslmod=require", "sslmod"),
        ("postgresql://ada@localhost/xign?sslmode=hunter2", "sslmode"),
        ("postgresql://ada@localhost/xign?connect_timeout=hunter2", "connect_timeout"),
        ("postgresql://ada@localhost/xign?hostaddr=hunter2", "hostaddr"),
        ("postgresql://ada@localhost/xign?sslrootcert=/nonexistent/hunter2", "sslrootcert"),
        ("postgresql://ada@localhost/xign?passfile=/nonexistent/hunter2", "passfile"),
    ],
)
def test_an_operator_must_correct_the_address_of_the_database(manager, address, part):
    message = refused(manager, "--database", address, status=OPERATOR)
    assert "[storage.invalidAddress]" in message
    assert part in message
    assert not any(secret in message for secret in ("hunter2", "ter2", "hun@"))


@pytest.mark.parametrize("host", ["localhost", "*", "login.example.org", "[::1", "[127.0.0.1]", "127.0.0.1:80", ""])
def test_an_operator_must_correct_an_address_that_is_none(manager, host):
    message = refused(manager, "--host", host, status=OPERATOR)
    assert "host must be" in message
    assert "unix:" in message
    assert "[manager.configuration]" in message


def test_an_address_that_may_come_is_waited_for(manager):
    """192.0.2.0/24 is for documentation (RFC 5737): no machine has such an address."""
    assert "192.0.2.1" in refused(manager, "--host", "192.0.2.1", status=WAITING)


@pytest.mark.parametrize("host", ["nowhere.invalid", "127.0.0.1:1"])
def test_a_server_that_cannot_be_reached_is_waited_for(manager, host):
    message = refused(manager, "--database", f"postgresql://ada@{host}/xign", status=WAITING)
    assert "[storage.unavailable]" in message


def test_a_server_that_refuses_is_waited_for(manager, postgresql: PostgreSQL):
    """It may lack the role or the database, and an operator may be about to create them."""
    place = f"host={postgresql.folder}"
    for address in (f"postgresql://nobody@/postgres?{place}", f"postgresql://xign@/missing?{place}"):
        refused(manager, "--database", address, status=WAITING)
    postgresql.run("CREATE ROLE locked LOGIN PASSWORD 'right'")
    rules = postgresql.folder / "data" / "pg_hba.conf"
    rules.write_text(f"local all locked scram-sha-256\n{rules.read_text()}")
    postgresql.run("SELECT pg_reload_conf()")
    address = f"postgresql://locked:wrong@/postgres?{place}"
    wait_until(lambda: "password" in refused(manager, "--database", address, status=WAITING))


def test_the_unit_starts_the_manager_again_unless_an_operator_must_correct_something():
    unit = (REPOSITORY / "deploy" / "systemd" / "xignin-manager.service").read_text()
    final = re.search(r"^RestartPreventExitStatus=(.*)$", unit, re.MULTILINE)[1].split()
    assert str(OPERATOR) in final
    assert str(WAITING) not in final


def test_a_cause_that_repeats_is_logged_once_a_minute(manager, tmp_path):
    log = tmp_path / "log"
    runtime = tmp_path / "run"
    runtime.mkdir()

    def lines(*options, journal: bool = True) -> int:
        """Starts `serve` as systemd does, and returns the number of lines that it logs."""
        with log.open("w") as file:
            found = os.fstat(file.fileno())
            stream = {"JOURNAL_STREAM": f"{found.st_dev}:{found.st_ino}"} if journal else {}
            command = [PROGRAM, "serve", "--data", manager.data, *options]
            environment = {**os.environ, **stream, "RUNTIME_DIRECTORY": str(runtime)}
            assert subprocess.run(command, stderr=file, env=environment, timeout=60).returncode == WAITING
        return len(log.read_text().splitlines())

    missing = ("--database", tmp_path / "missing" / "xign.sqlite")
    assert [lines(*missing), lines(*missing), lines(*missing)] == [1, 0, 0]
    assert lines("--host", "192.0.2.1") == 1
    assert lines(*missing) == 0
    assert lines(*missing, journal=False) == 1
    # A minute later.
    notes = runtime / "failed-starts"
    notes.write_text(re.sub(r"^[0-9]+", lambda time: str(int(time[0]) - 60), notes.read_text(), flags=re.MULTILINE))
    assert [lines(*missing), lines(*missing)] == [1, 0]


def test_no_command_makes_a_database(manager, database, tmp_path):
    """A command, and the server, for a volume that is not mounted, or for another database than the manager's."""
    address = database or tmp_path / "xign.sqlite"
    commands = [
        *(["user", "list"], ["apply", "--dry-run", "-"], ["serve"], ["backup", tmp_path / "backup"]),
        ["export", "--without-key"],
    ]
    for command in commands:
        outcome = run(PROGRAM, *command, "--data", manager.data, "--database", address, input="")
        assert outcome.returncode == WAITING, outcome.stderr
        assert "There is no database" in outcome.stderr
        assert "[storage.noDatabase]" in outcome.stderr
    assert not list(tmp_path.iterdir())
    if database:
        assert rows(database, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'") == []


def test_a_file_without_content_is_no_database(manager, tmp_path):
    empty = tmp_path / "xign.sqlite"
    empty.touch()
    outcome = manager.try_command("user", "list", "--database", empty)
    assert outcome.returncode == WAITING
    assert empty.stat().st_size == 0


def test_a_manager_whose_file_was_replaced_is_not_ready_and_loses_nothing(own_manager):
    """An unmounted volume, seen from a manager that still has the file open."""
    manager = own_manager
    manager.start()
    manager.command("user", "add", "ada")
    file, aside = manager.data / "manager.sqlite", manager.data / "aside.sqlite"
    file.rename(aside)
    assert manager.try_command("user", "list").returncode == WAITING
    assert not file.exists()
    wait_for_readiness(manager, False)
    shutil.copy(aside, file)
    wait_for_readiness(manager, False)
    file.unlink()
    aside.rename(file)
    wait_for_readiness(manager, True)
    assert "ada" in manager.command("user", "list")


def wait_for_readiness(manager: Manager, expected: bool) -> None:
    """Waits for longer than an answer is cached."""
    manager.process.wait_until(
        lambda: (requests.get(f"{manager.address}/health/ready", timeout=5).status_code == 200) == expected
    )


def test_a_new_database_never_takes_the_log_of_another(tmp_path):
    """SQLite removes a log that lies beside an empty file."""
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    log = data / "manager.sqlite-wal"
    log.write_bytes(b"the last commits of a database that was moved")
    outcome = run(PROGRAM, "init", "--data", data, "--issuer", "https://login.example.org")
    assert outcome.returncode == OPERATOR
    assert str(log) in outcome.stderr
    assert log.exists()
    assert not (data / "manager.yaml").exists()


def test_brackets_around_an_address_are_read(own_manager):
    if not has_ipv6():
        pytest.skip("this machine has no IPv6")
    own_manager.configure("host: '[::1]'")
    process = subprocess.Popen(
        [PROGRAM, "serve", "--data", own_manager.data, "--port", str(own_manager.listening_port)],
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert '"event":"listening"' in process.stderr.readline()
        answer = requests.get(f"http://[::1]:{own_manager.listening_port}/health/live", timeout=10)
        assert answer.status_code == 200
    finally:
        process.terminate()
        process.wait(20)


def has_ipv6() -> bool:
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
        return True
    except OSError:
        return False
