"""Runs the models with Spin and prints a line for each run. Fails where a result is not the one that is expected.

    Models/check.py [-j JOBS] [WORD ...]      only the runs in whose line each WORD stands

Needs spin and gcc. "holds": all states were explored, and no assertion failed. "found": an assertion fails, as it must:
a rule was taken away, or a witness shows that the states in question are reached.
"""

import argparse
import concurrent.futures
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

MODELS = Path(__file__).resolve().parent
RUNS = """
attempts holds SECOND=0
attempts holds SECOND=0 EXPIRES
attempts holds SECOND=1
attempts holds ATTEMPTS=1 LOGIN EXPIRES
attempts holds ATTEMPTS=1 LOGIN HARMLESS
attempts holds ONCE SECOND=0 LOGIN CHECK EXPIRES
attempts holds ONCE SECOND=0 DEPERSONALIZE CHECK_REVOKED
attempts holds ONCE SECOND=1 DEPERSONALIZE CHECK_REVOKED
attempts found SECOND=0 NO_LOCK
attempts found SECOND=0 NO_END
attempts found SECOND=0 NO_SAME
attempts found ONCE SECOND=1 DEPERSONALIZE BLIND
attempts found SECOND=0 TRUST_PIN
attempts found ATTEMPTS=1 LOGIN HARMLESS LOUD
attempts found SEE_ACTIVE
attempts found SECOND=0 SEE_REPLACED
attempts found SECOND=0 SEE_TAKEN_UP
"""


def run(line: str) -> tuple[bool, str]:
    """Whether the result is the expected one, and the line to print."""
    model, expected, *switches = line.split()
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(MODELS / f"{model}.pml", folder)

        def call(*command: str, limit: int = 60) -> str:
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=limit, check=True)
            return done.stdout

        try:
            call("spin", *(f"-D{switch}" for switch in switches), "-a", f"{model}.pml")
            call("gcc", "-O2", "-w", "-DMEMLIM=6000", "-DSAFETY", "-DNOCLAIM", "-o", "pan", "pan.c")
            text = call("./pan", "-m3000000", limit=900)
        except (OSError, subprocess.SubprocessError) as error:
            return False, f"NO  broken  {line}: {error}"
    errors = re.search(r"errors: (\d+)", text)
    states = re.search(r"(\d+) states, stored", text)
    is_complete = not re.search(r"Search not completed|max search depth too small|out of memory", text)
    if errors and errors[1] != "0":
        result = "found"
    else:
        result = "holds" if errors and is_complete else "broken"
    mark = "ok" if result == expected else "NO"
    count = states[1] if states else "-"
    return result == expected, f"{mark}  {result:6} {count:>10} states  {model} {' '.join(switches)}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-j", type=int, default=2, metavar="JOBS")
    parser.add_argument("words", nargs="*", metavar="WORD")
    arguments = parser.parse_args()
    lines = [line for line in RUNS.strip().splitlines() if all(word in line for word in arguments.words)]
    with concurrent.futures.ThreadPoolExecutor(arguments.j) as pool:
        results = []
        for is_expected, text in pool.map(run, lines):
            print(text, flush=True)
            results.append(is_expected)
    return 0 if results and all(results) else 1


sys.exit(main())
