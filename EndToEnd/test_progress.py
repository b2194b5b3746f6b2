"""The line that shows how far a command is that takes long, on a terminal apart from the command's output."""

import os
import pty
import subprocess

import pytest
from stage.manager import PROGRAM, Manager
from stage.processes import ending_with_parent, run_or_fail

# The clock of the line runs a million times as fast, so that no command ends within its first second. Everything that
# waits has another clock.
FAST_CLOCK = """
#define _GNU_SOURCE
#include <time.h>
#include <unistd.h>
#include <sys/syscall.h>
int clock_gettime(clockid_t clock, struct timespec *time) {
    int status = syscall(SYS_clock_gettime, clock, time);
    if (clock == CLOCK_BOOTTIME) time->tv_sec = time->tv_sec % 1000 * 1000000 + time->tv_nsec / 1000, time->tv_nsec = 0;
    return status;
}
"""

DECLARATION = """
organizations:
  - name: Example Trading Ltd
users:
  - name: ada
"""

CLEARED = "\r\x1b[K"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The folder of a manager with a backup."""
    folder = tmp_path_factory.mktemp("progress")
    manager = Manager(folder)
    (folder / "fast.c").write_text(FAST_CLOCK)
    run_or_fail("clang", "-shared", "-fPIC", "-o", folder / "fast.so", folder / "fast.c")
    (folder / "declaration.yaml").write_text(DECLARATION)
    manager.command("backup", folder / "backup.sqlite")
    return folder


def shown(folder, *command, is_same: bool = False) -> tuple[str, str]:
    """Runs a command. Returns its output, and what it has shown on a terminal, which may have its output, too."""
    terminal, program_end = pty.openpty()
    finished = subprocess.run(
        ending_with_parent(PROGRAM, *command, "--data", folder / "data"),
        stdin=subprocess.DEVNULL,
        stdout=program_end if is_same else subprocess.PIPE,
        stderr=program_end,
        env=os.environ | {"TERM": "xterm", "LD_PRELOAD": str(folder / "fast.so")},
        text=True,
        timeout=60,
    )
    os.set_blocking(terminal, False)
    try:
        on_terminal = os.read(terminal, 65536).decode()
    except BlockingIOError:
        on_terminal = ""
    os.close(program_end)
    os.close(terminal)
    assert finished.returncode == 0, on_terminal
    return finished.stdout or "", on_terminal


COMMANDS = [
    (["apply", "declaration.yaml"], "Applying the file: 2 of 2", "added user ada"),
    (["backup", "another.sqlite"], "Copying the file: ", "Backed up to "),
    (["audit", "verify"], "Verifying the links: ", "Devices were compared"),
    (["restore", "backup.sqlite", "--accept"], "Copying the file: ", "Restored the state"),
]


@pytest.mark.parametrize(("command", "line", "result"), COMMANDS, ids=lambda value: value[0])
def test_a_command_shows_its_progress_until_its_result(folder, monkeypatch, command, line, result):
    monkeypatch.chdir(folder)
    output, on_terminal = shown(folder, *command)
    assert line in on_terminal
    assert on_terminal.endswith(CLEARED)
    assert on_terminal.count("\n") == 0
    assert result in output
    assert "\x1b" not in output


def test_no_progress_stands_in_a_file_of_errors_or_on_the_terminal_of_the_output(folder):
    finished = subprocess.run(
        ending_with_parent(PROGRAM, "audit", "verify", "--data", folder / "data"),
        capture_output=True,
        env=os.environ | {"TERM": "xterm", "LD_PRELOAD": str(folder / "fast.so")},
        text=True,
        timeout=60,
    )
    assert finished.stderr == ""
    _, on_terminal = shown(folder, "audit", "verify", is_same=True)
    assert "Devices were compared" in on_terminal
    assert "\x1b[K" not in on_terminal
