"""Runs the symbolic models with ProVerif, prints a line for each run, and fails where a result is not the expected one.

    python3 Models/Symbolic/check.py [WORD ...]     only the runs in whose line each WORD occurs

Needs proverif, which is in no package of Debian or PyPI. `runs.py` has the runs, and says how a result is written.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import time

from runs import RUNS, Run

LIMIT_SECONDS = 580


def prove(run: Run) -> str:
    """The report of ProVerif.

    - Raises SubprocessError: it has taken too long.
    """
    with tempfile.NamedTemporaryFile("w", suffix=".pv") as file:
        file.write(run.text)
        file.flush()
        traces = "true" if run.looks_for_traces else "false"
        command = ["proverif", "-set", "reconstructTrace", traces, file.name]
        return subprocess.run(command, capture_output=True, text=True, timeout=LIMIT_SECONDS).stdout


def result(report: str) -> str:
    """One character for each query. A text that is no report of the prover gives a result that no run expects."""
    signs = ""
    for line in re.findall(r"^RESULT (?!\(but|\(even)(.*)$", report, re.MULTILINE):
        is_proved = line.endswith(("is true.", "is true (bad not derivable)."))
        signs += "+" if is_proved else "-" if "is false" in line else "?"
    return signs


def check(run: Run) -> bool:
    began = time.monotonic()
    try:
        report = prove(run)
        got = result(report)
    except subprocess.TimeoutExpired:
        report, got = "", f"more than {LIMIT_SECONDS} s"
    is_right = got == run.expected
    advice = "" if is_right else f"EXPECTED {run.expected}"
    print(f"{run.model:12} {run.name:62} {got:10} {time.monotonic() - began:4.0f} s {advice}".rstrip(), flush=True)
    if "Error" in report:
        print(report[-400:])
    return is_right


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", metavar="WORD")
    words = parser.parse_args().words
    if not shutil.which("proverif"):
        print("proverif is not on the PATH: see Models/Symbolic/README.md", file=sys.stderr)
        return 1
    chosen = [run for run in RUNS if all(word in f"{run.model} {run.name}" for word in words)]
    return 0 if all([check(run) for run in chosen]) else 1


sys.exit(main())
