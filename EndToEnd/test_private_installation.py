"""A manager with a certificate of the organization's own authority."""

import pytest
from stage.authenticator import Authenticator
from stage.manager import Manager
from stage.private_authority import PrivateAuthority, TLSProxy
from stage.processes import free_port, run, run_or_fail

UNAVAILABLE = 69


@pytest.fixture
def authority(tmp_path) -> PrivateAuthority:
    return PrivateAuthority(tmp_path)


@pytest.fixture
def manager(tmp_path, authority):
    port = free_port()
    manager = Manager(tmp_path, listening_port=free_port(), issuer=f"https://localhost:{port}")
    proxy = TLSProxy(port, authority.server("localhost"), manager.listening_port)
    manager.start()
    yield manager
    manager.stop()
    proxy.stop()


def test_an_untrusted_certificate_is_named_as_the_cause_and_the_authoritys_file_is_the_way_out(
    manager, authority, tmp_path
):
    grace = Authenticator(tmp_path / "grace")
    words = ("--fingerprint", manager.fingerprint())

    refused = run(*grace.command("trust", manager.issuer, *words))
    assert refused.returncode == UNAVAILABLE
    assert "certificate of localhost is not trusted" in refused.stderr
    assert "--ca-file" in refused.stderr

    run_or_fail(*grace.command("trust", manager.issuer, *words, "--ca-file", authority.file))
    invitation = manager.invite("grace")
    pins = f"{invitation.pin}\n{grace.pin}\n"
    activate = grace.command("activate", invitation.picture, "--pin-stdin")
    refused = run(*activate, input=pins)
    assert refused.returncode == UNAVAILABLE
    assert "certificate of localhost is not trusted" in refused.stderr
    run_or_fail(*activate, input=pins, environment={"XIGN_CA_FILE": str(authority.file)})
    assert [account["userName"] for account in grace.accounts()] == ["grace"]
