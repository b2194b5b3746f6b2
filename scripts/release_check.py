"""Prints what is missing for a release, a line each, and fails if there is something.

Lines that begin with "Read" are for a person: only somebody who knows the change can say if they still hold.
"""

import datetime
import email.utils
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
    Path("README.md"): r"tag\s`v(\d[^`]*)`",
    Path("Sources/XignSDK/XignSDK.docc/GettingStarted.md"): r"tag\s`v(\d[^`]*)`",
    Path("Kotlin/guides/GettingStarted.md"): r"tag\s`v(\d[^`]*)`",
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
        named = set(re.findall(pattern, tree.text(path)))
        if named != {version}:
            yield f"{path}: the version is {', '.join(sorted(named)) or 'missing'}, not {version}"
    package = re.match(r"xign \(([^)]*)\) (\S+);", tree.text("deploy/debian/changelog"))
    wanted = version.replace("-", "~")
    if not package or package[1] != wanted:
        yield f"deploy/debian/changelog: the newest version is {package and package[1]}, not {wanted}"


def documents(tree: Tree) -> Iterator[tuple[str, str]]:
    """Each line of all documents, with its place."""
    names = ("README.md", "CHANGELOG.md", "SECURITY.md", "docs/**/*.md", "Sources/**/*.docc/*.md", "Kotlin/**/*.md")
    for path in sorted({path for name in names for path in tree.root.glob(name)}):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            yield f"{path.relative_to(tree.root)}:{number}", line


def denials(tree: Tree) -> Iterator[str]:
    for place, line in documents(tree):
        if re.search(r"\bno release (yet|has)\b", line):
            yield f"{place}: says that there is no release"


def changelog(tree: Tree) -> Iterator[str]:
    text, version = tree.text("CHANGELOG.md"), tree.version
    heading = re.search(rf"^## {re.escape(version)}(?: - (.*))?$", text, re.MULTILINE)
    if not heading:
        yield f"CHANGELOG.md: no section {version}: cut it from Unreleased, as docs/releases.md says"
        return
    try:
        day = datetime.date.fromisoformat(heading[1] or "")
    except ValueError:
        yield f"CHANGELOG.md: the section {version} has no date: ## {version} - YYYY-MM-DD"
    else:
        if (packaged := day_of_package(tree)) != day:
            yield f"deploy/debian/changelog: the day is {packaged}, not {day} as in CHANGELOG.md"
    unreleased = text.partition("## Unreleased\n")[2].partition("\n## ")[0]
    if unreleased.strip():
        yield "CHANGELOG.md: there are changes below Unreleased: move them into the release"


def day_of_package(tree: Tree) -> datetime.date | None:
    found = re.search(r"^ -- .*>  (.*)$", tree.text("deploy/debian/changelog"), re.MULTILINE)
    try:
        return email.utils.parsedate_to_datetime(found[1]).date() if found else None
    except ValueError:
        return None


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
            f"{folder}: {', '.join(missing)} of the upgrade tests: mkdir -p {folder} && XIGN_TEST_WRITE_FULL_DATABASE="
            f"$PWD/{folder} XIGN_TEST='leaves empty' scripts/swift-package test Manager --filter FullUpgradeTests"
        )
    if f'"Upgrade/Version{number}"' not in tree.text("Manager/Package.swift"):
        yield f'Manager/Package.swift: "Upgrade/Version{number}" in `exclude` of XignManagerTests'
    if not re.search(rf"exported = \[.*\b{number}\b.*\]", tree.text(UPGRADES / "FormerDatabase.swift")):
        yield f"{UPGRADES}/FormerDatabase.swift: {number} in `exported`"


def signature(tree: Tree) -> Iterator[str]:
    """A project without a key has no signers: its releases have checksums alone, as docs/releases.md says."""
    signers, sums = tree.root / SIGNERS, tree.root / ARTEFACTS / "SHA256SUMS"
    signed = sums.with_suffix(".sig")
    if not sums.exists() or not (signers.exists() or signed.exists()):
        return
    if not signers.exists():
        yield f"{SIGNERS}: the public key of {ARTEFACTS}/SHA256SUMS.sig, as docs/releases.md says"
    elif not signed.exists():
        yield f"{ARTEFACTS}: not signed: RELEASE_KEY=... make release-artefacts"
    elif not is_signed(sums, signers):
        yield f"{ARTEFACTS}/SHA256SUMS.sig: not by a key in {SIGNERS}"


def is_signed(sums: Path, signers: Path) -> bool:
    command = ["ssh-keygen", "-Y", "verify", "-f", signers, "-I", "release@xign", "-n", "xign-release"]
    with sums.open() as file:
        verified = subprocess.run(
            [*command, "-s", sums.with_suffix(".sig")], stdin=file, capture_output=True, check=False
        )
    return verified.returncode == 0


def names_of_artefacts(version: str) -> list[str]:
    end = f"_{version.replace('-', '~')}_amd64"
    manager = [f"xignin-manager{end}{kind}" for kind in (".deb", ".tar", ".cdx.json")]
    return [f"xign{end}.deb", *manager, "docs.tar.gz", "COMMIT"]


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
    for name in names_of_artefacts(tree.version):
        if name not in listed:
            yield f"{ARTEFACTS}: no file {name}: make release-artefacts"
    built, present = folder / "COMMIT", tree.git("rev-parse", "HEAD")
    if not built.exists() or built.read_text() != present:
        yield f"{ARTEFACTS}: not of the commit {present.strip()}: make release-artefacts"


def tag(tree: Tree) -> Iterator[str]:
    if tree.git("status", "--porcelain").strip():
        yield "there are changes that are in no commit"
    name = f"v{tree.version}"
    if name not in tree.git("tag", "--points-at", "HEAD").split():
        yield f"the tag {name} at this commit: git tag --annotate {name}, or --sign with a key"


def doubts(tree: Tree) -> Iterator[str]:
    """Sentences about what is not there yet, and perhaps is by now."""
    for place, line in documents(tree):
        if re.search(r"\bnot (possible )?yet\b", line):
            yield f"Read {place}: {line.strip()[:100]}"
    if not (tree.root / SIGNERS).exists():
        yield f"Read docs/releases.md: the release is not signed, since there is no {SIGNERS}"


CHECKS = (versions, denials, changelog, databases, artefacts, signature, tag)


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
