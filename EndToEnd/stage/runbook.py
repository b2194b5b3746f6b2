"""The commands that a manual tells an operator to type."""

import re
import shlex

from .processes import REPOSITORY


class Missing(Exception):
    """The manual has no such section, or the section nothing to type."""


def at_a_terminal(block: str) -> str:
    """Returns a command that types a block at a terminal of its own, whose questions standard input answers."""
    shell = f"bash -eu -o pipefail -c {shlex.quote(block)}"
    return f"script --quiet --return --command {shlex.quote(shell)} /dev/null"


def blocks(document: str, heading: str) -> list[str]:
    """Returns the blocks fenced as ```sh in a section, as they stand there, in order.

    A section goes from its heading to the next one of the same or a higher level.

    - document: a path in this project, such as `docs/operations.md`.
    - heading: the text of the heading, without its `#`.
    """
    found, level, fence, block = [], 0, None, []
    for line in (REPOSITORY / document).read_text().splitlines():
        if fence is not None:
            if line.strip() == "```":
                if fence == "sh" and level:
                    found.append("\n".join(block) + "\n")
                fence = None
            else:
                block.append(line)
        elif line.startswith("```"):
            fence, block = line[3:].strip(), []
        elif match := re.match(r"(#+) (.*)", line):
            if level and len(match[1]) <= level:
                break
            if not level and match[2].replace("`", "") == heading:
                level = len(match[1])
    if not found:
        raise Missing(f"{document} has nothing to type in “{heading}”")
    return found
