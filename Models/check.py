"""Runs the models with Spin, prints a line for each run, and fails where a result is not the expected one.

    python3 Models/check.py [--short] [-j JOBS] [WORD ...]    only the runs in whose line each WORD occurs

Needs spin, tcc and gcc. "holds": all states were explored, and no assertion failed. "found": an assertion failed, as it
must: a rule was taken away, or a witness shows that the states in question are reached.
"""

import argparse
import concurrent.futures
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

MODELS = Path(__file__).resolve().parent

# Seconds each.
SHORT = """
login holds ONE
login holds HONEST=2
login found NO_COOKIE
login found NO_RETURN_SECRET
login found OPENED_QR
login found QR_ANY_CHANNEL
login found ONE TWO ANY_CLAIMANT OTHER=3
login found ONE NO_MEMORY_START
login found ONE NO_MEMORY_PREPARE
login found ONE REUSED_STATEMENT
login found ONE ABORT_ANY HONEST=4
login found ONE AGAIN_ANY
login found ONE SLOW NO_EXPIRY
login found ONE CODE_AFTER_REFUSAL
login found ONE TWO_CODES
login found ONE SEE_CODE
login found ONE SEE_SAME
login found ONE SEE_REFUSED
login found ONE TWO SEE_TAKEN
login found ONE SEE_SECOND_CODE
login found ONE SEE_DENIED
login holds DURABILITY ONE
login holds DURABILITY ONE CORRECTIONS
login holds DURABILITY ONE LAZY_PREPARE
login holds DURABILITY ONE LAZY_START CLAIM_MAY_GO
login holds DURABILITY ONE LAZY_START LAZY_PREPARE CLAIM_MAY_GO
login found DURABILITY ONE TWO LAZY_START
login found DURABILITY ONE LAZY_PREPARE CORRECTIONS
login found DURABILITY ONE LAZY_FINISH
login found DURABILITY ONE LAZY_ABORT HONEST=4
login found DURABILITY ONE LAZY_CONTINUE
login found DURABILITY ONE LAZY_BEGIN_AGAIN
login found DURABILITY ONE LAZY_REDEEM
login found DURABILITY ONE LAZY_START SEE_LOSS
lockout holds LIMIT=2 OWNER=0
lockout found LIMIT=3 OWNER=0 EARLY_ANSWER
lockout found LIMIT=3 OWNER=0 THROWN
lockout found LIMIT=3 OWNER=0 NO_MEMORY
lockout found LIMIT=3 OWNER=0 COUNT_LATER
lockout found LIMIT=3 OWNER=0 NO_LOCK
lockout found LIMIT=2 OTHER CLEAR_ALL
lockout found LIMIT=3 OWNER=0 NO_PENDING
lockout found LIMIT=3 OWNER=0 NO_LIMIT
lockout found LIMIT=2 OWNER=2 BUDGET=3 NO_BUDGET
lockout found LIMIT=3 OWNER=0 SEE_LIMIT
lockout found SEE_SUCCESS
lockout found LIMIT=3 OWNER=0 SEE_REPEATED
lockout found LIMIT=3 OWNER=0 SEE_BATCH
pairing holds REQUESTS=4
pairing found THROWN
pairing found REVIVED
pairing found REDRAWN
pairing found FREED
pairing found FORGOTTEN
pairing found UNPROVEN
pairing found SEE_STATEMENT
pairing found REQUESTS=3 SEE_SCANNED
pairing found SEE_DECLINED
pairing found REQUESTS=3 SEE_OPENED_LATER
attempts holds ATTEMPTS=1 LOGIN EXPIRES
attempts holds ATTEMPTS=1 LOGIN HARMLESS
attempts found SECOND=0 NO_LOCK
attempts found SECOND=0 NO_END
attempts found SECOND=0 NO_SAME
attempts found ONCE SECOND=1 DEPERSONALIZE BLIND
attempts found SECOND=0 TRUST_PIN
attempts found ONCE SECOND=0 DEPERSONALIZE CHECK_REVOKED REVIVE
attempts found ATTEMPTS=1 LOGIN HARMLESS LOUD
attempts found SEE_ACTIVE
attempts found SECOND=0 SEE_REPLACED
attempts found SECOND=0 SEE_TAKEN_UP
recovery holds
recovery holds A_CODE
recovery holds A_MAIL
recovery holds A_CODE A_ONCE
recovery holds A_CODE A_MAIL
recovery found A_CODE NO_MAIL_BEGIN
recovery found A_CODE NO_MAIL_END
recovery found A_MAIL NO_CODE_END
recovery found A_CODE A_ONCE ONE_KIND
recovery found A_CODE A_ONCE EARLY_MAIL
recovery found NO_WAIT
recovery found KEEP_WAIT
recovery found USE_AT_ISSUE
recovery found IGNORE_USE
recovery found USE_BY_DEVICE_ALONE
recovery found ANY_ACTIVATION
recovery found KEEP_CODE
recovery found ANY_LINK
recovery found CODE_STAYS
recovery found REVOKE_LATER
recovery found BEGIN_GRANT
recovery found OPERATOR_LEAVES
recovery found A_CODE LOCK_BY_CODE
recovery found SEE_DONE
recovery found A_CODE A_MAIL SEE_ATTACKER
recovery found SEE_VETO
recovery found SEE_LINK
recovery found SEE_AGAIN
recovery found SEE_EXPIRED
recovery found SEE_SECOND
recovery found SEE_OPERATOR
"""

