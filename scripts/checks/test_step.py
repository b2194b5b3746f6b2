"""`scripts/step` counts the CPU seconds of all that a command starts."""

import subprocess
import sys
from pathlib import Path

import pytest

STEP = Path(__file__).parent.parent / "step"

# Uses half a second, and a second of the clock at most for what starts it.
WORK = "import time\nwhile time.process_time() < 0.5: pass"


def cpu_seconds(tmp_path: Path, *command: str) -> float:
    costs = tmp_path / "costs"
    subprocess.run([STEP, "work", *command], env={"PATH": "/usr/bin:/bin", "XIGN_COSTS": str(costs)}, check=True)
    title, _, cpu = costs.read_text().rstrip("\n").split("\t")
    assert title == "work"
    return float(cpu)


def test_a_process_that_its_parent_waits_for_is_counted(tmp_path):
    assert cpu_seconds(tmp_path, sys.executable, "-c", WORK) >= 0.5


@pytest.mark.parametrize(
    "leave",
    [
        "subprocess.Popen({work}, start_new_session=True); os._exit(0)",
        # A daemon: its parent, too, has gone before it ends.
        "os.fork() or (os.setsid(), os.fork() or os.execv({work}[0], {work})); os._exit(0)",
    ],
)
def test_a_process_that_leaves_its_parent_is_counted(tmp_path, leave):
    work = [sys.executable, "-c", WORK]
    # The step ends with the command, and kills what is left: so the command waits until the other has worked.
    program = f"import os, subprocess, time\nif os.fork():\n time.sleep(2)\nelse:\n {leave.format(work=work)}"
    assert cpu_seconds(tmp_path, sys.executable, "-c", program) >= 0.5


def test_a_process_that_is_killed_is_counted(tmp_path):
    endless = "while True: pass"
    program = (
        f"import subprocess, sys, time\nchild = subprocess.Popen([sys.executable, '-c', {endless!r}])\n"
        "while float(open(f'/proc/{child.pid}/stat').read().split()[13]) < 60: time.sleep(0.05)\nchild.kill()"
    )
    assert cpu_seconds(tmp_path, sys.executable, "-c", program) >= 0.5


def test_a_process_that_goes_on_is_killed_and_counted(tmp_path):
    endless = "while True: pass"
    program = (
        f"import os, subprocess, sys, time\nchild = subprocess.Popen([sys.executable, '-c', {endless!r}])\n"
        "while float(open(f'/proc/{child.pid}/stat').read().split()[13]) < 60: time.sleep(0.05)\nprint(child.pid)"
    )
    assert cpu_seconds(tmp_path, sys.executable, "-c", program) >= 0.5
