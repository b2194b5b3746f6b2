"""Tests of what `make release-check` misses."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import release_check  # noqa: E402

VERSION = "1.0.0-beta.1"
PROGRAM = f'static let version = "{VERSION}"'
SECTION = f"# Changelog\n\n## Unreleased\n\n## {VERSION} - 2026-12-01\n\n- One.\n"


class Files:
    """A tree of a few files."""

    def __init__(self, root: Path, **changed: str):
        files = {
            release_check.PROGRAMS[0]: PROGRAM,
            release_check.PROGRAMS[1]: PROGRAM,
            "deploy/debian/changelog": "xign (1.0.0~beta.1) unstable; urgency=medium",
            "CHANGELOG.md": SECTION,
            "README.md": "",
            "Manager/Sources/XignStorage/Schema/Schema.swift": "Migration(1, a), Migration(2, b)",
            release_check.UPGRADES / "FormerDatabase.swift": "    static let exported = [1, 2]\n",
        } | dict.fromkeys(release_check.NAMING, "")
        for path, text in (files | {name: text for name, text in changed.items()}).items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text)
        self.tree = release_check.Tree(root)


def test_a_version_that_differs_is_found_in_each_place(tmp_path):
    tree = Files(tmp_path).tree
    assert list(release_check.versions(tree)) == []
    (tmp_path / release_check.PROGRAMS[1]).write_text(PROGRAM.replace("beta", "alpha"))
    (tmp_path / "deploy/debian/changelog").write_text("xign (1.0.0) unstable; urgency=medium")
    found = list(release_check.versions(tree))
    assert ["1.0.0-alpha.1" in found[0], "1.0.0~beta.1" in found[1]] == [True, True]


def test_a_former_version_in_the_name_of_an_image_is_found(tmp_path):
    tree = Files(tmp_path).tree
    (tmp_path / "docs/install.md").write_text("run localhost/xignin-manager:0.1.0 serve")
    assert list(release_check.versions(tree)) == ["docs/install.md: the version is 0.1.0, not 1.0.0-beta.1"]


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


def test_a_document_that_says_that_there_is_no_release_is_found(tmp_path):
    tree = Files(tmp_path).tree
    (tmp_path / "README.md").write_text("Tested.\nThere is no release yet, and nobody\n")
    assert list(release_check.documents(tree)) == ["README.md:2: says that there is no release"]
