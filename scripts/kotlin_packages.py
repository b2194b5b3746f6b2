"""Builds the Kotlin libraries for the JVM and Android: kotlin_packages.py build | check | test | package | fetch

`build` compiles all sources, Android's against stubs of its public API, and the samples. `check` compiles the sources,
the listings of the documentation and the guides with a newer compiler. `test` runs their checks, and looks for members
that Android lacks. `package` writes the archives and their descriptions into .build/kotlin/packages, and the desktop
sample with all that it needs, as ProGuard shrinks it. `fetch` downloads what the build needs.
"""

import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import kotlin
import kotlin_curve25519
import kotlin_documentation
import kotlin_guides
from kotlin import BUILD, NEWER, ROOT, SDK, SHIPPING, SOURCES, class_path

VERSION = "1.0.0-beta.1"
PACKAGING = SOURCES / "packaging"
PACKAGES = BUILD / "packages"
STUBS = BUILD / "android-stubs"
"""Type stubs of Android's API, the Java classes that are made of them, and these compiled."""
CORE = [BUILD / "protocol", BUILD / "sdk"]
JVM, ANDROID, TESTS, SAMPLE = (BUILD / name for name in ("jvm", "android", "platform-tests", "sample"))
TESTING, GUIDES = (BUILD / name for name in ("testing", "guides"))
SHRUNK_SAMPLE = BUILD / "sample-shrunk.jar"
MAIN = "org.xign.samples.desktop.MainKt"


def fetch_stubs() -> Path:
    """Downloads Android's API, unless it is there; returns its folder."""
    folder = STUBS / "python"
    if folder.exists():
        return folder
    (requirement,) = kotlin.requirements("kotlin-android.txt")
    wheels = STUBS / "wheel"
    wheels.mkdir(parents=True, exist_ok=True)
    with kotlin.download(requirement, wheels) as archive:
        archive.extractall(STUBS / "unfinished")
    shutil.rmtree(wheels)
    return (STUBS / "unfinished").rename(folder)


def compile_java(sources: list[Path], out: Path, classes: list[Path]) -> None:
    shutil.rmtree(out, ignore_errors=True)
    files = [file for folder in sources for file in folder.rglob("*.java")]
    options = ["--release", "8", "-nowarn", "-Xlint:-options"]
    machine = ["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"]
    subprocess.run(["javac", *machine, *options, "-cp", class_path(classes), "-d", out, *files], check=True)


def build_stubs() -> Path:
    """Compiles stubs of the classes of Android that the sources name; returns their folder."""
    (sources, classes) = (STUBS / "java", STUBS / "classes")
    shutil.rmtree(sources, ignore_errors=True)
    names = PACKAGING / "android-classes.txt"
    subprocess.run([sys.executable, PACKAGING / "make_stubs.py", fetch_stubs(), names, sources], check=True)
    compile_java([sources], classes, [])
    return classes


def build() -> None:
    kotlin.build()
    curve = kotlin_curve25519.take()
    friends = f"-Xfriend-paths={','.join(map(str, CORE))}"
    SHIPPING.compile(SOURCES / "jvm", JVM, CORE, [*SDK, friends, "-module-name", "xign-jvm"])
    stubs = build_stubs()
    android = [*SDK, friends, "-module-name", "xign-android"]
    SHIPPING.compile(SOURCES / "android", ANDROID, [*CORE, stubs], android)
    # Classes of Android with bodies, which take the place of their stubs.
    sources = SOURCES / "platform-tests"
    compile_java([sources / "stubs"], STUBS / "test-classes", [stubs])
    # The listings of the guides, which see what apps see.
    guides = kotlin_guides.write(BUILD / "guide-sources")
    SHIPPING.compile(guides, GUIDES, [*CORE, JVM, ANDROID, TESTING, stubs], ["-Werror"])
    parts = [STUBS / "test-classes", *CORE, JVM, ANDROID, BUILD / "tests", TESTING]
    options = [f"-Xfriend-paths={','.join(map(str, parts[1:]))}", "-Xjvm-default=all", "-Werror"]
    SHIPPING.compile(sources, TESTS, [*parts, GUIDES, stubs, curve], options)
    # An app: it sees what is public, and has no options of the SDK.
    SHIPPING.compile(SOURCES / "samples" / "desktop", SAMPLE, [*CORE, JVM], ["-Werror"])
    android_sample = SOURCES / "samples" / "android" / "kotlin"
    SHIPPING.compile(android_sample, BUILD / "sample-android", [*CORE, ANDROID, stubs], ["-Werror"])


