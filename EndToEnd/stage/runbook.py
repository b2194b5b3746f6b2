"""The commands that a manual tells an operator to type, and an operator who types them beside a scene's manager."""

import os
import re
import shlex
import shutil
import textwrap
from pathlib import Path

from .manager import PROGRAM, Manager
from .processes import REPOSITORY, ProcessFailure, run

MANUAL = "docs/operations.md"


class Missing(Exception):
    """The manual has no such section, or the section nothing to type."""


def at_a_terminal(block: str) -> str:
    """Returns a command that types a block at a terminal of its own, whose questions standard input answers."""
    shell = f"bash -eu -o pipefail -c {shlex.quote(block)}"
    return f"script --quiet --return --command {shlex.quote(shell)} /dev/null"


def text(document: str) -> str:
    """Returns a document. Its path is in this project, such as `docs/operations.md`."""
    return (REPOSITORY / document).read_text()


def blocks(document: str, heading: str) -> list[str]:
    """Returns the blocks fenced as ```sh in a section, as they stand there, in order. A block may stand in a list.

    A section goes from its heading to the next one of the same or a higher level.

    - document: a path in this project, such as `docs/operations.md`.
    - heading: the text of the heading, without its `#`.
    """
    found, level, fence, block = [], 0, None, []
    for line in text(document).splitlines():
        if fence is not None:
            if line.strip() == "```":
                if fence == "sh" and level:
                    found.append(textwrap.dedent("\n".join(block)) + "\n")
                fence = None
            else:
                block.append(line)
        elif line.strip().startswith("```"):
            fence, block = line.strip()[3:], []
        elif match := re.match(r"(#+) (.*)", line):
            if level and len(match[1]) <= level:
                break
            if not level and match[2].replace("`", "") == heading:
                level = len(match[1])
    if not found:
        raise Missing(f"{document} has nothing to type in “{heading}”")
    return found


def replaced(block: str, own: dict[str, object]) -> str:
    """Returns a block in which names of the manual are those of an operator."""
    for name, ours in own.items():
        block = block.replace(name, str(ours))
    return block


class Operator:
    """Types what the manual says on the machine of a manager, whose folder stands for `/etc/xign`."""

    def __init__(self, manager: Manager, folder: Path, offline: Path | None = None):
        """`offline` is the medium of another machine's operator; without it, this one keeps the keys on a new one."""
        self.manager = manager
        self.programs = folder / "programs"
        self.programs.mkdir()
        self.restarts = folder / "restarts"
        self.write("xignin-manager", f'exec {PROGRAM} "$@" --data {manager.data}')
        self.write("systemctl", f'echo "$@" >> {self.restarts}')
        # The manager runs as the user of the tests: owner and group, the first arguments, stay as they are.
        self.write("install", 'shift 2; exec /usr/bin/install "$@"')
        self.offline = offline or folder / "offline"
        if not offline:
            self.offline.mkdir()
            # As the section on the installation says.
            shutil.move(manager.data / "root-keys.json", self.offline)
            shutil.copy(manager.data / "key-encryption-key", self.offline)

    def write(self, name: str, line: str) -> None:
        program = self.programs / name
        program.write_text(f"#!/bin/sh\n{line}\n")
        program.chmod(0o755)

    def follow(
        self, heading: str, which: slice = slice(None), answers: str = "", names: dict[str, str] | None = None
    ) -> str:
        """Types the blocks of a section, or those of `which`, and returns what is shown.

        `answers` are typed where a block asks. `names` are the operator's own in place of those of the manual.
        """
        places = (names or {}) | {"/etc/xign": str(self.manager.data), "/media/offline": str(self.offline)}
        path = {"PATH": f"{self.programs}:{os.environ['PATH']}"}
        output = ""
        for block in blocks(MANUAL, heading)[which]:
            typed = replaced(block, places)
            if answers:
                typed = at_a_terminal(typed)
            done = run("bash", "-eu", "-c", typed, input=answers, environment=path)
            if done.returncode != 0:
                raise ProcessFailure(f"{typed}\n{done.stdout}{done.stderr}")
            if self.restarts.exists():
                order, service = self.restarts.read_text().split()
                assert service == "xignin-manager"
                self.restarts.unlink()
                if order in ("stop", "restart"):
                    self.manager.stop()
                if order in ("start", "restart"):
                    self.manager.start()
            output += done.stdout + done.stderr
        return output
