"""The demo, a newcomer's first impression, and the manager that a newcomer tries by hand."""

import re
import sys

import pytest
import requests
from stage.authenticator import Authenticator
from stage.manager import Activation, KeyMaterial
from stage.processes import REPOSITORY, Process, free_port, run

STAGE = str(REPOSITORY / "EndToEnd")
SCRIPTS = str(REPOSITORY / "scripts")


def test_the_demo_ends_at_a_website_that_greets_the_person_by_name():
    demo = run(sys.executable, REPOSITORY / "scripts" / "demo.py", environment={"PYTHONPATH": STAGE}, seconds=120)
    assert demo.returncode == 0, demo.stderr
    assert "“Welcome, Ada Lovelace”" in demo.stdout
    assert "ada@example.org (verified)" in demo.stdout


@pytest.fixture(scope="module")
def trial(tmp_path_factory):
    """`make run` on free ports: its folder, and what it prints."""
    folder = tmp_path_factory.mktemp("trial")
    start = (
        "import pathlib, run\n"
        f"run.FOLDER = pathlib.Path({str(folder / 'run')!r})\n"
        f"run.MANAGER_PORT, run.WEBSITE_PORT = {free_port()}, {free_port()}\n"
        "run.main()"
    )
    log = folder / "log"
    process = Process([sys.executable, "-c", start], log, environment={"PYTHONPATH": f"{STAGE}:{SCRIPTS}"})
    process.wait_until(lambda: "Ctrl-C" in log.read_text())
    yield folder / "run", log.read_text()
    process.stop()


@pytest.mark.parametrize("name", ["Website", "Account", "Console", "Manager"])
def test_each_address_that_make_run_prints_answers(trial, name):
    _, printed = trial
    address = re.search(rf"^  {name} +(http://[^\s,]+)", printed, re.MULTILINE)[1]
    assert requests.get(address, timeout=10).status_code == 200


@pytest.mark.parametrize("name", ["ada", "grace"])
def test_make_run_prints_all_that_a_device_needs(trial, name):
    folder, printed = trial
    words = re.search(r"Compare the words: (\S+)", printed)[1]
    pin = re.search(r"activation PIN (\d+)\.", printed)[1]
    device = Authenticator(folder / name)
    device.trust(KeyMaterial(folder / "key-material.json", words))
    assert name in device.activate(Activation(folder / f"{name}.png", pin, link=""))


def test_the_invitation_that_make_run_prints_opens_the_authenticator_in_a_browser(trial):
    _, printed = trial
    link = re.search(r"http://localhost:\d+/a#\S+", printed)[0]
    assert "data-manager-origin" in requests.get(link, timeout=10).text
