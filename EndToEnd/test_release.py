"""The files of a release, verified as `docs/releases.md` says, to the letter."""

import os
import subprocess

import pytest
from stage.processes import REPOSITORY, run_or_fail
from stage.runbook import blocks

COMMAND = REPOSITORY / "scripts" / "release-artefacts"


@pytest.fixture
def release(tmp_path):
    """A folder with the files of a release, whose signer is known."""
    key, folder = tmp_path / "key", tmp_path / "release"
    package, site = tmp_path / "xign_1_amd64.deb", tmp_path / "docs"
    run_or_fail("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "release", "-f", key)
    package.write_bytes(b"a package")
    site.mkdir()
    (site / "index.html").write_text("a page")
    subprocess.run([COMMAND, folder, package, site], check=True, env=os.environ | {"RELEASE_KEY": str(key)})
    public = key.with_suffix(".pub").read_text()
    (folder / "release-signers").write_text(f'release@xign namespaces="xign-release" {public}')
    return folder


def verify(folder) -> subprocess.CompletedProcess:
    (commands,) = blocks("docs/releases.md", "Verify a download")
    return subprocess.run(["bash", "-eu", "-c", commands], cwd=folder, capture_output=True, text=True)


def test_a_download_is_verified_as_the_manual_says(release):
    verified = verify(release)
    assert verified.returncode == 0, verified.stderr
    assert 'Good "xign-release" signature' in verified.stdout
    assert "xign_1_amd64.deb: OK" in verified.stdout
    assert "docs.tar.gz: OK" in verified.stdout
    # Somebody who needs the package alone loads nothing else.
    (release / "docs.tar.gz").unlink()
    assert verify(release).returncode == 0


@pytest.mark.parametrize("name", ["xign_1_amd64.deb", "SHA256SUMS", "SHA256SUMS.sig"])
def test_a_file_that_was_changed_on_its_way_is_found(release, name):
    file = release / name
    file.write_bytes(file.read_bytes().replace(b"a", b"b"))
    assert verify(release).returncode != 0


def test_another_key_is_not_that_of_a_release(release, tmp_path):
    run_or_fail("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", tmp_path / "other")
    (release / "SHA256SUMS.sig").unlink()
    signing = ["ssh-keygen", "-Y", "sign", "-q", "-f", tmp_path / "other", "-n", "xign-release"]
    run_or_fail(*signing, release / "SHA256SUMS")
    assert verify(release).returncode != 0


def test_the_archive_of_a_folder_depends_on_its_content_alone(tmp_path):
    site = tmp_path / "docs"
    site.mkdir()
    archives = []
    for number in range(2):
        (site / "index.html").write_text("a page")
        run_or_fail(COMMAND, tmp_path / f"{number}", site)
        archives.append((tmp_path / f"{number}" / "docs.tar.gz").read_bytes())
    assert archives[0] == archives[1]
