"""`xignin-manager healthcheck`, by which programs that start containers know that a manager is ready."""

import signal
import socket
import threading
import time

import pytest
from stage.manager import PROGRAM, Manager
from stage.processes import Process, wait_until

UNHEALTHY = 1


@pytest.fixture(scope="module")
def manager(tmp_path_factory):
    manager = Manager(tmp_path_factory.mktemp("healthcheck"))
    manager.start()
    yield manager
    manager.stop()


@pytest.fixture
def silent(tmp_path) -> Manager:
    """A manager that does not run."""
    return Manager(tmp_path)


def test_a_manager_that_serves_logins_is_healthy(manager):
    checked = manager.try_command("healthcheck")
    assert (checked.returncode, checked.stdout, checked.stderr) == (0, "", "")


def test_it_looks_where_the_server_was_told_to_listen(manager):
    elsewhere = str(manager.listening_port + 1)
    assert manager.try_command("healthcheck", "--port", elsewhere).returncode == UNHEALTHY
    all_addresses = manager.try_command("healthcheck", "--host", "0.0.0.0", "--port", str(manager.listening_port))
    assert all_addresses.returncode == 0, all_addresses.stderr


def test_a_socket_of_the_configuration_is_asked(silent):
    silent.configure(f"host: unix:{silent.folder}/http.sock")
    assert silent.try_command("healthcheck").returncode == UNHEALTHY
    process = Process([PROGRAM, "serve", "--data", silent.data], silent.folder / "manager.log")
    try:
        wait_until(lambda: silent.try_command("healthcheck").returncode == 0)
    finally:
        process.stop()


def test_without_a_server_it_says_that_nobody_listens(silent):
    checked = silent.try_command("healthcheck")
    assert checked.returncode == UNHEALTHY
    assert f"Nobody listens at 127.0.0.1:{silent.port}" in checked.stderr


def test_a_manager_that_is_about_to_stop_is_unhealthy(silent):
    silent.configure("leaveSeconds: 10")
    silent.start()
    try:
        silent.process.child.send_signal(signal.SIGTERM)
        wait_until(lambda: silent.try_command("healthcheck").returncode == UNHEALTHY)
        assert "503" in silent.try_command("healthcheck").stderr
    finally:
        silent.stop()


def test_a_server_that_does_not_answer_is_unhealthy_within_three_seconds(silent):
    with socket.create_server(("127.0.0.1", silent.port)):
        begin = time.monotonic()
        checked = silent.try_command("healthcheck")
        assert time.monotonic() - begin < 3
    assert checked.returncode == UNHEALTHY
    assert "No answer" in checked.stderr


def greet(listener: socket.socket) -> None:
    """Greets one client as a mail server does."""
    connection, _ = listener.accept()
    with connection:
        connection.sendall(b"220 mail.example.org ESMTP\r\n")


def test_another_program_at_the_address_is_unhealthy(silent):
    with socket.create_server(("127.0.0.1", silent.port)) as listener:
        other = threading.Thread(target=greet, args=(listener,))
        other.start()
        checked = silent.try_command("healthcheck")
        other.join()
    assert checked.returncode == UNHEALTHY
    assert "no manager" in checked.stderr


def test_a_configuration_that_cannot_be_read_is_unhealthy_and_named(silent):
    silent.configure("colour: red")
    checked = silent.try_command("healthcheck")
    assert checked.returncode == UNHEALTHY
    assert "colour" in checked.stderr
