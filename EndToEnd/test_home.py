"""The home folder of `xign`: of users without one in passwd(5), under sudo, and beside a device in another home."""

import shutil
import tempfile
from pathlib import Path

import pytest
from stage.authenticator import PROGRAM
from stage.manager import Manager
from stage.processes import run
from stage.small_disk import only_root

NOBODY = 65534
UNUSABLE = 78


@pytest.fixture
def folder():
    """A folder that all users can enter."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder


@only_root
def test_nobody_with_a_home_of_its_own_has_a_device_there_which_root_leaves_alone(folder, tmp_path):
    key_material = Manager(tmp_path).key_material()
    program, document, home = folder / "xign", folder / "key-material.json", folder / "home"
    shutil.copy(PROGRAM, program)
    document.write_bytes(Path(key_material.file).read_bytes())
    document.chmod(0o644)
    home.mkdir()
    shutil.chown(home, NOBODY, NOBODY)
    variables = {"HOME": str(home)}
    command = [program, "trust", document, "--fingerprint", key_material.fingerprint]

    # As sudo calls it where it keeps $HOME.
    refused = run(*command, environment=variables)
    assert refused.returncode == UNUSABLE
    assert f"{home} belongs to another user" in refused.stderr
    assert not list(home.iterdir())

    dropped = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    trusted = run(*dropped, *command, environment=variables)
    assert trusted.returncode == 0, trusted.stderr
    assert (home / ".xign").stat().st_mode & 0o777 == 0o700

    refused = run(program, "accounts", environment=variables)
    assert refused.returncode == UNUSABLE
    assert "belongs to another user" in refused.stderr and "emove" not in refused.stderr


@only_root
def test_a_device_in_the_home_of_passwd_is_named_and_not_used(tmp_path):
    script = """
        mount -t tmpfs -o mode=700 tmpfs ~root && mkdir -m 700 ~root/.xign ~root/.xign/activations &&
        echo '{}' >~root/.xign/activations/0.json && exec "$@"
    """
    # The small disk in place of root's home is seen by this process alone.
    hidden = ["unshare", "--mount", "--propagation", "private", "bash", "-c", script, "bash"]
    for command in ["accounts", "activation list"]:
        listed = run(*hidden, PROGRAM, *command.split(), environment={"HOME": str(tmp_path)})
        assert listed.returncode == 0, listed.stderr
        assert "--home /root/.xign" in listed.stderr and "no activations yet" in listed.stderr
    assert not list(tmp_path.iterdir())
