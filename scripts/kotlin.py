"""Builds the Kotlin sources and checks them: kotlin.py fetch | build | test | judge | story | app

`judge` reads inputs of the protocol's readers and writes their judgements, as Tests/ProtocolJudge does.
`story` activates a device at a manager and logs in: Kotlin/tests/Story.kt names its arguments.
`app` runs an app with the SDK, which a test drives: Kotlin/tests/sdk/SdkApp.kt names its arguments.
All that is fetched and built goes into .build/kotlin.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
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


class Compiler:
    """A compiler of kotlin-compilers.txt."""

    def __init__(self, requirement: str):
        self.requirement = requirement
        self.folder = BUILD / requirement.partition("==")[2]

    def fetch(self) -> None:
        """Downloads the package, unless it is there, and keeps its archives of classes."""
        if self.folder.exists():
            return
        BUILD.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=BUILD) as name:
            folder = Path(name)
            pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
            subprocess.run([*pip, "--dest", folder, self.requirement], check=True)
            (wheel,) = folder.glob("*.whl")
            jars = folder / "jars"
            jars.mkdir()
            with zipfile.ZipFile(wheel) as archive:
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

    def compile(self, sources: Path | list[Path], output: Path, classes: list[Path], options: list[str]) -> None:
        """Compiles a folder, or folders and files, into another folder, which is emptied before."""
        shutil.rmtree(output, ignore_errors=True)
        patterns = ["*-all.jar", "kotlin-stdlib-[0-9]*.jar", "kotlin-script-runtime-*.jar", "kotlin-reflect-*.jar"]
        own = [self.jar(pattern) for pattern in [*patterns, "annotations-13.0.jar"]]
        java = ["java", "-XX:TieredStopAtLevel=1", "-XX:ReservedCodeCacheSize=256m", "-cp", class_path(own)]
        paths = ["-no-stdlib", "-no-reflect", "-cp", class_path([self.library, *classes]), "-d", output]
        compiler = "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler"
        listed = sources if isinstance(sources, list) else [sources]
        subprocess.run([*java, compiler, *paths, *options, *listed], check=True)


def class_path(paths: list[Path]) -> str:
    return ":".join(map(str, paths))


def compilers() -> list[Compiler]:
    lines = (ROOT / "scripts" / "kotlin-compilers.txt").read_text().splitlines()
    requirements = [line.partition("#")[0].strip() for line in lines]
    return [Compiler(requirement) for requirement in requirements if requirement]


def fetch() -> None:
    for compiler in compilers():
        compiler.fetch()


def build() -> None:
    fetch()
    (compiler,) = compilers()
    curve = kotlin_curve25519.take()
    protocol = BUILD / "protocol"
    compiler.compile(SOURCES / "protocol", protocol, [curve], [*SHIPPED, "-module-name", "xign-protocol"])
    sdk = BUILD / "sdk"
    friend = f"-Xfriend-paths={protocol}"
    compiler.compile(SOURCES / "sdk", sdk, [protocol, curve], [*SDK, "-module-name", "xign-sdk", friend])
    testing = BUILD / "testing"
    friends = f"-Xfriend-paths={protocol},{sdk}"
    parts = [protocol, sdk, curve]
    compiler.compile(SOURCES / "testing", testing, parts, [*SDK, "-module-name", "xign-testing", friends])
    # The listings of the documentation have warnings, and see what apps see.
    tests, listings = SOURCES / "tests", BUILD / "listings"
    compiler.compile(tests / "listings", listings, [sdk], ["-nowarn"])
    # Tests see what is internal.
    friends = [f"-Xfriend-paths={protocol},{sdk},{testing}", "-Xjvm-default=all", "-Werror"]
    own = [*sorted(tests.glob("*.kt")), tests / "sdk"]
    compiler.compile(own, BUILD / "tests", [protocol, sdk, testing, listings, curve], friends)


def run(main: str, *arguments: str) -> None:
    """Replaces this process by a program of the tests."""
    (compiler,) = compilers()
    modules = [BUILD / module for module in ("tests", "testing", "listings", "sdk", "protocol")]
    classes = class_path([*modules, compiler.library, kotlin_curve25519.take()])
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
