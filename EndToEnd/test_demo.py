"""The demo, a newcomer's first impression."""

import sys

from stage.processes import REPOSITORY, run

STAGE = str(REPOSITORY / "EndToEnd")


def test_the_demo_ends_at_a_website_that_greets_the_person_by_name():
    demo = run(sys.executable, REPOSITORY / "scripts" / "demo.py", environment={"PYTHONPATH": STAGE}, seconds=120)
    assert demo.returncode == 0, demo.stderr
    assert "“Welcome, Ada Lovelace”" in demo.stdout
    assert "ada@example.org (verified)" in demo.stdout
