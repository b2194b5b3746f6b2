"""Prints what is missing for a release, a line each, and fails if there is something.

Lines that begin with "Read" are for a person: only somebody who knows the change can say if they still hold.
"""

import datetime
import hashlib
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENGINES = ("sqlite", "postgreSQL")
UPGRADES = Path("Manager/Tests/XignManagerTests/Upgrade")
SIGNERS = Path("docs/release-signers")
ARTEFACTS = Path(".build/release-artefacts")
# Files that name the version beside a name of ours.
NAMING = {
    Path("docs/install.md"): r"xignin-manager:(\d[^ `\s]*)",
    Path("deploy/compose/compose.yaml"): r"xignin-manager:(\d\S*)",
    Path("deploy/kubernetes/xign.yaml"): r"xignin-manager:(\d\S*)",
    Path("Kotlin/sdk/XignSdk.kt"): r'VERSION: String = "([^"]*)"',
    Path("scripts/kotlin_packages.py"): r'VERSION = "([^"]*)"',
    Path("Kotlin/samples/android/build.gradle.kts"): r"xign-sdk-android-(.*)\.aar",
}
PROGRAMS = (Path("Manager/Sources/xignin-manager/XigninManager.swift"), Path("Sources/XignSDK/XignSdk.swift"))


class Tree:
    """A clone of this repository."""

    def __init__(self, root: Path):
        self.root = root

    def text(self, path: Path | str) -> str:
        return (self.root / path).read_text()

    def git(self, *arguments: str) -> str:
        return subprocess.run(["git", *arguments], cwd=self.root, check=True, capture_output=True, text=True).stdout

    @property
    def version(self) -> str:
        return version_of_program(self.text(PROGRAMS[0])) or ""


def version_of_program(text: str) -> str | None:
    found = re.search(r'static let version = "([^"]*)"', text)
    return found and found[1]


def versions(tree: Tree) -> Iterator[str]:
    version = tree.version
    if not re.fullmatch(r"\d+\.\d+\.\d+(-(alpha|beta|rc)\.\d+)?", version):
        yield f"{PROGRAMS[0]}: {version!r} is no version"
    for path in PROGRAMS[1:]:
        if (other := version_of_program(tree.text(path))) != version:
            yield f"{path}: the version is {other}, not {version}"
    for path, pattern in NAMING.items():
        for other in set(re.findall(pattern, tree.text(path))) - {version}:
            yield f"{path}: the version is {other}, not {version}"
    package = re.match(r"xign \(([^)]*)\) (\S+);", tree.text("deploy/debian/changelog"))
    wanted = version.replace("-", "~")
    if not package or package[1] != wanted:
        yield f"deploy/debian/changelog: the newest version is {package and package[1]}, not {wanted}"


def documents(tree: Tree) -> Iterator[str]:
    for path in ("README.md", "CHANGELOG.md"):
        for number, line in enumerate(tree.text(path).splitlines(), 1):
            if re.search(r"no release (yet|has)", line):
                yield f"{path}:{number}: says that there is no release"


def changelog(tree: Tree) -> Iterator[str]:
    text, version = tree.text("CHANGELOG.md"), tree.version
    heading = re.search(rf"^## {re.escape(version)}(?: - (.*))?$", text, re.MULTILINE)
    if not heading:
        yield f"CHANGELOG.md: no section {version}: cut it from Unreleased, as docs/releases.md says"
        return
    try:
        datetime.date.fromisoformat(heading[1] or "")
    except ValueError:
        yield f"CHANGELOG.md: the section {version} has no date: ## {version} - YYYY-MM-DD"
    unreleased = text.partition("## Unreleased\n")[2].partition("\n## ")[0]
    if unreleased.strip():
        yield "CHANGELOG.md: there are changes below Unreleased: move them into the release"


def schema_version(tree: Tree) -> int:
    schema = tree.text("Manager/Sources/XignStorage/Schema/Schema.swift")
    return max(map(int, re.findall(r"\bMigration\((\d+),", schema)))


def databases(tree: Tree) -> Iterator[str]:
    """A later release upgrades the database of this one."""
    number = schema_version(tree)
    folder = UPGRADES / f"Version{number}"
    missing = [f"{engine}.{kind}" for engine in ENGINES for kind in ("sql", "key", "json")]
    missing = [name for name in missing if not (tree.root / folder / name).exists()]
    if missing:
        yield (
            f"{folder}: {', '.join(missing)} of the upgrade tests: mkdir -p {folder} && "
            f"XIGN_WRITE_FULL_DATABASE=$PWD/{folder} XIGN_TEST='leaves empty' scripts/swift-package test Manager"
        )
    if not re.search(rf"exported = \[.*\b{number}\b.*\]", tree.text(UPGRADES / "FormerDatabase.swift")):
        yield f"{UPGRADES}/FormerDatabase.swift: {number} in `exported`, and in Manager/Package.swift its folder"


def signature(tree: Tree) -> Iterator[str]:
    if not (tree.root / SIGNERS).exists():
        yield f'{SIGNERS}: the public key, as a line `release@xign namespaces="xign-release" ssh-ed25519 ...`'


def artefacts(tree: Tree) -> Iterator[str]:
    folder = tree.root / ARTEFACTS
    if not (folder / "SHA256SUMS").exists():
        yield f"{ARTEFACTS}: RELEASE_KEY=... make release-artefacts"
        return
    listed = {}
    for line in (folder / "SHA256SUMS").read_text().splitlines():
        digest, _, name = line.partition("  ")
        listed[name] = digest
    for name, digest in listed.items():
        file = folder / name
        if not file.exists() or hashlib.sha256(file.read_bytes()).hexdigest() != digest:
            yield f"{ARTEFACTS}/{name}: missing or changed: make release-artefacts"
    for kind in (f"_{tree.version.replace('-', '~')}_amd64.deb", ".cdx.json", ".tar", "docs.tar.gz"):
        if not any(name.endswith(kind) for name in listed):
            yield f"{ARTEFACTS}: no file that ends with {kind}"
    if not (folder / "SHA256SUMS.sig").exists():
        yield f"{ARTEFACTS}: not signed: RELEASE_KEY=... make release-artefacts"


def tag(tree: Tree) -> Iterator[str]:
    if tree.git("status", "--porcelain").strip():
        yield "there are changes that are in no commit"
    name = f"v{tree.version}"
    if name not in tree.git("tag", "--points-at", "HEAD").split():
        yield f"the tag {name} at this commit: git tag --sign {name}"


def doubts(tree: Tree) -> Iterator[str]:
    """Sentences about what is not there yet, and perhaps is by now."""
    documents = [tree.root / name for name in ("README.md", "SECURITY.md")]
    documents += [*(tree.root / "docs").rglob("*.md"), *(tree.root / "Sources").rglob("*.docc/*.md")]
    for path in sorted(documents):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if re.search(r"\bnot (possible )?yet\b", line):
                yield f"Read {path.relative_to(tree.root)}:{number}: {line.strip()[:100]}"


CHECKS = (versions, documents, changelog, databases, signature, artefacts, tag)


def main() -> int:
    tree = Tree(ROOT)
    print(f"Release {tree.version}")
    for line in doubts(tree):
        print(line)
    missing = [line for check in CHECKS for line in check(tree)]
    for line in missing:
        print(f"Missing: {line}")
    if not missing:
        print("Nothing is missing.")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