def check() -> None:
    """Compiles the sources, and apps with what is shipped, with a newer compiler. Nothing of it is shipped or run."""
    (stubs, curve) = (STUBS / "classes", kotlin_curve25519.take())
    # Its name for the defaults of interfaces is new, and it takes no older language than 2.1.
    options = [option for option in SDK if not option.startswith("-Xjvm-default")]
    language = ["-jvm-default=no-compatibility", "-language-version", "2.1"]
    parts = [SOURCES / module for module in ("protocol", "sdk", "jvm", "android", "testing")]
    NEWER.compile(parts, BUILD / "newer", [curve, stubs], [*options, *language])
    NEWER.compile(SOURCES / "tests" / "listings", BUILD / "newer-listings", CORE, ["-nowarn"])
    guides = [*CORE, JVM, ANDROID, TESTING, stubs]
    NEWER.compile(BUILD / "guide-sources", BUILD / "newer-guides", guides, ["-nowarn"])


def test() -> None:
    parts = [TESTS, STUBS / "test-classes", *CORE, JVM, ANDROID, BUILD / "tests", TESTING, GUIDES, STUBS / "classes"]
    classes = class_path([*parts, SHIPPING.library, kotlin_curve25519.take()])
    subprocess.run(["java", "-XX:TieredStopAtLevel=1", "-cp", classes, "org.xign.sdk.PlatformTestsKt"], check=True)
    # What Android runs. The JVM's own part may use all of Java 8.
    checked = [*CORE, ANDROID, unpacked(kotlin_curve25519.take())]
    subprocess.run([sys.executable, PACKAGING / "check_android_api.py", fetch_stubs(), *checked], check=True)


def unpacked(jar: Path) -> Path:
    folder = jar.with_suffix("")
    shutil.rmtree(folder, ignore_errors=True)
    with zipfile.ZipFile(jar) as archive:
        archive.extractall(folder)
    return folder


def write(archive: Path, entries: Iterator[tuple[str, bytes]]) -> Path:
    """Writes an archive whose bytes depend on its content alone: sorted, with one date."""
    archive.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as out:
        for name, content in sorted(entries):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            out.writestr(entry, content)
    return archive


def files(*folders: Path, accepts: Callable[[Path], bool] = Path.is_file) -> Iterator[tuple[str, bytes]]:
    for folder in folders:
        for file in folder.rglob("*"):
            if file.is_file() and accepts(file):
                yield str(file.relative_to(folder)), file.read_bytes()


def classes(platform: Path) -> Iterator[tuple[str, bytes]]:
    """The classes of the SDK on a platform, and the licences."""
    yield from files(*CORE, platform, unpacked(kotlin_curve25519.take()))
    yield "META-INF/LICENSE", (ROOT / "LICENSE").read_bytes()


def sources(module: str, core: tuple[str, ...] = ("protocol", "sdk")) -> Iterator[tuple[str, bytes]]:
    yield from files(SOURCES, accepts=lambda file: file.relative_to(SOURCES).parts[0] in (*core, module))


def documentation(platform: str) -> Iterator[tuple[str, bytes]]:
    """The documented API, and the documents beside the sources."""
    yield from kotlin_documentation.pages([SOURCES / "sdk", SOURCES / platform])
    yield from files(SOURCES, accepts=lambda file: file.suffix == ".md")


