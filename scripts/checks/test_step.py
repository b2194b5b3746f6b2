"""`scripts/step` counts the CPU seconds of all that a command starts."""

import subprocess
import sys
from pathlib import Path

import pytest

STEP = Path(__file__).parent.parent / "step"

# Uses half a second.
WORK = "import time\nwhile time.process_time() < 0.5: pass"

# A child that works, tells its parent by a line, and goes on until it is killed.
WORK_AND_STAY = f"{WORK}\nimport signal\nprint(flush=True)\nsignal.pause()"
START = f"""import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", {WORK_AND_STAY!r}], stdout=subprocess.PIPE)
child.stdout.readline()
"""


def cpu_seconds(tmp_path: Path, *command: str) -> float:
    costs = tmp_path / "costs"
    subprocess.run([STEP, "work", *command], env={"PATH": "/usr/bin:/bin", "XIGN_TEST_COSTS": str(costs)}, check=True)
    title, _, cpu = costs.read_text().rstrip("\n").split("\t")
    assert title == "work"
    return float(cpu)


def test_a_process_that_its_parent_waits_for_is_counted(tmp_path):
    assert cpu_seconds(tmp_path, sys.executable, "-c", WORK) >= 0.5


@pytest.mark.parametrize(
    "leave",
    [
        "subprocess.Popen({work}, start_new_session=True, close_fds=False); os._exit(0)",
        # A daemon: its parent, too, has gone before it ends.
        "os.fork() or (os.setsid(), os.fork() or os.execv({work}[0], {work})); os._exit(0)",
    ],
)
def test_a_process_that_leaves_its_parent_is_counted(tmp_path, leave):
    work = [sys.executable, "-c", WORK]
    # The step kills what is left when the command ends. So the command reads a pipe that ends with the last process.
    program = f"""import os, subprocess
reading, writing = os.pipe()
os.set_inheritable(writing, True)
if os.fork():
    os.close(writing)
    os.read(reading, 1)
else:
    {leave.format(work=work)}"""
    assert cpu_seconds(tmp_path, sys.executable, "-c", program) >= 0.5


def test_a_process_that_is_killed_is_counted(tmp_path):
    assert cpu_seconds(tmp_path, sys.executable, "-c", f"{START}child.kill()") >= 0.5


def test_a_process_that_goes_on_is_killed_and_counted(tmp_path):
    assert cpu_seconds(tmp_path, sys.executable, "-c", START) >= 0.5
