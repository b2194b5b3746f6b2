"""A login costs the manager no more instructions than was measured."""

import pytest
from stage.processes import INSTALLED_PROGRAMS, PROGRAMS, run_or_fail


@pytest.mark.skipif(INSTALLED_PROGRAMS == PROGRAMS, reason="the limit is that of a release build")
def test_a_login_costs_no_more_instructions_than_the_limit(tmp_path):
    manager = INSTALLED_PROGRAMS / "xignin-manager"

    table = run_or_fail(PROGRAMS / "instructions", "--once", manager, tmp_path, seconds=300)

    assert "without libcrypto" in table
