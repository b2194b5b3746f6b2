"""Tests of what `make release-check` misses."""

import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import release_check  # noqa: E402

VERSION = "1.0.0-beta.1"
PROGRAM = f'static let version = "{VERSION}"'
PACKAGE = "xign (1.0.0~beta.1) unstable; urgency=medium\n\n -- Us <us@example>  Tue, 01 Dec 2026 12:00:00 +0000\n"
# In each form that a file may have.
NAMES = (
    f'xignin-manager:{VERSION}\nVERSION: String = "{VERSION}"\nVERSION = "{VERSION}"\nxign-sdk-android-{VERSION}.aar\n'
    f"tag `v{VERSION}`\n"
)
SECTION = f"# Changelog\n\n## Unreleased\n\n## {VERSION} - 2026-12-01\n\n- One.\n"


class Files:
    """A tree of a few files."""

    def __init__(self, root: Path, **changed: str):
        files = {
            release_check.PROGRAMS[0]: PROGRAM,
            release_check.PROGRAMS[1]: PROGRAM,
            Path("deploy/debian/changelog"): PACKAGE,
            Path("CHANGELOG.md"): SECTION,
            Path("Manager/Sources/XignStorage/Schema/Schema.swift"): "Migration(1, a), Migration(2, b)",
            Path("Manager/Package.swift"): 'exclude: ["Upgrade/Version1", "Upgrade/Version2"]',
            release_check.UPGRADES / "FormerDatabase.swift": "    static let exported = [1, 2]\n",
        } | dict.fromkeys(release_check.NAMING, NAMES)
        for path, text in (files | {Path(name): text for name, text in changed.items()}).items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text)
        self.tree = release_check.Tree(root)


def test_a_version_that_differs_is_found_in_each_place(tmp_path):
    tree = Files(tmp_path).tree
    assert list(release_check.versions(tree)) == []
    (tmp_path / release_check.PROGRAMS[1]).write_text(PROGRAM.replace("beta", "alpha"))
    (tmp_path / "deploy/debian/changelog").write_text(PACKAGE.replace("~beta.1", ""))
    found = list(release_check.versions(tree))
    assert ["1.0.0-alpha.1" in found[0], "1.0.0~beta.1" in found[1]] == [True, True]


def test_a_former_version_in_the_name_of_an_image_is_found(tmp_path):
    tree = Files(tmp_path).tree
    (tmp_path / "docs/install.md").write_text("run localhost/xignin-manager:0.1.0 serve")
    assert list(release_check.versions(tree)) == ["docs/install.md: the version is 0.1.0, not 1.0.0-beta.1"]
    (tmp_path / "docs/install.md").write_text("")
    assert list(release_check.versions(tree)) == ["docs/install.md: the version is missing, not 1.0.0-beta.1"]


def test_all_places_of_this_repository_have_one_version():
    assert list(release_check.versions(release_check.Tree(release_check.ROOT))) == []


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("## Unreleased\n", "no section"),
        (SECTION.replace(" - 2026-12-01", ""), "no date"),
        (SECTION.replace("2026-12-01", "2026-13-01"), "no date"),
        (SECTION.replace("Unreleased\n", "Unreleased\n\n- More.\n"), "below Unreleased"),
    ],
)
def test_a_changelog_that_is_not_cut_is_found(tmp_path, text, missing):
    assert list(release_check.changelog(Files(tmp_path).tree)) == []
    (tmp_path / "CHANGELOG.md").write_text(text)
    assert [line for line in release_check.changelog(release_check.Tree(tmp_path)) if missing in line]


@pytest.mark.parametrize("changed", [PACKAGE.replace("01 Dec", "02 Dec"), "xign (1.0.0~beta.1) unstable"])
def test_a_package_of_another_day_than_the_changelogs_is_found(tmp_path, changed):
    tree = Files(tmp_path, **{"deploy/debian/changelog": changed}).tree
    assert ["not 2026-12-01" in line for line in release_check.changelog(tree)] == [True]


def test_the_full_databases_of_the_newest_schema_are_missing_until_both_engines_have_them(tmp_path):
    tree = Files(tmp_path).tree
    assert ["Version2:" in line for line in release_check.databases(tree)] == [True]
    for engine in release_check.ENGINES:
        for kind in ("sql", "key", "json"):
            file = tmp_path / release_check.UPGRADES / "Version2" / f"{engine}.{kind}"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.touch()
    assert list(release_check.databases(tree)) == []
    (tmp_path / release_check.UPGRADES / "FormerDatabase.swift").write_text("    static let exported = [1]\n")
    assert ["2 in `exported`" in line for line in release_check.databases(tree)] == [True]


