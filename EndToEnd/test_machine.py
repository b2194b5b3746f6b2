"""Clean machines, on which tests follow the manuals."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from stage.machine import Machine, ProcessFailure
from stage.processes import REPOSITORY, wait_until

# Starts a machine, prints the id of its first process, and waits.
START_MACHINE = """
import signal, tempfile
from pathlib import Path
from stage.machine import Machine, Network

with tempfile.TemporaryDirectory() as folder:
    print(Machine(Network(), "orphan", Path(folder)).init, flush=True)
    signal.pause()
"""


@pytest.fixture(scope="module")
def machines(network, tmp_path_factory):
    folder = tmp_path_factory.mktemp("machines")
    with Machine(network, "one", folder) as one, Machine(network, "two", folder) as two:
        yield one, two


def test_machines_reach_each_other_by_name_and_have_their_own_files_and_services(machines):
    one, two = machines
    two.know("one.example", one.address)
    one.write("/var/www/html/name", one.sh("hostname"))
    assert two.sh("curl --silent http://one.example/name") == "one\n"

    two.sh("systemctl stop nginx")
    assert two.run("curl --silent http://localhost/name").returncode == 7
    assert two.run("systemctl is-active nginx").stdout == "inactive\n"
    assert one.sh("systemctl is-active nginx") == "active\n"
    assert not two.sh("ls /var/www/html/name || true")


def test_a_block_ends_at_its_first_failure(machines):
    one, _ = machines
    finished = one.run("echo first; false | cat; echo second")
    assert finished.returncode == 1
    assert finished.stdout == "first\n"
    with pytest.raises(ProcessFailure, match="ended with status 1"):
        one.sh("false")


def test_files_arrive_as_they_are(machines, tmp_path):
    one, _ = machines
    content = bytes(range(256))
    file = tmp_path / "secret"
    file.write_bytes(content)
    file.chmod(0o600)
    path = one.put(file)
    assert one.read(path) == content
    assert one.sh(f"stat --format='%a %U' {path}") == "600 root\n"


def test_a_machine_has_no_way_to_the_internet(machines):
    one, _ = machines
    assert "default" not in one.sh("ip route")


def test_no_machine_outlives_whoever_started_it(network):
    starter = subprocess.Popen(
        [sys.executable, "-c", START_MACHINE],
        env=os.environ | {"PYTHONPATH": str(REPOSITORY / "EndToEnd")},
        stdout=subprocess.PIPE,
        text=True,
    )
    init = Path("/proc") / starter.stdout.readline().strip()
    assert init.exists()
    starter.send_signal(signal.SIGKILL)
    starter.communicate(timeout=30)
    wait_until(lambda: not init.exists())
