"""Takes Bouncy Castle's functions of Curve25519 for secrets into a package of the SDK.

ProGuard shrinks and renames the classes, and does not optimise them. So an app gets no dependency, and no class twice
where it has another Bouncy Castle. The result is .build/kotlin/curve25519.jar, with Bouncy Castle's licence.
"""

import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / ".build" / "kotlin"
RULES = ROOT / "Kotlin" / "packaging" / "curve25519.pro"
NAMES = RULES.with_suffix(".names")
BOUNCY_CASTLE = Path("/usr/share/java/bcprov.jar")
LICENCE = Path("/usr/share/doc/libbcprov-java/copyright")
PROGUARD = Path("/usr/share/java/proguard.jar")

JAVA_8 = b"\x00\x34"
"""The version of Java 8's classes, the newest that all readers here know."""


def java_home() -> Path:
    compiler = shutil.which("javac")
    if compiler is None:
        sys.exit("javac is missing: scripts/install-debian-packages kotlin-packages.txt")
    return Path(compiler).resolve().parent.parent


def write_java_api(out: Path) -> Path:
    """Writes the classes of Java 8's API without their code, from the JDK's file for `--release 8`.

    ProGuard 6 cannot read the classes of Java 17 themselves. A folder of the file is named by the releases whose
    classes it has; the digit 8 stands for Java 8.
    """
    if out.exists():
        return out
    out.parent.mkdir(parents=True, exist_ok=True)
    unfinished = out.with_suffix(".new")
    with zipfile.ZipFile(java_home() / "lib" / "ct.sym") as symbols, zipfile.ZipFile(unfinished, "w") as jar:
        for entry in symbols.namelist():
            releases, _, path = entry.partition("/")
            name = path.partition("/")[2]
            if "8" in releases and name.endswith(".sig"):
                content = symbols.read(entry)
                jar.writestr(name.removesuffix(".sig") + ".class", content[:6] + JAVA_8 + content[8:])
    return unfinished.rename(out)


def shrink(*arguments: str | Path) -> None:
    """Runs ProGuard."""
    subprocess.run(["java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar", PROGUARD, *arguments], check=True)


def check_names(mapping: str) -> None:
    """Refuses verification by Ed25519: it is the SDK's own, since Bouncy Castle's accepts other signatures.

    `mapping` lists each class and member that ProGuard has kept, with its old name.
    """
    kept = re.findall(r"^ +(?:\d+:\d+:)?\S+ (\w+)\(", mapping, re.MULTILINE)
    if not {"generatePublicKey", "calculateAgreement", "sign"} <= set(kept):
        sys.exit("ProGuard has left out functions of Curve25519.")
    if verifying := [name for name in kept if "verify" in name.lower()]:
        sys.exit(f"ProGuard has kept functions that verify: {', '.join(verifying)}")


def take() -> Path:
    """Makes the archive, unless it is newer than its parts."""
    jar = BUILD / "curve25519.jar"
    parts = [BOUNCY_CASTLE, RULES, NAMES, Path(__file__)]
    if jar.exists() and all(part.stat().st_mtime < jar.stat().st_mtime for part in parts):
        return jar
    (mapping, shrunk) = (BUILD / "curve25519.mapping", BUILD / "curve25519.shrunk.jar")
    library = write_java_api(BUILD / "java-8-api.jar")
    shrink(
        f"@{RULES}", "-injars", f"{BOUNCY_CASTLE}(!META-INF/**,**.class)", "-outjars", shrunk, "-libraryjars", library,
        "-applymapping", NAMES, "-printmapping", mapping,
    )  # fmt: skip
    check_names(mapping.read_text())
    with zipfile.ZipFile(shrunk, "a") as archive:
        archive.writestr("META-INF/LICENSE.bouncycastle", LICENCE.read_text())
    return shrunk.rename(jar)