def test_a_folder_of_full_databases_that_the_tests_would_compile_is_found(tmp_path):
    tree = Files(tmp_path, **{"Manager/Package.swift": 'exclude: ["Upgrade/Version1"]'}).tree
    assert ['"Upgrade/Version2" in `exclude`' in line for line in release_check.databases(tree)] == [False, True]


@pytest.mark.parametrize("path", ["README.md", "docs/a/b.md", "Sources/A/A.docc/B.md", "Kotlin/guides/C.md"])
def test_a_document_that_says_that_there_is_no_release_is_found(tmp_path, path):
    tree = Files(tmp_path).tree
    assert list(release_check.denials(tree)) == []
    (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / path).write_text("Tested.\nThere is no release yet, and nobody\n")
    assert list(release_check.denials(tree)) == [f"{path}:2: says that there is no release"]


def test_a_sentence_about_what_is_not_there_yet_is_for_a_person_to_read(tmp_path):
    tree = Files(tmp_path, **{"README.md": "Mails are not yet sent."}).tree
    assert "Read README.md:1: Mails are not yet sent." in list(release_check.doubts(tree))


class Release:
    """The files of a release, in a tree with one commit."""

    def __init__(self, root: Path):
        self.root, self.tree = root, Files(root).tree
        self.folder = root / release_check.ARTEFACTS
        self.folder.mkdir(parents=True)
        (root / ".gitignore").write_text(".build\n")
        self.git("init", "--quiet")
        self.commit()
        for name in release_check.names_of_artefacts(VERSION):
            (self.folder / name).write_text(name)
        (self.folder / "COMMIT").write_text(self.tree.git("rev-parse", "HEAD"))
        sums = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in self.folder.iterdir()]
        (self.folder / "SHA256SUMS").write_text("".join(sums))

    def git(self, *arguments: str) -> None:
        author = ("-c", "user.name=Us", "-c", "user.email=us@example")
        subprocess.run(["git", *author, *arguments], cwd=self.root, check=True)

    def commit(self) -> None:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", "A commit")

    def make_key(self, name: str) -> Path:
        key = self.root / ".build" / name
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
        return key

    def sign(self, key: Path) -> None:
        (self.folder / "SHA256SUMS.sig").unlink(missing_ok=True)
        signing = ["ssh-keygen", "-Y", "sign", "-q", "-f", key, "-n", "xign-release", self.folder / "SHA256SUMS"]
        subprocess.run(signing, check=True)

    def trust(self, key: Path) -> None:
        public = key.with_suffix(".pub").read_text()
        signers = self.root / release_check.SIGNERS
        signers.parent.mkdir(exist_ok=True)
        signers.write_text(f'release@xign namespaces="xign-release" {public}')


@pytest.fixture
def release(tmp_path):
    return Release(tmp_path)


def test_a_file_of_the_release_that_is_missing_changed_or_of_an_earlier_commit_is_found(release):
    assert list(release_check.artefacts(release.tree)) == []
    release.commit()
    assert ["not of the commit" in line for line in release_check.artefacts(release.tree)] == [True]
    (release.folder / "docs.tar.gz").write_text("other")
    (release.folder / "xignin-manager_1.0.0~beta.1_amd64.tar").unlink()
    assert len(list(release_check.artefacts(release.tree))) == 3


def test_a_release_without_a_package_is_found(release):
    sums = release.folder / "SHA256SUMS"
    lines = sums.read_text().splitlines(keepends=True)
    sums.write_text("".join(line for line in lines if "  xign_" not in line))
    assert ["no file xign_1.0.0~beta.1_amd64.deb" in line for line in release_check.artefacts(release.tree)] == [True]


def test_a_release_is_signed_by_the_key_that_the_repository_names(release):
    key = release.make_key("key")
    assert list(release_check.signature(release.tree)) == []
    release.sign(key)
    assert ["the public key of" in line for line in release_check.signature(release.tree)] == [True]
    release.trust(key)
    assert list(release_check.signature(release.tree)) == []
    release.sign(release.make_key("other"))
    assert ["not by a key in" in line for line in release_check.signature(release.tree)] == [True]
    (release.folder / "SHA256SUMS.sig").unlink()
    assert ["not signed" in line for line in release_check.signature(release.tree)] == [True]


def test_the_tag_is_at_a_commit_that_has_all_changes(release):
    assert ["the tag v1.0.0-beta.1" in line for line in release_check.tag(release.tree)] == [True]
    release.git("tag", f"v{VERSION}")
    assert list(release_check.tag(release.tree)) == []
    (release.root / "README.md").write_text("More.\n")
    assert list(release_check.tag(release.tree)) == ["there are changes that are in no commit"]
