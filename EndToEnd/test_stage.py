"""The stage itself: no process outlives its test or the demo, and a page is compared with what it should be."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from stage.processes import REPOSITORY, wait_until
from stage.protocol_pages import ProtocolPage, ProtocolPages
from stage.tree import outline, untranslated
from stage.words import foreign_words

# Starts a browser, prints its process group, and waits.
OPEN_BROWSER = """
import signal, sys, tempfile
from pathlib import Path
from stage.browser import Browser
from stage.processes import end_by_exception

end_by_exception()
with tempfile.TemporaryDirectory() as folder:
    browser = Browser(Path(folder))
    try:
        browser.open("data:text/html,hello")
        print(browser.process.child.pid, flush=True)
        signal.pause()
    finally:
        browser.stop()
"""


# One test for each of two workers, which starts a browser, writes its process group, and waits.
WAITING_TESTS = """
import signal
from pathlib import Path
import pytest
from stage.browser import Browser

@pytest.mark.parametrize("number", [1, 2])
def test_that_waits(number, tmp_path):
    browser = Browser(tmp_path)
    Path(__file__).with_name(f"group-{number}").write_text(f"{browser.process.child.pid}\\n")
    signal.pause()
"""


# Gives this host another address, and takes it back, until it is ended: as tests with machines and containers do.
CHANGE_ADDRESSES = """
ip link del xign-stage 2> /dev/null
trap 'ip link del xign-stage 2> /dev/null; exit' TERM
set -e
while :; do
    ip link add xign-stage type veth peer name xign-stage-peer
    ip address add 198.18.255.1/32 dev xign-stage
    ip link set xign-stage up
    ip link del xign-stage
done
"""


# A test that is skipped.
SKIPPED_TEST = """
import pytest

@pytest.mark.skipif(True, reason="this machine is not enough")
def test_that_is_skipped():
    pass
"""


def group_members(group: int) -> list[str]:
    """The running processes of a process group."""
    members = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, fields = status.read_text().rsplit(") ", 1)
        except (FileNotFoundError, ProcessLookupError):
            continue
        state, _, its_group = fields.split()[:3]
        if int(its_group) == group and state != "Z":
            members.append(name)
    return members


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_process_outlives_whoever_started_it(ending):
    opener = subprocess.Popen(
        [sys.executable, "-c", OPEN_BROWSER],
        env=os.environ | {"PYTHONPATH": str(REPOSITORY / "EndToEnd")},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    group = int(opener.stdout.readline())
    assert len(group_members(group)) > 2

    opener.send_signal(ending)
    opener.communicate(timeout=30)
    wait_until(lambda: not group_members(group))


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_process_outlives_a_run_in_two_workers(tmp_path, ending):
    file = tmp_path / "test_waiting.py"
    file.write_text(WAITING_TESTS)
    configuration = tmp_path / "pytest.ini"
    configuration.write_text(f"[pytest]\npythonpath = {REPOSITORY / 'EndToEnd'}\n")
    options = ["-c", configuration, "-n", "2", "-p", "no:cacheprovider", "--basetemp", tmp_path / "folders"]
    run = subprocess.Popen(
        [sys.executable, "-m", "pytest", *options, file],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        # Not a part of this run, if this is a worker.
        env={name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")},
    )
    notes = [tmp_path / "group-1", tmp_path / "group-2"]
    wait_until(lambda: all(note.exists() and note.read_text().endswith("\n") for note in notes))
    groups = [int(note.read_text()) for note in notes]
    assert all(map(group_members, groups))

    run.send_signal(ending)
    run.wait(timeout=120)
    wait_until(lambda: not any(map(group_members, groups)))


def test_a_browser_loads_a_page_while_the_addresses_of_this_host_change(reset_browser):
    pages = ProtocolPages()
    changes = subprocess.Popen(["sh", "-c", CHANGE_ADDRESSES])
    try:
        for _ in range(20):
            ProtocolPage(reset_browser, pages)
        assert changes.poll() is None, "the addresses do not change"
    finally:
        changes.terminate()
        changes.wait()
        pages.stop()


@pytest.mark.parametrize(("variables", "status"), [({}, 0), ({"CI": "true"}, 1)])
def test_nothing_is_skipped_in_silence_where_all_must_pass(tmp_path, variables, status):
    file = tmp_path / "test_skipped.py"
    file.write_text(SKIPPED_TEST)
    kept = {name: value for name, value in os.environ.items() if name != "CI" and not name.startswith("PYTEST_")}
    finished = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "conftest", "-p", "no:cacheprovider", "--rootdir", tmp_path, file],
        env=kept | {"PYTHONPATH": str(REPOSITORY / "EndToEnd")} | variables,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert finished.returncode == status, finished.stdout
    assert ("this machine is not enough" in finished.stdout) == bool(variables)


# MARK: The comparison of a page with the English one

ENGLISH = """\
page "Your data"
  main
    heading "Your data" level=1
    "The data of "
    "ada"
    " of today"
    form
      LabelText
        "Given name"
      textbox "Given name" required=True
      LabelText
        "Town"
      textbox "Town" invalid=true describedby=town-error ("Type a town.")
      button "Save"
      link "Cancel"
"""
GERMAN = """\
page "Ihre Daten"
  main
    heading "Ihre Daten" level=1
    "Heutige Daten von "
    "ada"
    form
      LabelText
        "Vorname"
      textbox "Vorname" required=True
      LabelText
        "Ort"
      textbox "Ort" invalid=true describedby=town-error ("Geben Sie einen Ort ein.")
      button "Speichern"
      link "Abbrechen"
"""
FAULTS = {
    "another role": ('button "Speichern"', 'link "Speichern"'),
    "another order": ('button "Speichern"\n      link "Abbrechen"', 'link "Abbrechen"\n      button "Speichern"'),
    "another depth": ('  link "Abbrechen"', 'link "Abbrechen"'),
    "another state": (" required=True", ""),
    "another level": ("level=1", "level=2"),
    "a name is missing": ('button "Speichern"', "button"),
    "a text is missing": ('    "Heutige Daten von "\n    "ada"\n', ""),
    "a label is missing": ('      LabelText\n        "Vorname"\n', ""),
    "a field has another label": ('textbox "Vorname"', 'textbox "Ort"'),
    "a label is no label": ('textbox "Ort"', 'textbox "Stadt"'),
    "a hint is missing": (' ("Geben Sie einen Ort ein.")', ""),
    "an error is at another field": (
        'required=True\n      LabelText\n        "Ort"\n      textbox "Ort" invalid=true',
        'invalid=true\n      LabelText\n        "Ort"\n      textbox "Ort" required=True',
    ),
    "an element is left out": ('      link "Abbrechen"\n', ""),
}


def test_a_translated_page_has_the_outline_of_the_english_one():
    assert outline(GERMAN) == outline(ENGLISH)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_page_that_is_more_than_translated_is_found(fault):
    right, wrong = FAULTS[fault]
    assert GERMAN.count(right) == 1
    assert outline(GERMAN.replace(right, wrong)) != outline(ENGLISH)


def test_what_is_not_translated_is_found():
    assert untranslated(["Ihre Daten", "Website", "12"], ENGLISH + '"Website"\n"12"\n') == set()
    assert untranslated(["Ihre Daten", "Town", "Save"], ENGLISH) == {"Town", "Save"}
    assert foreign_words("Type a town.", "de") and foreign_words("Geben Sie einen Ort ein.", "en")
