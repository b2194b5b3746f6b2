"""Checks what no other program checks, and prints a line for each fault: where it is, and what to do.

python scripts/checks [CHECK ...]     all of them, or those named
"""

import argparse
import sys
from pathlib import Path

import comments
import documents
import imports
import lengths
import threat_model

CHECKS = {module.__name__: module for module in (documents, lengths, comments, imports, threat_model)}

# Faults of these are only counted in this folder, until the last of them is mended.
COUNTED = {"comments", "lengths"}
UNFINISHED = Path("Manager")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checks", nargs="*", choices=[[], *CHECKS], metavar="CHECK", help=", ".join(CHECKS))
    chosen = parser.parse_args().checks
    is_faulty = False
    for name in chosen or CHECKS:
        faults = list(CHECKS[name].faults())
        if name in COUNTED and not chosen:
            counted = [fault for fault in faults if fault.path.is_relative_to(UNFINISHED)]
            if counted:
                print(f"warning: {len(counted)} faults of {name}; `python scripts/checks {name}` lists them")
            faults = [fault for fault in faults if fault not in counted]
        for fault in faults:
            print(fault, file=sys.stderr)
        is_faulty = is_faulty or bool(faults)
    return 1 if is_faulty else 0


sys.exit(main())