def aar(jar: Path) -> Iterator[tuple[str, bytes]]:
    yield "AndroidManifest.xml", (PACKAGING / "AndroidManifest.xml").read_bytes()
    yield "classes.jar", jar.read_bytes()
    yield "proguard.txt", (PACKAGING / "consumer-rules.pro").read_bytes()
    yield "R.txt", b""
    metadata = "aarFormatVersion=1.0\naarMetadataVersion=1.0\nminCompileSdk=28\n"
    yield "META-INF/com/android/build/gradle/aar-metadata.properties", metadata.encode()


def pom(artifact: str, packaging: str, name: str) -> bytes:
    values = {
        "artifact": artifact,
        "packaging": packaging,
        "version": VERSION,
        "name": name,
        "description": f"Passwordless login at a manager of Xign: {name}.",
        "kotlin": SHIPPING.library.stem.removeprefix("kotlin-stdlib-"),
        "bouncy_castle": Path("/usr/share/java/bcprov.jar").resolve().stem.removeprefix("bcprov-"),
    }
    return (PACKAGING / "pom.xml").read_text().format(**values).encode()


def package() -> None:
    shutil.rmtree(PACKAGES, ignore_errors=True)
    for artifact, platform, packaging, name in (
        ("xign-sdk-jvm", JVM, "jar", "XignSDK for the JVM"),
        ("xign-sdk-android", ANDROID, "aar", "XignSDK for Android"),
    ):
        base = f"{PACKAGES}/{artifact}-{VERSION}"
        jar = write(Path(f"{base}.jar"), classes(platform))
        if packaging == "aar":
            write(Path(f"{base}.aar"), aar(jar))
            jar.unlink()
        write(Path(f"{base}-sources.jar"), sources(platform.name))
        write(Path(f"{base}-javadoc.jar"), documentation(platform.name))
        Path(f"{base}.pom").write_bytes(pom(artifact, packaging, name))
    testing = f"{PACKAGES}/xign-sdk-testing-{VERSION}"
    licence = ("META-INF/LICENSE", (ROOT / "LICENSE").read_bytes())
    write(Path(f"{testing}.jar"), iter([*files(TESTING), licence]))
    write(Path(f"{testing}-sources.jar"), sources(TESTING.name, core=()))
    write(Path(f"{testing}-javadoc.jar"), kotlin_documentation.pages([SOURCES / TESTING.name]))
    Path(f"{testing}.pom").write_bytes(pom("xign-sdk-testing", "jar", "a manager inside of tests"))
    shrink_sample(PACKAGES / f"xign-sdk-jvm-{VERSION}.jar")
    for file in [*sorted(PACKAGES.iterdir()), SHRUNK_SAMPLE]:
        print(f"{file.stat().st_size:>9,}  {file.name}")


def shrink_sample(library: Path) -> None:
    """Shrinks the sample with all that it needs, by the rules that the library for Android brings to apps."""
    SHRUNK_SAMPLE.unlink(missing_ok=True)
    parts = []
    for part in (SAMPLE, library, SHIPPING.library):
        parts += ["-injars", f"{part}(!META-INF/**,**.class)"]
    kotlin_curve25519.shrink(
        f"@{PACKAGING / 'consumer-rules.pro'}", *parts, "-outjars", SHRUNK_SAMPLE,
        "-libraryjars", kotlin_curve25519.write_java_api(BUILD / "java-8-api.jar"), "-dontoptimize", "-dontnote", "**",
        "-keep", f"class {MAIN} {{ public static void main(java.lang.String[]); }}",
    )  # fmt: skip


def sample_command() -> list[str]:
    """The command of the desktop sample, to which its arguments are added."""
    classes = class_path([SAMPLE, *CORE, JVM, SHIPPING.library, kotlin_curve25519.take()])
    return ["java", "-XX:TieredStopAtLevel=1", "-cp", classes, MAIN]


if __name__ == "__main__":
    {"fetch": fetch_stubs, "build": build, "check": check, "test": test, "package": package}[sys.argv[1]]()
