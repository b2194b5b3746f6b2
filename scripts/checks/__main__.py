"""Checks what no other program checks, and prints a line for each fault: where it is, and what to do.

python scripts/checks [CHECK ...]     all of them, or those named
"""

import argparse
import sys

import apple
import ascii_texts
import child_processes
import cited_tests
import commands
import comments
import data_names
import database_messages
import declared
import documents
import first_screen
import imports
import kotlin_api
import kotlin_hostile
import kotlin_sources
import kotlin_twins
import lengths
import listed_tests
import listings
import operator_errors
import page_scripts
import postgresql
import public_symbols
import symbolic_models
import tables
import view_models

MODULES = (
    documents,
    tables,
    lengths,
    first_screen,
    comments,
    listings,
    imports,
    kotlin_sources,
    kotlin_api,
    kotlin_twins,
    kotlin_hostile,
    page_scripts,
    cited_tests,
    listed_tests,
    child_processes,
    commands,
    database_messages,
    operator_errors,
    postgresql,
    ascii_texts,
    data_names,
    declared,
    view_models,
    symbolic_models,
    apple,
    public_symbols,
)
CHECKS = {module.__name__: module for module in MODULES}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checks", nargs="*", choices=[[], *CHECKS], metavar="CHECK", help=", ".join(CHECKS))
    chosen = parser.parse_args().checks
    is_faulty = False
    for name in chosen or CHECKS:
        for fault in CHECKS[name].faults():
            print(fault, file=sys.stderr)
            is_faulty = True
    return 1 if is_faulty else 0


sys.exit(main())
