"""Starts of the manager where the system gives it no threads or too few files."""

import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
from stage.manager import PROGRAM, Manager
from stage.processes import run


@pytest.fixture(scope="module")
def manager(tmp_path_factory):
    return Manager(tmp_path_factory.mktemp("limits"))


def serve(manager, *wrapper, data: Path | None = None) -> subprocess.CompletedProcess:
    arguments = ("serve", "--data", data or manager.data, "--port", str(manager.listening_port))
    return run(*wrapper, PROGRAM, *arguments, seconds=20)


@pytest.mark.parametrize("command", [["serve"], ["user", "list"]], ids=["serve", "user"])
def test_a_command_that_gets_no_thread_ends_with_advice(manager, command):
    # The stack of a thread has this limit as its size, for which there is no memory.
    outcome = run("prlimit", f"--stack={1 << 46}", PROGRAM, *command, "--data", manager.data)
    assert outcome.returncode == 69
    assert outcome.stderr.startswith("xignin-manager: The system allows no further thread")
    assert "TasksMax" in outcome.stderr


@pytest.mark.skipif(os.getuid() != 0, reason="the limit of threads is that of a user with no other process")
def test_each_thread_that_is_missing_at_the_start_ends_it_with_advice(manager):
    user = 54_321
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o711)
        data = Path(shutil.copytree(manager.data, f"{folder}/data"))
        for path in [data, *data.iterdir()]:
            os.chown(path, user, user)
        missing = set()
        for allowed in range(1, 20):
            # Ends by itself if it gets all threads.
            identity = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"]
            outcome = serve(manager, "prlimit", f"--nproc={allowed}", "timeout", "1", *identity, data=data)
            if outcome.returncode == 124:
                break
            assert outcome.returncode == 69, outcome.stderr
            missing |= set(re.findall("further thread, and (.*) needs one", outcome.stderr))
        # The kinds of threads on SQLite without `metrics` and `notify`.
        assert missing == {"log", "sqlite-writer", "logins", "worker-0", "network-0", "housekeeping", "logouts"}


@pytest.mark.parametrize("files", [12, 32, 128, 255])
def test_too_few_files_refuse_the_start_with_the_number_that_is_needed(manager, files):
    outcome = serve(manager, "prlimit", f"--nofile={files}")
    assert outcome.returncode == 78
    assert f"may open {files} files" in outcome.stderr
    assert "need 12128" in outcome.stderr
    assert "[manager.openFiles]" in outcome.stderr
    assert "listening" not in outcome.stderr


def test_the_number_of_files_that_is_needed_follows_the_limit_of_connections(manager):
    manager.configure("limits: {connections: 100}")
    outcome = serve(manager, "prlimit", "--nofile=200")
    assert outcome.returncode == 78
    assert "need 228" in outcome.stderr
