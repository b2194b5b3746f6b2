"""The stage itself: no process outlives its test or the demo."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from stage.processes import REPOSITORY, wait_until

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