# Up to minutes each.
LONG = """
login holds HONEST=3 OTHER=2
login holds HONEST=1 OTHER=3
login holds SLOW
login holds ONE HONEST=6
login holds ONE SLOW HONEST=5
login holds ONE TWO SLOW HONEST=3 OTHER=3
login holds DURABILITY ONE TWO HONEST=2 OTHER=3
login holds DURABILITY ONE SLOW HONEST=4
lockout holds LIMIT=10 OWNER=0
lockout holds LIMIT=4
lockout holds LIMIT=3 OWNER=2 BUDGET=7
lockout holds LIMIT=2 OTHER
lockout holds LIMIT=2 OWNER=0 GUESSERS=3
pairing holds
pairing holds REQUESTS=4 DIGITS=4
attempts holds SECOND=0
attempts holds SECOND=0 EXPIRES
attempts holds SECOND=1
attempts holds ONCE SECOND=0 LOGIN CHECK EXPIRES
attempts holds ONCE SECOND=0 DEPERSONALIZE CHECK_REVOKED
attempts holds ONCE SECOND=1 DEPERSONALIZE CHECK_REVOKED
"""

# The compiler, and the verifier's deepest path and table of states, whose memory takes longer to get than a short run
# does to search. A path that is too deep makes the result "broken"; a small table only takes longer.
# A short run takes less time than gcc takes to compile it: tcc compiles in a twentieth.
FOR_SHORT = (["tcc"], ["-m100000", "-w20"])
FOR_LONG = (["gcc", "-O2"], ["-m3000000"])

LIMIT_SECONDS = 900
MEMORY_MEGABYTES = 6000


def explore(model: str, switches: list[str], compiler: list[str], sizes: list[str]) -> str:
    """The report of Spin's verifier.

    - Raises OSError or SubprocessError: a program is missing, has failed, or took too long.
    """
    with tempfile.TemporaryDirectory() as folder:
        for file in MODELS.glob("*.pml"):
            shutil.copy(file, folder)

        def call(*command: str) -> str:
            done = subprocess.run(
                command, cwd=folder, capture_output=True, text=True, timeout=LIMIT_SECONDS, check=True
            )
            return done.stdout

        call("spin", *(f"-D{switch}" for switch in switches), "-a", f"{model}.pml")
        options = [f"-DMEMLIM={MEMORY_MEGABYTES}", "-DSAFETY", "-DNOCLAIM"]
        call(*compiler, "-w", *options, "-o", "pan", "pan.c")
        return call("./pan", *sizes)


def result(report: str) -> str:
    errors = re.search(r"errors: (\d+)", report)
    is_complete = not re.search(r"Search not completed|max search depth too small|out of memory", report)
    if errors and errors[1] != "0":
        return "found"
    return "holds" if errors and is_complete else "broken"


def run(line: str, compiler: list[str], sizes: list[str]) -> tuple[bool, str]:
    """Whether the result is the expected one, and the line to print."""
    model, expected, *switches = line.split()
    begin = time.monotonic()
    try:
        report = explore(model, switches, compiler, sizes)
    except (OSError, subprocess.SubprocessError) as error:
        return False, f"NO  broken  {line}: {error}"
    is_expected = result(report) == expected
    states = re.search(r"(\d+) states, stored", report)
    count = f"{int(states[1]):,}" if states else "-"
    seconds = time.monotonic() - begin
    mark = "ok" if is_expected else "NO"
    return is_expected, f"{mark}  {result(report):6} {count:>12} states {seconds:6.1f} s  {model} {' '.join(switches)}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--short", action="store_true", help="only the runs that take seconds")
    parser.add_argument("-j", type=int, default=2, metavar="JOBS")
    parser.add_argument("words", nargs="*", metavar="WORD")
    arguments = parser.parse_args()
    runs = [(line, *FOR_SHORT) for line in SHORT.strip().splitlines()]
    if not arguments.short:
        runs += [(line, *FOR_LONG) for line in LONG.strip().splitlines()]
    chosen = [(line, *means) for line, *means in runs if all(word in line for word in arguments.words)]
    with concurrent.futures.ThreadPoolExecutor(arguments.j) as pool:
        results = []
        for is_expected, text in pool.map(run, *zip(*chosen, strict=True)):
            print(text, flush=True)
            results.append(is_expected)
    return 0 if results and all(results) else 1


sys.exit(main())
